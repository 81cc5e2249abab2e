/** Who looks after approvals without a seat does so where the request is theirs to look after, and nowhere else. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";
import { aCase, approve, type CastName, type Play, type Scene } from "./approvals.testing";

afterEach(endWorld);

const { decide, decideMany, askInfo, takeBack, reassign, delegate, endDelegation, snooze } = api.approvals.mutations;

/** The super admins have a claim to the step, and no seat in it. */
const BACKED: Scene = { steps: [{ fallback: { kind: "role", role: "superAdmin" } }] };
const HELD: Scene = { ...BACKED, policy: { holdSeconds: 60 } };

/** A request that touches a data domain, which governance looks after. */
async function aGovernedCase(scene: Scene = {}): Promise<Play> {
  const play = await aCase(scene);
  await play.world.run((ctx) => ctx.db.patch(play.requestId, { domainKey: "orders" }));
  return play;
}

const name = (play: Play, who: CastName, to: CastName) =>
  play.people[who].mutation(reassign, {
    approvalId: play.approvalId,
    toId: play.people[to].id,
    reason: "manual",
    comment: "She knows the budget",
  });
const back = (play: Play, who: CastName) =>
  play.people[who].mutation(takeBack, { approvalId: play.approvalId, reason: "Wrong warehouse" });
const arrange = (play: Play, who: CastName, to: CastName) =>
  play.people[who].mutation(delegate, {
    fromId: play.ada.id,
    toId: play.people[to].id,
    startsAt: play.world.now(),
    endsAt: play.world.now() + DAY_MS,
    reason: "Ill",
  });

describe("governance", () => {
  test("names approvers and takes back in its part of the requests", async () => {
    const play = await aGovernedCase(HELD);
    await name(play, "gwen", "sue");
    expect((await play.look()).asked).toEqual(["ada", "bob", "cleo", "sue"]);
    await approve(play, "sue");
    await back(play, "gwen");
    expect((await play.look()).outcome).toBe("Revoked, Rejected, revoked");
  });

  test("finds no approval of a request it does not see, whatever it tries", async () => {
    const play = await aCase(HELD);
    expect(await codeOf(name(play, "gwen", "gwen"))).toBe("not-found");
    expect((await play.look()).asked).toEqual(["ada", "bob", "cleo"]);
    await approve(play, "ada");
    expect(await codeOf(back(play, "gwen"))).toBe("not-found");
    expect((await play.look()).outcome).toBe("Approved, In progress, done");
  });

  test("that was brought in by a mention sees the approval, and looks after it no more than before", async () => {
    const play = await aCase();
    await play.world.run((ctx) =>
      ctx.db.insert("requestParticipants", {
        requestId: play.requestId,
        personId: play.gwen.id,
        addedById: play.rita.id,
        since: 0,
      }),
    );
    expect((await play.gwen.query(api.approvals.queries.get, { approvalId: play.approvalId }))?.me).toMatchObject({
      canAdminister: false,
    });
    expect(await codeOf(name(play, "gwen", "zoe"))).toBe("not-allowed");
    await approve(play, "ada");
    expect(await codeOf(back(play, "gwen"))).toBe("not-eligible");
  });

  test("reviews what was approved by break-glass anywhere, which gives it no say in the decision", async () => {
    const play = await aCase();
    await play.sue.stepUp();
    await play.sue.mutation(api.approvals.mutations.breakGlass, {
      approvalId: play.approvalId,
      reason: "Month end fails",
    });
    const page = await play.gwen.query(api.approvals.queries.get, { approvalId: play.approvalId });
    expect(page?.me).toMatchObject({ canReview: true, whyNotTakeBack: { code: "not-eligible" } });
  });
});

describe("a delegation arranged for somebody who is absent", () => {
  test("counts for the requests its creator looks after, and for no other", async () => {
    const play = await aCase(BACKED);
    const governed = await play.another();
    await play.world.run((ctx) => ctx.db.patch(governed, { domainKey: "orders" }));
    await arrange(play, "gwen", "sue");
    const seats = (await play.world.rows("approvalSeats")).filter(({ personId }) => personId === play.sue.id);
    expect(seats.map(({ requestId }) => requestId)).toEqual([governed]);
    expect((await play.look()).active?.exclusions).toEqual([
      { personId: play.sue.id, reason: "Arranged by somebody who does not look after the request" },
    ]);
    await play.another();
    expect((await play.world.rows("approvalSeats")).filter(({ personId }) => personId === play.sue.id)).toHaveLength(1);
  });

  test("makes nobody of governance a decider of what they do not see", async () => {
    const play = await aCase();
    expect(await codeOf(arrange(play, "gwen", "gwen"))).toBe("not-eligible");
    expect(await codeOf(approve(play, "gwen"))).toBe("not-found");
    expect((await play.look()).outcome).toBe("Pending, Pending approval, Running");
  });

  test("is ended by whoever has a part in it and by admins, not by governance that has none", async () => {
    const play = await aCase();
    const end = async (who: CastName, creator: CastName) => {
      const delegationId = await arrange(play, creator, "zoe");
      const code = await play.people[who].mutation(endDelegation, { delegationId }).then(
        () => "ended",
        () => "refused",
      );
      if (code === "refused") await play.ada.mutation(endDelegation, { delegationId });
      return code;
    };
    expect([
      await end("gwen", "gwen"),
      await end("gwen", "adam"),
      await end("adam", "gwen"),
      await end("ada", "gwen"),
      await end("zoe", "gwen"),
    ]).toEqual(["ended", "refused", "ended", "ended", "ended"]);
  });
});

test("the page of an approval says of each seat what was decided from it, and of no other", async () => {
  const play = await aCase({ steps: [{ quorum: { kind: "count", count: 2 } }] });
  await play.ada.mutation(decide, { ...(await play.shown()), verdict: "approve", comment: "" });
  const page = await play.adam.query(api.approvals.queries.get, { approvalId: play.approvalId });
  expect(page?.steps[0]?.seats.map(({ name, verdict, isPending }) => [name, verdict, isPending])).toEqual([
    ["Ada Tester", "approve", false],
    ["Bob Tester", null, true],
    ["Cleo Tester", null, true],
  ]);
});

test("a task that waits for a decision says what its clock does next, and nothing it has done already", async () => {
  const play = await aCase({ steps: [{ escalateAfterHours: undefined, escalateTo: undefined }] });
  expect((await play.look()).waitingOn).toMatch(/; expires 05\/03\/2026 09:00 UTC$/);
  const escalated = await aCase();
  await escalated.world.advance(48 * HOUR_MS);
  await escalated.tick();
  expect((await escalated.look()).waitingOn).toMatch(/; expires 05\/03\/2026 09:00 UTC$/);
});

test("to somebody who does not see the request its approval does not exist, by any way to it", async () => {
  const play = await aCase();
  const shown = await play.shown();
  const { approvalId } = shown;
  expect(await codeOf(play.zoe.mutation(decide, { ...shown, verdict: "approve", comment: "" }))).toBe("not-found");
  expect(await codeOf(play.zoe.mutation(askInfo, { ...shown, comment: "Why?" }))).toBe("not-found");
  expect(await codeOf(play.zoe.mutation(snooze, { approvalId, until: null }))).toBe("not-found");
  expect(
    await codeOf(
      play.gwen.mutation(api.approvals.mutations.review, { approvalId, isJustified: true, comment: "Fine" }),
    ),
  ).toBe("not-found");
  expect(
    await play.zoe.mutation(decideMany, { typeKey: "test", items: [shown], verdict: "approve", comment: "" }),
  ).toMatchObject([{ refusal: { code: "not-found" }, result: null }]);
});
