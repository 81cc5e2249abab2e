import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { aCompany, aSubmitKey } from "../catalog/company.testing";
import { tasksNow } from "../process/requests.testing";
import { endWorld } from "../testing/world.testing";
import { ownRows } from "./mine";

afterEach(endWorld);

async function aList() {
  const company = await aCompany();
  const { world, ada, formOf } = company;
  const ask = (form: Record<string, unknown> = {}) =>
    ada.mutation(api.requests.mutations.submit, {
      typeKey: "snowflake-access",
      form: { ...formOf("snowflake-access"), ...form },
      submitKey: aSubmitKey(),
    });
  const rowFor = (personId: Id<"people">, requestId: Id<"requests">) =>
    world.run(async (ctx) => (await ownRows(ctx, [(await ctx.db.get(requestId))!], personId, world.now()))[0]!);
  return { ...company, ask, rowFor };
}

test("a row names for whom it is where that is somebody else, and who made it where that was", async () => {
  const { ada, person, ask, rowFor } = await aList();
  const [own, forBea] = [await ask(), await ask({ requestedFor: person("bea").id })];
  expect(await rowFor(ada.id, own.id)).toMatchObject({ forName: null, byName: null });
  expect(await rowFor(ada.id, forBea.id)).toMatchObject({ forName: "Bea Tester", byName: null });
  expect(await rowFor(person("bea").id, forBea.id)).toMatchObject({ forName: null, byName: "Ada Tester" });
  // Somebody who was brought in sees both, and no name twice.
  expect(await rowFor(person("olga").id, own.id)).toMatchObject({
    forName: null,
    byName: "Ada Tester",
  });
});

test("a row says what the request waits for: its first task that is not complete, and whom that waits for", async () => {
  const { world, ada, ask, rowFor } = await aList();
  const { id } = await ask();
  const waitsFor = async () => (await rowFor(ada.id, id)).waitsFor;
  const set = (changes: object) =>
    world.run(async (ctx) => {
      const [first] = await tasksNow(ctx, { _id: id });
      await ctx.db.patch(first!._id, changes);
    });
  await set({ status: "Running", waitingOn: { text: "Mona Tester" } });
  expect(await waitsFor()).toBe("Approve access: Mona Tester");
  await set({ status: "Running", waitingOn: undefined });
  expect(await waitsFor()).toBe("Approve access");
  await set({ status: "Not Started", waitingOn: { text: "Mona Tester" } });
  expect(await waitsFor()).toBe("Approve access");
  await set({ status: "Failed", waitingOn: { text: "Mona Tester" } });
  expect(await waitsFor()).toBe("“Approve access” failed; the admins are looking into it");
  await set({ status: "Failed", assigneeId: ada.id });
  expect(await waitsFor()).toBe("“Approve access” failed; Ada Tester is looking into it");
  await set({ assigneeId: undefined });
  await set({ status: "Complete" });
  expect(await waitsFor()).toMatch(/^Approve for the domain/);
});
