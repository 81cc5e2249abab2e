import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { SYSTEM } from "../core/audit/model";
import { updatePerson } from "../core/people/model";
import { HOUR_MS, MINUTE_MS } from "../lib/pure/time";
import { aWorld, codeOf, DAWN, endWorld, tokenOf } from "../testing/world.testing";

afterEach(endWorld);

describe("the first sign-in", () => {
  test("creates a staff person from the verified claims", async () => {
    const world = await aWorld();
    const ada = world.as(tokenOf("ada"));
    expect(await ada.query(api.people.queries.me, {})).toBeNull();
    await ada.mutation(api.people.mutations.signedIn, {});
    expect(await ada.query(api.people.queries.me, {})).toMatchObject({
      email: "ada@ao.com",
      firstName: "Ada",
      lastName: "Tester",
      roles: ["staff"],
      status: "active",
      businessArea: null,
      themePreference: null,
      hasChangedInitialPassword: true,
      impersonation: null,
    });
  });

  test("links the person who waits for this address, whatever its letter case", async () => {
    const world = await aWorld();
    await world.person("bea", { tokenIdentifier: undefined, status: "invited", roles: ["staff", "finops"] });
    const bea = world.as(tokenOf("bea", { email: "Bea@AO.com" }));
    await bea.mutation(api.people.mutations.signedIn, {});
    expect(await bea.query(api.people.queries.me, {})).toMatchObject({ roles: ["staff", "finops"], status: "active" });
    expect(await world.rows("people")).toHaveLength(1);
  });

  test("is refused without a verified address, and without a token", async () => {
    const world = await aWorld();
    const call = (token: Parameters<typeof world.as>[0]) =>
      codeOf(world.as(token).mutation(api.people.mutations.signedIn, {}));
    expect(await call(tokenOf("ada", { email_verified: false }))).toBe("email-not-verified");
    expect(await call(tokenOf("ada", { email: "" }))).toBe("email-missing");
    expect(await codeOf(world.nobody.mutation(api.people.mutations.signedIn, {}))).toBe("not-signed-in");
    expect(await world.rows("people")).toHaveLength(0);
  });

  test.each(["suspended", "removed", "expired"] as const)(
    "is refused to a %s person, known by token or by address",
    async (status) => {
      const world = await aWorld();
      await world.person("rem", { tokenIdentifier: undefined, status });
      await world.person("kno", { status });
      for (const name of ["rem", "kno"]) {
        expect(await codeOf(world.as(tokenOf(name)).mutation(api.people.mutations.signedIn, {}))).toBe("not-active");
      }
      expect(await world.rows("auditEvents")).toEqual([]);
    },
  );

  test("after a new invitation makes a person who was here before active again", async () => {
    const world = await aWorld();
    const ivo = await world.person("ivo", { status: "invited" });
    await ivo.mutation(api.people.mutations.signedIn, {});
    expect(await ivo.query(api.people.queries.me, {})).toMatchObject({ status: "active" });
    expect(await world.rows("people")).toHaveLength(1);
  });

  test("takes claims of an OIDC issuer too", async () => {
    const world = await aWorld();
    const token = {
      issuer: "https://clerk.test",
      subject: "c1",
      tokenIdentifier: "https://clerk.test|c1",
      email: "cle@ao.com",
      emailVerified: true,
      givenName: "Cle",
      familyName: "Rk",
    };
    await world.as(token).mutation(api.people.mutations.signedIn, {});
    expect(await world.as(token).query(api.people.queries.me, {})).toMatchObject({
      firstName: "Cle",
      hasChangedInitialPassword: true,
    });
  });

  test("repeated changes nothing but the time somebody was last seen, at most every quarter of an hour", async () => {
    const world = await aWorld();
    const ada = world.as(tokenOf("ada"));
    await ada.mutation(api.people.mutations.signedIn, {});
    await world.advance(MINUTE_MS);
    await ada.mutation(api.people.mutations.signedIn, {});
    expect((await world.rows("people"))[0]?.lastSeenAt).toBe(DAWN);
    await world.advance(14 * MINUTE_MS);
    await ada.mutation(api.people.mutations.signedIn, {});
    expect((await world.rows("people"))[0]?.lastSeenAt).toBe(DAWN + 15 * MINUTE_MS);
    expect((await world.rows("auditEvents")).map(({ action }) => action)).toEqual(["person.created", "person.seen"]);
  });
});

test("somebody who was suspended and is removed has left once", async () => {
  const world = await aWorld();
  const { id } = await world.person("ada");
  for (const status of ["suspended", "removed"] as const)
    await world.run(async (ctx) => {
      const ada = await ctx.db.get(id);
      if (ada) await updatePerson(ctx, ada, { status }, { ...SYSTEM, action: "person.changed", at: DAWN });
    });
  expect((await world.rows("departures")).map(({ personId }) => personId)).toEqual([id]);
});

describe("an initial password", () => {
  test("blocks everything but finding out who one is, until the token says it was changed", async () => {
    const world = await aWorld();
    await world.person("nia", { tokenIdentifier: undefined, hasChangedInitialPassword: false });
    const before = world.as(tokenOf("nia", { has_changed_initial_password: false }));
    await before.mutation(api.people.mutations.signedIn, {});
    expect(await before.query(api.people.queries.me, {})).toMatchObject({
      hasChangedInitialPassword: false,
      capabilities: [],
    });
    expect(await codeOf(before.query(api.requests.queries.mine, {}))).toBe("password-change-required");
    expect(await codeOf(before.mutation(api.people.mutations.saveTheme, { themePreference: "dark" }))).toBe(
      "password-change-required",
    );

    const after = world.as(tokenOf("nia"));
    await after.mutation(api.people.mutations.signedIn, {});
    expect((await after.query(api.requests.queries.mine, {})).rows).toEqual([]);
    await before.mutation(api.people.mutations.signedIn, {});
    expect(await after.query(api.people.queries.me, {})).toMatchObject({ hasChangedInitialPassword: true });
  });
});

describe("who is refused", () => {
  test("a suspended person, who still learns their status", async () => {
    const world = await aWorld();
    const sus = await world.person("sus", { status: "suspended" });
    expect(await codeOf(sus.query(api.tasks.queries.mine, {}))).toBe("not-active");
    expect(await sus.query(api.people.queries.me, {})).toMatchObject({ status: "suspended", capabilities: [] });
  });

  test("a session that was ended, from the next call on, and no other session of the same person", async () => {
    const world = await aWorld();
    const ada = await world.person("ada");
    expect((await ada.query(api.requests.queries.mine, {})).rows).toEqual([]);
    await world.internal(internal.people.internal.endSession, {
      sessionId: "session-of-ada",
      expiresAt: DAWN + 600_000,
    });
    await world.internal(internal.people.internal.endSession, {
      sessionId: "session-of-ada",
      expiresAt: DAWN + 600_000,
    });
    expect(await codeOf(ada.query(api.requests.queries.mine, {}))).toBe("session-revoked");
    expect(await codeOf(ada.query(api.people.queries.me, {}))).toBe("session-revoked");
    expect(await codeOf(ada.mutation(api.people.mutations.signedIn, {}))).toBe("session-revoked");
    expect((await world.as(tokenOf("ada", { sid: "another" })).query(api.requests.queries.mine, {})).rows).toEqual([]);
    expect(await world.rows("endedSessions")).toHaveLength(1);
    await world.advance(600_001);
    await world.internal(internal.people.internal.pruneSessions, {});
    expect(await world.rows("endedSessions")).toHaveLength(0);
  });

  test("nobody, and a token whose person is not known yet", async () => {
    const world = await aWorld();
    expect(await world.nobody.query(api.people.queries.me, {})).toBeNull();
    expect(await codeOf(world.nobody.query(api.requests.queries.mine, {}))).toBe("not-signed-in");
    expect(await codeOf(world.as(tokenOf("new")).query(api.requests.queries.mine, {}))).toBe("not-linked");
  });
});

describe("one's own row", () => {
  test("keeps theme and names, and the audit trail shows before and after", async () => {
    const world = await aWorld();
    const ada = await world.person("ada");
    await ada.mutation(api.people.mutations.saveTheme, { themePreference: "dark" });
    await ada.mutation(api.people.mutations.saveProfile, { firstName: " Augusta ", lastName: "King" });
    expect(await ada.query(api.people.queries.me, {})).toMatchObject({
      themePreference: "dark",
      firstName: "Augusta",
      lastName: "King",
    });
    const [theme, profile] = await world.rows("auditEvents");
    expect(theme).toMatchObject({
      sequence: 1,
      action: "person.themeSaved",
      actor: { personId: ada.id },
      changes: [{ field: "themePreference", before: null, after: "dark" }],
    });
    expect(profile?.changes).toEqual([
      { field: "firstName", before: "Ada", after: "Augusta" },
      { field: "lastName", before: "Tester", after: "King" },
    ]);
  });

  test("keeps the zone times are told in, and refuses what is no zone with words", async () => {
    const world = await aWorld();
    const ada = await world.person("ada");
    const save = (timeZone: string | null) => ada.mutation(api.people.mutations.saveTimeZone, { timeZone });
    const zone = async () => (await ada.query(api.people.queries.me, {}))?.timeZone;
    expect(await zone()).toBeNull();
    await save("America/New_York");
    for (const wrong of ["", "Mars/Base", "x".repeat(65)])
      await expect(save(wrong)).rejects.toMatchObject({
        data: { code: "invalid-form", fields: { timeZone: expect.stringMatching(/time zone/) } },
      });
    expect(await zone()).toBe("America/New_York");
    await save(null);
    expect(await zone()).toBeNull();
    const changes = (await world.rows("auditEvents")).flatMap((event) => event.changes);
    expect(changes).toMatchObject([
      { field: "timeZone", before: null, after: "America/New_York" },
      { field: "timeZone", before: "America/New_York", after: null },
    ]);
  });

  test("saved unchanged leaves no trace", async () => {
    const world = await aWorld();
    const ada = await world.person("ada", { themePreference: "dark" });
    await ada.mutation(api.people.mutations.saveTheme, { themePreference: "dark" });
    expect(await world.rows("auditEvents")).toHaveLength(0);
  });

  test("refuses an empty and a long name with the form's own message", async () => {
    const world = await aWorld();
    const ada = await world.person("ada");
    const save = (firstName: string) => ada.mutation(api.people.mutations.saveProfile, { firstName, lastName: "King" });
    expect(await codeOf(save(" "))).toBe("invalid-name");
    expect(await codeOf(save("x".repeat(51)))).toBe("invalid-name");
  });
});

describe("the first super admin", () => {
  test("is created once and must change the password", async () => {
    const world = await aWorld();
    const who = { email: "Root@ao.com", firstName: "Root", lastName: "Admin" };
    expect(await world.internalQuery(internal.people.internal.superAdminExists, {})).toBe(false);
    for (const _start of [1, 2])
      expect(await world.internal(internal.people.internal.bootstrapSuperAdmin, who)).toMatchObject({
        isSuperAdmin: true,
      });
    expect(await world.internalQuery(internal.people.internal.superAdminExists, {})).toBe(true);
    expect(await world.rows("people")).toMatchObject([
      { email: "root@ao.com", roles: ["staff", "superAdmin"], hasChangedInitialPassword: false },
    ]);
    expect(await world.rows("auditEvents")).toHaveLength(1);
  });
});

describe("the front page", () => {
  test("holds what an admin pinned for everybody, until they pin something else", async () => {
    const world = await aWorld();
    const [ada, admin] = [await world.person("ada"), await world.person("aisha", { roles: ["staff", "admin"] })];
    expect(await ada.query(api.people.queries.me, {})).toMatchObject({ pinnedHomeCards: [] });
    for (const cards of [["services", "myAccess"] as const, [] as const]) {
      await admin.mutation(api.people.mutations.pinHomeCards, { cards: [...cards] });
      expect(await ada.query(api.people.queries.me, {})).toMatchObject({ pinnedHomeCards: cards });
    }
    expect(await codeOf(admin.mutation(api.people.mutations.pinHomeCards, { cards: ["pages", "pages"] }))).toBe(
      "invalid-input",
    );
    expect(await world.rows("homePins")).toHaveLength(1);
    expect((await world.rows("auditEvents")).filter(({ action }) => action === "home.pinned")).toMatchObject([
      { actor: { personId: admin.id }, changes: [{ field: "cards" }] },
      { actor: { personId: admin.id } },
    ]);
  });

  test("keeps the cards a person chose, in their order, an empty board included", async () => {
    const world = await aWorld();
    const ada = await world.person("ada");
    expect(await ada.query(api.people.queries.me, {})).toMatchObject({ homeCards: null });
    for (const homeCards of [["services", "myAccess"] as const, [] as const]) {
      await ada.mutation(api.people.mutations.saveHomeCards, { homeCards: [...homeCards] });
      expect(await ada.query(api.people.queries.me, {})).toMatchObject({ homeCards });
    }
    expect(await codeOf(ada.mutation(api.people.mutations.saveHomeCards, { homeCards: ["pages", "pages"] }))).toBe(
      "invalid-input",
    );
  });

  test("tells what happened since the visit before this one, not since this one began", async () => {
    const world = await aWorld();
    const ada = await world.person("ada", { lastSeenAt: DAWN });
    expect(await ada.query(api.notifications.queries.sinceLastVisit, {})).toBeNull();
    await world.advance(5 * HOUR_MS);
    await ada.mutation(api.people.mutations.signedIn, {});
    await world.advance(20 * MINUTE_MS);
    await ada.mutation(api.people.mutations.signedIn, {});
    expect(await ada.query(api.notifications.queries.sinceLastVisit, {})).toEqual({
      since: DAWN,
      total: 0,
      hasOlder: false,
      parts: [],
    });
  });
});
