/** Errors that belong to no function, in the process that serves: what ends, and what goes on. */

import { readFileSync } from "node:fs";
import path from "node:path";
import type { ConvexClient } from "convex/browser";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectClient } from "../../src/testing/index.ts";
import { cuttingProxy, type CuttingProxy } from "../proxy.ts";
import { ENGINE } from "../serve-program.ts";
import { eventually } from "../support.ts";
import { MAIN, serve, type ServingCommand } from "./command.ts";
import { aProject, type Project } from "./functions-folder.ts";

/** A place of the engine's committer in the file that runs. */
function committerInBundle(): string {
  const lines = readFileSync(MAIN, "utf8").split("\n");
  return `${MAIN}:${lines.findIndex((line) => line.includes("SerialCommitter = class")) + 2}:5`;
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
let server: ServingCommand;
/** The one address of a server that is started again at another port. */
let proxy: CuttingProxy;
let client: ConvexClient;
let seen: readonly string[] = [];

beforeEach(async () => {
  project = aProject();
  project.write("stray.ts", STRAY);
  project.write("auth.config.ts", "export default { providers: [] };");
  server = await serve("--functions", project.functions, "--data", project.data);
  proxy = await cuttingProxy(server.url);
  client = connectClient(proxy.url);
  client.onUpdate("notes:list" as never, {} as never, (texts: readonly string[]) => (seen = texts));
  await client.mutation("notes:add" as never, { text: "before" } as never);
});
afterEach(async () => {
  await client.close();
  await proxy.close();
  expect((await server.stop("SIGTERM")).code).toBe(0);
  project.remove();
});

test("[LAT1] [LAT6] errors of functions and of nobody in particular leave the process and its sockets as they are", async () => {
  await expect(client.action("stray:timer" as never, {} as never)).rejects.toThrow(
    "uncaughtException: Error: of the function",
  );
  await client.action("stray:error" as never, { stack: "" } as never);
  await client.action("stray:rejection" as never, {} as never);
  await eventually(
    () => server.text().includes("Error: stray\\n") && server.text().includes("Error: stray rejection\\n"),
    "the log lines",
  );
  await client.mutation("notes:add" as never, { text: "after" } as never);
  expect(seen).toEqual(expect.arrayContaining(["note: before", "note: after"]));
  expect(server.text().match(/Admin key/g)).toHaveLength(1);
});

test("[LAT7] an error that went through the engine ends the process in order with a code that asks for a new one, which has all it acknowledged", async () => {
  const stack = `Error: stray\n    at commit (${committerInBundle()})`;
  await client.action("stray:error" as never, { stack } as never);
  const { code, text } = await server.ended;
  expect(code).toBe(75);
  expect(text).toContain(`${path.join(ENGINE, "src/transactions/committer.ts")}:`);
  server = await serve("--functions", project.functions, "--data", project.data);
  proxy.target(server.url);
  await client.mutation("notes:add" as never, { text: "after" } as never);
  expect(seen).toEqual(expect.arrayContaining(["note: before", "note: after"]));
});
