/** Who sits in an approval: given, lost, lent and handed over. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { aCase, approve, type Play } from "../../approvals/approvals.testing";
import { leave } from "../../approvals/attacks.testing";
import { HOUR_MS } from "../../lib/pure/time";
import { edited } from "../../process/requests.testing";
import { codeOf, endWorld, type TestPerson } from "../../testing/world.testing";
import { SYSTEM } from "../audit/model";
import { updatePerson } from "../people/model";

afterEach(endWorld);

const { reassign, delegate, endDelegation, askInfo } = api.approvals.mutations;

const TWO = { quorum: { kind: "count", count: 2 } } as const;

/** The kinds of the notices that were not closed. */
const openNotices = async ({ world }: Play) =>
  (await world.rows("notifications")).filter(({ closedAt }) => closedAt === undefined).map(({ kind }) => kind);

/** The super admins have a claim to the step, and no seat in it. */
const BACKED = { steps: [{ fallback: { kind: "role" as const, role: "superAdmin" as const } }] };

describe("seats", () => {
  test("are never given to the parties of the request, with the reason on record (A1)", async () => {
    const play = await aCase({ requester: "ada", beneficiary: "bob" });
    const { asked, active } = await play.look();
    expect(asked).toEqual(["cleo"]);
    expect(active?.exclusions).toEqual([
      { personId: play.ada.id, reason: "Made the request" },
      { personId: play.bob.id, reason: "The request is for them" },
    ]);
  });

  test("come from the fallback when exclusions leave fewer than the quorum (A3)", async () => {
    const play = await aCase({
      requester: "ada",
      beneficiary: "bob",
      steps: [{ ...TWO, fallback: { kind: "role", role: "governance" } }],
    });
    expect((await play.look()).asked).toEqual(["cleo", "gwen"]);
  });

  test("that cannot be filled are the admins' to fill; the quorum is never lowered (A3)", async () => {
    const play = await aCase({ requester: "ada", beneficiary: "bob", steps: [TWO] });
    expect((await play.look()).active).toMatchObject({
      required: 2,
      problem: { message: "Approve cost needs 2 people to approve, and only 1 person may." },
    });
    await approve(play, "cleo");
    expect((await play.look()).approval.state).toBe("Pending");
    const stuck = (await play.world.rows("notifications")).filter(({ kind }) => kind === "approval.stuck");
    expect(stuck.map(({ recipientId }) => recipientId)).toEqual([play.adam.id]);
    await play.world.run((ctx) => ctx.db.patch(play.zoe.id, { roles: ["staff", "finops"], isElevated: true }));
    await play.adam.mutation(reassign, {
      approvalId: play.approvalId,
      toId: play.zoe.id,
      reason: "manual",
      comment: "She knows the budget",
    });
    // Nobody is asked to name an approver any more.
    expect(await openNotices(play)).not.toContain("approval.stuck");
    await approve(play, "zoe");
    expect((await play.look()).approval.state).toBe("Approved");
  });

  test("that an edit fills after all are no longer the admins' to fill", async () => {
    const play = await aCase({ requester: "ada", beneficiary: "bob", steps: [TWO] });
    await play.world.person("fay", { roles: ["staff", "finops"] });
    await play.world.run((ctx) =>
      edited(ctx, play.requestId, { reason: "A smaller one is enough after all" }, play.ada.id),
    );
    expect((await play.look()).asked).toEqual(["cleo", "fay"]);
    expect(await openNotices(play)).not.toContain("approval.stuck");
  });

  test("come from the fallback when the domain that decides is gone (A3)", async () => {
    const play = await aCase({
      form: { domain: "gone" },
      steps: [{ rule: { kind: "domainOwner", field: "domain" }, fallback: { kind: "role", role: "governance" } }],
    });
    expect((await play.look()).asked).toEqual(["gwen"]);
  });

  test("of a later step are for whoever only asked in an earlier one, or approved another form of it", async () => {
    const play = await aCase({ policy: { distinctSteps: true }, steps: [{}, { title: "Approve again" }] });
    await play.ada.mutation(askInfo, { ...(await play.shown()), comment: "Until when?" });
    await play.rita.mutation(api.requests.mutations.answer, { requestId: play.requestId, body: "Until May" });
    await approve(play, "bob");
    expect((await play.look()).asked).toEqual(["ada", "cleo"]);
    await play.world.run((ctx) =>
      edited(ctx, play.requestId, { reason: "A smaller one is enough after all" }, play.rita.id),
    );
    await approve(play, "cleo");
    expect((await play.look()).asked).toEqual(["ada", "bob"]);
  });

  test("of somebody who is suspended are lost, and the step is filled again (A8)", async () => {
    const open = await aCase({
      steps: [{ quorum: { kind: "count", count: 3 }, fallback: { kind: "role", role: "governance" } }],
    });
    await open.world.run(async (ctx) => {
      const bob = await ctx.db.get(open.bob.id);
      if (bob)
        await updatePerson(
          ctx,
          bob,
          { status: "suspended" },
          { ...SYSTEM, action: "person.suspended", at: Date.now() },
        );
    });
    expect(await codeOf(approve(open, "bob"))).toBe("not-active");
    await open.tick();
    expect((await open.look()).asked).toEqual(["ada", "cleo", "gwen"]);
    expect((await open.look()).active?.required).toBe(3);
  });

  test("of somebody who left are given to nobody else while enough are left for the quorum (A8)", async () => {
    const play = await aCase({ steps: [TWO] });
    await play.world.run((ctx) => ctx.db.patch(play.zoe.id, { roles: ["staff", "finops"], isElevated: true }));
    await leave(play, "bob", "suspended");
    expect((await play.look()).asked).toEqual(["ada", "cleo"]);
    await leave(play, "cleo", "suspended");
    expect((await play.look()).asked).toEqual(["ada", "zoe"]);
  });
});

describe("sitting in", () => {
  const away = (play: Play, more: object = {}) => ({
    toId: play.zoe.id,
    startsAt: Date.UTC(2026, 2, 2, 8),
    endsAt: Date.UTC(2026, 2, 3, 9),
    reason: "On leave",
    ...more,
  });

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

  test("ends with whoever arranged it, is away or sits in, so that none comes back with them (A8)", async () => {
    const play = await aCase();
    const arrange = (from: TestPerson) => play.adam.mutation(delegate, { ...away(play), fromId: from.id });
    await arrange(play.ada);
    await play.adam.mutation(endDelegation, { delegationId: await arrange(play.bob) });
    await play.adam.mutation(delegate, away(play));
    await play.world.advance(HOUR_MS);
    await leave(play, "adam", "removed");
    expect(
      (await play.world.rows("delegations")).map(({ fromId, phase, endedAt }) => [fromId, phase, endedAt]),
    ).toEqual([
      [play.ada.id, "over", play.world.now()],
      [play.bob.id, "over", play.world.now() - HOUR_MS],
      [play.adam.id, "over", play.world.now()],
    ]);
    await play.cleo.mutation(delegate, away(play, { toId: play.bob.id }));
    await leave(play, "bob", "suspended");
    expect((await play.world.rows("delegations")).at(-1)).toMatchObject({ fromId: play.cleo.id, phase: "over" });
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
    await play.zoe.mutation(
      delegate,
      away(play, { toId: play.adam.id, startsAt: Date.UTC(2026, 2, 2, 8), endsAt: Date.UTC(2026, 2, 2, 20) }),
    );
    expect((await play.look()).asked).toEqual(["ada", "bob", "cleo", "zoe for bob"]);
  });

  test("is one's own to arrange; for the absent, an administrator's", async () => {
    const play = await aCase(BACKED);
    expect(await codeOf(play.bob.mutation(delegate, away(play, { fromId: play.ada.id, toId: play.sue.id })))).toBe(
      "not-allowed",
    );
    const id = await play.adam.mutation(delegate, away(play, { fromId: play.ada.id, toId: play.sue.id }));
    expect((await play.look()).asked).toContain("sue for ada");
    const { delegations } = api.approvals.queries;
    const line = { from: "Ada Tester", to: "Sue Tester" };
    expect(await play.adam.query(delegations, {})).toMatchObject([{ ...line, isOwn: false, isArranged: true }]);
    expect(await play.ada.query(delegations, {})).toMatchObject([{ ...line, isOwn: true, isArranged: false }]);
    const told = (await play.world.rows("notifications")).filter(({ kind }) => kind === "delegation.created");
    expect(told.map(({ recipientId, title }) => [recipientId, title])).toEqual([
      [play.sue.id, "You stand in for Ada Tester"],
      [play.ada.id, "Sue Tester stands in for you"],
    ]);
    await play.adam.mutation(endDelegation, { delegationId: id });
    expect((await play.look()).asked).not.toContain("sue for ada");
  });

  test("arranged by a party to a request does not count for that one, whether it is open already or opens later (A1)", async () => {
    const play = await aCase({ requester: "adam", ...BACKED });
    await play.adam.mutation(delegate, away(play, { fromId: play.ada.id, toId: play.sue.id }));
    await play.another();
    await play.another({ requester: "rita" });
    const no = [{ personId: play.sue.id, reason: "Arranged by a party to the request" }];
    expect((await play.world.rows("approvalSteps")).map(({ exclusions }) => exclusions)).toEqual([no, no, []]);
  });

  test("is not for whoever decided an earlier step, when the policy wants distinct people", async () => {
    const play = await aCase({
      policy: { distinctSteps: true },
      steps: [{}, { title: "Approve data use", rule: { kind: "role", role: "governance" } }],
    });
    await approve(play, "ada");
    await play.gwen.mutation(delegate, away(play, { toId: play.ada.id }));
    expect((await play.look()).asked).toEqual(["gwen"]);
    expect((await play.look()).active?.exclusions).toEqual([
      { personId: play.ada.id, reason: "Decided an earlier step of this request" },
    ]);
  });

  test("arranged by somebody who decided an earlier step counts for the next", async () => {
    const play = await aCase({
      steps: [{ rule: { kind: "role", role: "admin" } }, ...BACKED.steps],
      policy: { distinctSteps: true },
    });
    await play.adam.mutation(delegate, away(play, { fromId: play.ada.id, toId: play.sue.id }));
    await approve(play, "adam");
    expect((await play.look()).asked).toContain("sue for ada");
  });

  test("can be for some types of requests only", async () => {
    const play = await aCase();
    await play.ada.mutation(delegate, away(play, { typeKeys: ["something-else"] }));
    expect((await play.look()).asked).toEqual(["ada", "bob", "cleo"]);
    expect(await play.ada.query(api.approvals.queries.delegations, {})).toMatchObject([{ types: ["Something else"] }]);
    expect(
      await codeOf(
        play.ada.mutation(
          delegate,
          away(play, { typeKeys: Array.from({ length: 51 }, (_, index) => `type-${index}`) }),
        ),
      ),
    ).toBe("too-many");
    await play.bob.mutation(
      delegate,
      away(play, { typeKeys: Array.from({ length: 50 }, (_, index) => `type-${index}`) }),
    );
  });

  test("counts for what opens while it lasts and for its types, and for nothing else", async () => {
    const play = await aCase();
    await play.ada.mutation(delegate, away(play, { typeKeys: ["something-else"] }));
    await play.bob.mutation(delegate, away(play, { startsAt: Date.UTC(2026, 2, 2, 10) }));
    await play.another();
    const delegated = async () =>
      (await play.world.rows("approvalSeats"))
        .filter(({ source }) => source === "delegation")
        .map(({ fromPersonId }) => fromPersonId);
    expect(await delegated()).toEqual([]);
    const id = await play.cleo.mutation(delegate, away(play, { typeKeys: ["test"] }));
    await play.another();
    expect(await delegated()).toEqual([play.cleo.id, play.cleo.id, play.cleo.id]);
    await play.cleo.mutation(endDelegation, { delegationId: id });
    await play.another();
    expect(await delegated()).toHaveLength(3);
  });

  test("for one person ends without the seats held for another, or one's own", async () => {
    const play = await aCase();
    const id = await play.ada.mutation(delegate, away(play));
    await play.another({ steps: [{ rule: { kind: "person", personId: play.bob.id } }] });
    await play.another({ steps: [{ rule: { kind: "person", personId: play.zoe.id } }] });
    await play.bob.mutation(delegate, away(play));
    const held = async () =>
      (await play.world.rows("approvalSeats"))
        .filter(({ personId, isPending }) => personId === play.zoe.id && isPending)
        .map(({ source, fromPersonId }) => [source, fromPersonId]);
    expect(await held()).toEqual([
      ["delegation", play.ada.id],
      ["rule", undefined],
      ["delegation", play.bob.id],
    ]);
    await play.ada.mutation(endDelegation, { delegationId: id });
    expect(await held()).toEqual([
      ["rule", undefined],
      ["delegation", play.bob.id],
    ]);
  });
});

describe("handing over", () => {
  test("is for seats somebody is still asked from: not one that was used, nor one of an approval that is over", async () => {
    const play = await aCase({ steps: [TWO] });
    const seat = (await play.look()).seats.find(({ personId }) => personId === play.ada.id);
    const move = () =>
      play.ada.mutation(reassign, {
        approvalId: play.approvalId,
        seatId: seat?._id,
        toId: play.zoe.id,
        reason: "outOfOffice",
        comment: "On leave",
      });
    await approve(play, "ada");
    expect(await codeOf(move())).toBe("wrong-state");
    await approve(play, "bob");
    expect(await codeOf(move())).toBe("wrong-state");
    expect((await play.look()).asked).toEqual([]);
  });

  test("moves a seat with a typed reason; nobody may take one who is party to the request", async () => {
    const play = await aCase();
    const seat = (await play.look()).seats.find(({ personId }) => personId === play.ada.id);
    const move = (who: keyof Play["people"], toId = play.zoe.id) =>
      play.people[who].mutation(reassign, {
        approvalId: play.approvalId,
        seatId: seat?._id,
        toId,
        reason: "outOfOffice",
        comment: "On leave",
      });
    expect(await codeOf(move("bob"))).toBe("not-allowed");
    expect(await codeOf(move("rita"))).toBe("not-allowed");
    await expect(move("ada", play.rita.id)).rejects.toMatchObject({
      data: { code: "not-eligible", message: "Rita Tester cannot decide: made the request." },
    });
    expect(await codeOf(move("ada", play.bob.id))).toBe("duplicate");
    await move("ada");
    expect((await play.look()).asked).toEqual(["bob", "cleo", "zoe"]);
    expect(await codeOf(approve(play, "ada"))).toBe("not-eligible");
    await approve(play, "zoe");
    expect((await play.look()).approval.state).toBe("Approved");
  });
});
