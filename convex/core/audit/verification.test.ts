import { createHash } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { api } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import { MINUTE_MS } from "../../lib/pure/time";
import { aWorld, codeOf, endWorld } from "../../testing/world.testing";
import { recordEvent, SYSTEM } from "./model";
import { chainText, GENESIS } from "./rules/chain";

afterEach(endWorld);

const MAX_BATCHES = 5;

/** An audit trail of `length` events and an admin who checks it. */
async function aChain(length: number) {
  const world = await aWorld();
  const admin = await world.person("anna", { roles: ["staff", "admin"] });
  const add = (count: number) =>
    world.run(async (ctx) => {
      for (let each = 0; each < count; each += 1) {
        await recordEvent(ctx, {
          ...SYSTEM,
          action: "task.started",
          targets: [{ type: "task", id: `t${each}`, label: undefined }],
          context: { nested: { b: 1, a: [null, 2.5, "ü"] }, each },
          changes: [{ field: "status", before: null, after: "Running" }],
        });
      }
    });
  await add(length);
  const verify = async () => {
    await admin.mutation(api.audit.mutations.verify, {});
    // One batch schedules the next.
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      await world.advance(10);
      const found = await admin.query(api.audit.queries.verification, {});
      if (found?.finishedAt !== undefined) return found;
    }
    throw new Error("The check did not end");
  };
  const tamper = (sequence: number, change: (event: Doc<"auditEvents">) => Partial<Doc<"auditEvents">> | "delete") =>
    world.run(async (ctx) => {
      const event = await ctx.db
        .query("auditEvents")
        .withIndex("by_sequence", (q) => q.eq("sequence", sequence))
        .unique();
      if (!event) throw new Error("no such event");
      const changed = change(event);
      await (changed === "delete" ? ctx.db.delete(event._id) : ctx.db.patch(event._id, changed));
    });
  return { world, admin, add, verify, tamper };
}

describe("the hash chain", () => {
  test("can be followed by anybody who knows SHA-256, from what is stored alone", async () => {
    const { world } = await aChain(3);
    let previous = GENESIS;
    for (const event of await world.rows("auditEvents")) {
      expect(event.hash).toBe(createHash("sha256").update(chainText(previous, event)).digest("hex"));
      previous = event.hash ?? "";
    }
    expect(previous).not.toBe(GENESIS);
  });

  test("verifies over several batches, and shows its first and last hash", async () => {
    const { world, admin, verify } = await aChain(1_203);
    const events = await world.rows("auditEvents");
    expect(await verify()).toMatchObject({
      checked: 1_203,
      unhashed: 0,
      untilSequence: 1_203,
      startedByName: "Anna Tester",
      first: { sequence: 1, hash: events[0]?.hash },
      last: { sequence: 1_203, hash: events[1_202]?.hash },
    });
    const {
      events: [result, started],
    } = await admin.query(api.audit.queries.list, { filter: {} });
    expect([result?.action, result?.outcome, started?.action]).toEqual([
      "audit.verified",
      "success",
      "audit.verificationStarted",
    ]);
  });

  test("goes on where it was once it is asked for again after it died, and is not sent off twice before", async () => {
    const { world, admin, verify } = await aChain(1_203);
    await admin.mutation(api.audit.mutations.verify, {});
    const scheduled = async () =>
      await world.run(async (ctx) => {
        const waiting = await ctx.db.system.query("_scheduled_functions").collect();
        return waiting.filter(({ state }) => state.kind === "pending").map(({ _id }) => _id);
      });
    const waiting = await scheduled();
    await world.run(async (ctx) => {
      for (const id of waiting) await ctx.scheduler.cancel(id);
    });
    await world.advance(5 * MINUTE_MS - 1);
    await admin.mutation(api.audit.mutations.verify, {});
    expect(await scheduled()).toEqual([]);
    await world.advance(1);
    for (let time = 0; time < 2; time += 1) await admin.mutation(api.audit.mutations.verify, {});
    expect(await scheduled()).toHaveLength(1);
    expect(await verify()).toMatchObject({ checked: 1_203, untilSequence: 1_203 });
    expect(await world.rows("auditVerifications")).toHaveLength(1);
  });

  test("breaks at an event that was altered", async () => {
    const { verify, tamper, admin } = await aChain(10);
    await tamper(6, () => ({ outcome: "denied" }));
    const found = await verify();
    expect(found?.broken).toMatchObject({ sequence: 6, problem: "altered" });
    expect(found?.broken?.expected).not.toBe(found?.broken?.found);
    expect((await admin.query(api.audit.queries.list, { filter: { outcome: "failure" } })).events).toMatchObject([
      { action: "audit.verified" },
    ]);
  });

  test("breaks at the next event when an altered one was given a hash that fits", async () => {
    const { world, verify, tamper } = await aChain(10);
    const previous = (await world.rows("auditEvents"))[4]?.hash ?? "";
    await tamper(6, (event) => {
      const altered = { ...event, outcome: "denied" as const };
      return { outcome: "denied", hash: createHash("sha256").update(chainText(previous, altered)).digest("hex") };
    });
    expect((await verify())?.broken).toMatchObject({ sequence: 7, problem: "altered" });
  });

  test("breaks where an event was deleted, and stays broken while new ones come", async () => {
    const { verify, tamper, add } = await aChain(10);
    await tamper(4, () => "delete");
    expect((await verify())?.broken).toEqual({ sequence: 4, problem: "missing", expected: null, found: null });
    await add(1);
    expect((await verify())?.broken).toMatchObject({ sequence: 4, problem: "missing" });
  });

  test("breaks where a hash was taken away", async () => {
    const { verify, tamper } = await aChain(5);
    await tamper(3, () => ({ hash: undefined }));
    expect((await verify())?.broken).toMatchObject({ sequence: 3, problem: "unhashed", found: null });
  });

  test("does not begin later because the first hashes were taken away", async () => {
    const { verify, tamper } = await aChain(5);
    await tamper(1, () => ({ hash: undefined }));
    await tamper(2, () => ({ hash: undefined }));
    expect((await verify())?.broken).toMatchObject({ sequence: 1, problem: "unhashed" });
  });

  test("of the first version begins at the first hashed event where older ones have none, and the second follows it", async () => {
    const { world, add, verify } = await aChain(0);
    const old = {
      ...SYSTEM,
      action: "task.started",
      version: 1,
      occurredAt: 0,
      targets: [],
      outcome: "success" as const,
      context: {},
      changes: [],
    };
    await world.run(async (ctx) => {
      await ctx.db.insert("auditEvents", { ...old, sequence: 1 });
      await ctx.db.insert("auditEvents", {
        ...old,
        sequence: 2,
        hash: createHash("sha256")
          .update(chainText(GENESIS, { ...old, sequence: 2 }))
          .digest("hex"),
      });
    });
    await add(2);
    expect(await verify()).toMatchObject({ unhashed: 1, checked: 3, first: { sequence: 2 }, last: { sequence: 4 } });
  });

  test("of the second version never begins after events without a hash: somebody took them away", async () => {
    const { world, add, verify } = await aChain(0);
    await world.run((ctx) =>
      ctx.db.insert("auditEvents", {
        ...SYSTEM,
        sequence: 1,
        action: "task.started",
        version: 1,
        occurredAt: 0,
        targets: [],
        outcome: "success",
        context: {},
        changes: [],
      }),
    );
    await add(2);
    expect((await verify()).broken).toMatchObject({ sequence: 1, problem: "unhashed" });
  });

  test("is checked once at a time: a second click joins the first", async () => {
    const { world, admin } = await aChain(3);
    const one = await admin.mutation(api.audit.mutations.verify, {});
    expect(await admin.mutation(api.audit.mutations.verify, {})).toBe(one);
    await world.advance(0);
    expect(await world.rows("auditVerifications")).toHaveLength(1);
  });
});

describe("an export", () => {
  test("leaves an event with its filter and count behind, and goes on where it stopped", async () => {
    const { admin } = await aChain(1_100);
    const first = await admin.mutation(api.audit.mutations.exportPart, {
      filter: { action: "task.started" },
      format: "csv",
    });
    expect(first.events).toHaveLength(1_000);
    const rest = await admin.mutation(api.audit.mutations.exportPart, {
      filter: { action: "task.started" },
      format: "csv",
      after: first.next ?? { occurredAt: 0, sequence: 0 },
    });
    expect([rest.events.length, rest.next]).toEqual([100, null]);
    const {
      events: [newest, older],
    } = await admin.query(api.audit.queries.list, { filter: { action: "audit.exported" } });
    const context = async (id = "") => (await admin.query(api.audit.queries.get, { eventId: id }))?.context;
    expect(await context(older?.id)).toEqual({
      filter: { action: "task.started" },
      format: "csv",
      count: 1_000,
      continues: false,
    });
    expect(await context(newest?.id)).toMatchObject({ count: 100, continues: true });
  });

  test("is for admins: governance may read its part and take nothing along", async () => {
    const { world } = await aChain(1);
    const gil = await world.person("gil", { roles: ["staff", "governance"] });
    expect(await codeOf(gil.mutation(api.audit.mutations.exportPart, { filter: {}, format: "json" }))).toBe(
      "not-allowed",
    );
  });
});
