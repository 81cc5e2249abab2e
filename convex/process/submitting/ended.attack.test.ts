/** Attacks with time: a form names somebody whose last day is over, before the clock has noted it (U7). */

import { afterEach, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { aCompany, aSubmitKey } from "../../catalog/company.testing";
import { endWorld, type TestPerson } from "../../testing/world.testing";

afterEach(endWorld);

const lastDayOver = ({ world }: Pick<Awaited<ReturnType<typeof aCompany>>, "world">, { id }: TestPerson) =>
  world.run((ctx) => ctx.db.patch(id, { endsAt: world.now() }));

test("nothing is asked for, for somebody whose last day is over", async () => {
  const { world, ada, person, formOf } = await aCompany();
  await lastDayOver({ world }, person("bea"));
  const form = { ...formOf("snowflake-access"), requestedFor: person("bea").id };
  const asking = { typeKey: "snowflake-access", form, submitKey: aSubmitKey() };
  await expect(ada.mutation(api.requests.mutations.submit, asking)).rejects.toMatchObject({
    data: { fields: { requestedFor: expect.stringContaining("Bea Tester is suspended") } },
  });
  expect(await world.rows("requests")).toEqual([]);
});

test("nobody is a successor whose last day is over", async () => {
  const { world, ada, person, formOf } = await aCompany();
  const form = { ...formOf("leaver"), requestedFor: person("bea").id, successor: person("gus").id };
  const problems = async () => (await ada.query(api.requests.queries.preview, { typeKey: "leaver", form })).errors;
  expect(await problems()).not.toHaveProperty("successor");
  await lastDayOver({ world }, person("gus"));
  expect(await problems()).toHaveProperty("successor");
});
