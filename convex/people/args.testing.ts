/** Arguments with which those who may call what is done about people. */

import type { Id } from "../_generated/dataModel";
import { stepUp } from "../approvals/roles.testing";
import { NOTHING_MORE } from "../core/domains/table";
import { aDomain } from "../domains/changing.testing";
import type { Scene } from "../lib/publicApi.scene.testing";
import { DAY_MS } from "../lib/pure/time";
import { planPeopleFile } from "../process/confirming/peopleFile";
import { loadPerson } from "../process/confirming/steps/people";
import { aGrant } from "../tasks/scenes.testing";

export const PERSON_ARGS: Readonly<
  Record<string, (viewed: string, scene: Scene) => Record<string, unknown> | Promise<Record<string, unknown>>>
> = {
  "people/queries:byIds": () => ({ ids: [] }),
  "people/mutations:correctName": async (_, { world }) => ({
    personId: (await world.person("colleague")).id,
    firstName: "Colin",
    lastName: "Eague",
  }),
  "emails/mutations:correct": async (_, { world }) => ({
    personId: (await world.person("colleague")).id,
    email: "colin@ao.com",
    reason: "The address was mistyped",
  }),
  "emails/mutations:stop": async (_, { world }) => ({
    personId: await correctedIn(world, (await world.person("colleague")).id),
  }),
  "emails/mutations:keep": async (_, { world, personId }) => {
    await correctedIn(world, personId);
    return {};
  },
  "emails/queries:ofPerson": (_, { personId }) => ({ personId }),
  "people/mutations:unlock": async (_, { world }) => ({ personId: (await world.person("colleague")).id }),
  "people/mutations:sendResetLink": async (_, { world }) => ({ personId: (await world.person("colleague")).id }),
  "people/queries:rehearsal": (_, { personId }) => ({ personId }),
  "people/queries:moves": (_, { personId }) => ({ personId }),
  "people/mutations:suspend": async (_, { world }) => ({
    personId: (await world.person("colleague")).id,
    reason: "Left their laptop open",
  }),
  "grants/mutations:decideMoved": async (_, { world }) => {
    const holder = await world.person("holder");
    const grant = await aGrant({ world, personId: holder.id });
    await world.run((ctx) => ctx.db.insert("moveReviews", { personId: holder.id, at: 0, byIds: [], decided: [] }));
    return { personId: holder.id, grantId: grant._id, verdict: "keep", until: null };
  },
  "moves/mutations:decide": async (_, { world, personId }) => {
    const moved = await world.person("moved", { managerId: personId });
    const domainId = await world.run(async (ctx) => {
      await ctx.db.insert("moveReviews", { personId: moved.id, at: 0, byIds: [], decided: [] });
      return await ctx.db.insert("dataDomains", {
        ...NOTHING_MORE,
        key: "moved",
        name: "Moved",
        description: "",
        ownerIds: [moved.id],
        deputyIds: [],
        databases: [],
        roles: [],
        sensitivity: "internal",
        status: "active",
        updatedAt: 0,
      });
    });
    const duty = { kind: "domain", id: domainId, shownAt: 0 };
    return { personId: moved.id, reviewAt: 0, duty, toId: null, reason: "" };
  },
  "moves/queries:impact": async (_, { world, personId }) => ({
    personId,
    domainId: await world.run((ctx) => ctx.db.insert("dataDomains", aDomain({ name: "Orders" }))),
    toId: personId,
  }),
  "moves/queries:get": (_, { personId }) => ({ personId }),
  "grants/queries:moveReview": (_, { personId }) => ({ personId }),
  "people/mutations:endSessions": async (_, { world }) => ({
    personId: (await world.person("colleague")).id,
    reason: "The laptop is lost",
  }),
  "people/mutations:importFile": async (_, { world, personId }) => {
    await world.person("colleague");
    const text = "email\ncolleague@ao.com\n";
    const plan = await world.run(async (ctx) => planPeopleFile(ctx, text, await loadPerson(ctx, personId)));
    return { text, hash: plan.hash };
  },
  "people/queries:previewImport": () => ({ text: "email\n" }),
  "people/mutations:move": async (_, { world }) => {
    const colleague = await world.person("colleague");
    const areaId = await world.run((ctx) =>
      ctx.db.insert("businessAreas", { name: "Logistics", code: "LOG", costCentre: "4711" }),
    );
    return { personId: colleague.id, areaId, managerId: null, reason: "Joins the other team" };
  },
  "people/mutations:setDates": async (_, { world }) => ({
    personId: (await world.person("colleague")).id,
    startsAt: null,
    endsAt: (Math.floor(world.now() / DAY_MS) + 30) * DAY_MS,
    reason: "Their contract ends",
  }),
  "people/mutations:restore": async (_, { world }) => ({
    personId: (await world.person("colleague", { status: "suspended" })).id,
    reason: "The laptop is back",
  }),
  "people/mutations:changeRoles": async (_, scene) => {
    await stepUp(scene.world, scene.personId);
    return { personId: (await scene.world.person("colleague")).id, roles: ["finops"], reason: "Watches the costs now" };
  },
};

/** Somebody whose address is being corrected. */
async function correctedIn(world: Scene["world"], personId: Id<"people">): Promise<Id<"people">> {
  await world.run(async (ctx) => {
    const person = await loadPerson(ctx, personId);
    await ctx.db.insert("emailCorrections", {
      personId,
      email: "another@ao.com",
      fromEmail: person.email,
      byId: personId,
      reason: "Mistyped",
      at: 0,
      confirmableAt: 0,
      endsAt: world.now() + DAY_MS,
      state: "open",
    });
  });
  return personId;
}
