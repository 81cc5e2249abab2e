/** One human wants to be two people: a second account by another spelling of the same mailbox. */
import { afterEach, expect, test } from "vitest";
import { aWorld, codeOf, endWorld, tokenOf } from "../../e2e/support/functions-world";
import { api, internal } from "../_generated/api";
import { SYSTEM } from "../audit/model";
import { createPerson } from "./model";

afterEach(endWorld);

const { signedIn } = api.people.mutations;
const arriveAs = (world: Awaited<ReturnType<typeof aWorld>>, email: string) => world.as(tokenOf("second", { email })).mutation(signedIn, {});

test.each(["active", "suspended", "removed"] as const)("another spelling of a %s person's mailbox becomes nobody, and may not sign in", async (status) => {
  const world = await aWorld();
  await world.person("ada", { status });
  expect(await codeOf(arriveAs(world, "ada+2@ao.com"))).toBe("duplicate");
  expect(await world.rows("people")).toHaveLength(1);
  expect(await world.internalQuery(internal.people.internal.standingOf, { tokenIdentifier: null, email: "ada+2@ao.com" })).toBe("closed");
});

test("the plain spelling comes too late when another was first", async () => {
  const world = await aWorld();
  await world.as(tokenOf("first", { email: "ada+1@ao.com" })).mutation(signedIn, {});
  expect(await codeOf(arriveAs(world, "ada@ao.com"))).toBe("duplicate");
});

test("an invitation of the second address lets it in: somebody decided so", async () => {
  const world = await aWorld();
  await world.person("ada");
  await world.run((ctx) => createPerson(ctx, { email: "ada+lab@ao.com", firstName: "Ada", lastName: "Lab", roles: ["staff"], status: "invited", hasChangedInitialPassword: true }, SYSTEM, Date.now()));
  await arriveAs(world, "ada+lab@ao.com");
  expect(await world.rows("people")).toHaveLength(2);
});
