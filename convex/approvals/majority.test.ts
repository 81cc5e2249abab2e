/** A step that more than half of its people decide. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { SYSTEM } from "../core/audit/model";
import { updatePerson } from "../core/people/model";
import { codeOf, endWorld } from "../testing/world.testing";
import { aCase, approve, type CastName, type Play, type Scene } from "./approvals.testing";

afterEach(endWorld);

const MAJORITY: Scene = { steps: [{ quorum: { kind: "majority" } }] };

const reject = async (play: Play, name: CastName) =>
  await play.people[name].mutation(api.approvals.mutations.decide, {
    ...(await play.shown()),
    verdict: "reject",
    comment: "Too large",
  });

test("2 of 3 approve it, and the third is no longer asked", async () => {
  const play = await aCase(MAJORITY);
  expect((await play.look()).active?.required).toBe(2);
  await approve(play, "ada");
  expect(await play.look()).toMatchObject({ approval: { state: "Pending" }, asked: ["bob", "cleo"] });
  await approve(play, "bob");
  expect(await play.look()).toMatchObject({ approval: { state: "Approved" }, asked: [] });
});

test("of 4, half is not enough: 3 have to approve", async () => {
  const play = await aCase(MAJORITY);
  const finn = await play.world.person("finn", { roles: ["staff", "finops"] });
  const requestId = await play.another();
  const step = async () => (await play.world.rows("approvalSteps")).find((row) => row.requestId === requestId);
  expect(await step()).toMatchObject({ required: 3, rejections: 2 });
  const approval = (await play.world.rows("approvals")).find((row) => row.requestId === requestId);
  const decide = async (person: typeof finn) =>
    await person.mutation(api.approvals.mutations.decide, {
      approvalId: approval!._id,
      formHash: approval!.formHash,
      verdict: "approve",
      comment: "Fine",
    });
  for (const person of [finn, play.bob]) await decide(person);
  expect((await step())?.state).toBe("Active");
  await decide(play.ada);
  expect((await step())?.state).toBe("Approved");
});

test("one rejection of 3 is a vote: the others decide, and the requester hears both", async () => {
  const play = await aCase(MAJORITY);
  await reject(play, "ada");
  expect(await play.look()).toMatchObject({ approval: { state: "Pending" }, asked: ["bob", "cleo"] });
  const told = async () =>
    (await play.world.rows("notifications"))
      .filter(({ kind, recipientId }) => kind.startsWith("request.") && recipientId === play.rita.id)
      .map(({ title }) => title);
  expect(await told()).toEqual([
    expect.stringMatching(/^Ada Tester rejected REQ-\d+; more than half have to, and others still decide$/),
  ]);
  expect(await codeOf(approve(play, "ada"))).toBe("already-decided");
  await approve(play, "bob");
  await approve(play, "cleo");
  expect((await play.look()).approval.state).toBe("Approved");
});

test("2 rejections of 3 end it", async () => {
  const play = await aCase(MAJORITY);
  await approve(play, "cleo");
  await reject(play, "ada");
  await reject(play, "bob");
  expect(await play.look()).toMatchObject({ approval: { state: "Rejected" }, request: { status: "Rejected" } });
});

test("a seat that falls away lowers nothing: what was more than half when it opened still is asked", async () => {
  const play = await aCase(MAJORITY);
  for (const name of ["bob", "cleo"] as const) {
    await play.world.run(async (ctx) => {
      const person = await ctx.db.get(play.people[name].id);
      if (person)
        await updatePerson(
          ctx,
          person,
          { status: "suspended" },
          { ...SYSTEM, action: "person.suspended", at: Date.now() },
        );
    });
  }
  await play.tick();
  await approve(play, "ada");
  const { approval, active } = await play.look();
  expect(approval.state).toBe("Pending");
  expect(active).toMatchObject({
    required: 2,
    problem: { message: expect.stringContaining("lacks 1 of the people") as string },
  });
});

test("a delegate and whom they stand in for are one vote, for yes and for no", async () => {
  const play = await aCase(MAJORITY);
  await play.ada.mutation(api.approvals.mutations.delegate, {
    toId: play.zoe.id,
    startsAt: Date.UTC(2026, 2, 2, 8),
    endsAt: Date.UTC(2026, 2, 3, 9),
    reason: "On leave",
  });
  expect((await play.look()).active).toMatchObject({ required: 2, rejections: 2 });
  await reject(play, "zoe");
  expect(await codeOf(reject(play, "ada"))).toBe("already-decided");
  expect(await play.look()).toMatchObject({ approval: { state: "Pending" }, asked: ["bob", "cleo"] });
});

test("the delegate of two people is one vote for both", async () => {
  const play = await aCase(MAJORITY);
  for (const from of ["ada", "bob"] as const)
    await play.people[from].mutation(api.approvals.mutations.delegate, {
      toId: play.zoe.id,
      startsAt: Date.UTC(2026, 2, 2, 8),
      endsAt: Date.UTC(2026, 2, 3, 9),
      reason: "On leave",
    });
  await approve(play, "zoe");
  expect((await play.look()).approval.state).toBe("Pending");
  expect(await codeOf(approve(play, "zoe"))).toBe("already-decided");
});
