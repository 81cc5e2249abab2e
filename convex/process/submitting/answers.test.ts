/** Answers of a form and what comes of them, up to the account in Snowflake. */

import { afterEach, expect, test } from "vitest";
import { api, internal } from "../../_generated/api";
import { aCompany, aSubmitKey } from "../../catalog/company.testing";
import { aSandboxFor, makeKey } from "../../connectors/snowflake/harness.testing";
import { inputOf } from "../../core/catalog/rules/inputs";
import { SHIPPED_TYPES } from "../../core/catalog/types/index";
import { DAY_MS, MINUTE_MS } from "../../lib/pure/time";
import { endWorld, aWorld, DAWN } from "../../testing/world.testing";
import { stepNow } from "../requests.testing";
import { cancelRequest, submitRequest } from "../settling/requestMoves";

afterEach(endWorld);

const { submit } = api.requests.mutations;

/** A portal connected to an account, and what a template's task makes of a form there. */
async function anAccount() {
  const clock = { read: () => DAWN };
  const { sandbox, env } = await aSandboxFor(() => clock.read(), { roles: ["ANALYST"] });
  const world = await aWorld({}, env);
  clock.read = world.now;
  await world.internal(internal.catalog.internal.install, {});
  const rita = await world.person("rita");
  return { sandbox, world, rita };
}

async function fieldsRefused(call: Promise<unknown>): Promise<Record<string, string>> {
  const error: unknown = await call.then(
    () => null,
    (refused: unknown) => refused,
  );
  const { data } = error as { data: unknown };
  return ((typeof data === "string" ? JSON.parse(data) : data) as { fields: Record<string, string> }).fields;
}

test("the environment: a role of production cannot be asked for in test, and the other way round; the role of test is what is given", async () => {
  const { world, ada, formOf } = await aCompany();
  const ask = (environment: string, role: string) =>
    ada.mutation(submit, {
      typeKey: "snowflake-access",
      form: { ...formOf("snowflake-access"), environment, role },
      submitKey: aSubmitKey(),
    });
  expect(await fieldsRefused(ask("test", "ORDERS_READ"))).toEqual({
    role: "Role must be one of the list for the chosen environment",
  });
  expect(await fieldsRefused(ask("production", "ORDERS_TEST"))).toEqual({
    role: "Role must be one of the list for the chosen environment",
  });
  const { id } = await ask("test", "ORDERS_TEST");
  const grant = (await world.rows("requestTasks")).find(
    ({ requestId, type }) => requestId === id && type === "grant_role",
  );
  expect(grant?.input).toEqual({ user: "ADA_TESTER", role: "ORDERS_TEST", level: "read" });
});

test("the start date of a new user: nothing is created before that day begins", async () => {
  const { world, ada, person, formOf } = await aCompany();
  const { id } = await ada.mutation(submit, {
    typeKey: "snowflake-user",
    form: { ...formOf("snowflake-user"), start_date: "2026-03-04" },
    submitKey: aSubmitKey(),
  });
  const create = async () =>
    (await world.rows("requestTasks")).find(({ requestId, type }) => requestId === id && type === "create_person");
  const approvalId = (await world.rows("approvals")).find(({ requestId }) => requestId === id)!._id;
  await person("olga").mutation(api.approvals.mutations.decide, {
    approvalId,
    verdict: "approve",
    comment: "",
    withoutPlan: true,
  });
  const passUntil = async (at: number) => {
    await world.advance(at - world.now());
    await world.clockRun();
  };
  await passUntil(Date.UTC(2026, 2, 3, 23, 58));
  expect(await create()).toMatchObject({ status: "Not Started", notBefore: Date.UTC(2026, 2, 4) });
  const { nextStep } = await ada.query(api.requests.queries.get, { request: id });
  expect(nextStep.text).toBe("Create the user starts 00:00 UTC");
  await passUntil(Date.UTC(2026, 2, 4, 0, 1));
  expect((await create())?.startedAt).toBeDefined();
});

test("the duration of a service user: its end stands when it is made, people are told before, and then it is disabled, read back", async () => {
  const { sandbox, world, rita } = await anAccount();
  const form = { userName: "SVC_LOG_FORECAST", durationDays: 30, reason: "Because" };
  const input = { user: "SVC_LOG_FORECAST", comment: "Loads", publicKey: makeKey().publicPem, roles: ["ANALYST"] };
  const draft = {
    typeId: "service-user",
    templateVersion: 1,
    title: "Service user",
    requesterId: rita.id,
    beneficiaryId: rita.id,
    form,
    risk: "high" as const,
  };
  await world.run((ctx) =>
    submitRequest(stepNow(ctx), draft, [
      { key: "create", type: "create_service_user", order: 1, input },
      { key: "verify", type: "verify", order: 2 },
      { key: "expiry", type: "schedule_expiry", order: 3 },
      { key: "review", type: "manual_check", order: 4, delayMs: 180 * DAY_MS },
    ]),
  );
  await world.advance(0);
  const [grant] = await world.rows("grants");
  expect(grant).toMatchObject({
    state: "Active",
    accessKey: "snowflake|SVC_LOG_FORECAST",
    expiresAt: DAWN + 30 * DAY_MS,
  });
  for (const day of [23.5, 29.5]) {
    await world.advance(DAWN + day * DAY_MS - world.now());
    await world.internal(internal.grants.internal.check, {});
  }
  expect((await world.rows("notifications")).filter(({ kind }) => kind === "access.expiring").length).toBeGreaterThan(
    0,
  );
  expect(sandbox.account.users.get("SVC_LOG_FORECAST")?.isDisabled).toBe(false);
  await world.advance(DAY_MS);
  await world.internal(internal.grants.internal.check, {});
  await world.advance(0);
  expect(sandbox.account.users.get("SVC_LOG_FORECAST")?.isDisabled).toBe(true);
  expect((await world.rows("grants"))[0]).toMatchObject({ state: "Expired", removalProof: { isProven: true } });
});

test("who made a service user manually finds its end all the same", async () => {
  const { world, rita } = await anAccount();
  const form = { userName: "SVC_LOG_FORECAST", durationDays: 30, reason: "Because" };
  const draft = {
    typeId: "service-user",
    templateVersion: 1,
    title: "Service user",
    requesterId: rita.id,
    beneficiaryId: rita.id,
    form,
    risk: "high" as const,
  };
  await world.run((ctx) =>
    submitRequest(stepNow(ctx), draft, [
      { key: "create", type: "create_service_user", order: 1, input: {}, skippedBecause: "Sign-in is OAuth client" },
      { key: "createByHand", type: "manual_check", order: 1 },
      { key: "expiry", type: "schedule_expiry", order: 2 },
    ]),
  );
  const byHand = (await world.rows("requestTasks")).find(({ key }) => key === "createByHand")!;
  const admin = await world.person("aisha", { roles: ["staff", "admin"] });
  await admin.mutation(api.tasks.mutations.completeManual, {
    taskId: byHand._id,
    evidence: "DESCRIBE USER is in the ticket",
  });
  await world.advance(MINUTE_MS);
  expect(await world.rows("grants")).toMatchObject([{ taskId: byHand._id, state: "Active" }]);
});

test("the cost centre of a warehouse: the dry run shows its tag, the account has it, and a cancel takes all of it back", async () => {
  const { sandbox, world, rita } = await anAccount();
  const places = {
    form: {
      newName: "WH_LOG_REPORTS",
      size: "SMALL",
      role: "ANALYST",
      autoSuspendSeconds: 60,
      clusters: 1,
      creditLimit: 120,
    },
    request: { key: "REQ-1" },
    area: { name: "Logistics", code: "LOG", costCentre: "CC-1040" },
  };
  const template = SHIPPED_TYPES.warehouse.tasks.find(({ key }) => key === "create")!;
  // Of a whole request only these places are asked for here.
  const input = inputOf(template, places as unknown as Parameters<typeof inputOf>[1]);
  expect(input["tag"]).toEqual({ database: "PLATFORM", schema: "GOVERNANCE", name: "COST_CENTRE", value: "CC-1040" });
  const here = { ...input, tag: { database: "ANALYTICS", schema: "PUBLIC", name: "COST_CENTRE", value: "CC-1040" } };
  const draft = {
    typeId: "warehouse",
    templateVersion: 1,
    title: "Warehouse",
    requesterId: rita.id,
    beneficiaryId: rita.id,
    form: { reason: "Because" },
    risk: "medium" as const,
  };
  const request = await world.run((ctx) =>
    submitRequest(stepNow(ctx), draft, [
      { type: "manual_check", order: 1 },
      { type: "create_warehouse", order: 2, input: here },
      { type: "manual_check", order: 3 },
    ]),
  );
  await world.advance(0);
  const warehouse = async () => (await world.rows("requestTasks")).find(({ type }) => type === "create_warehouse")!;
  expect(JSON.stringify((await warehouse()).plan)).toContain("CC-1040");
  const admin = await world.person("aisha", { roles: ["staff", "admin"] });
  const [first] = await world.rows("requestTasks");
  await admin.mutation(api.tasks.mutations.completeManual, { taskId: first!._id, evidence: "Looked at it" });
  await world.advance(0);
  expect(await warehouse()).toMatchObject({ status: "Complete", proof: { isProven: true } });
  expect(sandbox.changes().some((statement) => /SET TAG .*COST_CENTRE.* = 'CC-1040'/.test(statement))).toBe(true);
  await world.run(async (ctx) => cancelRequest(stepNow(ctx), (await ctx.db.get(request._id))!, "Postponed"));
  await world.advance(0);
  expect(await warehouse()).toMatchObject({ output: { takenBack: { isProven: true } } });
  expect(sandbox.account.warehouses.has("WH_LOG_REPORTS")).toBe(false);
});
