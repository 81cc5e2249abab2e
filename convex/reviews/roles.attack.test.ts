/** Access reviews of a role: everybody who has it, whoever gave it, and nobody asked twice about the same. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { aDomain } from "../domains/changing.testing";
import { DAY_MS } from "../lib/pure/time";
import { migrated } from "../migrations/migrating.testing";
import { aGrant } from "../tasks/scenes.testing";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aReview } from "./reviews.testing";

afterEach(endWorld);

const ROLE = { name: "ORDERS_READ", description: "Read every table of Orders", level: "read" as const };
const { start } = api.reviews.mutations;

/** Stock has two roles; ada and dan have the one for reading, and eve the other. Fay owns it, adam is the deputy. */
async function aRoleReview() {
  const review = await aReview();
  const { world, ada, adam, fay, gina } = review;
  const [dan, eve] = [await world.person("dan"), await world.person("eve")];
  const roles = [ROLE, { ...ROLE, name: "ORDERS_WRITE" }];
  const stockId = await world.run((ctx) =>
    ctx.db.insert(
      "dataDomains",
      aDomain({ name: "Stock", key: "stock", roles, ownerIds: [fay.id], deputyIds: [adam.id] }),
    ),
  );
  const give = async ({ id: personId }: TestPerson, role: string, key = "stock") => {
    const grant = await aGrant({ world, personId });
    await world.run(async (ctx) => {
      await ctx.db.patch(grant._id, { accessKey: `snowflake|${personId}|${role}`, role });
      await ctx.db.patch(grant.requestId, { domainKey: key });
    });
    return grant;
  };
  const given = [await give(ada, ROLE.name), await give(dan, ROLE.name, "elsewhere"), await give(eve, "ORDERS_WRITE")];
  const begin = async (role?: string, by = gina) => {
    const reviewId = await by.mutation(start, { domainId: stockId, role, days: 10 });
    await world.advance(0);
    return reviewId;
  };
  return { ...review, dan, eve, give, given, begin, stockId };
}

test("a review of a role is about everybody who has it, whichever request gave it, and about no other role [AR13]", async () => {
  const { rows, fay, ada, eve, begin } = await aRoleReview();
  const reviewId = await begin(ROLE.name);
  expect((await rows(fay, reviewId)).map(({ holder }) => holder).toSorted()).toEqual(["Ada Tester", "Dan Tester"]);
  expect(await fay.query(api.reviews.queries.get, { reviewId })).toMatchObject({
    domain: "Stock",
    role: { name: ROLE.name, description: ROLE.description, level: ROLE.level },
    total: 2,
  });
  for (const holder of [ada, eve]) expect(await rows(holder, reviewId)).toEqual([]);
});

test("those in charge of the domain of a role decide, never about their own [AR1, AR13]", async () => {
  const { world, rows, fay, adam, give, begin, say } = await aRoleReview();
  await give(fay, ROLE.name);
  const reviewId = await begin(ROLE.name);
  const own = (await rows(adam, reviewId)).find(({ holder }) => holder.startsWith("Fay"));
  if (!own) throw new Error("Not in the review");
  expect(await codeOf(say(fay, own.id, "keep"))).toBe("not-eligible");
  await say(adam, own.id, "remove");
  expect((await world.rows("auditEvents")).at(-1)).toMatchObject({
    action: "review.toRemove",
    targets: [{ label: ROLE.name }, {}],
  });
});

test("where the domain no longer has the role, data governance decides and nobody else sees it [AR13]", async () => {
  const { world, rows, fay, kim, begin, say, stockId } = await aRoleReview();
  const reviewId = await begin(ROLE.name);
  const [item] = await rows(fay, reviewId);
  if (!item) throw new Error("Nothing to review");
  await world.run((ctx) => ctx.db.patch(stockId, { roles: [] }));
  expect(await codeOf(say(fay, item.id, "keep"))).toBe("not-found");
  expect(await rows(fay, reviewId)).toEqual([]);
  await say(kim, item.id, "keep");
});

test("nobody is asked twice about the same access: a domain and its roles are not reviewed at once [AR13]", async () => {
  const { begin, gina, fay } = await aRoleReview();
  expect(await codeOf(begin("ORDERS_ADMIN"))).toBe("not-found");
  expect(await codeOf(begin(ROLE.name, fay))).toBe("not-allowed");
  await begin(ROLE.name, gina);
  expect(await codeOf(begin(ROLE.name))).toBe("duplicate");
  expect(await codeOf(begin())).toBe("duplicate");
  await begin("ORDERS_WRITE");
});

test("no role is reviewed beside its whole domain, and after it ended the role may be [AR13]", async () => {
  const { world, begin, end } = await aRoleReview();
  await begin();
  expect(await codeOf(begin(ROLE.name))).toBe("duplicate");
  await end();
  await begin(ROLE.name);
  expect(await world.rows("accessReviews")).toHaveLength(3);
});

test("those who decide are told of the role, and whoever loses it keeps the way to say so [AR5, AR13]", async () => {
  const { world, rows, ada, fay, begin, say } = await aRoleReview();
  const reviewId = await begin(ROLE.name);
  const told = async ({ id }: TestPerson) =>
    (await world.rows("notifications")).filter(({ recipientId }) => recipientId === id).map(({ title }) => title);
  expect(await told(fay)).toContain(`Review who has the role ${ROLE.name}`);
  const item = (await rows(fay, reviewId)).find(({ holder }) => holder.startsWith("Ada"));
  if (!item) throw new Error("Not in the review");
  await say(fay, item.id, "remove");
  await world.advance(8 * DAY_MS + 1);
  await ada.mutation(api.reviews.mutations.sayNeed, { itemId: item.id, note: "The report needs it" });
  expect(await told(fay)).toContain(`Ada Tester still needs the role ${ROLE.name}`);
});

test("access from before roles were noted is found by the role after the start [AR13]", async () => {
  const { world, rows, fay, given, begin } = await aRoleReview();
  await world.run(async (ctx) => {
    for (const { _id } of given) await ctx.db.patch(_id, { role: undefined });
    const last = given.at(-1);
    if (last) await ctx.db.patch(last._id, { accessKey: 'snowflake|resize_warehouse|{"size":"S"}' });
  });
  await migrated(world);
  expect((await world.rows("grants")).flatMap(({ role }) => role ?? [])).toEqual([ROLE.name, ROLE.name]);
  expect(await rows(fay, await begin(ROLE.name))).toHaveLength(2);
});
