/** Tasks that wait for a day of the form: nobody who leaves is cut off before their last day is over. */

import { afterEach, expect, test } from "vitest";
import { api, internal } from "../../_generated/api";
import { aCompany, aSubmitKey } from "../../catalog/company.testing";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/pure/time";
import { endWorld } from "../../testing/world.testing";

afterEach(endWorld);

const { submit, preview } = { submit: api.requests.mutations.submit, preview: api.requests.queries.preview };

/** Mona's request to end Bea's access, approved, looked up and handed over on 2 March. */
async function aLeaver(lastDay: string) {
  const { world, person, formOf } = await aCompany();
  const mona = person("mona");
  const form = { ...formOf("leaver"), lastDay, successor: person("dora").id };
  const { id } = await mona.mutation(submit, { typeKey: "leaver", form, submitKey: aSubmitKey() });
  const tasks = async () => (await world.rows("requestTasks")).filter(({ requestId }) => requestId === id);
  const [seat] = await world.rows("approvalSeats");
  const decider = ["olga", "admin"].map(person).find((one) => one.id === seat?.personId);
  const approvalId = (await world.rows("approvals")).find(({ openedAt }) => openedAt !== undefined)?._id;
  if (!decider || !approvalId) throw new Error("Somebody decides about a leaver");
  await decider.mutation(api.approvals.mutations.decide, {
    approvalId,
    verdict: "approve",
    comment: "",
    withoutPlan: true,
  });
  for (const key of ["scan", "handover"]) {
    const taskId = (await tasks()).find((task) => task.key === key)?._id;
    if (taskId)
      await person("admin").mutation(api.tasks.mutations.completeManual, {
        taskId,
        evidence: "The list is in the ticket",
      });
  }
  return {
    world,
    mona,
    form,
    /** How far the tasks are that close the systems. */
    closing: async () => [
      ...new Set(
        (await tasks())
          .filter(({ order, outcome }) => order === 4 && outcome !== "skipped")
          .map(({ status }) => status),
      ),
    ],
    sentence: async () => (await mona.query(api.requests.queries.get, { request: id })).nextStep.text,
    passUntil: async (at: number) => {
      await world.advance(at - world.now());
      await world.internal(internal.workflow.internal.runMonitor, {});
    },
  };
}

test("who leaves keeps access until their last day is over, and the page says when it ends", async () => {
  const { closing, sentence, passUntil } = await aLeaver("2026-03-10");
  expect(await closing()).toEqual(["Not Started"]);
  expect(await sentence()).toBe("Disable in Snowflake starts 11/03/2026 00:00 UTC");
  await passUntil(Date.UTC(2026, 2, 10, 23, 59));
  expect(await closing()).toEqual(["Not Started"]);
  await passUntil(Date.UTC(2026, 2, 11, 0, 1));
  expect(await closing()).not.toContain("Not Started");
});

test("a last day that has passed ends everything at once", async () => {
  const { closing } = await aLeaver("2026-03-01");
  expect(await closing()).not.toContain("Not Started");
});

test("the request is late only after that day", async () => {
  const { world } = await aLeaver("2026-03-31");
  const [request] = await world.rows("requests");
  expect(request?.dueAt).toBeGreaterThan(Date.UTC(2026, 3, 1));
  await world.advance(2 * DAY_MS + HOUR_MS + MINUTE_MS);
  expect((await world.rows("requests"))[0]?.dueAt).toBe(request?.dueAt);
});

test("before it is sent the form says which steps wait for that day", async () => {
  const { mona, form } = await aLeaver("2026-03-01");
  const { tasks } = await mona.query(preview, { typeKey: "leaver", form: { ...form, lastDay: "2026-06-30" } });
  expect([...new Set(tasks.filter(({ order }) => order === 4).map(({ startsAfter }) => startsAfter))]).toEqual([
    "2026-06-30",
  ]);
  expect(tasks.find(({ key }) => key === "scan")?.startsAfter).toBeNull();
});
