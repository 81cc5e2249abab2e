/** What the page of a request shows of its tasks, and of what is the viewer's to do. */

import { afterEach, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { aCompany, aSubmitKey } from "../../catalog/company.testing";
import { tasksNow } from "../../process/requests.testing";
import { endWorld } from "../../testing/world.testing";

afterEach(endWorld);

async function aPage() {
  const company = await aCompany();
  const { world, ada, person, formOf } = company;
  const { id } = await ada.mutation(api.requests.mutations.submit, {
    typeKey: "snowflake-access",
    form: formOf("snowflake-access"),
    submitKey: aSubmitKey(),
  });
  await world.advance(0);
  const pageOf = (name: string) =>
    (name === "ada" ? ada : person(name)).query(api.requests.queries.get, { request: id });
  /** Its first task as somebody sees it once it is like this. */
  const seen = async (changes: object, name = "ada") => {
    await world.run(async (ctx) => {
      const [first] = await tasksNow(ctx, { _id: id });
      await ctx.db.patch(first!._id, changes);
    });
    return (await pageOf(name)).tasks[0]!;
  };
  return { ...company, id, pageOf, seen };
}

test("a task shows its evidence, or else the note of who resolved it", async () => {
  const { seen } = await aPage();
  expect(await seen({ output: { evidence: "Seen in the list", note: "Done" } })).toMatchObject({
    evidence: "Seen in the list",
  });
  expect(await seen({ output: { evidence: "", note: "Done" } })).toMatchObject({ evidence: "Done" });
  expect(await seen({ output: { evidence: 7 } })).toMatchObject({ evidence: null });
});

test("a task that failed says its plain cause, whoever looks, from the code its connector left", async () => {
  const { seen } = await aPage();
  const failed = { type: "grant_role", status: "Failed", outcome: "error", error: "SQL 003001 at 10.0.0.7" };
  const because = (technical: unknown) => seen({ ...failed, output: { technical } }, "ada");
  expect(await because({ code: "privilege-missing" })).toMatchObject({
    problem: "The portal does not have the rights to do this in Snowflake.",
  });
  expect(await because({ code: "unreachable" })).toMatchObject({ problem: "Snowflake could not be reached." });
  expect(await because(undefined)).toMatchObject({ problem: "Snowflake could not do it." });
  expect(await because({ code: 7 })).toMatchObject({ problem: "Snowflake could not do it." });
});

test("only a skipped task says which condition was not met", async () => {
  const { seen } = await aPage();
  const output = { condition: "Not needed" };
  expect(await seen({ status: "Complete", outcome: "skipped", output })).toMatchObject({
    skippedBecause: "Not needed",
  });
  expect(await seen({ status: "Complete", outcome: "done", output })).toMatchObject({ skippedBecause: null });
});

test("a task that is not needed gives no instructions: they speak of answers the request does not have", async () => {
  const { world, ada, person, formOf } = await aCompany();
  const { id } = await ada.mutation(api.requests.mutations.submit, {
    typeKey: "warehouse",
    form: { ...formOf("warehouse"), change: "resize", warehouse: "WH_LOGISTICS", durationDays: 14 },
    submitKey: aSubmitKey(),
  });
  await world.advance(0);
  const { tasks } = await person("sue").query(api.requests.queries.get, { request: id });
  const check = tasks.find(({ title }) => title === "Compare the cost with the estimate");
  expect(check).toMatchObject({ outcome: "skipped", skippedBecause: expect.any(String), instructions: null });
});

test.each([
  ["that was taken back", { status: "Complete", outcome: "revoked" }, "The approval was taken back."],
  ["that is done", { status: "Complete", outcome: "done" }, null],
  ["that runs", { status: "Running", outcome: undefined }, null],
  ["that nobody decided", { status: "Failed", outcome: "timed_out" }, "Nobody decided in time."],
  ["that was rejected", { status: "Failed", outcome: "rejected" }, "It was rejected."],
  ["that was stopped", { status: "Failed", outcome: "cancelled" }, "It was stopped because the request ended."],
] as const)("a task %s says so in words for everybody", async (_what, changes, problem) => {
  const { seen } = await aPage();
  expect((await seen(changes)).problem).toBe(problem);
});

test("the requester reads an error and nothing of inputs and answers; those who run the systems read all of it", async () => {
  const { seen } = await aPage();
  const failed = { error: "Role does not exist", output: { code: 2003 }, input: { role: "X" } };
  expect((await seen(failed)).technical).toEqual({
    error: "Role does not exist",
    input: null,
    output: null,
    ref: null,
    externalRef: null,
  });
  expect((await seen({}, "admin")).technical).toMatchObject({
    error: "Role does not exist",
    input: { role: "X" },
    output: { code: 2003 },
  });
  expect((await seen({ error: undefined })).technical).toBeNull();
  expect((await seen({}, "admin")).technical).toMatchObject({ error: null, input: { role: "X" } });
});

test("the page leads to the viewer's own seat while it waits, and to a task they hold while it runs", async () => {
  const { world, id, pageOf, person } = await aPage();
  const [seat] = (await world.rows("approvalSeats")).filter(({ personId }) => personId === person("mona").id);
  expect((await pageOf("mona")).viewer).toMatchObject({ seatIn: "REQ-101-1", task: null });
  expect((await pageOf("ada")).viewer).toMatchObject({ seatIn: null, task: null });
  await world.run(async (ctx) => {
    const [first] = await tasksNow(ctx, { _id: id });
    await ctx.db.patch(first!._id, { assigneeId: person("mona").id });
    await ctx.db.patch(seat!._id, { isPending: false });
  });
  const [task] = (await pageOf("mona")).tasks;
  expect((await pageOf("mona")).viewer).toMatchObject({ seatIn: null, task: "REQ-101-1" });
  await world.run((ctx) => ctx.db.patch(task!.id, { status: "Complete" }));
  expect((await pageOf("mona")).viewer).toMatchObject({ seatIn: null, task: null });
});
