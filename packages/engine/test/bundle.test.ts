/** What the bundler makes of a functions folder. */

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { bundleConvex, externalPackages } from "../bundler/index.ts";

/** A bundle of these sources, by name without extension. */
async function bundled(sources: Readonly<Record<string, string>>): Promise<string> {
  const scratch = mkdtempSync(path.join(os.tmpdir(), "engine-bundle-"));
  onTestFinished(() => rmSync(scratch, { recursive: true }));
  const convexDir = path.join(scratch, "convex");
  mkdirSync(path.join(convexDir, "lib"), { recursive: true });
  for (const [name, text] of Object.entries(sources)) writeFileSync(path.join(convexDir, `${name}.ts`), text);
  const outDir = path.join(scratch, "out");
  await bundleConvex({ outDir, convexDir, holdsFunctions: (module) => !module.startsWith("lib/"), isQuiet: true });
  writeFileSync(path.join(outDir, "package.json"), '{"type":"module"}\n');
  return outDir;
}

const scripts = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js"))
    .sort();

test("what any two modules share is one file, evaluated once and in the order of its imports; the rest stays in the modules", async () => {
  const folder = await bundled({
    "lib/order": "export const order: string[] = [];",
    "lib/ab": 'import { order } from "./order";\norder.push("ab");\nexport const ab = 1;',
    "lib/bc": 'import { order } from "./order";\norder.push("bc");\nexport const bc = 2;',
    "lib/ac":
      'import { ab } from "./ab";\nimport { order } from "./order";\norder.push("ac");\nexport const ac = ab + 2;',
    "lib/own": 'export const own = () => "only a has this";',
    a: 'import { own } from "./lib/own";\nimport { ac } from "./lib/ac";\nimport { ab } from "./lib/ab";\nimport { order } from "./lib/order";\nexport const list = () => [ac, ab, own(), order];',
    b: 'import { ab } from "./lib/ab";\nimport { bc } from "./lib/bc";\nexport const list = () => [ab, bc];',
    c: 'import { bc } from "./lib/bc";\nimport { ac } from "./lib/ac";\nexport const list = () => [bc, ac];',
  });
  const [shared = "", ...modules] = scripts(folder);
  expect(shared).toMatch(/^_deps\/convex\/\w+\.js$/);
  expect(modules).toEqual(["a.js", "b.js", "c.js"]);
  const load = async (name: string): Promise<{ list(): unknown[] }> =>
    (await import(pathToFileURL(path.join(folder, `${name}.js`)).href)) as { list(): unknown[] };
  expect((await load("b")).list()).toEqual([1, 2]);
  expect((await load("c")).list()).toEqual([2, 3]);
  const [ac, ab, own, order] = (await load("a")).list();
  expect([ac, ab, own]).toEqual([3, 1, "only a has this"]);
  expect([...(order as string[])].sort()).toEqual(["ab", "ac", "bc"]);
  expect((order as string[]).indexOf("ab")).toBeLessThan((order as string[]).indexOf("ac"));
});

test("a module that another one imports is evaluated before it", async () => {
  const folder = await bundled({
    "lib/order": "export const order: string[] = [];",
    "lib/both": 'import { order } from "./order";\norder.push("both");\nexport const both = 1;',
    a: 'import { order } from "./lib/order";\nimport { both } from "./lib/both";\norder.push("a");\nexport const a = () => both;',
    b: 'import { a } from "./a";\nimport { both } from "./lib/both";\nimport { order } from "./lib/order";\norder.push("b");\nexport const list = () => [a(), both, order];',
    c: 'import { both } from "./lib/both";\nexport const c = both;',
  });
  const { list } = (await import(pathToFileURL(path.join(folder, "b.js")).href)) as { list(): unknown[] };
  expect(list()).toEqual([1, 1, ["both", "a", "b"]]);
});

test("a folder whose modules share nothing has no other files", async () => {
  const folder = await bundled({ a: "export const one = () => 1;", b: "export const two = () => 2;" });
  expect(scripts(folder)).toEqual(["a.js", "b.js"]);
});

test("[ALN1] node.externalPackages are loaded in the build that Node picks: for an import the one for imports, for a require the other", async () => {
  const root = mkdtempSync(path.join(os.tmpdir(), "engine-external-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  write("package.json", '{"name":"x","dependencies":{"dual":"1.0.0","plain":"1.0.0"}}');
  write("convex.json", '{"node":{"externalPackages":["*"]}}');
  write(
    "node_modules/dual/package.json",
    '{"name":"dual","exports":{"module":"./bundler.mjs","import":"./esm.mjs","require":"./cjs.cjs"}}',
  );
  write("node_modules/dual/bundler.mjs", 'export const build = "for bundlers";');
  write("node_modules/dual/esm.mjs", 'export const build = "esm";');
  // No exports that an import could find by name.
  write(
    "node_modules/dual/cjs.cjs",
    'for (const [key, value] of Object.entries({ build: "cjs" })) exports[key] = value;',
  );
  write("node_modules/plain/package.json", '{"name":"plain","main":"main.js"}');
  write("node_modules/plain/main.js", 'exports.main = "main";');
  write(
    "convex/a.ts",
    '"use node";\nimport { build } from "dual";\nimport { main } from "plain";\nexport const all = [build, main];',
  );
  write("convex/b.ts", '"use node";\nexport const later = async () => (await import("dual")).build;');
  write(
    "convex/c.ts",
    '"use node";\ndeclare const require: any;\nexport const required = () => require("dual").build;',
  );
  const [convexDir, outDir] = [path.join(root, "convex"), path.join(root, "out")];
  await bundleConvex({ outDir, convexDir, external: externalPackages(convexDir), isQuiet: true });
  write("out/package.json", '{"type":"module"}\n');
  const load = async (name: string): Promise<any> => await import(pathToFileURL(path.join(outDir, `${name}.js`)).href);
  expect((await load("a")).all).toEqual(["esm", "main"]);
  expect(await (await load("b")).later()).toBe("esm");
  expect((await load("c")).required()).toBe("cjs");
});
