import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { defineSchema, defineTable, mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";
import { createEngine, type Engine } from "@data-portal/engine";
import { runDataCommand, UsageError } from "./command.ts";

const modules = {
  schema: async () => ({ default: defineSchema({ notes: defineTable({ text: v.string() }) }) }),
  notes: async () => ({
    add: mutationGeneric({ handler: async (ctx, { text }: { text: string }) => await ctx.db.insert("notes", { text }) }),
    list: queryGeneric({ handler: async (ctx) => (await ctx.db.query("notes").collect()).map((note) => note["text"] as string) }),
  }),
};

let folder = "";
let running: Engine[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "data-command-"));
});
afterEach(async () => {
  await Promise.all(running.map((engine) => engine.close()));
  running = [];
  rmSync(folder, { recursive: true, force: true });
});

async function start(name: string): Promise<Engine> {
  const engine = await createEngine({ modules, dataDir: join(folder, name, "engine") });
  running.push(engine);
  return engine;
}

async function stop(engine: Engine): Promise<void> {
  running = running.filter((other) => other !== engine);
  await engine.close();
}

const said: string[] = [];
async function data(name: string, ...args: string[]): Promise<string> {
  said.length = 0;
  await runDataCommand(args, { dataDir: join(folder, name), backup: null, print: (line) => said.push(line), pathOf: (file) => resolve(folder, file), loadAuditChain: () => import("../../convex/core/audit/chain.ts") });
  return said.join("\n");
}

describe("npm run data", () => {
  test("what one portal exports another imports", async () => {
    const one = await start("one");
    await one.mutation("notes:add", { text: "kept" });
    await stop(one);
    expect(await data("one", "export", "a.zip")).toContain("Exported to");
    expect(await data("two", "import", "a.zip")).toContain("notes: 1 documents");
    expect(await (await start("two")).query("notes:list")).toEqual(["kept"]);
  });

  test("a running portal is exported as it was committed, and goes on", async () => {
    const one = await start("one");
    await one.mutation("notes:add", { text: "first" });
    await data("one", "export", "a.zip");
    await one.mutation("notes:add", { text: "second" });
    await data("two", "import", "a.zip");
    expect(await (await start("two")).query("notes:list")).toEqual(["first"]);
    expect(await one.query("notes:list")).toEqual(["first", "second"]);
  });

  test("an import into a running portal is refused and changes nothing", async () => {
    const one = await start("one");
    await one.mutation("notes:add", { text: "mine" });
    await data("one", "export", "a.zip");
    await expect(data("one", "import", "a.zip", "--replace")).rejects.toThrow("The portal is running");
    expect(await one.query("notes:list")).toEqual(["mine"]);
  });

  test("documents that are there are kept, added to or replaced as the option says", async () => {
    const one = await start("one");
    await one.mutation("notes:add", { text: "a" });
    await stop(one);
    await data("one", "export", "a.zip");
    await expect(data("one", "import", "a.zip")).rejects.toThrow(/Nothing was imported and nothing was changed\.\n.*has 1 documents already/);
    await expect(data("one", "import", "a.zip", "--append")).rejects.toThrow("exists already");
    expect(await data("one", "import", "a.zip", "--replace-all")).toContain("1 documents were replaced");
    expect(await (await start("one")).query("notes:list")).toEqual(["a"]);
  });

  test("a file that is no snapshot changes nothing, and a file that exists is not overwritten", async () => {
    const one = await start("one");
    writeFileSync(join(folder, "bad.zip"), "no");
    await expect(data("one", "export", "bad.zip")).rejects.toThrow("exists already");
    await stop(one);
    await expect(data("one", "import", "bad.zip")).rejects.toThrow("no whole ZIP file");
    await expect(data("missing", "export", "b.zip")).rejects.toThrow("There is no data in");
    expect(existsSync(join(folder, "b.zip.part"))).toBe(false);
  });

  test.each([[[]], [["export"]], [["import", "--append"]], [["import", "a", "--everything"]], [["import", "a", "--append", "--replace"]], [["drop", "a"]]])("%j is answered with how to use it", async (args) => {
    await expect(data("one", ...args)).rejects.toThrow(UsageError);
  });
});
