/** One human wants to be two people: a second account by another spelling of the same mailbox. */

import { afterEach, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { SYSTEM } from "../core/audit/model";
import { createPerson } from "../core/people/model";
import { aFormFor } from "../lib/publicApi.scene.testing";
import { migrated } from "../migrations/migrating.testing";
import { aWorld, codeOf, endWorld, tokenOf } from "../testing/world.testing";

afterEach(endWorld);

const { signedIn } = api.people.mutations;
const arriveAs = (world: Awaited<ReturnType<typeof aWorld>>, email: string) =>
  world.as(tokenOf("second", { email })).mutation(signedIn, {});

test.each(["active", "suspended", "removed"] as const)(
  "another spelling of a %s person's mailbox becomes nobody, and may not sign in",
  async (status) => {
    const world = await aWorld();
    await world.person("ada", { status });
    expect(await codeOf(arriveAs(world, "ada+2@ao.com"))).toBe("duplicate");
    expect(await world.rows("people")).toHaveLength(1);
    expect(
      await world.internalQuery(internal.people.internal.accountStateOf, {
        tokenIdentifier: null,
        email: "ada+2@ao.com",
      }),
    ).toBe("closed");
  },
);

test("the plain spelling comes too late when another was first", async () => {
  const world = await aWorld();
  await world.as(tokenOf("first", { email: "ada+1@ao.com" })).mutation(signedIn, {});
  expect(await codeOf(arriveAs(world, "ada@ao.com"))).toBe("duplicate");
});

test("an invitation of the second address lets it in: somebody decided so", async () => {
  const world = await aWorld();
  await world.person("ada");
  await world.run((ctx) =>
    createPerson(
      ctx,
      {
        email: "ada+lab@ao.com",
        firstName: "Ada",
        lastName: "Lab",
        roles: ["staff"],
        status: "invited",
        hasChangedInitialPassword: true,
      },
      SYSTEM,
      Date.now(),
    ),
  );
  await arriveAs(world, "ada+lab@ao.com");
  expect(await world.rows("people")).toHaveLength(2);
});

test("who is older than the column is found by every spelling from the next start on; starting again changes nothing", async () => {
  const world = await aWorld();
  await world.person("old", { email: "a.d.a@googlemail.com", mailbox: undefined });
  await world.person("ada");
  const { step } = internal.migrations.internal;
  expect(await world.internal(step, {})).toEqual({ name: "people_mailbox", changed: 1, isCompleted: true });
  expect((await world.rows("people")).map(({ mailbox }) => mailbox)).toEqual(["ada@gmail.com", "ada@ao.com"]);
  expect(await codeOf(arriveAs(world, "ada+x@gmail.com"))).toBe("duplicate");
  await migrated(world);
  expect(await world.rows("auditEvents")).toMatchObject([
    { action: "portal.migrated", context: { migration: "1 people_mailbox", count: 1 } },
  ]);
});

test("another spelling in the first-admin setting means who is here, and makes nobody new", async () => {
  const world = await aWorld();
  const ada = await world.person("ada", { status: "suspended" });
  const names = { firstName: "First", lastName: "Admin" };
  expect(
    await world.internal(internal.people.internal.bootstrapSuperAdmin, { email: "Ada+root@ao.com", ...names }),
  ).toEqual({ isSuperAdmin: true, email: "ada@ao.com" });
  expect(await world.rows("people")).toMatchObject([{ _id: ada.id, status: "active", isSuperAdmin: true }]);
});

test("nobody is invited by another spelling of their mailbox", async () => {
  const world = await aWorld();
  const ada = await world.person("ada");
  const { businessArea, reason, otherAreaReason } = await aFormFor({ world, personId: ada.id });
  const form = { businessArea, reason, otherAreaReason, firstName: "Grace", lastName: "Hopper", role: "staff" };
  const ask = (email: string) =>
    ada.mutation(api.requests.mutations.submit, {
      typeKey: "portal-invite",
      form: { ...form, email },
      submitKey: email,
    });
  await world.person("grace");
  expect(await codeOf(ask("grace+2@ao.com"))).toBe("invalid-form");
  await ask("edith@ao.com");
});
