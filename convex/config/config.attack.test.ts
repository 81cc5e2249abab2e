/** Options: what one super admin may set, what takes two however it is reached, and that what is set holds at once. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { configured } from "../core/config/model";
import { CONFIG_KEYS, type ConfigKey, takesTwo, valueText, whyNotValue } from "../core/config/rules";
import { CONFIG } from "../core/config/rules/options";
import { changeText } from "../core/config/rules/optionWords";
import { anOffice } from "../impersonation/impersonation.testing";
import { anInvitingCompany } from "../invitations/inviting.testing";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { aCompany, type Company } from "../people/suspending.testing";
import { codeOf, endWorld, refusalBy, type TestPerson } from "../testing/world.testing";

afterEach(endWorld);

const reason = "Asked for by everybody";

/** Setting options in this world, as the page does it. */
function optionsIn(world: Company["world"]) {
  const versionOf = async (key: ConfigKey): Promise<number> =>
    Math.max(0, ...(await world.rows("configVersions")).filter((row) => row.key === key).map(({ version }) => version));
  return {
    set: async (by: TestPerson, key: ConfigKey, value: number, shownVersion?: number) => {
      await by.stepUp();
      const shown = shownVersion ?? (await versionOf(key));
      return await by.mutation(api.config.mutations.set, { key, value, reason, shownVersion: shown });
    },
    undo: async (by: TestPerson, key: ConfigKey, version: number) => {
      await by.stepUp();
      return await by.mutation(api.config.mutations.undo, { key, version, reason, shownVersion: await versionOf(key) });
    },
    valueOf: (key: ConfigKey) => world.run((ctx) => configured(ctx, key)),
    versionOf,
  };
}

async function aConfiguredCompany() {
  const company = await aCompany();
  return { ...company, ...optionsIn(company.world) };
}

test("a value on the safe side is set by one super admin, at once, and is written down with both values", async () => {
  const { sam, set, valueOf, events } = await aConfiguredCompany();
  expect(await set(sam, "invitations.reminderDays", 2)).toEqual({ state: "done", appliesAt: null });
  expect(await valueOf("invitations.reminderDays")).toBe(2);
  expect(await events("config.set")).toMatchObject([
    {
      targets: [{ type: "option", label: "Invitation reminder after" }],
      changes: [{ field: "value", before: "3 days", after: "2 days" }],
      context: { version: 1, reason },
    },
  ]);
  expect(await sam.query(api.config.queries.versions, { key: "invitations.reminderDays" })).toMatchObject([
    { version: 1, value: 2, by: ["Sam Tester"], reason },
  ]);
});

describe("a value on the risky side takes two people, whatever leads to it (C2)", () => {
  test("set, and confirmed by somebody else", async () => {
    const { sam, una, set, confirm, valueOf } = await aConfiguredCompany();
    expect(await set(sam, "monitor.keptDays", 13)).toMatchObject({ state: "proposed" });
    expect(await valueOf("monitor.keptDays")).toBe(14);
    expect(await codeOf(confirm(sam))).toBe("not-eligible");
    await confirm(una);
    expect(await valueOf("monitor.keptDays")).toBe(13);
  });

  test("confirmed by a super admin alone, and only while whoever proposed it is one", async () => {
    const { world, sam, una, gina, set, confirm, valueOf } = await aConfiguredCompany();
    await set(sam, "monitor.keptDays", 13);
    expect(await codeOf(confirm(gina))).toBe("not-allowed");
    await world.run((ctx) => ctx.db.patch(sam.id, { roles: ["staff"], isSuperAdmin: false }));
    expect(await codeOf(confirm(una))).toBe("not-allowed");
    expect(await valueOf("monitor.keptDays")).toBe(14);
  });

  test("undone to", async () => {
    const { sam, una, set, undo, confirm, valueOf } = await aConfiguredCompany();
    await set(sam, "monitor.keptDays", 5);
    await confirm(una);
    expect(await set(sam, "monitor.keptDays", 20)).toMatchObject({ state: "done" });
    expect(await undo(sam, "monitor.keptDays", 1)).toMatchObject({ state: "proposed" });
    expect(await valueOf("monitor.keptDays")).toBe(20);
  });

  test("approached in small steps", async () => {
    const { sam, una, set, confirm } = await aConfiguredCompany();
    expect(await set(sam, "notifications.mailsPerHour", 11)).toMatchObject({ state: "proposed" });
    await confirm(una);
    expect(await set(sam, "notifications.mailsPerHour", 12)).toMatchObject({ state: "proposed" });
  });

  test("while the way back to the safe side takes one", async () => {
    const { sam, una, set, undo, confirm, valueOf } = await aConfiguredCompany();
    await set(sam, "notifications.mailsPerHour", 20);
    await confirm(una);
    expect(await undo(una, "notifications.mailsPerHour", 0)).toMatchObject({ state: "done" });
    expect(await valueOf("notifications.mailsPerHour")).toBe(10);
  });

  test("nor does it take effect when it was set otherwise meanwhile", async () => {
    const { world, sam, una, set, confirm, valueOf } = await aConfiguredCompany();
    await set(sam, "monitor.keptDays", 5);
    const row = { key: "monitor.keptDays", version: 1, value: 60, reason, setAt: world.now(), byIds: [una.id] };
    await world.run((ctx) => ctx.db.insert("configVersions", row));
    expect(await codeOf(confirm(una))).toBe("changed-meanwhile");
    expect(await valueOf("monitor.keptDays")).toBe(60);
  });
});

describe("nobody sets (C1)", () => {
  test.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e12])("%s", async (value) => {
    const { world, sam, set } = await aConfiguredCompany();
    for (const key of CONFIG_KEYS)
      if (value !== 0 || CONFIG[key].from > 0) expect(await codeOf(set(sam, key, value))).toBe("invalid-form");
    expect(await world.rows("configVersions")).toEqual([]);
  });

  test("what is no option, a version that never was, or anything as somebody who is no super admin", async () => {
    const { adam, gina, ada, sam, set, undo } = await aConfiguredCompany();
    expect(await codeOf(set(sam, "AUDIT_KEEP" as ConfigKey, 1))).toBe("not-found");
    expect(await codeOf(set(sam, "toString" as ConfigKey, 1))).toBe("not-found");
    expect(await codeOf(undo(sam, "monitor.keptDays", 7))).toBe("not-found");
    for (const who of [adam, gina, ada]) expect(await codeOf(set(who, "monitor.keptDays", 20))).toBe("not-allowed");
  });

  test("with an open session alone: the password is asked again", async () => {
    const { sam } = await aConfiguredCompany();
    const sent = { key: "monitor.keptDays", value: 20, reason, shownVersion: 0 };
    const { code, for: asked } = await refusalBy(sam.mutation(api.config.mutations.set, sent));
    expect([code, asked]).toEqual(["step-up-required", "config.set:monitor.keptDays"]);
  });

  test("over what somebody else set since the page was read; sent twice it is set once", async () => {
    const { sam, una, set, versionOf } = await aConfiguredCompany();
    await set(sam, "monitor.keptDays", 20, 0);
    expect(await codeOf(set(una, "monitor.keptDays", 30, 0))).toBe("changed-meanwhile");
    expect(await set(sam, "monitor.keptDays", 20, 0)).toMatchObject({ state: "done" });
    expect(await versionOf("monitor.keptDays")).toBe(1);
  });

  test("with a value in the data that is not allowed any more: what is usual holds", async () => {
    const { world, valueOf } = await aConfiguredCompany();
    const row = { key: "monitor.keptDays", version: 1, value: 9_999, reason, setAt: 0, byIds: [] };
    await world.run((ctx) => ctx.db.insert("configVersions", row));
    expect(await valueOf("monitor.keptDays")).toBe(14);
  });
});

describe("what is set holds from then on, without a restart", () => {
  test("how long invitations stand and when they are repeated; those sent before keep their end", async () => {
    const { world, gina, sam, invite, invitationOf } = await anInvitingCompany();
    const { set } = optionsIn(world);
    await invite(gina);
    await set(sam, "invitations.days", 2);
    await set(sam, "invitations.reminderDays", 1);
    await invite(gina, { email: "second@ao.com" });
    expect(await invitationOf("second@ao.com")).toMatchObject({
      expiresAt: world.now() + 2 * DAY_MS,
      remindAt: world.now() + DAY_MS,
    });
    expect(await invitationOf()).toMatchObject({ expiresAt: world.now() + 7 * DAY_MS });
    expect(await gina.query(api.invitations.queries.form, {})).toMatchObject({ days: { works: 2, reminds: 1 } });
  });

  test("how often one may impersonate", async () => {
    const { world, sam, ada, bea, begin, stop } = await anOffice();
    await optionsIn(world).set(sam, "impersonation.startsPerHour", 1);
    await stop(await begin(30, ada));
    expect(await codeOf(begin(30, bea))).toBe("rate-limited");
  });

  test("how long a change waits that nobody is there to confirm", async () => {
    const { world, sam, una, kim, adam, set, give, open } = await aConfiguredCompany();
    await set(sam, "proposals.waitHours", 48);
    for (const { id } of [una, kim]) await world.run((ctx) => ctx.db.patch(id, { status: "suspended" }));
    await give(sam, adam, "finops");
    expect(await open()).toMatchObject({ appliesAt: world.now() + 48 * HOUR_MS });
  });

  test("when digests leave, how many mails one gets in an hour, and for how long notifications are kept", async () => {
    const { world, sam, ada, set } = await aConfiguredCompany();
    await set(sam, "notifications.digestHour", 18);
    await set(sam, "notifications.mailsPerHour", 1);
    await set(sam, "notifications.keptDays", 400);
    await set(sam, "notifications.archivedDays", 100);
    const at = world.now();
    const notice = (fields: object) =>
      world.run((ctx) =>
        ctx.db.insert("notifications", {
          recipientId: ada.id,
          kind: "person.suspended",
          subject: { type: "person", id: String(Math.random()), label: "x" },
          title: "x",
          body: "x",
          to: "/",
          because: "x",
          isCritical: false,
          dedupeKey: "x",
          count: 1,
          createdAt: at,
          updatedAt: at,
          ...fields,
        }),
      );
    const old = await notice({ updatedAt: at - 399 * DAY_MS });
    const older = await notice({ updatedAt: at - 401 * DAY_MS });
    const archived = await notice({ archivedAt: at - 101 * DAY_MS });
    const kept = await notice({ archivedAt: at - 99 * DAY_MS });
    for (let turn = 0; turn < 3; turn += 1) await world.internal(internal.notifications.internal.prune, {});
    const left = (await world.rows("notifications")).map(({ _id }) => _id);
    expect([old, older, archived, kept].map((id) => left.includes(id))).toEqual([true, false, false, true]);
    const mailed = await notice({ mailDueAt: at });
    await world.internal(internal.notifications.internal.mailDue, {});
    const tooMany = await notice({ mailDueAt: at });
    await world.internal(internal.notifications.internal.mailDue, {});
    const rows = new Map((await world.rows("notifications")).map((row) => [row._id, row.digestDueAt]));
    expect([rows.get(mailed), rows.get(tooMany)]).toEqual([undefined, at - (at % DAY_MS) + 18 * HOUR_MS]);
  });

  test("for how long execution logs are kept", async () => {
    const { world, sam, set } = await aConfiguredCompany();
    await world.clockRun();
    await set(sam, "monitor.keptDays", 30);
    await world.advance(20 * DAY_MS);
    await world.internal(internal.workflow.internal.pruneLogs, {});
    expect(await world.rows("taskMonitorLogs")).toHaveLength(1);
  });
});

test("a change is said before it is saved, with what holds now; what cannot be set is not", () => {
  expect(changeText("invitations.days", 7, 5)).toBe("Now 7 days → 5 days");
  expect(changeText("notifications.digestHour", 7, 16)).toBe("Now 07:00 UTC → 16:00 UTC");
  for (const none of [null, 7, 8, 0.5]) expect(changeText("invitations.days", 7, none)).toBe("Now 7 days");
});

test.each(CONFIG_KEYS)("%s: its usual value is allowed, safe and can be said", (key) => {
  const { usual, from, to } = CONFIG[key];
  expect([whyNotValue(key, usual), takesTwo(key, usual)]).toEqual([null, false]);
  expect([whyNotValue(key, from - 1), whyNotValue(key, to + 1), whyNotValue(key, null)]).not.toContain(null);
  expect(valueText(key, usual)).toMatch(/\d/);
});
