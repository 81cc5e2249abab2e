import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { loadRequest } from "../core/requests/model";
import { HOUR_MS, MINUTE_MS } from "../lib/pure/time";
import { edited, stepNow } from "../process/requests.testing";
import { holdRequest } from "../process/settling/requestMoves";
import { codeOf, endWorld } from "../testing/world.testing";
import { aCase, approve, type Play } from "./approvals.testing";

afterEach(endWorld);

const { decide, takeBack } = api.approvals.mutations;

const edit = (play: Play, reason: string, editor: keyof Play["people"]) =>
  play.world.run(async (ctx) => edited(ctx, play.requestId, { reason }, play.people[editor].id));

const TWO = { quorum: { kind: "count", count: 2 } } as const;

describe("taking back", () => {
  test("is possible until the hold is over, and nothing starts before (T7)", async () => {
    const play = await aCase({ policy: { holdSeconds: 60 } });
    expect(await approve(play, "ada")).toMatchObject({ state: "Approved", holdUntil: Date.UTC(2026, 2, 2, 9, 1, 0) });
    expect((await play.look()).tasks).toEqual(["Complete/done", "Not Started"]);
    await play.world.clockRun();
    const [row] = await play.world.rows("taskMonitorLogTasks");
    expect(row).toMatchObject({
      action: "No Change",
      reason: "Waits until 09:01 UTC: task 1 Approve cost can be taken back until then",
    });
    await play.bob.mutation(takeBack, { approvalId: play.approvalId, reason: "Wrong warehouse" });
    expect(await play.look()).toMatchObject({
      outcome: "Revoked, Rejected, revoked",
      tasks: ["Complete/revoked", "Not Started/cancelled"],
    });
  });

  test("is over when the next task has begun, which the end of the hold lets happen at once", async () => {
    const play = await aCase({ policy: { holdSeconds: 60 } });
    await approve(play, "ada");
    await play.world.advance(MINUTE_MS);
    expect((await play.look()).tasks).toEqual(["Complete/done", "Running"]);
    expect(await codeOf(play.ada.mutation(takeBack, { approvalId: play.approvalId, reason: "Too late" }))).toBe(
      "wrong-state",
    );
  });

  test("is offered on the page as long as nothing has begun, also without a hold", async () => {
    const play = await aCase();
    const whyNot = async () =>
      (await play.ada.query(api.approvals.queries.get, { approvalId: play.approvalId }))?.me.whyNotTakeBack;
    const until = Date.UTC(2026, 2, 2, 10);
    await play.world.run(
      async (ctx) =>
        void (await holdRequest(stepNow(ctx), await loadRequest(ctx, play.requestId), {
          reason: "Change window",
          personId: play.adam.id,
          until,
        })),
    );
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
    expect(await codeOf(play.rita.mutation(takeBack, { approvalId: play.approvalId, reason: "Mine" }))).toBe(
      "not-eligible",
    );
    expect(await codeOf(play.zoe.mutation(takeBack, { approvalId: play.approvalId, reason: "Why not" }))).toBe(
      "not-found",
    );
  });
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

  test("back to what it said before brings no decision back (R5)", async () => {
    const play = await aCase({ steps: [TWO] });
    const before = (await play.look()).request.form["reason"] as string;
    await approve(play, "ada");
    for (const reason of ["A smaller one is enough after all", before]) {
      await play.world.advance(MINUTE_MS);
      await edit(play, reason, "rita");
    }
    const page = await play.bob.query(api.approvals.queries.get, { approvalId: play.approvalId });
    expect(page).toMatchObject({ decisions: [{ isVoid: true }], steps: [{ approved: 0 }] });
    const shown = await play.rita.query(api.requests.queries.get, { request: play.requestId });
    expect(shown.tasks[0]?.approval?.steps[0]).toMatchObject({ approved: 0, decisions: [{ isVoid: true }] });
    expect(shown.whyNot.edit).toBeNull();
    await approve(play, "bob");
    await approve(play, "cleo");
    expect((await play.world.rows("requestTasks"))[0]?.output).toMatchObject({
      approvedBy: ["Bob Tester", "Cleo Tester"],
    });
  });

  test("makes a decision about what was shown before a refusal (R5)", async () => {
    const play = await aCase();
    const before = await play.shown();
    await edit(play, "Changed in the meantime, quietly", "rita");
    expect(await codeOf(play.ada.mutation(decide, { ...before, verdict: "approve", comment: "" }))).toBe(
      "form-changed",
    );
  });
});
