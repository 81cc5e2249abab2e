import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { servedModules } from "../convex/testing/backends.testing";
import type { Demo } from "./demo-port.ts";
import { parseEnv } from "./settings/env.ts";
import { createStaticFiles } from "./http/static.ts";
import { createLog } from "./lib/log.ts";
import { type Portal, startPortal } from "./portal.ts";

test("a start that fails leaves nothing running: the data folder is free for the next one", async () => {
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
      modules: servedModules(),
      demo,
      files,
      app: async () => new Response(""),
      print: () => undefined,
    });
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
