import { afterEach, expect, test } from "vitest";
import { api, internal } from "../../_generated/api";
import { aWorld, DAWN, endWorld } from "../../testing/world.testing";

afterEach(endWorld);

const ATTEMPT = {
  kind: "mutation",
  path: "approvals/mutations:decide",
  code: "not-eligible",
  subjects: {},
  withheld: 0,
} as const;
const record = internal.audit.internal.recordRefusal;

test("a refused attempt is the person's, says what was tried on what, and is denied", async () => {
  const world = await aWorld();
  const ada = await world.person("ada");
  await world.internal(record, {
    ...ATTEMPT,
    tokenIdentifier: "https://portal.test|ada",
    sessionId: "s1",
    capability: "approvals.decide",
    withheld: 4,
    subjects: { personId: ada.id, approvalId: "made-up", somethingId: ada.id },
  });
  expect(await world.rows("auditEvents")).toMatchObject([
    {
      action: "access.refused",
      outcome: "denied",
      actor: { personId: ada.id, sessionId: "s1" },
      targets: [{ type: "person", id: ada.id }],
      context: {
        function: ATTEMPT.path,
        kind: "mutation",
        code: "not-eligible",
        capability: "approvals.decide",
        withheld: 4,
      },
    },
  ]);
  expect((await world.rows("auditTargets")).map(({ key }) => key)).toEqual([`person:${ada.id}`]);
});

test("one made through another's eyes names both, and an open page that asks for what it showed before names nobody", async () => {
  const world = await aWorld();
  const boss = await world.person("boss", { roles: ["staff", "superAdmin"] });
  const ada = await world.person("ada");
  await world.run((ctx) =>
    ctx.db.insert("impersonationSessions", {
      realPersonId: boss.id,
      impersonatingUserId: ada.id,
      mode: "view",
      reason: "Ticket 7",
      impersonationStartedAt: DAWN,
      impersonationExpiresAt: DAWN + 3_600_000,
    }),
  );
  await world.internal(record, {
    ...ATTEMPT,
    tokenIdentifier: "https://portal.test|boss",
    kind: "query",
    code: "not-allowed",
  });
  expect(await world.rows("auditEvents")).toEqual([]);
  await world.internal(record, {
    ...ATTEMPT,
    tokenIdentifier: "https://portal.test|boss",
    code: "not-while-impersonating",
  });
  expect(await world.rows("auditEvents")).toMatchObject([
    { actor: { personId: ada.id }, impersonator: { personId: boss.id }, outcome: "denied" },
  ]);
});

test("an attempt of somebody the portal does not know leaves nothing", async () => {
  const world = await aWorld();
  await world.internal(record, { ...ATTEMPT, tokenIdentifier: "https://portal.test|stranger" });
  expect(await world.rows("auditEvents")).toEqual([]);
});

test("refused attempts are found by their outcome", async () => {
  const world = await aWorld();
  const admin = await world.person("anna", { roles: ["staff", "admin"] });
  await admin.mutation(api.people.mutations.saveTheme, { themePreference: "dark" });
  await world.internal(record, { ...ATTEMPT, tokenIdentifier: "https://portal.test|anna" });
  expect(
    (await admin.query(api.audit.queries.list, { filter: { outcome: "denied" } })).events.map(({ action }) => action),
  ).toEqual(["access.refused"]);
});
