/** One person in full: what is known of their accounts, what they own, what waits for them, and who is told. */

import { afterEach, expect, test } from "vitest";
import { api } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { NOTHING_MORE } from "../../core/domains/table";
import { giveAccess } from "../../process/ending/granting";
import { aPendingStep, stepNow, submitted, tasksNow } from "../../process/requests.testing";
import { completeTask } from "../../process/settling/model";
import { submitRequest } from "../../process/settling/requestMoves";
import { aWorld, codeOf, DAWN, endWorld, type TestPerson } from "../../testing/world.testing";
import { personPageOf } from "./personPage";

afterEach(endWorld);

/** Ada, who has a manager, an area and a domain to look after, and those who may look at her. */
async function aPerson() {
  const world = await aWorld();
  const mona = await world.person("mona");
  const ada = await world.person("ada", { managerId: mona.id, lastSeenAt: DAWN - 1000 });
  const admin = await world.person("aisha", { roles: ["staff", "admin"] });
  const gina = await world.person("gina", { roles: ["staff", "governance"] });
  await world.run(async (ctx) => {
    const area = await ctx.db.insert("businessAreas", {
      name: "Logistics",
      code: "LOG",
      costCentre: "1",
      ownerId: mona.id,
      deputyId: ada.id,
    });
    await ctx.db.insert("businessAreas", { name: "Pricing", code: "PRI", costCentre: "2", ownerId: ada.id });
    await ctx.db.patch(ada.id, { businessAreaId: area });
    const domain = {
      ...NOTHING_MORE,
      description: "",
      databases: [],
      roles: [],
      sensitivity: "internal" as const,
      status: "active" as const,
      updatedAt: 0,
    };
    await ctx.db.insert("dataDomains", { ...domain, key: "orders", name: "Orders", ownerIds: [ada.id], deputyIds: [] });
    await ctx.db.insert("dataDomains", {
      ...domain,
      key: "prices",
      name: "Prices",
      ownerIds: [mona.id],
      deputyIds: [],
    });
  });
  const see = (viewer: TestPerson, person = ada) => viewer.query(api.people.queries.get, { personId: person.id });
  return { world, ada, mona, admin, gina, see };
}

/** Access that a request of hers gave: by one task, described like this. */
async function given(
  ctx: MutationCtx,
  person: TestPerson,
  task: { type: string; input?: Record<string, unknown> },
  more: { description: string; form?: Record<string, unknown>; domainKey?: string },
): Promise<Doc<"requests">> {
  const draft = {
    typeId: "test",
    templateVersion: 1,
    title: more.description,
    requesterId: person.id,
    beneficiaryId: person.id,
    form: more.form ?? {},
    risk: "low" as const,
    domainKey: more.domainKey,
  };
  const request = await submitRequest(stepNow(ctx), draft, [{ order: 1, ...task }]);
  const tasks = await tasksNow(ctx, request);
  const [first] = tasks;
  if (first)
    await giveAccess(stepNow(ctx), request, tasks, {
      system: "test",
      description: more.description,
      taskId: first._id,
      durationDays: null,
      serviceUser: null,
    });
  return request;
}

test("accounts come with the request that made them; a system nothing is known about is not mentioned", async () => {
  const { world, ada, admin, see } = await aPerson();
  await world.run(async (ctx) => {
    await given(
      ctx,
      ada,
      { type: "create_person", input: { user: "ADA_TESTER", email: "ada@ao.com" } },
      { description: "User ADA_TESTER in Snowflake" },
    );
    await given(ctx, ada, { type: "manual_check" }, { description: "Look in Sigma", form: { tool: "sigma" } });
    await given(ctx, ada, { type: "create_service_user" }, { description: "Service user SVC_ADA in Snowflake" });
    await submitRequest(
      stepNow(ctx),
      {
        typeId: "test",
        templateVersion: 1,
        title: "A seat in ThoughtSpot",
        requesterId: ada.id,
        beneficiaryId: ada.id,
        form: { tool: "thoughtspot" },
        risk: "low",
      },
      [{ order: 1, type: "manual_thoughtspot" }],
    );
  });
  const page = await see(admin);
  expect(page).toMatchObject({
    name: "Ada Tester",
    area: "Logistics",
    manager: { name: "Mona Tester" },
    status: "active",
    lastSeenAt: DAWN - 1000,
  });
  expect(
    page?.accounts.map(({ system, state, name, evidence }) => [
      system,
      state,
      name,
      evidence.map(({ text, request }) => [text, request?.key]),
    ]),
  ).toEqual([
    ["portal", "Active", "ada@ao.com", []],
    [
      "snowflake",
      "Active",
      "ADA_TESTER",
      [
        ["User ADA_TESTER in Snowflake", "REQ-101"],
        ["On the person's record", undefined],
      ],
    ],
    ["sigma", "Active", null, [["Look in Sigma", "REQ-102"]]],
    ["thoughtspot", "Provisioning", null, [["A seat in ThoughtSpot", "REQ-104"]]],
  ]);
  expect(page?.otherAccess).toMatchObject({
    rows: [{ text: "Service user SVC_ADA in Snowflake", request: { key: "REQ-103" } }],
    more: 0,
  });
  const { rows } = await admin.query(api.people.queries.list, { filter: { text: "ada" }, sort: "name", size: 25 });
  expect(rows).toMatchObject([{ systems: ["snowflake", "sigma"] }]);
});

test("a user made under somebody else's address is not the requester's account", async () => {
  const { world, ada, admin, see } = await aPerson();
  await world.run((ctx) =>
    given(
      ctx,
      ada,
      { type: "create_person", input: { user: "ALBA", email: "alba@ao.com" } },
      { description: "User ALBA in Snowflake" },
    ),
  );
  const page = await see(admin);
  expect(page?.accounts.map(({ system }) => system)).toEqual(["portal"]);
  expect(page?.otherAccess.rows).toMatchObject([
    { text: "User ALBA in Snowflake, held for alba@ao.com, who is not in the portal" },
  ]);
  const rehearsed = await admin.query(api.people.queries.rehearsal, { personId: ada.id });
  expect(rehearsed?.externalUsers).toEqual([
    { name: "User ALBA in Snowflake", note: "for alba@ao.com; nobody else answers for it" },
  ]);
  expect((await world.rows("people")).map(({ snowflakeUser }) => snowflakeUser).filter(Boolean)).toEqual([]);
});

test("leaving ends accounts: disabled first, and once dropped the user is forgotten", async () => {
  const { world, ada, admin, see } = await aPerson();
  const request = await world.run(async (ctx) => {
    await ctx.db.patch(ada.id, { snowflakeUser: "ADA_TESTER" });
    const draft = {
      typeId: "leaver",
      templateVersion: 1,
      title: "End of access",
      requesterId: admin.id,
      beneficiaryId: ada.id,
      form: {},
      risk: "high" as const,
    };
    return await submitRequest(stepNow(ctx), draft, [
      { order: 1, type: "disable_user", input: { user: "ADA_TESTER" } },
      { order: 2, type: "drop_user", input: { user: "ADA_TESTER" } },
    ]);
  });
  const finish = (index: number) =>
    world.run(async (ctx) => {
      const task = (await tasksNow(ctx, request))[index];
      if (task) await completeTask(stepNow(ctx), task, {});
    });
  const snowflake = async () => (await see(admin))?.accounts.find(({ system }) => system === "snowflake");
  await finish(0);
  expect(await snowflake()).toMatchObject({ state: "Disabled", name: "ADA_TESTER" });
  await finish(1);
  expect(await snowflake()).toMatchObject({ state: "Dropped", name: null });
  expect(
    (await admin.query(api.people.queries.list, { filter: { text: "ada" }, sort: "name", size: 25 })).rows,
  ).toMatchObject([{ systems: [] }]);
});

test("what somebody owns, asked for, decides and works on is listed, a few of each and how many more", async () => {
  const { world, ada, mona, admin, see } = await aPerson();
  await world.run(async (ctx) => {
    for (let at = 1; at <= 7; at += 1)
      await submitted(ctx, ada.id, [{ type: "manual_check", assigneeId: mona.id }], `Request ${at}`);
    const request = await submitted(
      ctx,
      mona.id,
      [{ type: "approve_access" }, { type: "manual_check", assigneeId: ada.id }],
      "Access to prices",
    );
    const [approval] = await tasksNow(ctx, request);
    if (approval) await aPendingStep(ctx, approval, [ada.id]);
  });
  const page = await see(admin);
  expect(page?.areas.rows).toEqual([
    { name: "Pricing", isDeputy: false },
    { name: "Logistics", isDeputy: true },
  ]);
  expect(page?.domains.rows).toEqual([{ name: "Orders", isDeputy: false }]);
  expect(page?.requests).toMatchObject({ more: 2, isAll: true });
  expect(page?.requests.rows.map(({ title }) => title)).toEqual([
    "Request 7",
    "Request 6",
    "Request 5",
    "Request 4",
    "Request 3",
  ]);
  expect(page?.seats.rows.map(({ title }) => title)).toEqual(["Access to prices"]);
  expect(page?.tasks.rows).toMatchObject([{ status: "Not Started", requestKey: "REQ-108" }]);
  expect((await see(admin, mona))?.tasks).toMatchObject({
    more: 2,
    isAll: true,
    rows: Array.from({ length: 5 }, () => ({ status: "Running" })),
  });
});

test("governance reads the accounts and the last use of access, but nothing of requests it does not oversee; others are refused", async () => {
  const { world, ada, mona, gina, see } = await aPerson();
  await world.run(async (ctx) => {
    await given(
      ctx,
      ada,
      { type: "grant_role" },
      { description: "Role ORDERS_READ in Snowflake", domainKey: "orders" },
    );
    await given(ctx, ada, { type: "manual_check" }, { description: "Secret seat", form: { tool: "sigma" } });
    await submitted(ctx, ada.id, [{ type: "manual_check" }], "Secret request");
    for (const { _id } of await ctx.db.query("grants").collect())
      await ctx.db.patch(_id, { lastUsedAt: DAWN + 1, useReadAt: DAWN + 2 });
  });
  const page = await see(gina);
  const uses = page?.accounts.flatMap(({ evidence }) => evidence.map(({ use }) => use));
  expect(uses).toEqual([{ lastUsedAt: DAWN + 1, asOf: DAWN + 2 }, undefined]);
  expect(page?.accounts.flatMap(({ evidence }) => evidence.map(({ text }) => text))).toEqual([
    "Role ORDERS_READ in Snowflake",
    "Through a request you do not oversee",
  ]);
  expect(JSON.stringify(page)).not.toContain("Secret");
  expect(await codeOf(see(mona))).toBe("not-allowed");
  expect(await gina.query(api.people.queries.get, { personId: "nobody" })).toBeNull();
});

test("a person with a long history costs a bounded number of documents", async () => {
  const { world, ada, admin } = await aPerson();
  for (let round = 0; round < 6; round += 1) {
    await world.run(async (ctx) => {
      for (let at = 0; at < 20; at += 1) {
        await given(
          ctx,
          ada,
          { type: "manual_check", input: { at: round * 20 + at } },
          { description: "A seat", form: { tool: "dbt" } },
        );
        const request = await submitted(ctx, ada.id, [
          { type: "approve_access" },
          { type: "manual_check", assigneeId: ada.id },
        ]);
        const [approval] = await tasksNow(ctx, request);
        if (approval) await aPendingStep(ctx, approval, [ada.id]);
      }
    });
  }
  const reads = await world.run(async (ctx) => {
    const person = await ctx.db.get(ada.id);
    if (!person) throw new Error("Nobody");
    await personPageOf(ctx, { roles: ["admin"] }, person, DAWN);
    return (await ctx.meta.getTransactionMetrics()).documentsRead.used;
  });
  expect(reads).toBeLessThan(700);
  expect(await admin.query(api.people.queries.get, { personId: ada.id })).toMatchObject({
    requests: { more: 45, isAll: false },
    seats: { isAll: false },
    tasks: { isAll: false },
  });
});
