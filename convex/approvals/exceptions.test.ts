/** Approvals that the usual seats did not decide: break-glass and policies. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { HOUR_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";
import { aCase, approve, type Play } from "./approvals.testing";

afterEach(endWorld);

const { breakGlass, review } = api.approvals.mutations;

describe("break-glass", () => {
  test("approves alone, after the password was given again, tells every seat, and has to be reviewed by somebody else", async () => {
    const play = await aCase();
    const glass = (name: keyof Play["people"]) =>
      play.people[name].mutation(breakGlass, { approvalId: play.approvalId, reason: "Month end fails" });
    const seenBy = (name: keyof Play["people"]) =>
      play.people[name].query(api.approvals.queries.get, { approvalId: play.approvalId });
    expect(await codeOf(glass("adam"))).toBe("not-allowed");
    expect(await seenBy("gwen")).toBeNull();
    expect(await codeOf(glass("sue"))).toBe("step-up-required");
    await play.sue.stepUp();
    await glass("sue");
    expect(await play.look()).toMatchObject({
      outcome: "Approved, In progress, done",
      steps: [{ state: "Approved" }],
      decisions: [{ by: "sue", verdict: "breakGlass" }],
    });
    const notices = await play.world.rows("notifications");
    const told = notices
      .filter(({ kind, isCritical }) => kind === "approval.brokeGlass" && isCritical)
      .map(({ recipientId }) => recipientId);
    expect(new Set(told)).toEqual(new Set([play.ada.id, play.bob.id, play.cleo.id]));
    expect(
      (await play.world.rows("auditEvents")).find(({ action }) => action === "approval.glassBroken")?.context,
    ).toMatchObject({ severity: "high", comment: "Month end fails" });
    expect((await play.sam.query(api.approvals.queries.mine, {})).reviews).toMatchObject([
      { requestKey: "REQ-101", by: "Sue Tester" },
    ]);
    // Whoever is asked to review it sees it, also governance that looks after another area.
    expect((await seenBy("gwen"))?.me).toMatchObject({ canReview: true });
    expect((await seenBy("sue"))?.me).toMatchObject({ canReview: false });
    expect(await seenBy("zoe")).toBeNull();
    expect(
      await codeOf(play.sue.mutation(review, { approvalId: play.approvalId, isJustified: true, comment: "Mine" })),
    ).toBe("not-eligible");
    await play.gwen.mutation(review, {
      approvalId: play.approvalId,
      isJustified: true,
      comment: "Confirmed with the owner",
    });
    expect((await play.look()).approval).toMatchObject({ reviewedById: play.gwen.id, review: { isJustified: true } });
    // Said once: nobody else says something else about it later.
    expect(
      await codeOf(
        play.sam.mutation(review, { approvalId: play.approvalId, isJustified: false, comment: "I think not" }),
      ),
    ).toBe("wrong-state");
  });

  test("is all there is to review: what seats approved is not", async () => {
    const play = await aCase();
    await approve(play, "ada");
    expect(
      await codeOf(
        play.sam.mutation(review, { approvalId: play.approvalId, isJustified: false, comment: "I think not" }),
      ),
    ).toBe("wrong-state");
  });

  test("is asked to be reviewed of those who had no part in it, at once and when it is overdue", async () => {
    const play = await aCase({ requester: "gwen" });
    const asked = async () =>
      (await play.world.rows("notifications"))
        .filter(({ kind }) => kind === "approval.reviewDue")
        .map(({ recipientId }) => recipientId);
    await play.sue.stepUp();
    await play.sue.mutation(breakGlass, { approvalId: play.approvalId, reason: "Month end fails" });
    expect(await asked()).toEqual([play.sam.id]);
    await play.world.advance(24 * HOUR_MS);
    await play.tick();
    expect(new Set(await asked())).toEqual(new Set([play.sam.id]));
    expect((await play.gwen.query(api.approvals.queries.get, { approvalId: play.approvalId }))?.me.canReview).toBe(
      false,
    );
  });

  test("that nobody reviews within a day is asked for again, once", async () => {
    const play = await aCase();
    await play.sue.stepUp();
    await play.sue.mutation(breakGlass, { approvalId: play.approvalId, reason: "Month end fails" });
    await play.world.advance(24 * HOUR_MS);
    await play.tick();
    await play.tick();
    expect(
      (await play.world.rows("auditEvents")).filter(({ action }) => action === "approval.reviewOverdue"),
    ).toHaveLength(1);
  });
});

describe("a policy", () => {
  const auto = { policy: { autoApprove: { policyId: "short-read", version: 3, maxDurationDays: 7 } } };

  test("approves low risk by itself, with its name and version as the decider (A9)", async () => {
    const play = await aCase({ ...auto, risk: "low", form: { durationDays: 5 } });
    expect(await play.look()).toMatchObject({
      outcome: "Approved, In progress, done",
      decisions: [{ by: "policy", decidedByPolicy: { policyId: "short-read", version: 3 } }],
      tasks: ["Complete/done", "Running"],
    });
    expect(await play.adam.query(api.approvals.queries.get, { approvalId: play.approvalId })).toMatchObject({
      state: "Approved",
    });
  });

  test.each([
    ["a longer duration", { risk: "low", form: { durationDays: 8 } }],
    ["more risk", { risk: "medium", form: { durationDays: 5 } }],
    ["no duration", { risk: "low" }],
  ] as const)("leaves %s to people", async (_name, more) => {
    expect((await (await aCase({ ...auto, ...more })).look()).asked).toEqual(["ada", "bob", "cleo"]);
  });
});
