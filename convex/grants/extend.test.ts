import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { aCompany, aSubmitKey } from "../catalog/company.testing";
import { SHIPPED_TYPES } from "../core/catalog/types/index";
import { DAY_MS } from "../lib/pure/time";
import { giveAccess } from "../process/ending/granting";
import { stepNow, tasksNow } from "../process/requests.testing";
import { codeOf, endWorld } from "../testing/world.testing";
import { giveRole } from "./role.testing";

afterEach(endWorld);

const ACCESS = "snowflake-access";
const REASON = "The quarterly report takes until the end of the year.";
const { extend, revoke } = api.grants.mutations;
const { extension } = api.grants.queries;

/** Ada holds a role for 90 days more, given by a request of hers. */
async function aHolder({ expiresAt = 90 as number | null } = {}) {
  const company = await aCompany();
  const { world, ada, formOf } = company;
  const { id } = await ada.mutation(api.requests.mutations.submit, {
    typeKey: ACCESS,
    form: formOf(ACCESS),
    submitKey: aSubmitKey(),
  });
  const heldSince = world.now();
  const grant = await giveRole(world, id, {
    beneficiaryId: ada.id,
    expiresAt: expiresAt === null ? undefined : world.now() + expiresAt * DAY_MS,
  });
  const ask = (days = 30, person = ada) =>
    person.mutation(extend, { grantId: grant._id, days, reason: REASON, submitKey: aSubmitKey() });
  return { ...company, grant, heldSince, ask, currentEnd: grant.expiresAt ?? 0 };
}

describe("an extension", () => {
  test("is named by the task that gave the access, found by the id as before, and by nobody else", async () => {
    const { world, ada, zoe, grant } = await aHolder();
    const task = (await world.rows("requestTasks")).find(({ _id }) => _id === grant.taskId)!;
    const named = `REQ-101-${task.number}`;
    const byId = await ada.query(extension, { grantId: grant._id });
    expect(byId).toMatchObject({ grantId: grant._id, address: named });
    expect(await ada.query(extension, { grantId: named })).toEqual(byId);
    for (const grantId of ["REQ-101-99", "REQ-9-1", "nothing", `REQ-101-${task.number! === 1 ? 2 : 1}`])
      expect(await ada.query(extension, { grantId }), grantId).toBeNull();
    for (const grantId of [grant._id, named]) expect(await zoe.query(extension, { grantId })).toBeNull();
  });

  test("of a sandbox names the request that made it, over every extension, so that the schema is known again and its grant follows the first", async () => {
    const { world, ada, formOf } = await aCompany();
    const { id, key } = await ada.mutation(api.requests.mutations.submit, {
      typeKey: "sandbox",
      form: formOf("sandbox"),
      submitKey: aSubmitKey(),
    });
    const schemaOf = async (requestId: string) =>
      (await world.rows("requestTasks")).find((task) => task.requestId === requestId && task.key === "schema")!;
    const give = async (requestId: typeof id) =>
      await world.run(async (ctx) => {
        const request = (await ctx.db.get(requestId))!;
        const tasks = await tasksNow(ctx, request);
        const task = tasks.find((one) => one.key === "schema")!;
        if (request.extension) await ctx.db.patch(task._id, { plan: { steps: [] } });
        const grant = await giveAccess(stepNow(ctx), request, await tasksNow(ctx, request), {
          system: "snowflake",
          description: "Sandbox",
          taskId: task._id,
          durationDays: 60,
          serviceUser: null,
        });
        await ctx.db.patch(requestId, { status: "Completed", isOpen: false });
        return grant!;
      });
    let grant = await give(id);
    for (let round = 0; round < 2; round++) {
      const extended = await ada.mutation(extend, {
        grantId: grant._id,
        days: 30,
        reason: REASON,
        submitKey: aSubmitKey(),
      });
      expect((await schemaOf(extended.id)).input).toEqual((await schemaOf(id)).input);
      expect((await schemaOf(extended.id)).input["comment"]).toContain(key);
      grant = await give(extended.id);
      expect(grant.taskId).toBe((await schemaOf(id))._id);
    }
    expect((await world.rows("grants")).map(({ state }) => state)).toEqual(["Superseded", "Superseded", "Active"]);
  });

  test("is a request of the same type with the same answers, new days and a new reason, and no duplicate of what is held", async () => {
    const { world, ada, grant, heldSince, currentEnd, ask, formOf } = await aHolder();
    const { id } = await ask(30);
    const request = (await world.rows("requests")).find(({ _id }) => _id === id)!;
    expect(request).toMatchObject({
      typeId: ACCESS,
      requesterId: ada.id,
      status: "Pending approval",
      extension: { grantId: grant._id, heldSince, currentEnd },
    });
    expect(request.form).toMatchObject({ role: formOf(ACCESS)["role"], durationDays: 30, reason: REASON });
  });

  test("is counted from the end the access has, not from the day it is carried out", async () => {
    const { world, ada, ask, currentEnd } = await aHolder();
    await world.advance(10 * DAY_MS);
    const { id } = await ask(30);
    await world.run(async (ctx) => {
      const request = (await ctx.db.get(id))!;
      const [granting] = (await tasksNow(ctx, request)).filter(({ key }) => key === "grant");
      // The role is there: the work that is taken back at the end stays that of the first request.
      await ctx.db.patch(granting!._id, { plan: { steps: [] } });
      const tasks = await tasksNow(ctx, request);
      const task = tasks.find(({ key }) => key === "grant")!;
      await giveAccess(stepNow(ctx), request, tasks, {
        system: "snowflake",
        description: "Role ORDERS_READ in Snowflake",
        taskId: task._id,
        durationDays: 30,
        serviceUser: null,
      });
    });
    const [earlier, later] = await world.rows("grants");
    expect(earlier?.state).toBe("Superseded");
    expect(later).toMatchObject({
      state: "Active",
      expiresAt: currentEnd + 30 * DAY_MS,
      taskId: earlier!.taskId,
    });
    // What its address says opens the access that stands, not the one before it.
    const [held] = await ada.query(api.grants.queries.mine, {});
    expect(held?.extendTo).toMatch(/^\/requests\/extend\/REQ-101-\d$/);
    const name = held?.extendTo.split("/").at(-1) ?? "";
    expect(await ada.query(extension, { grantId: name })).toMatchObject({ grantId: later!._id, address: name });
    expect(await ada.query(extension, { grantId: later!._id })).toMatchObject({ address: name });
  });

  test("shows its approver since when the access is held, the end it has and the end it would have", async () => {
    const { world, ask, person, heldSince, currentEnd } = await aHolder();
    await ask(30);
    const approval = (await world.rows("approvals")).at(-1)!;
    expect(await person("mona").query(api.approvals.queries.get, { approvalId: approval._id })).toMatchObject({
      request: {
        extension: { use: null, heldSince, currentEnd, newEnd: currentEnd + 30 * DAY_MS, state: "Active" },
      },
    });
  });
});

describe("asking for an extension", () => {
  test("is asked for once at a time, and the form names the one that is open", async () => {
    const { ada, grant, ask } = await aHolder();
    const { key } = await ask();
    expect(await codeOf(ask())).toBe("duplicate");
    expect(await ada.query(extension, { grantId: grant._id })).toMatchObject({
      openKey: key,
      whyNot: `${key} asks for the same access and is still open.`,
    });
  });

  test("is kept back by no other request of its holder, nor by an extension that has ended", async () => {
    const { ada, grant, ask, formOf } = await aHolder();
    await ada.mutation(api.requests.mutations.submit, {
      typeKey: "bi-access",
      form: formOf("bi-access"),
      submitKey: aSubmitKey(),
    });
    const { id } = await ask();
    await ada.mutation(api.requests.mutations.cancel, { requestId: id });
    expect(await ada.query(extension, { grantId: grant._id })).toMatchObject({ openKey: null, whyNot: null });
    await ask();
  });

  test("sent twice with the same name is one request", async () => {
    const { ada, grant } = await aHolder();
    const sent = { grantId: grant._id, days: 30, reason: REASON, submitKey: aSubmitKey() };
    expect(await ada.mutation(extend, sent)).toEqual(await ada.mutation(extend, sent));
  });

  test.each([0, -5, 1.5, Number.NaN, 181])(
    "of %s days is refused: at most what the type allows at once",
    async (days) => {
      const { ask } = await aHolder();
      expect(await codeOf(ask(days))).toBe("invalid-input");
    },
  );

  test("takes as many days as the type allows", async () => {
    const { ask } = await aHolder();
    expect(SHIPPED_TYPES[ACCESS].maxDurationDays).toBe(180);
    await ask(180);
  });

  test.each([
    ["that has ended", { state: "Expired" as const, endedAt: 1 }, "wrong-state"],
    ["that was taken back", { state: "Revoked" as const, endedAt: 1 }, "wrong-state"],
    ["that is being removed", { removalAskedAt: 1 }, "wrong-state"],
    ["without an end", { expiresAt: undefined }, "not-eligible"],
  ])("of access %s is refused", async (_what, changes, code) => {
    const { world, grant, ask } = await aHolder();
    await world.run((ctx) => ctx.db.patch(grant._id, changes));
    expect(await codeOf(ask())).toBe(code);
  });

  test("that waits ends with the access when that is taken back on purpose, and no other request does", async () => {
    const { world, ada, person, grant, ask, formOf } = await aHolder();
    const other = await ada.mutation(api.requests.mutations.submit, {
      typeKey: "bi-access",
      form: formOf("bi-access"),
      submitKey: aSubmitKey(),
    });
    const { id } = await ask();
    await person("admin").mutation(revoke, { grantId: grant._id, reason: "Left the team" });
    expect((await world.rows("requests")).find(({ _id }) => _id === other.id)).toMatchObject({ isOpen: true });
    expect((await world.rows("requests")).find(({ _id }) => _id === id)).toMatchObject({
      status: "Cancelled",
      cancelReason: "The access it would have extended was taken back",
    });
  });

  test("cannot be edited into something else", async () => {
    const { ada, ask } = await aHolder();
    const { key } = await ask();
    expect(await ada.query(api.requests.queries.editing, { request: key })).toMatchObject({
      whyNot: expect.stringContaining("An extension is for the access you hold") as string,
    });
  });

  test("begins with the days of before, within what is allowed", async () => {
    const { ada, grant, heldSince, currentEnd } = await aHolder();
    expect(await ada.query(extension, { grantId: grant._id })).toMatchObject({
      description: "Read Orders",
      code: "ORDERS_READ",
      heldSince,
      currentEnd,
      days: 90,
      maxDays: 180,
      reasonMin: 20,
      whyNot: null,
    });
  });
});
