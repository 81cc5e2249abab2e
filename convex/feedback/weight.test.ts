/** Ideas weighed by what a type, a task or a service costs people: counted in the portal's own rows, frozen when shipped. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { MEASURED_MS } from "../core/feedback/rules";
import { HOUR_MS } from "../lib/pure/time";
import { submitted } from "../process/requests.testing";
import { endWorld } from "../testing/world.testing";
import { aTicketRow } from "../tickets/scenes.testing";
import { aFeedbackWorld } from "./ideas.testing";

afterEach(endWorld);

const { mutations, queries } = api.feedback;

async function aWeighedWorld() {
  const scene = await aFeedbackWorld();
  const { world, ada, adam } = scene;
  await world.internal(internal.catalog.internal.install, {});
  const link = (ideaId: Id<"ideas">, kind: "requestType" | "taskType" | "service", key: string, by = adam) =>
    by.mutation(mutations.link, { ideaId, about: { kind, key } });
  const weight = (ideaId: Id<"ideas">) => ada.query(queries.weight, { ideaId });
  /** A request of the type, whose one task of dbt ended so. */
  const run = (fields: Partial<Doc<"requests">>, task: Partial<Doc<"requestTasks">>) =>
    world.run(async (ctx) => {
      const request = await submitted(ctx, ada.id, [{ type: "manual_check" }]);
      const at = Date.now();
      await ctx.db.patch(request._id, { typeId: "snowflake-access", submittedAt: at, createdAt: at, ...fields });
      const row = await ctx.db
        .query("requestTasks")
        .withIndex("by_request", (q) => q.eq("requestId", request._id))
        .first();
      if (!row) throw new Error("No task");
      await ctx.db.patch(row._id, { connector: "dbt", startedAt: at, createdAt: at, ...task });
      return { key: request.key, taskId: row._id };
    });
  const done = (hours: number) => {
    const at = world.now() + hours * HOUR_MS;
    return run({ status: "Completed", endedAt: at }, { status: "Complete", outcome: "done", finishedAt: at });
  };
  return { ...scene, link, weight, run, done };
}

describe("an idea [F7]", () => {
  test("about a type shows its runs, median wait, failures, denials and tickets of 90 days", async () => {
    const { world, ada, ideaId, link, weight, run, done } = await aWeighedWorld();
    await done(1);
    await world.advance(MEASURED_MS + 1);
    expect(await weight(ideaId)).toBeNull();
    await link(ideaId, "requestType", "snowflake-access");
    for (const hours of [2, 4, 30]) await done(hours);
    const { key, taskId } = await run({ status: "Rejected" }, { status: "Failed", outcome: "rejected" });
    await run({ status: "Blocked" }, { status: "Failed", outcome: "error" });
    await run({ status: "In progress" }, { status: "Running" });
    const other = await run({ typeId: "other", status: "Rejected" }, { status: "Running", startedAt: undefined });
    await run({ status: "Cancelled", submittedAt: undefined }, { status: "Not Started", startedAt: undefined });
    await world.run(async (ctx) => {
      await aTicketRow(ctx, { requesterId: ada.id, related: { kind: "request", ref: key, label: key } });
      await aTicketRow(ctx, { requesterId: ada.id, related: { kind: "request", ref: other.key, label: "Other" } });
      await aTicketRow(ctx, { requesterId: ada.id, related: { kind: "task", ref: taskId, label: "A task" } });
      await aTicketRow(ctx, { requesterId: ada.id, related: { kind: "service", ref: "service:dbt", label: "dbt" } });
      await aTicketRow(ctx, { requesterId: ada.id });
    });
    const counted = { runs: 6, done: 3, failures: 1, denials: 1, waitMs: 4 * HOUR_MS, isPart: false };
    expect(await weight(ideaId)).toMatchObject({ before: { ...counted, tickets: 2 }, after: null });
    await link(ideaId, "service", "dbt");
    expect(await weight(ideaId)).toMatchObject({ label: "dbt Cloud", before: { ...counted, tickets: 2 } });
    await link(ideaId, "taskType", "manual_check");
    expect(await weight(ideaId)).toMatchObject({ before: { ...counted, tickets: 1 } });
  });

  test("keeps the figures it was shipped with, beside those since", async () => {
    const { world, adam, ideaId, codeOf, link, weight, done, ship, move } = await aWeighedWorld();
    await link(ideaId, "requestType", "snowflake-access");
    for (const hours of [2, 4, 6]) await done(hours);
    await ship(ideaId);
    await world.advance(HOUR_MS);
    await done(1);
    const before = { runs: 3, waitMs: 4 * HOUR_MS };
    expect(await weight(ideaId)).toMatchObject({ before, after: { runs: 1, waitMs: HOUR_MS } });
    expect(await codeOf(link(ideaId, "service", "dbt"))).toBe("wrong-state");
    await world.advance(MEASURED_MS + HOUR_MS);
    expect(await weight(ideaId)).toMatchObject({ before, after: { runs: 0, waitMs: null } });
    await move(ideaId, "Under review");
    expect(await weight(ideaId)).toMatchObject({ before: { runs: 0 }, after: null });
    await adam.mutation(mutations.link, { ideaId, about: null });
    expect(await weight(ideaId)).toBeNull();
  });

  test("is linked by its author when it is written, to what there is", async () => {
    const { world, ada, codeOf, weight } = await aWeighedWorld();
    const form = { title: "Fewer steps", description: "Please", priority: "Low" };
    const about = { kind: "requestType" as const, key: "snowflake-access" };
    expect(await ada.query(queries.aboutName, { about })).toBe("Snowflake data access");
    const key = await ada.mutation(mutations.create, { ...form, about });
    const idea = (await world.rows("ideas")).find((one) => one.key === key);
    expect(idea && (await weight(idea._id))).toMatchObject({ label: "Snowflake data access" });
    const nothing = { ...about, key: "nothing" };
    expect(await ada.query(queries.aboutName, { about: nothing })).toBeNull();
    expect(await codeOf(ada.mutation(mutations.create, { ...form, about: nothing }))).toBe("not-found");
  });

  test("is linked by admins, to what there is, and by nobody while it is not listed", async () => {
    const { ada, adam, fay, ideaId, codeOf, link, weight } = await aWeighedWorld();
    for (const by of [ada, fay]) expect(await codeOf(link(ideaId, "service", "dbt", by))).toBe("not-allowed");
    for (const kind of ["requestType", "taskType", "service"] as const)
      expect(await codeOf(link(ideaId, kind, "nothing"))).toBe("not-found");
    const { about, choices } = await adam.query(queries.abouts, { ideaId });
    expect(about).toBeNull();
    for (const one of choices) await link(ideaId, one.kind, one.key);
    await ada.mutation(mutations.withdraw, { ideaId });
    expect(await weight(ideaId)).toBeNull();
    expect(await codeOf(link(ideaId, "service", "dbt"))).toBe("wrong-state");
  });
});
