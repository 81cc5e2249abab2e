/** Errors that belong to no function, in the process that serves: what ends, what goes on, and who starts it again. */

import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { ConvexClient } from "convex/browser";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "../../../../tools/lib/free-port.ts";
import { connectClient } from "../../src/testing/index.ts";
import { eventually } from "../support.ts";
import { aProject, type Project } from "./functions-folder.ts";

const repository = path.resolve(import.meta.dirname, "../../../..");
/** What runs: the server as one file, kept by its content. */
const BUNDLES = path.join(repository, ".cache/process");

/** A place of the engine's committer in the file that runs. */
function committerInBundle(): string {
  const { digest } = JSON.parse(readFileSync(path.join(BUNDLES, "engine.json"), "utf8")) as { digest: string };
  const file = path.join(BUNDLES, `engine-${digest.slice(0, 16)}.js`);
  const lines = readFileSync(file, "utf8").split("\n");
  return `${file}:${lines.findIndex((line) => line.includes("SerialCommitter = class")) + 2}:5`;
}

/** Leaves its function by hand, as only code of the host is outside of all of them. */
const STRAY = `
import { v } from "convex/values";
import { action } from "./_generated/server";
const outside = (globalThis as any)[Symbol.for("convex-engine.scope")];
export const error = action({ args: { stack: v.string() }, handler: async (_ctx, { stack }) => {
  outside.exit(() => setImmediate(() => { throw Object.assign(new Error("stray"), stack === "" ? {} : { stack }); }));
} });
export const rejection = action({ args: {}, handler: async () => { outside.exit(() => void Promise.reject(new Error("stray rejection"))); } });
export const timer = action({ args: {}, handler: async () => { setImmediate(() => { throw new Error("of the function"); }); return await new Promise<null>(() => undefined); } });`;

let project: Project;
let child: ChildProcess;
let client: ConvexClient;
let text = "";
let seen: readonly string[] = [];

beforeEach(async () => {
  project = aProject();
  project.write("stray.ts", STRAY);
  project.write("auth.config.ts", "export default { providers: [] };");
  const port = String(await freePort());
  text = "";
  child = spawn(
    process.execPath,
    [
      path.join(repository, "tools/engine.mjs"),
      "serve",
      "--functions",
      project.functions,
      "--data",
      project.data,
      "--port",
      port,
    ],
    { cwd: repository, stdio: ["ignore", "pipe", "pipe"] },
  );
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  await eventually(() => text.includes("Admin key"), "the server");
  client = connectClient(`http://127.0.0.1:${port}`);
  client.onUpdate("notes:list" as never, {} as never, (texts: readonly string[]) => (seen = texts));
  await client.mutation("notes:add" as never, { text: "before" } as never);
});
afterEach(async () => {
  await client.close();
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  project.remove();
});

test("[LAT1] [LAT6] errors of functions and of nobody in particular leave the process and its sockets as they are", async () => {
  await expect(client.action("stray:timer" as never, {} as never)).rejects.toThrow(
    "uncaughtException: Error: of the function",
  );
  await client.action("stray:error" as never, { stack: "" } as never);
  await client.action("stray:rejection" as never, {} as never);
  await eventually(
    () => text.includes("Error: stray\\n") && text.includes("Error: stray rejection\\n"),
    "the log lines",
  );
  await client.mutation("notes:add" as never, { text: "after" } as never);
  expect(seen).toEqual(expect.arrayContaining(["note: before", "note: after"]));
  expect(text.match(/Admin key/g)).toHaveLength(1);
});

test("[LAT7] an error that went through the engine ends the process in order; it is started again with all it acknowledged", async () => {
  const stack = `Error: stray\n    at commit (${committerInBundle()})`;
  await client.action("stray:error" as never, { stack } as never);
  await eventually(() => text.split("Admin key").length === 3, "the second start");
  expect(text).toContain("ended with code 75 and is started again");
  expect(text).toContain("packages/engine/src/transactions/committer.ts:");
  await client.mutation("notes:add" as never, { text: "after" } as never);
  expect(seen).toEqual(expect.arrayContaining(["note: before", "note: after"]));
});
