import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { ConvexHttpClient } from "convex/browser";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "./lib/runtime.mjs";

let data: string;

beforeEach(() => {
  data = mkdtempSync(path.join(os.tmpdir(), "engine-command-"));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

test("`npm run engine` serves this repository's own backend without the portal", async () => {
  const child = spawn(
    process.execPath,
    [path.join(root, "tools/engine.mjs"), "serve", "--functions", "convex", "--data", data, "--port", "0"],
    { cwd: root, stdio: ["ignore", "pipe", "inherit"] },
  );
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  let url = "";
  for await (const line of createInterface(child.stdout)) {
    url ||= /^URL +(.*)$/.exec(line)?.[1] ?? "";
    if (!line.startsWith("Admin key")) continue;
    const client = new ConvexHttpClient(url, { skipConvexDeploymentUrlCheck: true, logger: false });
    // The official client has this for its commands; the types hide it.
    (client as unknown as { setAdminAuth(key: string): void }).setAdminAuth(/^Admin key +(.*)$/.exec(line)?.[1] ?? "");
    expect(await client.query("people/internal:superAdminExists" as never)).toBe(false);
    child.kill("SIGTERM");
  }
  expect(await ended).toBe(0);
});
