/** Ways in that are not the front door: the first-admin setting, and invitations that are over. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { SYSTEM } from "../core/audit/model";
import { createPerson } from "../core/people/model";
import { DAY_MS } from "../lib/pure/time";
import { aWorld, codeOf, endWorld, tokenOf } from "../testing/world.testing";

afterEach(endWorld);

const { bootstrapSuperAdmin, accountStateOf } = internal.people.internal;
const names = { firstName: "First", lastName: "Admin" };

describe("the first-admin setting", () => {
  test.each([
    ["suspended", { status: "suspended", roles: ["staff", "superAdmin"] }],
    ["removed", { status: "removed", roles: ["staff", "superAdmin"] }],
    ["demoted", { status: "active", roles: ["staff"] }],
  ] as const)(
    "leaves a %s person as they are while somebody administers the portal",
    async (_name, { status, roles }) => {
      const world = await aWorld();
      await world.person("root", { roles: ["staff", "superAdmin"] });
      await world.person("mallory", { status, roles: [...roles] });
      expect(await world.internal(bootstrapSuperAdmin, { email: "mallory@ao.com", ...names })).toMatchObject({
        isSuperAdmin: false,
      });
      expect((await world.rows("people")).find(({ email }) => email === "mallory@ao.com")).toMatchObject({
        status,
        roles,
      });
    },
  );

  test("opens the portal again when nobody administers it, writes it down, and tells them and the admins", async () => {
    const world = await aWorld();
    const ada = await world.person("ada", { status: "suspended" });
    const adam = await world.person("adam", { roles: ["staff", "admin"] });
    await world.person("bea");
    expect(await world.internal(bootstrapSuperAdmin, { email: "ada@ao.com", ...names })).toEqual({
      isSuperAdmin: true,
      email: "ada@ao.com",
    });
    expect((await world.rows("people"))[0]).toMatchObject({ status: "active", isSuperAdmin: true });
    expect(await world.rows("auditEvents")).toMatchObject([
      { action: "person.madeSuperAdmin", targets: [{ id: ada.id }] },
    ]);
    expect((await world.rows("notifications")).map(({ recipientId, isCritical }) => [recipientId, isCritical])).toEqual(
      [
        [ada.id, true],
        [adam.id, true],
      ],
    );
  });
});

describe("an invitation", () => {
  const invite = (world: Awaited<ReturnType<typeof aWorld>>) =>
    world.run((ctx) =>
      createPerson(
        ctx,
        {
          email: "ivo@ao.com",
          firstName: "Ivo",
          lastName: "New",
          roles: ["staff"],
          status: "invited",
          hasChangedInitialPassword: true,
        },
        SYSTEM,
        Date.now(),
      ),
    );
  const arrive = (world: Awaited<ReturnType<typeof aWorld>>) =>
    world.as(tokenOf("ivo")).mutation(api.people.mutations.signedIn, {});
  const accountState = (world: Awaited<ReturnType<typeof aWorld>>) =>
    world.internalQuery(accountStateOf, { tokenIdentifier: null, email: " Ivo@ao.com" });

  test("is taken up within its week", async () => {
    const world = await aWorld();
    await invite(world);
    await world.advance(7 * DAY_MS - 1);
    expect(await accountState(world)).toBe("open");
    await arrive(world);
    expect((await world.rows("people"))[0]).toMatchObject({ status: "active" });
  });

  test("links nobody after it, though no one noted that it expired", async () => {
    const world = await aWorld();
    await invite(world);
    await world.advance(7 * DAY_MS);
    expect(await accountState(world)).toBe("closed");
    expect(await codeOf(arrive(world))).toBe("not-active");
    expect((await world.rows("people"))[0]).toMatchObject({ status: "invited" });
  });
});

test.each(["suspended", "removed", "expired"] as const)(
  "a %s person may not sign in, whether they are known by account or by address",
  async (status) => {
    const world = await aWorld();
    const sus = await world.person("sus", { status });
    expect(await world.internalQuery(accountStateOf, { tokenIdentifier: null, email: "sus@ao.com" })).toBe("closed");
    expect(
      await world.internalQuery(accountStateOf, {
        tokenIdentifier: sus.token.tokenIdentifier ?? "",
        email: "renamed@ao.com",
      }),
    ).toBe("closed");
    expect(
      await world.internalQuery(accountStateOf, {
        tokenIdentifier: "https://portal.test|nobody",
        email: "nobody@ao.com",
      }),
    ).toBe("open");
  },
);
