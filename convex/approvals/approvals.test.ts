import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { codeOf, endWorld } from "../../e2e/support/functions-world";
import { HOUR_MS, MINUTE_MS } from "../lib/pure/time";
import { SYSTEM } from "../audit/model";
import { updatePerson } from "../people/model";
import { loadRequest, updateRequest } from "../requests/model";
import { holdRequest, cancelRequest, settle } from "../workflow/model";
import { editForm } from "../workflow/submitting/edit";
import { stepNow } from "../dev/requests.testing";
import { aCase, type Play } from "./approvals.testing";

afterEach(endWorld);

const { decide, decideMany, askInfo, takeBack, breakGlass, review, reassign, delegate, endDelegation, snooze } = api.approvals.mutations;

const approve = async (play: Play, name: keyof Play["people"]) =>
  play.people[name].mutation(decide, { ...(await play.shown()), verdict: "approve", comment: "Fine" });
const reject = async (play: Play, name: keyof Play["people"]) =>
  play.people[name].mutation(decide, { ...(await play.shown()), verdict: "reject", comment: "Too expensive" });

const edit = (play: Play, reason: string, editor: keyof Play["people"]) =>
  play.world.run(async (ctx) => void (await editForm(stepNow(ctx), await loadRequest(ctx, play.requestId), { reason }, play.people[editor].id)));

const TWO = { quorum: { kind: "count", count: 2 } } as const;

describe("an approval on its way", () => {
  test("opens with its task: seats given, everybody asked, and the task says whom it waits for", async () => {
    const play = await aCase();
    const now = await play.look();
    expect(now.asked).toEqual(["ada", "bob", "cleo"]);
    expect(now.outcome).toBe("Pending, Pending approval, Running");
    expect(now.waitingOn).toBe("Ada Tester or Bob Tester or Cleo Tester; escalates 4 Mar 09:00 UTC");
    const asked = (await play.world.rows("notifications")).filter(({ kind }) => kind === "approval.asked");
    expect(asked).toHaveLength(3);
    expect(asked[0]).toMatchObject({ to: `/approvals/${play.approvalId}`, because: "You are an approver of this step." });
  });

  test("ends with its task when the quorum is reached, and asks nobody any more (A6)", async () => {
    const play = await aCase();
    await approve(play, "ada");
    expect(await play.look()).toMatchObject({ outcome: "Approved, In progress, done", asked: [], tasks: ["Complete/done", "Running"] });
    const open = (await play.world.rows("notifications")).filter(({ kind, closedAt }) => kind === "approval.asked" && closedAt === undefined);
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
    expect(await codeOf(play.bob.mutation(decide, { ...(await play.shown()), verdict: "reject", comment: " " }))).toBe("reason-required");
    await reject(play, "bob");
    expect(await play.look()).toMatchObject({ outcome: "Rejected, Rejected, rejected", asked: [], tasks: ["Failed/rejected", "Not Started/cancelled"] });
  });

  test("goes from step to step, each with seats of its own", async () => {
    const play = await aCase({ steps: [{}, { title: "Approve data use", rule: { kind: "role", role: "governance" } }] });
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

  test("tells requester and beneficiary each decision", async () => {
    const play = await aCase({ steps: [TWO] });
    await approve(play, "ada");
    const told = (await play.world.rows("notifications")).filter(({ kind }) => kind === "request.decided");
    expect(told.map(({ recipientId, title }) => [recipientId, title])).toEqual(
      expect.arrayContaining([[play.rita.id, "Ada Tester approved REQ-101: 1 of 2"], [play.ben.id, "Ada Tester approved REQ-101: 1 of 2"]]),
    );
  });
});

describe("seats", () => {
  test("are never given to the parties of the request, with the reason on record (A1)", async () => {
    const play = await aCase({ requester: "ada", beneficiary: "bob" });
    const { asked, active } = await play.look();
    expect(asked).toEqual(["cleo"]);
    expect(active?.exclusions).toEqual([{ personId: play.ada.id, reason: "Made the request" }, { personId: play.bob.id, reason: "The request is for them" }]);
  });

  test("come from the fallback when exclusions leave fewer than the quorum (A3)", async () => {
    const play = await aCase({ requester: "ada", beneficiary: "bob", steps: [{ ...TWO, fallback: { kind: "role", role: "governance" } }] });
    expect((await play.look()).asked).toEqual(["cleo", "gwen"]);
  });

  test("that cannot be filled are the admins' to fill; the quorum is never lowered (A3)", async () => {
    const play = await aCase({ requester: "ada", beneficiary: "bob", steps: [TWO] });
    expect((await play.look()).active).toMatchObject({ required: 2, problem: { message: "Approve cost needs 2 people to approve, and only 1 person may." } });
    await approve(play, "cleo");
    expect((await play.look()).approval.state).toBe("Pending");
    const stuck = (await play.world.rows("notifications")).filter(({ kind }) => kind === "approval.stuck");
    expect(stuck.map(({ recipientId }) => recipientId)).toEqual([play.adam.id]);
    await play.adam.mutation(reassign, { approvalId: play.approvalId, toId: play.zoe.id, reason: "manual", comment: "She knows the budget" });
    await approve(play, "zoe");
    expect((await play.look()).approval.state).toBe("Approved");
  });

  test("of somebody who is suspended are lost, and the step is filled again (A8)", async () => {
    const open = await aCase({ steps: [{ quorum: { kind: "count", count: 3 }, fallback: { kind: "role", role: "governance" } }] });
    await open.world.run(async (ctx) => {
      const bob = await ctx.db.get(open.bob.id);
      if (bob) await updatePerson(ctx, bob, { status: "suspended" }, { ...SYSTEM, action: "person.suspended", at: Date.now() });
    });
    expect(await codeOf(approve(open, "bob"))).toBe("not-active");
    await open.tick();
    expect((await open.look()).asked).toEqual(["ada", "cleo", "gwen"]);
    expect((await open.look()).active?.required).toBe(3);
  });
});

describe("time", () => {
  test("reminds, then escalates with the original seats still valid, then denies (A4)", async () => {
    const play = await aCase();
    await play.world.advance(24 * HOUR_MS);
    await play.tick();
    expect((await play.look()).active?.remindedAt).toBeDefined();
    await play.world.advance(24 * HOUR_MS);
    await play.tick();
    expect((await play.look()).asked).toEqual(["ada", "bob", "cleo", "gwen"]);
    await play.world.advance(24 * HOUR_MS - MINUTE_MS);
    await play.tick();
    expect((await play.look()).approval.state).toBe("Pending");
    await play.world.advance(MINUTE_MS);
    await play.tick();
    expect(await play.look()).toMatchObject({ outcome: "Expired, Expired, timed_out", asked: [], decisions: [] });
    // Who asked is told, and so is everybody who was asked.
    const told = (await play.world.rows("notifications")).filter(({ kind }) => kind === "request.expired").map(({ recipientId }) => recipientId);
    expect(new Set(told)).toEqual(new Set([play.rita, play.ben, play.ada, play.bob, play.cleo, play.gwen].map(({ id }) => id)));
  });

  test("stands still while the requester has to answer", async () => {
    const play = await aCase();
    await play.world.advance(10 * HOUR_MS);
    await play.ada.mutation(askInfo, { ...(await play.shown()), comment: "Which report?" });
    expect(await play.look()).toMatchObject({ outcome: "Pending, Needs info, Running" });
    await play.world.advance(200 * HOUR_MS);
    await play.tick();
    const { active, request } = await play.look();
    expect(active?.remindedAt).toBeUndefined();
    await play.world.run(async (ctx) => {
      const answered = await updateRequest(ctx, request, { openQuestion: undefined }, { ...SYSTEM, action: "request.answered", at: Date.now() });
      await settle(stepNow(ctx), answered);
    });
    expect((await play.look()).active).toMatchObject({ pausedMs: 200 * HOUR_MS, nextTimerAt: (active?.activatedAt ?? 0) + 224 * HOUR_MS });
    await approve(play, "ada");
    expect((await play.look()).approval.state).toBe("Approved");
  });
});

describe("taking back", () => {
  test("is possible until the hold is over, and nothing starts before (T7)", async () => {
    const play = await aCase({ policy: { holdSeconds: 60 } });
    expect(await approve(play, "ada")).toMatchObject({ state: "Approved", holdUntil: Date.UTC(2026, 2, 2, 9, 1, 0) });
    expect((await play.look()).tasks).toEqual(["Complete/done", "Not Started"]);
    await play.world.clockRun();
    const [row] = await play.world.rows("taskMonitorLogTasks");
    expect(row).toMatchObject({ action: "No Change", reason: "Waits until 09:01 UTC: task 1 Approve cost can be taken back until then" });
    await play.bob.mutation(takeBack, { approvalId: play.approvalId, reason: "Wrong warehouse" });
    expect(await play.look()).toMatchObject({ outcome: "Revoked, Rejected, revoked", tasks: ["Complete/revoked", "Not Started/cancelled"] });
  });

  test("is over when the next task has begun, which the end of the hold lets happen at once", async () => {
    const play = await aCase({ policy: { holdSeconds: 60 } });
    await approve(play, "ada");
    await play.world.advance(60_000);
    expect((await play.look()).tasks).toEqual(["Complete/done", "Running"]);
    expect(await codeOf(play.ada.mutation(takeBack, { approvalId: play.approvalId, reason: "Too late" }))).toBe("wrong-state");
  });

  test("is offered on the page as long as nothing has begun, also without a hold", async () => {
    const play = await aCase();
    const whyNot = async () => (await play.ada.query(api.approvals.queries.get, { approvalId: play.approvalId }))?.me.whyNotTakeBack;
    const until = Date.UTC(2026, 2, 2, 10);
    await play.world.run(async (ctx) => void (await holdRequest(stepNow(ctx), await loadRequest(ctx, play.requestId), { reason: "Change window", personId: play.adam.id, until })));
    await approve(play, "ada");
    expect(await whyNot()).toBeNull();
    await play.world.advance(HOUR_MS);
    await play.world.clockRun();
    expect((await play.look()).tasks).toEqual(["Complete/done", "Running"]);
    expect(await whyNot()).toMatchObject({ code: "wrong-state", status: "Running" });
  });

  test("is not the requester's, nor a stranger's", async () => {
    const play = await aCase({ policy: { holdSeconds: 60 } });
    await approve(play, "ada");
    expect(await codeOf(play.rita.mutation(takeBack, { approvalId: play.approvalId, reason: "Mine" }))).toBe("not-eligible");
    expect(await codeOf(play.zoe.mutation(takeBack, { approvalId: play.approvalId, reason: "Why not" }))).toBe("not-eligible");
  });
});

describe("sitting in", () => {
  const away = (play: Play, more: object = {}) => ({ toId: play.zoe.id, startsAt: Date.UTC(2026, 2, 2, 8), endsAt: Date.UTC(2026, 2, 3, 9), reason: "On leave", ...more });

  test("gives the delegate a seat on what is open already, both names on the decision, and returns by itself", async () => {
    const play = await aCase({ steps: [TWO] });
    await play.ada.mutation(delegate, away(play));
    expect((await play.look()).asked).toEqual(["ada", "bob", "cleo", "zoe for ada"]);
    await approve(play, "zoe");
    const { decisions, asked } = await play.look();
    expect(decisions).toMatchObject([{ by: "zoe", onBehalfOfId: play.ada.id }]);
    expect(asked).toEqual(["bob", "cleo"]);
    // The seat is one, whoever decided from it.
    expect(await codeOf(approve(play, "ada"))).toBe("already-decided");
    expect((await play.look()).approval.state).toBe("Pending");
  });

  test("is over with its window, without a run of the clock, and the clock then tidies up", async () => {
    const play = await aCase();
    await play.ada.mutation(delegate, away(play));
    await play.world.advance(24 * HOUR_MS);
    expect(await codeOf(approve(play, "zoe"))).toBe("not-eligible");
    await play.tick();
    expect((await play.look()).asked).toEqual(["ada", "bob", "cleo"]);
    expect(await play.world.rows("delegations")).toMatchObject([{ phase: "over" }]);
  });

  test("begins when its time has come, and can be ended before", async () => {
    const play = await aCase();
    const id = await play.ada.mutation(delegate, away(play, { startsAt: Date.UTC(2026, 2, 2, 10) }));
    expect((await play.look()).asked).not.toContain("zoe for ada");
    await play.world.advance(HOUR_MS);
    await play.tick();
    expect((await play.look()).asked).toContain("zoe for ada");
    await play.ada.mutation(endDelegation, { delegationId: id });
    expect((await play.look()).asked).not.toContain("zoe for ada");
  });

  test("never reaches a party of the request, and goes one hop (A1)", async () => {
    const play = await aCase();
    await play.ada.mutation(delegate, away(play, { toId: play.rita.id }));
    expect((await play.look()).asked).toEqual(["ada", "bob", "cleo"]);
    expect((await play.look()).active?.exclusions).toEqual([{ personId: play.rita.id, reason: "Made the request" }]);
    await play.bob.mutation(delegate, away(play));
    expect(await codeOf(play.cleo.mutation(delegate, away(play, { toId: play.bob.id })))).toBe("not-eligible");
    await play.zoe.mutation(delegate, away(play, { toId: play.adam.id, startsAt: Date.UTC(2026, 2, 2, 8), endsAt: Date.UTC(2026, 2, 2, 20) }));
    expect((await play.look()).asked).toEqual(["ada", "bob", "cleo", "zoe for bob"]);
  });

  test("is one's own to arrange; for the absent, an administrator's", async () => {
    const play = await aCase();
    expect(await codeOf(play.bob.mutation(delegate, away(play, { fromId: play.ada.id })))).toBe("not-allowed");
    const id = await play.adam.mutation(delegate, away(play, { fromId: play.ada.id }));
    expect((await play.look()).asked).toContain("zoe for ada");
    const { delegations } = api.approvals.queries;
    const line = { from: "Ada Tester", to: "Zoe Tester" };
    expect(await play.adam.query(delegations, {})).toMatchObject([{ ...line, isOwn: false, isArranged: true }]);
    expect(await play.ada.query(delegations, {})).toMatchObject([{ ...line, isOwn: true, isArranged: false }]);
    const told = (await play.world.rows("notifications")).filter(({ kind }) => kind === "delegation.created");
    expect(told.map(({ recipientId, title }) => [recipientId, title])).toEqual([[play.zoe.id, "You sit in for Ada Tester"], [play.ada.id, "Zoe Tester sits in for you"]]);
    await play.adam.mutation(endDelegation, { delegationId: id });
    expect((await play.look()).asked).not.toContain("zoe for ada");
  });

  test("can be for some types of requests only", async () => {
    const play = await aCase();
    await play.ada.mutation(delegate, away(play, { typeKeys: ["something-else"] }));
    expect((await play.look()).asked).toEqual(["ada", "bob", "cleo"]);
    expect(await play.ada.query(api.approvals.queries.delegations, {})).toMatchObject([{ types: ["Something else"] }]);
  });
});

describe("handing over", () => {
  test("moves a seat with a typed reason; nobody may take one who is party to the request", async () => {
    const play = await aCase();
    const seat = (await play.look()).seats.find(({ personId }) => personId === play.ada.id);
    const move = (who: keyof Play["people"], toId = play.zoe.id) => play.people[who].mutation(reassign, { approvalId: play.approvalId, seatId: seat?._id, toId, reason: "outOfOffice", comment: "On leave" });
    expect(await codeOf(move("bob"))).toBe("not-allowed");
    expect(await codeOf(move("rita"))).toBe("not-allowed");
    expect(await codeOf(move("ada", play.rita.id))).toBe("not-eligible");
    expect(await codeOf(move("ada", play.bob.id))).toBe("duplicate");
    await move("ada");
    expect((await play.look()).asked).toEqual(["bob", "cleo", "zoe"]);
    expect(await codeOf(approve(play, "ada"))).toBe("not-eligible");
    await approve(play, "zoe");
    expect((await play.look()).approval.state).toBe("Approved");
  });
});

describe("break-glass", () => {
  test("approves alone, after the key was typed, tells every seat, and has to be reviewed by somebody else", async () => {
    const play = await aCase();
    const glass = (name: keyof Play["people"], confirmation = "REQ-101") => play.people[name].mutation(breakGlass, { approvalId: play.approvalId, reason: "Month end fails", confirmation });
    const seenBy = (name: keyof Play["people"]) => play.people[name].query(api.approvals.queries.get, { approvalId: play.approvalId });
    expect(await codeOf(glass("adam"))).toBe("not-allowed");
    expect(await seenBy("gwen")).toBeNull();
    expect(await codeOf(glass("sue", "yes"))).toBe("confirmation-required");
    await glass("sue");
    expect(await play.look()).toMatchObject({ outcome: "Approved, In progress, done", decisions: [{ by: "sue", verdict: "breakGlass" }] });
    const notices = await play.world.rows("notifications");
    const told = notices.filter(({ kind, isCritical }) => kind === "approval.brokeGlass" && isCritical).map(({ recipientId }) => recipientId);
    expect(new Set(told)).toEqual(new Set([play.ada.id, play.bob.id, play.cleo.id]));
    expect((await play.world.rows("auditEvents")).find(({ action }) => action === "approval.glassBroken")?.context).toMatchObject({ severity: "high", comment: "Month end fails" });
    expect((await play.sam.query(api.approvals.queries.mine, {})).reviews).toMatchObject([{ requestKey: "REQ-101", by: "Sue Tester" }]);
    // Whoever is asked to review it sees it, also governance that looks after another area.
    expect((await seenBy("gwen"))?.me).toMatchObject({ canReview: true });
    expect((await seenBy("sue"))?.me).toMatchObject({ canReview: false });
    expect(await seenBy("zoe")).toBeNull();
    expect(await codeOf(play.sue.mutation(review, { approvalId: play.approvalId, isJustified: true, comment: "Mine" }))).toBe("not-eligible");
    await play.gwen.mutation(review, { approvalId: play.approvalId, isJustified: true, comment: "Confirmed with the owner" });
    expect((await play.look()).approval).toMatchObject({ reviewedById: play.gwen.id, review: { isJustified: true } });
  });

  test("that nobody reviews within a day is asked for again, once", async () => {
    const play = await aCase();
    await play.sue.mutation(breakGlass, { approvalId: play.approvalId, reason: "Month end fails", confirmation: "REQ-101" });
    await play.world.advance(24 * HOUR_MS);
    await play.tick();
    await play.tick();
    expect((await play.world.rows("auditEvents")).filter(({ action }) => action === "approval.reviewOverdue")).toHaveLength(1);
  });
});

describe("a policy", () => {
  const auto = { policy: { autoApprove: { policyId: "short-read", version: 3, maxDurationDays: 7 } } };

  test("approves low risk by itself, with its name and version as the decider (A9)", async () => {
    const play = await aCase({ ...auto, risk: "low", form: { durationDays: 5 } });
    expect(await play.look()).toMatchObject({ outcome: "Approved, In progress, done", decisions: [{ by: "policy", decidedByPolicy: { policyId: "short-read", version: 3 } }], tasks: ["Complete/done", "Running"] });
  });

  test.each([["a longer duration", { risk: "low", form: { durationDays: 8 } }], ["more risk", { risk: "medium", form: { durationDays: 5 } }], ["no duration", { risk: "low" }]] as const)(
    "leaves %s to people", async (_name, more) => {
      expect((await (await aCase({ ...auto, ...more })).look()).asked).toEqual(["ada", "bob", "cleo"]);
    },
  );
});

describe("editing the form", () => {
  test("voids the decisions about the old one; the new editor may not decide (R5, A1)", async () => {
    const play = await aCase({ steps: [TWO] });
    await approve(play, "ada");
    await edit(play, "A smaller one is enough after all", "bob");
    const { asked, active } = await play.look();
    expect(asked).toEqual(["ada", "cleo"]);
    expect(active?.exclusions).toEqual([{ personId: play.bob.id, reason: "Was the last to edit the form" }]);
    await approve(play, "ada");
    expect((await play.look()).approval.state).toBe("Pending");
    await approve(play, "cleo");
    expect((await play.look()).approval.state).toBe("Approved");
  });

  test("makes a decision about what was shown before a refusal (R5)", async () => {
    const play = await aCase();
    const before = await play.shown();
    await edit(play, "Changed in the meantime, quietly", "rita");
    expect(await codeOf(play.ada.mutation(decide, { ...before, verdict: "approve", comment: "" }))).toBe("form-changed");
  });
});

describe("many at once", () => {
  test("each item has a result of its own; another type and high risk are left out", async () => {
    const play = await aCase();
    const high = await play.another({ risk: "high" });
    const plain = await play.another();
    const ids = await play.world.run(async (ctx) => {
      const all = await ctx.db.query("approvals").take(10);
      return { high: all.find(({ requestId }) => requestId === high)?._id ?? "", plain: all.find(({ requestId }) => requestId === plain)?._id ?? "" };
    });
    await approve(play, "bob");
    const items = [play.approvalId, ids.high, ids.plain, "nonsense"].map((approvalId) => ({ approvalId }));
    const results = await play.ada.mutation(decideMany, { typeKey: "test", items, verdict: "approve", comment: "" });
    expect(results.map(({ refusal, result }) => (refusal as { code: string } | null)?.code ?? result?.state)).toEqual(["already-decided", "not-eligible", "Approved", "not-found"]);
    expect(await codeOf(play.ada.mutation(decideMany, { typeKey: "test", items: Array.from({ length: 51 }, () => items[0] ?? { approvalId: "" }), verdict: "approve", comment: "" }))).toBe("too-many");
  });
});

describe("defined outcomes of races", () => {
  test("two approvers at the same instant: one decides, the other learns who and when", async () => {
    const play = await aCase();
    const shown = await play.shown();
    const both = await Promise.allSettled(["ada", "bob"].map((name) => play.people[name as "ada"].mutation(decide, { ...shown, verdict: "approve", comment: "" })));
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const lost = both.find((one) => one.status === "rejected") as PromiseRejectedResult;
    const won = both[0]?.status === "fulfilled" ? "Ada Tester" : "Bob Tester";
    expect((lost.reason as { data: object }).data).toMatchObject({ code: "already-decided", by: won, at: Date.UTC(2026, 2, 2, 9) });
    expect((await play.look()).decisions).toHaveLength(1);
  });

  test("an approval and a rejection at the same instant: exactly one of them counts", async () => {
    const play = await aCase();
    const shown = await play.shown();
    const both = await Promise.allSettled([
      play.ada.mutation(decide, { ...shown, verdict: "approve", comment: "" }),
      play.bob.mutation(decide, { ...shown, verdict: "reject", comment: "No" }),
    ]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { approval, decisions } = await play.look();
    expect(decisions).toHaveLength(1);
    expect(approval.state).toBe(decisions[0]?.verdict === "approve" ? "Approved" : "Rejected");
  });

  test("the requester cancels while somebody approves: whichever came second is refused or ends it cleanly", async () => {
    const play = await aCase();
    const shown = await play.shown();
    const cancel = () => play.world.run(async (ctx) => void (await cancelRequest(stepNow(ctx), await loadRequest(ctx, play.requestId), "Not needed")));
    await Promise.allSettled([cancel(), play.ada.mutation(decide, { ...shown, verdict: "approve", comment: "" })]);
    const now = await play.look();
    expect(now.request.status).toBe("Cancelled");
    expect(["Cancelled", "Approved"]).toContain(now.approval.state);
    expect(now.asked).toEqual([]);
    expect(await codeOf(play.bob.mutation(decide, { ...shown, verdict: "approve", comment: "" }))).toMatch(/wrong-state|already-decided/);
  });
});

test("snoozing hides an approval from its holder only, until the time", async () => {
  const play = await aCase();
  const until = Date.UTC(2026, 2, 2, 12);
  await play.ada.mutation(snooze, { approvalId: play.approvalId, until });
  expect((await play.ada.query(api.approvals.queries.mine, {})).rows).toMatchObject([{ snoozedUntil: until }]);
  expect((await play.bob.query(api.approvals.queries.mine, {})).rows).toMatchObject([{ snoozedUntil: null }]);
  expect(await codeOf(play.zoe.mutation(snooze, { approvalId: play.approvalId, until }))).toBe("not-found");
});

test("the page shows everything a decision needs, to those who see the request and to nobody else", async () => {
  const play = await aCase();
  const page = await play.ada.query(api.approvals.queries.get, { approvalId: play.approvalId });
  expect(page).toMatchObject({
    request: { key: "REQ-101", requester: { name: "Rita Tester" }, beneficiary: { name: "Ben Tester" }, reason: "The weekly margin report needs a larger warehouse" },
    me: { whyNotApprove: null, whyNotBreakGlass: { code: "not-allowed" } },
    steps: [{ state: "Active", required: 1, seats: [{ name: "Ada Tester" }, { name: "Bob Tester" }, { name: "Cleo Tester" }] }],
  });
  expect((await play.rita.query(api.approvals.queries.get, { approvalId: play.approvalId }))?.me.whyNotApprove).toMatchObject({ code: "not-eligible", reason: "Made the request" });
  expect(await play.zoe.query(api.approvals.queries.get, { approvalId: play.approvalId })).toBeNull();
  expect(await play.ada.query(api.approvals.queries.get, { approvalId: "nonsense" })).toBeNull();
});
