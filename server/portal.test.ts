import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "@data-portal/engine";
import { internalMutationGeneric, makeFunctionReference } from "convex/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { MIGRATIONS } from "../convex/migrations/all.ts";
import { servedModules } from "../convex/testing/backends.testing.ts";
import type { BackendModules } from "./backend/port.ts";
import type { Demo } from "./demo-port.ts";
import { createStaticFiles } from "./http/static.ts";
import { createLog } from "./lib/log.ts";
import { type Portal, startPortal } from "./portal.ts";
import { parseEnv } from "./settings/env.ts";

/** A data folder, and portals on it: with these functions beside the portal's own. */
function aFolder(added: BackendModules = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "portal-start-"));
  onTestFinished(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });
  const parsed = parseEnv({ PORT: "0", DATA_DIR: dataDir, PORTAL_DEMO: "0", BOOTSTRAP_ADMIN_EMAIL: "owner@ao.com" });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { env } = parsed;
  const files = createStaticFiles(dataDir);
  const start = (demo: Demo | null): Promise<Portal> =>
    startPortal({
      env,
      log: createLog("silent"),
      modules: { ...servedModules(), ...added },
      demo,
      files,
      app: async () => new Response(""),
      print: () => undefined,
    });
  return { dataDir, start };
}

test("a job that was due when the portal starts runs after the migrations: it meets no row of an older version", async () => {
  const seen: number[] = [];
  const probe = {
    later: internalMutationGeneric(async (ctx) => {
      await ctx.scheduler.runAfter(0, makeFunctionReference<"mutation">("probe:job"));
    }),
    job: internalMutationGeneric(async (ctx) => {
      const done = await ctx.db.query("migrations").collect();
      seen.push(done.filter(({ completedAt }) => completedAt !== undefined).length);
    }),
  };
  const added = { probe: () => Promise.resolve(probe) };
  const { dataDir, start } = aFolder(added);
  const before = await createEngine({
    modules: { ...servedModules(), ...added },
    dataDir: join(dataDir, "engine"),
    holdsJobs: true,
  });
  await before.mutation("probe:later");
  await before.close();
  const portal = await start(null);
  await vi.waitFor(() => expect(seen).toEqual([MIGRATIONS.length]));
  await portal.close();
});

test("a start that fails leaves nothing running: the data folder is free for the next one", async () => {
  const { dataDir, start } = aFolder();
  const failing: Demo = {
    modules: {},
    standIns: {},
    open: () => Promise.reject(new Error("its world is broken")),
    rest: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  await expect(start(failing)).rejects.toThrow("its world is broken");
  await (await start(null)).close();
  // Nor does it begin anew where a restore was cut short.
  const kept = `${dataDir}.before-2026-01-05T12-00-00.000Z`;
  renameSync(dataDir, kept);
  await expect(start(null)).rejects.toThrow("a restore was cut short");
  expect(existsSync(dataDir)).toBe(false);
  renameSync(kept, dataDir);
  await (await start(null)).close();
});
