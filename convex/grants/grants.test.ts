/** The life of an access against a real HTTP server that speaks Snowflake's API. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { NOTHING_MORE } from "../core/domains/table";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/pure/time";
import { itemsOf } from "../notifications/notices.testing";
import { completeApproved, stepNow, submitted, taskAt } from "../process/requests.testing";
import { aGrant } from "../tasks/scenes.testing";
import { aWorld, codeOf, DAWN, endWorld } from "../testing/world.testing";
import { anAccess } from "./access.testing";

afterEach(endWorld);

const GRANT = 'GRANT ROLE "ANALYST" TO USER "ADA"';
const REVOKE = 'REVOKE ROLE "ANALYST" FROM USER "ADA"';

describe("temporary access", () => {
  test("is noticed 7 days, 1 day and 1 hour before with the way to extend it, then removed and read back", async () => {
    const { pass, grants, told, sandbox, rita } = await anAccess();
    await pass(82 * DAY_MS);
    expect(await told("access.expiring")).toEqual([]);
    await pass(DAY_MS);
    expect(await grants()).toMatchObject([{ state: "Expiring", noticesGiven: ["7 days"], role: "ANALYST" }]);
    await pass(6 * DAY_MS);
    await pass(23 * HOUR_MS);
    const notices = await told("access.expiring");
    expect(notices.map(({ title }) => title)).toEqual(
      ["7 days", "1 day", "1 hour"].map((time) => `Your access ends in ${time}: ANALYST in Snowflake`),
    );
    expect(notices[0]).toMatchObject({
      recipientId: rita.id,
      isCritical: true,
      to: expect.stringContaining("/requests/extend/") as string,
    });
    await pass(HOUR_MS);
    expect(sandbox.changes()).toEqual([GRANT, REVOKE]);
    expect(await grants()).toMatchObject([{ state: "Expired", removalProof: { isProven: true } }]);
    expect((await grants())[0]?.nextCheckAt).toBeUndefined();
    expect(await told("access.expired")).toHaveLength(1);
  }, 30_000);

  test("that cannot be removed stays visible, is tried again, and its owners are told", async () => {
    const { pass, grants, told, sandbox, admin } = await anAccess(1);
    sandbox.fail({ kind: "status", status: 429, retryAfter: "120", statement: /REVOKE/ });
    await pass(DAY_MS);
    expect(await grants()).toMatchObject([
      { state: "Active", removalAttempts: 1, removalError: expect.stringContaining("busy") as string },
    ]);
    expect(await told("grant.removalFailed")).toMatchObject([{ recipientId: admin.id, isCritical: true }]);
    await pass(MINUTE_MS);
    expect(sandbox.changes()).toEqual([GRANT]);
    await pass(MINUTE_MS);
    expect(await grants()).toMatchObject([{ state: "Expired" }]);
    expect(sandbox.changes()).toEqual([GRANT, REVOKE]);
  });

  test("waits for the kill switch, and says so", async () => {
    const { pass, grants, snowflake, sandbox } = await anAccess(1);
    await snowflake("stopped");
    await pass(DAY_MS);
    expect(await grants()).toMatchObject([
      { state: "Active", removalError: expect.stringContaining("switched off") as string },
    ]);
    await snowflake("on");
    await pass(5 * MINUTE_MS);
    expect(await grants()).toMatchObject([{ state: "Expired" }]);
    expect(sandbox.changes()).toEqual([GRANT, REVOKE]);
  });

  test("a removal whose process died is begun again by the clock", async () => {
    const { world, pass, check, grants, sandbox } = await anAccess(1);
    await world.advance(DAY_MS);
    const [grant] = await grants();
    // As it stands when the process dies between claiming the removal and doing it.
    await world.run((ctx) => ctx.db.patch(grant!._id, { nextCheckAt: world.now() + 15 * MINUTE_MS }));
    await check();
    expect(sandbox.changes()).toEqual([GRANT]);
    await pass(15 * MINUTE_MS);
    expect(await grants()).toMatchObject([{ state: "Expired" }]);
  });

  test("extended by a later request is superseded, and the later one's end removes it", async () => {
    const { ask, pass, grants, sandbox, world } = await anAccess(10);
    await world.advance(5 * DAY_MS);
    await ask(10);
    expect((await grants()).map(({ state }) => state)).toEqual(["Superseded", "Active"]);
    await pass(5 * DAY_MS);
    expect(sandbox.changes()).toEqual([GRANT]);
    await pass(4 * DAY_MS);
    await pass(DAY_MS);
    expect((await grants()).map(({ state }) => state)).toEqual(["Superseded", "Expired"]);
    expect(sandbox.changes()).toEqual([GRANT, REVOKE]);
  });
});

test("that access could not be removed is seen by the present owner of its data domain, as long as it stands", async () => {
  const world = await aWorld();
  const [ada, olga, earlier] = [await world.person("ada"), await world.person("olga"), await world.person("earl")];
  const admin = await world.person("aisha", { roles: ["staff", "admin"] });
  const domain = {
    ...NOTHING_MORE,
    description: "Orders",
    ownerIds: [earlier.id],
    deputyIds: [],
    databases: [],
    roles: [],
    status: "active" as const,
    updatedAt: 0,
  };
  const domainId = await world.run((ctx) =>
    ctx.db.insert("dataDomains", { ...domain, key: "orders", name: "Orders", sensitivity: "pii" }),
  );
  const grant = await aGrant({ world, personId: ada.id }, { isOver: true });
  await world.run((ctx) => ctx.db.patch(domainId, { ownerIds: [olga.id] }));
  expect(await codeOf(olga.query(api.tasks.queries.get, { taskId: grant.taskId }))).toBe("not-found");
  await world.internal(internal.grants.internal.check, {});
  await world.advance(0);
  expect(await itemsOf(olga)).toMatchObject([{ kind: "grant.removalFailed", to: "/requests/tasks/REQ-101-1" }]);
  expect((await itemsOf(admin)).filter(({ kind }) => kind === "grant.removalFailed")).toMatchObject([
    { to: "/admin/requests/tasks/REQ-101-1" },
  ]);
  expect(await itemsOf(earlier)).toEqual([]);
  expect(await olga.query(api.tasks.queries.get, { taskId: grant.taskId })).toMatchObject({
    grant: { isToEnd: true },
    isManager: false,
  });
  await admin.mutation(api.grants.mutations.confirmRemoved, { grantId: grant._id, evidence: "Group list of today" });
  expect(await itemsOf(olga)).toEqual([]);
});

test("an extension asked for before the end and approved after it gives the access again", async () => {
  const { world, rita, pass, grants, sandbox } = await anAccess(1);
  const extension = await world.run((ctx) =>
    submitted(ctx, rita.id, [
      { type: "approve_access" },
      { type: "grant_role", input: { user: "ADA", role: "ANALYST" } },
    ]),
  );
  await world.advance(0);
  const task = async (index: number) => await world.run((ctx) => taskAt(ctx, extension, index));
  expect((await task(1)).plan).toMatchObject({ steps: [] });
  await pass(DAY_MS);
  expect(await grants()).toMatchObject([{ state: "Expired" }]);
  expect((await task(1)).plan).toMatchObject({ diff: [{ before: "not granted", after: "granted" }] });
  await world.run(async (ctx) => void (await completeApproved(stepNow(ctx), await taskAt(ctx, extension, 0))));
  await world.advance(0);
  expect(await task(1)).toMatchObject({ status: "Complete", proof: { isProven: true } });
  expect(sandbox.changes()).toEqual([GRANT, REVOKE, GRANT]);
});

describe("an admin", () => {
  const { revoke, confirmRemoved } = api.grants.mutations;

  test("revokes access, which is over only when it was read back", async () => {
    const { admin, rita, world, grants, sandbox, told } = await anAccess(null);
    const [grant] = await grants();
    expect(await codeOf(rita.mutation(revoke, { grantId: grant!._id, reason: "Mine" }))).toBe("not-allowed");
    expect(await codeOf(admin.mutation(revoke, { grantId: grant!._id, reason: " " }))).toBe("reason-required");
    await admin.mutation(revoke, { grantId: grant!._id, reason: "Left the team" });
    expect(await grants()).toMatchObject([{ state: "Active", removalAskedAt: DAWN }]);
    await world.advance(0);
    expect(await grants()).toMatchObject([
      { state: "Revoked", endedById: admin.id, endReason: "Left the team", removalProof: { isProven: true } },
    ]);
    expect(sandbox.changes()).toEqual([GRANT, REVOKE]);
    expect(await told("access.revoked")).toMatchObject([{ recipientId: rita.id, body: "Left the team" }]);
    expect(await rita.query(api.grants.queries.mine, {})).toMatchObject([
      { state: "Revoked", description: "ANALYST in Snowflake" },
    ]);
  });

  test("removes manually what the portal cannot, and reports it with evidence", async () => {
    const { admin, rita, world, check, grants, told } = await anAccess(null);
    const grant = await aGrant({ world, personId: rita.id }, { isOver: true });
    await check();
    expect((await told("grant.removalFailed"))[0]).toMatchObject({
      body: expect.stringContaining("manually") as string,
    });
    await admin.mutation(confirmRemoved, { grantId: grant._id, evidence: "Group list of today" });
    expect((await grants()).at(-1)).toMatchObject({
      state: "Expired",
      endReason: "Removed manually: Group list of today",
      endedById: admin.id,
    });
    const event = (await world.rows("auditEvents")).findLast(({ action }) => action === "grant.expired");
    expect(event?.changes).toContainEqual(expect.objectContaining({ field: "endedById", after: admin.id }));
    expect(await codeOf(admin.mutation(confirmRemoved, { grantId: grant._id, evidence: "Again" }))).toBe("wrong-state");
  });
});
