import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { mutationGeneric, queryGeneric } from "convex/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { MutationCtx } from "../../convex/_generated/server";
import { recordEvent, SYSTEM } from "../../convex/core/audit/model.ts";
import { createEngine, type Engine } from "@data-portal/engine";
import { runDataCommand, UsageError } from "./command.ts";

let folder = "";
let engine: Engine;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "verify-audit-"));
  engine = await createEngine({ modules, dataDir: join(folder, "data/engine") });
});
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const bySequence = async (ctx: MutationCtx, sequence: number) => {
  const event = await ctx.db.query("auditEvents").withIndex("by_sequence", (q) => q.eq("sequence", sequence)).unique();
  if (!event) throw new Error("no such event");
  return event;
};
const modules = {
  schema: () => import("../../convex/schema.ts"),
  audit: async () => ({
    add: mutationGeneric({
      handler: async (ctx, { count }: { count: number }) => {
        for (let each = 1; each <= count; each += 1) await recordEvent(ctx as unknown as MutationCtx, { ...SYSTEM, action: "task.started", targets: [], context: { each, half: 0.5, text: "ü\u2028" } });
      },
    }),
    alter: mutationGeneric({ handler: async (ctx, { sequence }: { sequence: number }) => {
      const event = await bySequence(ctx as unknown as MutationCtx, sequence);
      await ctx.db.patch(event._id, { outcome: "denied" });
    } }),
    remove: mutationGeneric({ handler: async (ctx, { sequence }: { sequence: number }) => {
      const event = await bySequence(ctx as unknown as MutationCtx, sequence);
      await ctx.db.delete(event._id);
    } }),
    hash: queryGeneric({ handler: async (ctx, { sequence }: { sequence: number }) => (await bySequence(ctx as unknown as MutationCtx, sequence)).hash }),
  }),
};

async function verify(...args: string[]): Promise<string> {
  const said: string[] = [];
  const loadAuditChain = () => import("../../convex/core/audit/chain.ts");
  await runDataCommand(["verify-audit", ...args], { dataDir: join(folder, "data"), backup: null, print: (line) => said.push(line), pathOf: (name) => resolve(folder, name), loadAuditChain })
    .catch((error: unknown) => {
      if (error instanceof UsageError) throw error;
      said.push(String(error));
    });
  return said.join("\n");
}

test("an audit trail nobody touched is intact, also while the portal writes it", async () => {
  await engine.mutation("audit:add", { count: 600 });
  const said = await verify();
  expect(said).toContain(`First: 1:${String(await engine.query("audit:hash", { sequence: 1 }))}`);
  expect(said).toContain(`Last: 600:${String(await engine.query("audit:hash", { sequence: 600 }))}`);
  expect(said).toContain("intact: 600 events");
});

test("an altered event is named, with what the chain leads to and what stands there", async () => {
  await engine.mutation("audit:add", { count: 5 });
  await engine.mutation("audit:alter", { sequence: 3 });
  expect(await verify()).toMatch(/broken\. Event 3, or the one before it.*\n {2}expected [0-9a-f]{64}\n {2}found {4}[0-9a-f]{64}\nError: The audit trail does not hold/);
});

test("a removed event is named", async () => {
  await engine.mutation("audit:add", { count: 5 });
  await engine.mutation("audit:remove", { sequence: 2 });
  expect(await verify()).toContain("Event 2 is missing.");
});

test("an end that was cut off is seen by who noted a hash of it", async () => {
  await engine.mutation("audit:add", { count: 5 });
  const noted = `5:${String(await engine.query("audit:hash", { sequence: 5 }))}`;
  expect(await verify("--expect", noted)).toContain("is the one you noted");
  await engine.mutation("audit:remove", { sequence: 5 });
  expect(await verify()).toContain("intact: 4 events");
  expect(await verify("--expect", noted)).toContain("The hash of event 5 is not the one you noted: there is no such event.");
  await engine.mutation("audit:add", { count: 1 });
  expect(await verify("--expect", noted)).toMatch(/is not the one you noted: [0-9a-f]{64}/);
});

test("a backup is checked by its folder, and what makes no sense is answered with how to use it", async () => {
  await engine.mutation("audit:add", { count: 2 });
  await engine.backup(join(folder, "copy/engine"));
  await engine.mutation("audit:alter", { sequence: 1 });
  expect(await verify("copy")).toContain("intact: 2 events");
  await expect(verify("copy", "--expect", "5")).rejects.toThrow(UsageError);
  await expect(verify("copy", "other")).rejects.toThrow(UsageError);
});
