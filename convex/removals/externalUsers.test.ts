/** A user in an outside system that somebody holds for a person outside the portal goes on when its holder is removed. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { giveAccess } from "../process/ending/granting";
import { stepNow, submitted, tasksNow } from "../process/requests.testing";
import { endWorld, type TestPerson } from "../testing/world.testing";
import { aRemovingCompany } from "./removing.testing";

afterEach(endWorld);

/** Ada asked for a user in Snowflake for Alba, who has no account in the portal. */
async function aUserForAlba() {
  const company = await aRemovingCompany();
  const { world, ada } = company;
  const bo = await world.person("bo");
  const give = (user: string, type = "create_person") =>
    world.run(async (ctx) => {
      const input = { user, email: `${user.toLowerCase()}@elsewhere.com` };
      const request = await submitted(ctx, ada.id, [{ type, input }]);
      const tasks = await tasksNow(ctx, request);
      const [{ _id: taskId } = { _id: null }] = tasks;
      if (taskId === null) throw new Error("No task");
      const terms = { system: "test", description: `User ${user} in Snowflake`, durationDays: null, serviceUser: null };
      await giveAccess(stepNow(ctx), request, tasks, { ...terms, taskId });
    });
  await give("ALBA");
  const holder = async () => (await world.rows("grants"))[0]?.beneficiaryId;
  return { ...company, bo, holder, give };
}

const line = (seen: Awaited<ReturnType<Awaited<ReturnType<typeof aUserForAlba>>["look"]>>) =>
  seen?.lines.find(({ field }) => field === "External users");

test("it is counted before, goes to the successor, and the request of the removal proves that none is left (U5, U15)", async () => {
  const { gina, ada, bo, look, remove, settle, holder, events, world } = await aUserForAlba();
  expect(line(await look(gina, ada, bo))).toEqual({
    field: "External users",
    before: "1 user",
    after: "Bo Tester",
  });
  await remove(gina, ada, bo);
  expect(await holder()).toBe(bo.id);
  expect(await events("grant.handedOn")).toMatchObject([
    { changes: [{ field: "beneficiaryId", before: ada.id, after: bo.id }] },
  ]);
  await settle();
  const handOver = (await world.rows("requestTasks")).find(({ type }) => type === "hand_over");
  expect(handOver).toMatchObject({ status: "Complete" });
  expect(handOver?.proof?.["facts"]).toContainEqual({
    subject: "External users of Ada Tester",
    expected: "0",
    actual: "0",
  });
});

test("trying somebody's leaving names it to whoever oversees its request, and else counts it (U8)", async () => {
  const { world, gina, ada } = await aUserForAlba();
  const admin = await world.person("boss", { roles: ["staff", "admin"] });
  const shown = async (by: TestPerson) =>
    (await by.query(api.people.queries.rehearsal, { personId: ada.id }))?.externalUsers;
  expect(await shown(admin)).toEqual([
    { name: "User ALBA in Snowflake", note: "for alba@elsewhere.com; nobody else answers for it" },
  ]);
  expect(await shown(gina)).toEqual([
    { name: "1 user", note: "of requests you do not oversee; nobody else answers for it" },
  ]);
});

test("it goes to whoever takes over the service users, where somebody is named for them", async () => {
  const { world, gina, ada, bo, look, remove, holder } = await aUserForAlba();
  const cy: TestPerson = await world.person("cy");
  expect(line(await look(gina, ada, bo, { serviceUsers: cy.id }))?.after).toBe("Cy Tester");
  await remove(gina, ada, bo, { successors: { serviceUsers: cy.id } });
  expect(await holder()).toBe(cy.id);
});

test("whoever takes them over hears it, with their names (U5)", async () => {
  const { gina, ada, bo, remove, world } = await aUserForAlba();
  await remove(gina, ada, bo);
  const heard = (await world.rows("notifications")).filter(({ title }) => title.includes("external user"));
  expect(heard).toMatchObject([
    {
      recipientId: bo.id,
      title: "You now hold 1 external user of Ada Tester",
      body: "Ada Tester left. User ALBA in Snowflake (alba@elsewhere.com): listed under My access.",
    },
  ]);
});

/** Ada was removed, and the user for Alba is still in her name: by an older version, or given to her since. */
async function aUserLeftBehind() {
  const company = await aUserForAlba();
  const { world, gina, ada, bo, remove } = company;
  await remove(gina, ada, bo);
  await world.run(async (ctx) => {
    const grant = await ctx.db.query("grants").first();
    if (grant) await ctx.db.patch(grant._id, { beneficiaryId: ada.id });
  });
  return company;
}

test("one that is in the name of whoever was removed goes on before it is read that none is (U5)", async () => {
  const { world, bo, settle, holder } = await aUserLeftBehind();
  await settle();
  expect(await holder()).toBe(bo.id);
  expect((await world.rows("requestTasks")).find(({ type }) => type === "hand_over")).toMatchObject({
    status: "Complete",
    proof: { isProven: true },
  });
});

test("while one is left and its successor is gone, too, the task that says that nothing is fails and counts it", async () => {
  const { world, bo, settle, holder } = await aUserLeftBehind();
  const before = await holder();
  await world.run((ctx) => ctx.db.patch(bo.id, { status: "removed" }));
  await settle();
  expect(await holder()).toBe(before);
  const handOver = (await world.rows("requestTasks")).find(({ type }) => type === "hand_over");
  expect(handOver).toMatchObject({
    status: "Failed",
    error: "Still in the name of Ada Tester: 1 external user. Hand that over, then try again.",
  });
});

test("one that a request makes after everything was handed over is the successor's from the start (U5)", async () => {
  const { gina, ada, bo, remove, settle, give, world } = await aUserForAlba();
  await remove(gina, ada, bo);
  await settle();
  await give("BERTA");
  expect((await world.rows("grants")).map(({ description, beneficiaryId }) => [description, beneficiaryId])).toEqual([
    ["User ALBA in Snowflake", bo.id],
    ["User BERTA in Snowflake", bo.id],
  ]);
  const heard = (await world.rows("notifications")).filter(({ title }) => title.includes("BERTA"));
  expect(heard).toMatchObject([
    { recipientId: bo.id, title: "You now hold User BERTA in Snowflake", body: "Ada Tester requested it and left." },
  ]);
});

test("where the successor was removed, too, it is theirs in turn, and nobody's who is not there", async () => {
  const { gina, ada, bo, remove, settle, give, world, holder } = await aUserForAlba();
  const cy: TestPerson = await world.person("cy");
  await remove(gina, ada, bo);
  await settle();
  await remove(gina, bo, cy);
  await settle();
  await give("BERTA");
  const holders = async () => (await world.rows("grants")).map(({ beneficiaryId }) => beneficiaryId);
  expect([await holder(), await holders()]).toEqual([cy.id, [cy.id, cy.id]]);
  await world.run((ctx) => ctx.db.patch(cy.id, { status: "suspended" }));
  await give("CARLA");
  expect((await holders()).at(-1)).toBe(ada.id);
});

test("what is no user made for somebody outside stays in the name of whoever left, and so does all of who is suspended", async () => {
  const { gina, ada, bo, remove, settle, give, world } = await aUserForAlba();
  await world.run((ctx) => ctx.db.patch(ada.id, { status: "suspended" }));
  await give("CARLA");
  await world.run((ctx) => ctx.db.patch(ada.id, { status: "active" }));
  expect((await world.rows("grants")).map(({ beneficiaryId }) => beneficiaryId)).toEqual([ada.id, ada.id]);
  await remove(gina, ada, bo);
  await settle();
  await give("DORA", "manual_check");
  expect((await world.rows("grants")).at(-1)).toMatchObject({
    description: "User DORA in Snowflake",
    beneficiaryId: ada.id,
  });
});
