/** Jobs at the edges of what may be scheduled and canceled. */

import { anyApi, createFunctionHandle, internalMutationGeneric, mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestEngine, type TestEngine } from "../src/testing/index.ts";

const self = anyApi["edge"]!;

const edge = {
  /** Schedules the function `of` at once, directly or by a handle. */
  schedule: mutationGeneric({
    args: {
      of: v.string(),
      byHandle: v.optional(v.boolean()),
      args: v.optional(v.any()),
    },
    handler: async (ctx, { of, byHandle, args }) => {
      const to = byHandle === true ? await createFunctionHandle(self[of] as never) : self[of]!;
      return (await ctx.scheduler.runAfter(0, to as never, (args ?? {}) as never)) as string;
    },
  }),
  cancelsItself: internalMutationGeneric({
    args: { fails: v.optional(v.boolean()), caught: v.optional(v.boolean()) },
    handler: async (ctx, { fails, caught }) => {
      await ctx.db.insert("notes", { text: "written" });
      if (caught === true)
        await ctx.runMutation(self["cancelsItself"] as never, { fails: true } as never).catch(() => undefined);
      else await ctx.runMutation(self["cancelPending"] as never);
      if (fails === true) throw new Error("after canceling");
    },
  }),
  cancelPending: internalMutationGeneric({
    args: {},
    handler: async (ctx) => {
      for (const { _id, state } of await ctx.db.system.query("_scheduled_functions").collect())
        if (state.kind === "pending") await ctx.scheduler.cancel(_id);
    },
  }),
  scheduleIn: mutationGeneric({
    args: { years: v.number() },
    handler: async (ctx, { years }) =>
      (await ctx.scheduler.runAt(Date.now() + years * 365 * 86_400_000, self["notes"] as never)) as string,
  }),
  scheduleGone: mutationGeneric({
    args: { handle: v.string() },
    handler: async (ctx, { handle }) => (await ctx.scheduler.runAfter(0, handle as never)) as string,
  }),
  read: queryGeneric({ args: {}, handler: async () => "read" }),
  notes: queryGeneric({
    args: {},
    handler: async (ctx) => (await ctx.db.query("notes").collect()).length,
  }),
  state: queryGeneric({
    args: { id: v.string() },
    handler: async (ctx, { id }) =>
      ((await ctx.db.system.get(id as never)) as unknown as { state: { kind: string; error?: string } }).state,
  }),
};

let world: TestEngine;
beforeEach(
  async () =>
    void (world = await createTestEngine({
      modules: { edge: async () => edge },
    })),
);
afterEach(async () => await world.close());

/** Schedules over the official client, runs what is due, and gives what became of the job. */
async function scheduled(args: object): Promise<{ kind: string; error?: string }> {
  await world.serve();
  const id = (await world.connect().mutation(self["schedule"] as never, args as never)) as unknown as string;
  await world.engine.scheduler.idle();
  return (await world.engine.query("edge:state", { id })) as { kind: string };
}

test("[JOB7] a mutation that cancels the job it is ends as canceled, and what it wrote stays", async () => {
  expect(await scheduled({ of: "cancelsItself" })).toEqual({
    kind: "canceled",
  });
  expect(await world.engine.query("edge:notes")).toBe(1);
});

test("[JOB7] a cancellation of itself that was taken back does not count", async () => {
  expect(await scheduled({ of: "cancelsItself", args: { caught: true } })).toEqual({ kind: "success" });
  expect(await scheduled({ of: "cancelsItself", args: { fails: true } })).toMatchObject({ kind: "failed" });
  expect(await world.engine.query("edge:notes")).toBe(1);
});

test("[JOB8] whatever exists can be scheduled, also by a handle; a query fails when it is due", async () => {
  for (const byHandle of [false, true]) {
    const state = await scheduled({ of: "read", byHandle });
    expect(state).toMatchObject({ kind: "failed" });
    expect(state.error).toContain("but it is defined as Query");
  }
});

test("[JOB8] what does not exist is refused with what was asked for", async () => {
  await expect(world.engine.mutation("edge:schedule", { of: "gone" })).rejects.toThrow(
    "Attempted to schedule function, but no exported function gone found in the file: edge.js. Did you forget to export it?",
  );
  await expect(world.engine.mutation("edge:scheduleGone", { handle: "missing/file:default" })).rejects.toThrow(
    /Attempted to schedule function at nonexistent path: missing\/file\.js$/m,
  );
  await expect(
    world.engine.mutation("edge:scheduleGone", {
      handle: "function://0123#edge:read",
    }),
  ).rejects.toThrow("Attempted to schedule function at nonexistent path: function://0123#edge:read");
});

test("[JOB8] more than five years away is refused, the leap days of five years are not", async () => {
  expect(await world.engine.mutation("edge:scheduleIn", { years: 5.01 })).toEqual(expect.any(String));
  await expect(world.engine.mutation("edge:scheduleIn", { years: 5.1 })).rejects.toThrow(
    "more than 5 years in the future",
  );
  await expect(world.engine.mutation("edge:scheduleIn", { years: -5.1 })).rejects.toThrow(
    "more than 5 years in the past",
  );
});
