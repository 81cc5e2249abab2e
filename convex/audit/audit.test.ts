import { afterEach, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { recordEvent, SYSTEM } from "../core/audit/model";
import { MASK } from "../core/audit/rules";
import { aWorld, endWorld } from "../testing/world.testing";

afterEach(endWorld);

const report = internal.audit.internal.recordSecurityEvent;

test("a sign-in event is attributed to the person of that address, whatever its letter case", async () => {
  const world = await aWorld();
  const ada = await world.person("ada");
  await world.internal(report, {
    action: "session.signInFailed",
    actorEmail: "ADA@ao.com",
    outcome: "denied",
    context: { address: "10.0.0.7", userAgent: "curl/8", by: "password" },
  });
  expect(await world.rows("auditEvents")).toMatchObject([
    {
      actor: { kind: "person", personId: ada.id },
      outcome: "denied",
      context: { by: "password" },
      origin: { ip: "10.0.0.7", userAgent: "curl/8" },
    },
  ]);
  expect(await ada.query(api.audit.queries.mine, {})).toMatchObject([
    { action: "session.signInFailed", outcome: "denied", impersonatorLabel: null },
  ]);
});

test("one of nobody known is a visitor's", async () => {
  const world = await aWorld();
  await world.internal(report, {
    action: "session.signInFailed",
    actorEmail: "eve@evil.test",
    outcome: "denied",
    context: {},
  });
  await world.internal(report, { action: "session.signInFailed", outcome: "denied", context: {} });
  expect((await world.rows("auditEvents")).map(({ actor }) => actor)).toEqual([
    { kind: "visitor", label: "eve@evil.test" },
    { kind: "visitor", label: "Unknown visitor" },
  ]);
});

test("secrets that slip into the context are masked", async () => {
  const world = await aWorld();
  await world.internal(report, {
    action: "session.signedIn",
    outcome: "success",
    context: { password: "hunter2", request: { authorization: "Bearer x" } },
  });
  expect((await world.rows("auditEvents"))[0]?.context).toEqual({ password: MASK, request: { authorization: MASK } });
});

test("one sees only one's own actions, newest first", async () => {
  const world = await aWorld();
  const ada = await world.person("ada");
  const bea = await world.person("bea");
  await ada.mutation(api.people.mutations.saveTheme, { themePreference: "dark" });
  await world.advance(1000);
  await ada.mutation(api.people.mutations.saveTheme, { themePreference: "light" });
  await bea.mutation(api.people.mutations.saveProfile, { firstName: "Beatrice", lastName: "B" });
  const mine = await ada.query(api.audit.queries.mine, {});
  expect(mine.map(({ action }) => action)).toEqual(["person.themeSaved", "person.themeSaved"]);
  expect(mine[0]?.occurredAt).toBeGreaterThan(mine[1]?.occurredAt ?? Infinity);
});

test("an event written again under its key is the first one", async () => {
  const world = await aWorld();
  const write = (key: string, action: string) =>
    world.run((ctx) => recordEvent(ctx, { ...SYSTEM, action, targets: [], key }));
  expect([
    await write("mail:1", "mail.recorded"),
    await write("mail:1", "mail.failed"),
    await write("mail:2", "mail.recorded"),
  ]).toEqual([1, 1, 2]);
  expect((await world.rows("auditEvents")).map(({ key, action }) => [key, action])).toEqual([
    ["mail:1", "mail.recorded"],
    ["mail:2", "mail.recorded"],
  ]);
});

test("an event says which request or which scheduled job it came from, and its detail tells sessions apart without naming one", async () => {
  const world = await aWorld();
  const ada = await world.person("ada");
  await ada.mutation(api.people.mutations.saveTheme, { themePreference: "dark" });
  const [theme] = await world.rows("auditEvents");
  expect(theme?.origin).toEqual({ requestId: expect.any(String) as string });
  const detail = await ada.query(api.audit.queries.get, { eventId: theme?._id ?? "" });
  expect(detail?.origin).toMatchObject({ session: "of-ada", requestId: theme?.origin?.requestId });
  expect(JSON.stringify(detail)).not.toContain("session-of-ada");
  const mail = { to: "ada@ao.com", subject: "s", text: "t", kind: "welcome", status: "sent" } as const;
  await world.internal(internal.notifications.internal.recordMail, mail);
  await world.run((ctx) => ctx.scheduler.runAfter(0, internal.notifications.internal.recordMail, mail));
  await world.advance(0);
  const [byHost, byJob] = (await world.rows("auditEvents")).filter(({ action }) => action === "mail.recorded");
  expect([byHost?.actor.kind, byHost?.origin?.jobId, byJob?.origin?.jobId]).toEqual([
    "system",
    undefined,
    expect.any(String) as string,
  ]);
});
