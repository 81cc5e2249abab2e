import { afterEach, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { DAY_MS } from "../../lib/pure/time";
import { aWorld, endWorld } from "../../testing/world.testing";
import { recordEvent, SYSTEM } from "./model";
import { removeOld } from "./retention";
import type { Retention } from "./rules/keep";

afterEach(endWorld);

/** An audit trail that began `days` ago with one event of each class a day, and a rule run over it today. */
async function anAuditTrail(days: number) {
  const world = await aWorld();
  const admin = await world.person("anna", { roles: ["staff", "admin"] });
  const start = await world.run(async () => Date.now());
  await world.run(async (ctx) => {
    for (let day = days; day > 0; day -= 1) {
      for (const action of ["session.signedIn", "task.completed", "mail.recorded"]) {
        await recordEvent(ctx, {
          ...SYSTEM,
          action,
          targets: [{ type: "task", id: `day${day}` }],
          context: { wording: "contents" },
          occurredAt: start - day * DAY_MS,
        });
      }
    }
  });
  const apply = (retention: Retention) =>
    world.run(async (ctx) => {
      let removed = 0;
      for (let hasMore = true; hasMore;) {
        const done = await removeOld(ctx, retention, start);
        removed += done.removed;
        hasMore = done.hasMore;
      }
      return removed;
    });
  const verify = async () => {
    await admin.mutation(api.audit.mutations.verify, {});
    await world.advance(50);
    return await admin.query(api.audit.queries.verification, {});
  };
  return { world, admin, apply, verify };
}

test("contents go by class and age, the rest stays, and the chain still holds", async () => {
  const { world, apply, verify } = await anAuditTrail(100);
  expect(await apply({ activity: 40, access: 60 })).toBe(60 + 40);
  const events = await world.rows("auditEvents");
  const gone = events.filter(({ removedAt }) => removedAt !== undefined);
  expect(new Set(gone.map(({ action }) => action))).toEqual(new Set(["mail.recorded", "task.completed"]));
  expect(JSON.stringify(gone)).not.toMatch(/contents"|\bday\d/);
  expect(
    events.filter(({ action, context }) => action === "session.signedIn" && context["wording"] === "contents"),
  ).toHaveLength(100);
  expect(await verify()).toMatchObject({ removed: 100 });
  expect((await verify())?.broken).toBeUndefined();
});

test("the history of a thing no longer leads to what was removed", async () => {
  const { admin, apply } = await anAuditTrail(50);
  const historyOf = async (id: string) =>
    (await admin.query(api.audit.queries.ofObject, { type: "task", id })).events.map(({ action }) => action);
  expect(await historyOf("day45")).toHaveLength(3);
  await apply({ activity: 40 });
  expect(await historyOf("day45")).toEqual(["task.completed", "session.signedIn"]);
  expect(await historyOf("day35")).toHaveLength(3);
});

test("a second run removes nothing twice, and says nothing where nothing was over", async () => {
  const { world, apply } = await anAuditTrail(50);
  expect(await apply({ activity: 40 })).toBe(10);
  expect(await apply({ activity: 40 })).toBe(0);
  expect(
    (await world.rows("auditEvents"))
      .filter(({ action }) => action === "audit.contentsRemoved")
      .map(({ context }) => context),
  ).toEqual([{ removed: 10, sequences: "3, 6, 9, 12, 15, 18, 21, 24, 27, 30", kept: [] }]);
});

test("without a rule everything is kept", async () => {
  const { apply } = await anAuditTrail(50);
  expect(await apply({})).toBe(0);
});

test("an event whose contents went too early is a break, whatever it says of itself", async () => {
  const { world, verify } = await anAuditTrail(20);
  await world.run(async (ctx) => {
    const event = await ctx.db
      .query("auditEvents")
      .withIndex("by_sequence", (q) => q.eq("sequence", 7))
      .unique();
    if (event) await ctx.db.patch(event._id, { context: {}, removedAt: Date.now() });
  });
  expect((await verify())?.broken).toMatchObject({ sequence: 7, problem: "contents" });
});

test("what proves a removal is never removed itself, however old", async () => {
  const { world, apply, verify } = await anAuditTrail(50);
  await apply({ activity: 40 });
  await world.advance(100 * DAY_MS);
  const later = await world.run(async () => Date.now());
  await world.run((ctx) => removeOld(ctx, { security: 30, access: 30, activity: 30 }, later));
  expect(
    (await world.rows("auditEvents")).filter(({ removedAt }) => removedAt === undefined).map(({ action }) => action),
  ).toEqual(["audit.contentsRemoved", "audit.contentsRemoved"]);
  expect((await verify())?.broken).toBeUndefined();
});

test("a check that began before a removal goes on to the event that proves it", async () => {
  const { world, admin, apply } = await anAuditTrail(400);
  await admin.mutation(api.audit.mutations.verify, {});
  await apply({ activity: 40 });
  await world.advance(50);
  const found = await admin.query(api.audit.queries.verification, {});
  expect([found?.broken, found?.finishedAt === undefined, (found?.untilSequence ?? 0) > 1_200]).toEqual([
    undefined,
    false,
    true,
  ]);
});
