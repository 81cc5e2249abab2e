import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { SYSTEM } from "../core/audit/model";
import { updateRequest } from "../core/requests/model";
import { createTask } from "../core/tasks/model";
import { HOUR_MS, MINUTE_MS } from "../lib/pure/time";
import { stepNow } from "../process/requests.testing";
import { settle } from "../process/settling/model";
import { codeOf, endWorld } from "../testing/world.testing";
import { aCase, approve, type Play } from "./approvals.testing";

afterEach(endWorld);

const { decide, askInfo, takeBack, snooze } = api.approvals.mutations;

const reject = async (play: Play, name: keyof Play["people"]) =>
  play.people[name].mutation(decide, { ...(await play.shown()), verdict: "reject", comment: "Too expensive" });

const TWO = { quorum: { kind: "count", count: 2 } } as const;

describe("an approval on its way", () => {
  test("opens with its task: seats given, everybody asked, and the task says whom it waits for", async () => {
    const play = await aCase();
    const now = await play.look();
    expect(now.asked).toEqual(["ada", "bob", "cleo"]);
    expect(now.outcome).toBe("Pending, Pending approval, Running");
    expect(now.waitingOn).toBe("Ada Tester or Bob Tester or Cleo Tester; escalates 04/03/2026 09:00 UTC");
    const asked = (await play.world.rows("notifications")).filter(({ kind }) => kind === "approval.asked");
    expect(asked).toHaveLength(3);
    expect(asked[0]).toMatchObject({
      to: `/approvals/${now.request.key}-1`,
      because: "You are an approver of this step.",
    });
  });

  test("ends with its task when the quorum is reached, and asks nobody any more (A6)", async () => {
    const play = await aCase();
    await approve(play, "ada");
    expect(await play.look()).toMatchObject({
      outcome: "Approved, In progress, done",
      asked: [],
      tasks: ["Complete/done", "Running"],
    });
    const open = (await play.world.rows("notifications")).filter(
      ({ kind, closedAt }) => kind === "approval.asked" && closedAt === undefined,
    );
    expect(open).toEqual([]);
  });

  test("needs as many distinct people as its quorum says (A2)", async () => {
    const play = await aCase({ steps: [TWO] });
    await approve(play, "ada");
    expect(await play.look()).toMatchObject({ outcome: "Pending, Pending approval, Running", asked: ["bob", "cleo"] });
    expect((await play.look()).waitingOn).toMatch(/^1 of 2: Bob Tester or Cleo Tester/);
    expect(await codeOf(approve(play, "ada"))).toBe("already-decided");
    await approve(play, "bob");
    expect((await play.look()).approval.state).toBe("Approved");
  });

  test("is over with the first rejection, which needs a comment", async () => {
    const play = await aCase({ steps: [{ quorum: { kind: "all" } }] });
    await approve(play, "ada");
    expect(await codeOf(play.bob.mutation(decide, { ...(await play.shown()), verdict: "reject", comment: " " }))).toBe(
      "reason-required",
    );
    await reject(play, "bob");
    expect(await play.look()).toMatchObject({
      outcome: "Rejected, Rejected, rejected",
      steps: [{ state: "Rejected" }],
      asked: [],
      tasks: ["Failed/rejected", "Not Started/cancelled"],
    });
  });

  test("goes from step to step, each with seats of its own", async () => {
    const play = await aCase({
      steps: [{}, { title: "Approve data use", rule: { kind: "role", role: "governance" } }],
    });
    await approve(play, "ada");
    expect(await play.look()).toMatchObject({ outcome: "Pending, Pending approval, Running", asked: ["gwen"] });
    await approve(play, "gwen");
    expect((await play.look()).approval.state).toBe("Approved");
  });

  test("waits for another person in each step when the policy wants distinct ones (A2)", async () => {
    const play = await aCase({ steps: [{}, {}], policy: { distinctSteps: true } });
    await approve(play, "ada");
    const { asked, active } = await play.look();
    expect(asked).toEqual(["bob", "cleo"]);
    expect(active?.exclusions).toEqual([{ personId: play.ada.id, reason: "Decided an earlier step of this request" }]);
    expect(await codeOf(approve(play, "ada"))).toBe("not-eligible");
  });

  test("tells requester and beneficiary that it was rejected, by whom and why", async () => {
    const play = await aCase();
    await reject(play, "bob");
    const told = (await play.world.rows("notifications")).filter(({ kind }) => kind === "request.rejected");
    expect(told.map(({ recipientId, title, body }) => [recipientId, title, body])).toEqual(
      [play.ben.id, play.rita.id].map((id) => [id, "Bob Tester rejected REQ-101", "Too expensive"]),
    );
  });

  test("tells requester and beneficiary each decision", async () => {
    const play = await aCase({ steps: [TWO] });
    await approve(play, "ada");
    const told = (await play.world.rows("notifications")).filter(({ kind }) => kind === "request.decided");
    expect(told.map(({ recipientId, title }) => [recipientId, title])).toEqual(
      expect.arrayContaining([
        [play.rita.id, "Ada Tester approved REQ-101: 1 of 2"],
        [play.ben.id, "Ada Tester approved REQ-101: 1 of 2"],
      ]),
    );
  });
});

test("the audit trail says in a word of its own how each approval ended", async () => {
  const hold = { policy: { holdSeconds: 60 } };
  const taken = await aCase(hold);
  await approve(taken, "ada");
  await taken.bob.mutation(takeBack, { approvalId: taken.approvalId, reason: "Wrong warehouse" });
  const rejected = await aCase();
  await reject(rejected, "bob");
  const cancelled = await aCase();
  await cancelled.rita.mutation(api.requests.mutations.cancel, { requestId: cancelled.requestId });
  const ends = async ({ world }: Play) =>
    (await world.rows("auditEvents"))
      .filter(({ targets: [first], changes }) => first?.type === "approval" && changes.length > 0)
      .map(({ action }) => action);
  expect([await ends(taken), await ends(rejected), await ends(cancelled)]).toEqual([
    ["approval.approved", "approval.revoked"],
    ["approval.rejected"],
    ["approval.cancelled"],
  ]);
});

describe("time", () => {
  test("reminds, then escalates with the original seats still valid, then denies (A4), by each reader's clock (N10)", async () => {
    const play = await aCase();
    await play.gwen.mutation(api.people.mutations.saveTimeZone, { timeZone: "America/New_York" });
    await play.world.advance(24 * HOUR_MS);
    await play.tick();
    expect((await play.look()).active?.remindedAt).toBeDefined();
    await play.world.advance(24 * HOUR_MS);
    await play.tick();
    expect((await play.look()).asked).toEqual(["ada", "bob", "cleo", "gwen"]);
    const bodyFor = async ({ id }: { id: string }) =>
      (await play.world.rows("notifications")).findLast(({ recipientId }) => recipientId === id)?.body;
    expect(await bodyFor(play.ada)).toMatch(/Decide by 05\/03\/2026 09:00 UTC\.$/);
    expect(await bodyFor(play.gwen)).toMatch(/Decide by 05\/03\/2026 04:00 GMT-5\.$/);
    await play.world.advance(24 * HOUR_MS - MINUTE_MS);
    await play.tick();
    expect((await play.look()).approval.state).toBe("Pending");
    await play.world.advance(MINUTE_MS);
    await play.tick();
    expect(await play.look()).toMatchObject({
      outcome: "Expired, Expired, timed_out",
      steps: [{ state: "Expired" }],
      asked: [],
      decisions: [],
    });
    // Who asked is told, and so is everybody who was asked.
    const told = (await play.world.rows("notifications"))
      .filter(({ kind }) => kind === "request.expired")
      .map(({ recipientId }) => recipientId);
    expect(new Set(told)).toEqual(
      new Set([play.rita, play.ben, play.ada, play.bob, play.cleo, play.gwen].map(({ id }) => id)),
    );
  });

  test("stands still while the requester has to answer", async () => {
    const play = await aCase();
    await play.world.advance(10 * HOUR_MS);
    await play.ada.mutation(askInfo, { ...(await play.shown()), comment: "Which report?" });
    expect(await play.look()).toMatchObject({
      outcome: "Pending, Needs info, Running",
      waitingOn: "Ada Tester or Bob Tester or Cleo Tester; the deadlines are paused until the question is answered",
    });
    await play.world.advance(200 * HOUR_MS);
    await play.tick();
    const { active, request } = await play.look();
    expect(active?.remindedAt).toBeUndefined();
    await play.world.run(async (ctx) => {
      const answered = await updateRequest(
        ctx,
        request,
        { openQuestion: undefined },
        { ...SYSTEM, action: "request.answered", at: Date.now() },
      );
      await settle(stepNow(ctx), answered);
    });
    expect((await play.look()).active).toMatchObject({
      pausedMs: 200 * HOUR_MS,
      nextTimerAt: (active?.activatedAt ?? 0) + 224 * HOUR_MS,
    });
    expect((await play.look()).waitingOn).toBe(
      "Ada Tester or Bob Tester or Cleo Tester; escalates 12/03/2026 17:00 UTC",
    );
    await approve(play, "ada");
    expect((await play.look()).approval.state).toBe("Approved");
  });
});

test("snoozing hides an approval from its holder only, until the time", async () => {
  const play = await aCase();
  const until = Date.UTC(2026, 2, 2, 12);
  await play.ada.mutation(snooze, { approvalId: play.approvalId, until });
  expect((await play.ada.query(api.approvals.queries.mine, {})).rows).toMatchObject([{ snoozedUntil: until }]);
  expect((await play.bob.query(api.approvals.queries.mine, {})).rows).toMatchObject([{ snoozedUntil: null }]);
  expect(await codeOf(play.zoe.mutation(snooze, { approvalId: play.approvalId, until }))).toBe("not-found");
  for (const never of [Date.UTC(2026, 2, 2, 9), Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(await codeOf(play.ada.mutation(snooze, { approvalId: play.approvalId, until: never }))).toBe(
      "invalid-input",
    );
  }
});

test("the page shows the work that follows the decision: neither the approvals nor what is not needed", async () => {
  const play = await aCase();
  await play.world.run(async (ctx) => {
    await createTask(ctx, play.requestId, { type: "verify", order: 3, skippedBecause: "Not needed" }, Date.now());
  });
  const page = await play.ada.query(api.approvals.queries.get, { approvalId: play.approvalId });
  expect(page?.tasks.map(({ title, order }) => [title, order])).toEqual([["Check manually", 2]]);
});

test("the page shows everything a decision needs, to those who see the request and to nobody else", async () => {
  const play = await aCase();
  const page = await play.ada.query(api.approvals.queries.get, { approvalId: play.approvalId });
  expect(page).toMatchObject({
    request: {
      key: "REQ-101",
      requester: { name: "Rita Tester" },
      beneficiary: { name: "Ben Tester" },
      reason: "The weekly margin report needs a larger warehouse",
    },
    me: { whyNotApprove: null, whyNotBreakGlass: { code: "not-allowed" } },
    steps: [
      {
        state: "Active",
        required: 1,
        seats: [{ name: "Ada Tester" }, { name: "Bob Tester" }, { name: "Cleo Tester" }],
      },
    ],
  });
  expect(
    (await play.rita.query(api.approvals.queries.get, { approvalId: play.approvalId }))?.me.whyNotApprove,
  ).toMatchObject({ code: "not-eligible", reason: "Made the request" });
  expect(await play.zoe.query(api.approvals.queries.get, { approvalId: play.approvalId })).toBeNull();
  expect(await play.ada.query(api.approvals.queries.get, { approvalId: "nonsense" })).toBeNull();
});
