/** `npm run engine`: the engine's own command, on the pinned Node, and started again when it ends by itself. */

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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

/** Serves a folder of functions and lets `ask` question it at each start; all it printed and the code it ended with. */
async function served(
  functions: string,
  ask: (client: ConvexHttpClient, adminKey: string, stop: () => void) => Promise<void>,
): Promise<{ code: number | null; text: string }> {
  const child = spawn(
    process.execPath,
    [path.join(root, "tools/engine.mjs"), "serve", "--functions", functions, "--data", data, "--port", "0"],
    { cwd: root, stdio: ["ignore", "pipe", "pipe"] },
  );
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  let text = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  let url = "";
  for await (const line of createInterface(child.stdout)) {
    text += `${line}\n`;
    url = /^URL +(.*)$/.exec(line)?.[1] ?? url;
    const adminKey = /^Admin key +(.*)$/.exec(line)?.[1];
    if (adminKey === undefined) continue;
    const client = new ConvexHttpClient(url, { skipConvexDeploymentUrlCheck: true, logger: false });
    await ask(client, adminKey, () => child.kill("SIGTERM"));
  }
  return { code: await ended, text };
}

test("`npm run engine` serves this repository's own backend without the portal", async () => {
  const ended = await served("convex", async (client, adminKey, stop) => {
    // The official client has this for its commands; the types hide it.
    (client as unknown as { setAdminAuth(key: string): void }).setAdminAuth(adminKey);
    expect(await client.query("people/internal:superAdminExists" as never)).toBe(false);
    stop();
  });
  expect(ended).toMatchObject({ code: 0 });
});

test("[LAT7] `npm run engine` starts again what ended with a code that asks for it, with all that was acknowledged", async () => {
  const cache = path.join(root, ".cache");
  mkdirSync(cache, { recursive: true });
  const functions = mkdtempSync(path.join(cache, "engine-command-"));
  const seen: unknown[] = [];
  try {
    writeFileSync(
      path.join(functions, "notes.ts"),
      `import { actionGeneric, mutationGeneric, queryGeneric } from "convex/server";
export const add = mutationGeneric(async ({ db }) => { await db.insert("notes", {}); });
export const count = queryGeneric(async ({ db }) => (await db.query("notes").collect()).length);
export const end = actionGeneric(async () => process.exit(75));`,
    );
    const ended = await served(functions, async (client, _adminKey, stop) => {
      await client.mutation("notes:add" as never);
      seen.push(await client.query("notes:count" as never));
      if (seen.length === 2) return stop();
      await expect(client.action("notes:end" as never)).rejects.toThrow("fetch failed");
    });
    expect(seen).toEqual([1, 2]);
    expect(ended).toMatchObject({
      code: 0,
      text: expect.stringContaining("ended with code 75 and is started again") as string,
    });
  } finally {
    rmSync(functions, { recursive: true });
  }
});
