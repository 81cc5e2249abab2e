/** Whoever looks after requests tries to choose who decides about one, or to decide alone. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { SYSTEM } from "../core/audit/model";
import { updatePerson } from "../core/people/model";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";
import { aCase, approve, type CastName, type Play, type Scene } from "./approvals.testing";
import { leave, suspend } from "./attacks.testing";

afterEach(endWorld);

const { delegate, reassign } = api.approvals.mutations;

const GOVERNED: Scene = { steps: [{ fallback: { kind: "role", role: "governance" } }] };

const name = (play: Play, by: CastName, to: CastName) =>
  play.people[by].mutation(reassign, {
    approvalId: play.approvalId,
    toId: play.people[to].id,
    reason: "manual",
    comment: "Please",
  });
const arrange = (play: Play, by: CastName, to: CastName, more: { endsAt?: number } = {}) =>
  play.people[by].mutation(delegate, {
    fromId: play.ada.id,
    toId: play.people[to].id,
    startsAt: play.world.now(),
    endsAt: play.world.now() + DAY_MS,
    reason: "Ill",
    ...more,
  });
/** Ada is away for so long, and zoe sits in for her: for these types, or for all. */
const letZoeSitIn = (play: Play, ms = DAY_MS, typeKeys?: string[]) =>
  play.ada.mutation(delegate, {
    toId: play.zoe.id,
    startsAt: play.world.now(),
    endsAt: play.world.now() + ms,
    reason: "Leave",
    ...(typeKeys && { typeKeys }),
  });
const changeRoles = (play: Play, who: CastName, roles: Parameters<typeof updatePerson>[2]["roles"]) =>
  play.world.run(async (ctx) => {
    const person = await ctx.db.get(play.people[who].id);
    if (person)
      await updatePerson(ctx, person, { roles }, { ...SYSTEM, action: "person.rolesChanged", at: Date.now() });
  });
const asked = async (play: Play) => (await play.look()).asked;

describe("an admin", () => {
  test("cannot name themselves, not even where the step's fallback would ask them", async () => {
    const play = await aCase({ steps: [{ fallback: { kind: "role", role: "admin" } }] });
    expect(await codeOf(name(play, "adam", "adam"))).toBe("not-eligible");
    expect(await codeOf(approve(play, "adam"))).toBe("not-eligible");
  });

  test("names whom the fallback asks, and nobody the step does not ask", async () => {
    const play = await aCase(GOVERNED);
    expect(await codeOf(name(play, "adam", "zoe"))).toBe("not-eligible");
    await name(play, "adam", "gwen");
    expect(await asked(play)).toEqual(["ada", "bob", "cleo", "gwen"]);
  });

  test("names those a step was escalated to only once it was", async () => {
    const play = await aCase();
    expect(await codeOf(name(play, "adam", "gwen"))).toBe("not-eligible");
    await changeRoles(play, "gwen", ["staff"]);
    await play.world.advance(48 * HOUR_MS);
    await play.tick();
    await changeRoles(play, "gwen", ["staff", "governance"]);
    await name(play, "adam", "gwen");
    expect(await asked(play)).toContain("gwen");
  });

  test("names the deputy of the area's owner, and whom the owner chose to sit in", async () => {
    const play = await aCase({ steps: [{ rule: { kind: "businessAreaOwner" } }] });
    await play.world.run(async (ctx) => {
      const areaId = await ctx.db.insert("businessAreas", {
        name: "Finance",
        code: "FIN",
        costCentre: "1",
        ownerId: play.bob.id,
        deputyId: play.cleo.id,
      });
      await ctx.db.patch(play.requestId, { businessAreaId: areaId });
    });
    await play.bob.mutation(delegate, {
      toId: play.zoe.id,
      startsAt: play.world.now(),
      endsAt: play.world.now() + DAY_MS,
      reason: "Leave",
    });
    expect(await codeOf(name(play, "adam", "ada"))).toBe("not-eligible");
    await name(play, "adam", "cleo");
    await name(play, "adam", "zoe");
    expect(await asked(play)).toEqual(["cleo", "zoe"]);
  });

  test("cannot arrange to stand in for somebody absent, and an accomplice they choose gets no seat", async () => {
    const play = await aCase();
    expect(await codeOf(arrange(play, "adam", "adam"))).toBe("not-eligible");
    await arrange(play, "adam", "zoe");
    expect(await asked(play)).toEqual(["ada", "bob", "cleo"]);
    expect((await play.look()).active?.exclusions).toEqual([
      { personId: play.zoe.id, reason: "Not among those the step asks" },
    ]);
    await play.another();
    expect((await play.world.rows("approvalSeats")).some(({ personId }) => personId === play.zoe.id)).toBe(false);
  });

  test("gets no seat by a delegation to themselves that stands in the rows already", async () => {
    const play = await aCase();
    await play.world.run((ctx) =>
      ctx.db.insert("delegations", {
        fromId: play.ada.id,
        toId: play.adam.id,
        startsAt: 0,
        endsAt: play.world.now() + DAY_MS,
        reason: "Ill",
        createdById: play.adam.id,
        phase: "inEffect",
      }),
    );
    await play.another();
    expect((await play.world.rows("approvalSeats")).some(({ personId }) => personId === play.adam.id)).toBe(false);
  });

  test("changes nothing about an open approval by a new version of its type", async () => {
    const play = await aCase();
    const { policy } = (await play.look()).approval;
    await play.world.run(async (ctx) => {
      const mine = {
        key: "approve",
        type: "approve_cost",
        order: 1,
        title: "Approve",
        policy: {
          distinctSteps: false,
          steps: [{ ...policy.steps[0]!, rule: { kind: "person" as const, personId: play.adam.id } }],
        },
      };
      const definition = {
        name: "Test",
        category: "Test",
        summary: "",
        help: "",
        owner: "Test",
        slaHours: 1,
        risk: "medium" as const,
        audience: ["staff" as const],
        goodJustification: "",
        badJustification: "",
        title: "Test",
        fields: [],
        tasks: [mine],
      };
      await ctx.db.insert("requestTypeVersions", {
        typeKey: "test",
        version: 2,
        status: "published",
        definition,
        createdAt: 0,
        publishedAt: 0,
      });
      await ctx.db.insert("requestTypes", {
        key: "test",
        name: "Test",
        category: "Test",
        summary: "",
        publishedVersion: 2,
        isOffered: true,
        updatedAt: 0,
      });
    });
    expect(await codeOf(name(play, "sue", "adam"))).toBe("not-eligible");
    expect(await codeOf(approve(play, "adam"))).toBe("not-eligible");
    await leave(play, "bob", "suspended");
    expect(await asked(play)).toEqual(["ada", "cleo"]);
  });
});

describe("whoever stands in for somebody absent by an arrangement", () => {
  /** gwen has a claim by the fallback and stands in for ada because adam said so. */
  async function anArrangement(): Promise<Play> {
    const play = await aCase(GOVERNED);
    await arrange(play, "adam", "gwen");
    expect(await asked(play)).toContain("gwen for ada");
    return play;
  }

  test("decides no more when its creator is suspended, at once; a minute later it has ended", async () => {
    const play = await anArrangement();
    await suspend(play, "adam", "suspended");
    expect(await codeOf(approve(play, "gwen"))).toBe("not-eligible");
    await play.tick();
    expect(await asked(play)).toEqual(["ada", "bob", "cleo"]);
    expect(await play.world.rows("delegations")).toMatchObject([{ phase: "over" }]);
  });

  test("decides no more when its creator looks after nothing any longer, here and in what opens later", async () => {
    const play = await anArrangement();
    await changeRoles(play, "adam", ["staff"]);
    expect(await codeOf(approve(play, "gwen"))).toBe("not-eligible");
    await play.another();
    expect((await play.world.rows("approvalSeats")).filter(({ personId }) => personId === play.gwen.id)).toHaveLength(
      1,
    );
  });

  test("decides no more once the absent person is suspended, before the clock has run", async () => {
    const play = await anArrangement();
    await suspend(play, "ada", "suspended");
    expect(await codeOf(approve(play, "gwen"))).toBe("not-eligible");
  });

  test("decides no more when the window is over, before the clock has run", async () => {
    const play = await anArrangement();
    await play.world.advance(DAY_MS);
    expect(await codeOf(approve(play, "gwen"))).toBe("not-eligible");
    expect(await asked(play)).toContain("gwen for ada");
  });

  test("decides as long as all of this holds", async () => {
    const play = await anArrangement();
    await approve(play, "gwen");
    expect((await play.look()).decisions).toMatchObject([{ by: "gwen", onBehalfOfId: play.ada.id }]);
  });
});

test("a delegate's own choice of principal, too, counts only while the principal is there", async () => {
  const play = await aCase();
  await letZoeSitIn(play);
  await suspend(play, "ada", "suspended");
  expect(await codeOf(approve(play, "zoe"))).toBe("not-eligible");
});

test("a delegation that ends takes none of the seats of another between the same two (A8)", async () => {
  const play = await aCase();
  await letZoeSitIn(play, DAY_MS, ["test"]);
  await letZoeSitIn(play, HOUR_MS, ["other"]);
  await letZoeSitIn(play, DAY_MS, ["third"]);
  expect(await asked(play)).toContain("zoe for ada");
  await play.world.advance(HOUR_MS);
  await play.tick();
  expect(await asked(play)).toContain("zoe for ada");
  const third = (await play.world.rows("delegations")).find(({ typeKeys }) => typeKeys?.[0] === "third");
  if (third) await play.ada.mutation(api.approvals.mutations.endDelegation, { delegationId: third._id });
  expect(await asked(play)).toContain("zoe for ada");
  await play.world.advance(DAY_MS);
  await play.tick();
  expect(await asked(play)).not.toContain("zoe for ada");
});

test("a delegation that begins as another between the same two ends keeps its seats (A8)", async () => {
  const play = await aCase();
  const start = play.world.now();
  for (const startsAt of [start, start + HOUR_MS])
    await play.ada.mutation(delegate, { toId: play.zoe.id, startsAt, endsAt: startsAt + HOUR_MS, reason: "Leave" });
  await play.world.advance(HOUR_MS);
  await play.tick();
  expect(await asked(play)).toContain("zoe for ada");
  await approve(play, "zoe");
  expect((await play.look()).decisions).toMatchObject([{ by: "zoe", onBehalfOfId: play.ada.id }]);
});

test("whoever leaves is written down with as many seats as they lose, those of their delegate among them (A8)", async () => {
  const play = await aCase();
  await letZoeSitIn(play);
  await leave(play, "ada", "suspended");
  await leave(play, "bob", "suspended");
  const lost = (await play.world.rows("auditEvents")).filter(({ action }) => action === "approval.seatLost");
  expect(lost.map(({ context }) => [context?.["name"], context?.["seats"]])).toEqual([
    ["Ada Tester", 2],
    ["Bob Tester", 1],
  ]);
});
