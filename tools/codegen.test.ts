import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { bundleConvex, listModules } from "@data-portal/engine/bundler";
import { afterAll, expect, test } from "vitest";
import { apiDeclaration } from "./codegen.ts";

const scratch = mkdtempSync(path.join(os.tmpdir(), "codegen-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const files: Record<string, string> = {
  "schema.ts": "export default {};",
  "auth.config.ts": "export default {};",
  "crons.ts": "export default {};",
  "requests/queries.ts": `import { shared } from "../lib/pure/shared";\nexport const list = shared;`,
  "requests/queries.test.ts": "export const test = 1;",
  "requests/nodeActions.ts": `/** Runs in Node. */\n"use node";\nexport { createHash } from "node:crypto";`,
  "lib/pure/shared.ts": "export const shared = 1;",
  "lib/empty.ts": "// nothing yet",
  "_generated/api.js": "export const api = 1;",
};
for (const [file, text] of Object.entries(files)) {
  mkdirSync(path.dirname(path.join(scratch, "convex", file)), { recursive: true });
  writeFileSync(path.join(scratch, "convex", file), text);
}

test("modules are what the official bundler deploys: no tests, no generated code, no wiring", () => {
  expect(listModules(path.join(scratch, "convex")).map(({ name, runtime }) => `${name} ${runtime}`)).toEqual([
    "crons convex",
    "lib/pure/shared convex",
    "requests/nodeActions node",
    "requests/queries convex",
  ]);
});

test("api.d.ts names every module once", () => {
  const text = apiDeclaration(["crons", "requests/queries"]);
  expect(text).toContain(`import type * as requests_queries from "../requests/queries.js";`);
  expect(text).toContain(`  crons: typeof crons;\n  "requests/queries": typeof requests_queries;\n}>;`);
});

test("the bundle's manifest lists modules and wiring, and each file loads", async () => {
  const outDir = path.join(scratch, "out");
  const { modules } = await bundleConvex({ outDir, convexDir: path.join(scratch, "convex") });
  expect(Object.keys(modules).sort()).toEqual([
    "auth.config",
    "crons",
    "lib/pure/shared",
    "requests/nodeActions",
    "requests/queries",
    "schema",
  ]);
  expect(await import(path.join(outDir, modules["requests/queries"] ?? ""))).toMatchObject({ list: 1 });
});
