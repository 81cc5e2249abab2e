/** Which files a failure names, when functions call functions and components are among them. */

import { join } from "node:path";
import { anyApi, componentsGeneric, defineApp, mutationGeneric, queryGeneric } from "convex/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestEngine, folderModules, type TestEngine } from "../../src/testing/index.ts";
import { fixtureModules } from "../support.ts";
import counter from "./counter/convex.config.ts";

const app = defineApp();
app.use(
  Object.assign(counter, { componentDefinitionPath: "../counter", defaultName: "counter" }) as never,
  {
    name: "one",
    env: { GREETING: "hello" },
  } as never,
);

const child = (componentsGeneric() as any).one.lib;
type Kind = "query" | "mutation" | "action";
const reference = (path: string): never => {
  const [module = "", name = ""] = path.split(":");
  return anyApi[module]![name] as never;
};

const frames = {
  intoComponent: mutationGeneric({
    args: {},
    handler: async (ctx): Promise<unknown> => await ctx.runMutation(child.incrementAndFail, { name: "x" }),
  }),
  componentStack: queryGeneric({
    args: {},
    handler: async (ctx): Promise<unknown> => await ctx.runQuery(child.stack, {}),
  }),
};

let world: TestEngine;
beforeEach(async () => {
  const own = queryGeneric({ args: {}, handler: async () => "an app module of the same ending as the component's" });
  world = await createTestEngine({
    modules: {
      ...fixtureModules,
      lib: async () => ({ own }),
      "components/frames.test": async () => ({}),
      frames: async () => frames,
      "convex.config": async () => ({ default: app }),
    },
    components: { "../counter": folderModules(join(import.meta.dirname, "counter")) },
  });
  await world.serve();
});
afterEach(async () => await world.close());

/** The files a failure names, in order, as the official client is told. */
async function filesOf(kind: Kind, path: string, args: object): Promise<string[]> {
  const client = world.connect();
  const failed: Promise<unknown> = (client as any)[kind](reference(path), args);
  const message = await failed.then(
    () => "",
    (error: Error) => error.message,
  );
  return [...message.matchAll(/^ {4}at .*\((.*?):\d+:\d+\)$/gm)].map(([, file = ""]) => file);
}

const FAILING = { query: "odd:throwInQuery", mutation: "odd:throwPlain", action: "odd:throwInAction" } as const;

test.each([
  ["query", "query"],
  ["mutation", "query"],
  ["mutation", "mutation"],
  ["action", "query"],
  ["action", "mutation"],
  ["action", "action"],
] as const)(
  "[WIR9] called from a function (%s) a failed %s names its frames once, then come its caller's",
  async (caller, kind) => {
    const files = await filesOf(caller, `calls:${caller}`, { kind, path: FAILING[kind] });
    expect(files).toEqual(["../convex/odd.ts", "../convex/calls.ts"]);
  },
);

test("[WIR9] a failure inside a component names the component's file, never an app module of the same ending", async () => {
  const files = await filesOf("mutation", "frames:intoComponent", {});
  expect(files[0]).toBe("../counter/lib.ts");
  expect(files).not.toContain("../convex/lib.ts");
});

async function askedFor(path: string): Promise<{ value: string; logLines: string[]; errorMessage: string }> {
  const { url } = await world.serve();
  const response = await fetch(`${url}/api/query`, { method: "POST", body: JSON.stringify({ path, args: {} }) });
  return (await response.json()) as { value: string; logLines: string[]; errorMessage: string };
}

test("[FUN9] functions and their log lines see stacks of the app's files, and nothing of where they lie", async () => {
  const { value, logLines } = await askedFor("odd:readsStack");
  expect(value).toMatch(/^TypeError: here\n {4}at handler \(convex:\/user\/odd\.ts:\d+:\d+\)$/);
  expect(logLines).toEqual([`[LOG] ${value}`]);
  const { value: nested } = await askedFor("odd:readsNested");
  // What was called in the words of a failure, then the frame of the one who called.
  expect(nested.match(/^ {4}at .*$/gm)).toEqual([
    expect.stringContaining("(../convex/odd.ts:"),
    expect.stringContaining("(convex:/user/odd.ts:"),
  ]);
  const { value: inside } = await askedFor("frames:componentStack");
  expect(inside).toMatch(/^Error: inside\n {4}at handler \(convex:\/user\/counter\/lib\.ts:\d+:\d+\)$/);
});

test("[FUN9] a function may show stacks in its own way, which ends with it", async () => {
  expect((await askedFor("odd:showsStack")).value).toEqual(["3 frames or more", "convex:/user/"]);
  expect((await askedFor("odd:readsStack")).value).toContain("convex:/user/");
});

test("[FUN9] a failure tells a stack its function has read as any other, and code outside keeps its stacks", async () => {
  const { errorMessage } = await askedFor("odd:throwsRead");
  expect(errorMessage).toMatch(/^ {4}at handler \(\.\.\/convex\/odd\.ts:\d+:\d+\)$/m);
  expect(new Error("outside").stack).toContain(import.meta.filename);
});
