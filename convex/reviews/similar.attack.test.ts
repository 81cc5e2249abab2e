/** Evidence beside an access says how common it is, and nothing to whoever sees a part of the review. */

import { afterEach, expect, test } from "vitest";
import { aGrant } from "../tasks/scenes.testing";
import { endWorld, type TestPerson } from "../testing/world.testing";
import { aPassing } from "./passing.testing";

afterEach(endWorld);

/** A review of what ada, dan and eve of one area and kim of another hold, ada twice. */
async function aTeam() {
  const review = await aPassing();
  const { world, ada, dan, eve, kim, gina, begin } = review;
  const area = (name: string) =>
    world.run((ctx) => ctx.db.insert("businessAreas", { name, code: name, costCentre: "" }));
  const areas = [await area("Logistics"), await area("Pricing")] as const;
  for (const [who, businessAreaId] of [
    [ada, areas[0]],
    [dan, areas[0]],
    [eve, areas[0]],
    [kim, areas[1]],
  ] as const)
    await world.run((ctx) => ctx.db.patch(who.id, { businessAreaId }));
  for (const [number, who] of [dan, eve, kim, ada, ada].entries()) {
    const { _id } = await aGrant({ world, personId: who.id });
    await world.run((ctx) => ctx.db.patch(_id, { accessKey: `dbt|${number}` }));
  }
  await world.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("accessReviews").collect()) await ctx.db.patch(_id, { state: "ended" });
  });
  return { ...review, reviewId: await begin(gina) };
}

const similarOf = async ({ rows, reviewId }: Awaited<ReturnType<typeof aTeam>>, by: TestPerson) =>
  new Map((await rows(by, reviewId)).map(({ holder, similar }) => [holder.split(" ")[0], similar]));

test("people of the holder's area are counted, each once, and those who keep it [AR11]", async () => {
  const team = await aTeam();
  expect(await similarOf(team, team.fay)).toEqual(
    new Map([
      ["Ada", { others: 2, kept: 0 }],
      ["Dan", { others: 2, kept: 0 }],
      ["Eve", { others: 2, kept: 0 }],
      ["Kim", { others: 0, kept: 0 }],
    ]),
  );
  const items = await team.rows(team.fay, team.reviewId);
  for (const { id, holder } of items) if (holder.startsWith("Dan")) await team.say(team.fay, id, "keep");
  expect((await similarOf(team, team.fay)).get("Ada")).toEqual({ others: 2, kept: 1 });
  expect((await similarOf(team, team.fay)).get("Dan")).toEqual({ others: 2, kept: 0 });
});

test("who is asked about one access learns nothing of the others [AR11]", async () => {
  const team = await aTeam();
  const { world, rows, fay, reviewId } = team;
  const gus = await world.person("gus");
  const [first] = await rows(fay, reviewId);
  if (!first) throw new Error("Nothing to review");
  await world.run((ctx) =>
    ctx.db.patch(first.id, { askedId: gus.id, passes: [{ fromId: fay.id, toId: gus.id, note: "Knows it", at: 0 }] }),
  );
  expect([...(await similarOf(team, gus)).values()]).toEqual([null]);
});
