import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { whyNotDeploy } from "./convex-deploy-check.ts";

const scratch = mkdtempSync(path.join(os.tmpdir(), "deploy-check-"));
symlinkSync(path.resolve(import.meta.dirname, "../node_modules"), path.join(scratch, "node_modules"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const good: Record<string, string> = {
  "convex/_generated/server.js": `import { queryGeneric } from "convex/server";\nexport const query = queryGeneric;`,
  "convex/schema.ts": `import { defineSchema, defineTable } from "convex/server";\nimport { v } from "convex/values";\nexport default defineSchema({ requests: defineTable({ title: v.string() }).index("byTitle", ["title"]) });`,
  "convex/auth.config.ts": `export default { providers: [{ domain: process.env.AUTH_ISSUER, applicationID: "convex" }] };`,
  "convex/requests/queries.ts": `import { query } from "../_generated/server";\nimport { v } from "convex/values";\nexport const list = query({ args: { title: v.string() }, handler: () => 1 });`,
  "convex/requests/queries.test.ts": `import fs from "node:fs";\nimport { list } from "./queries";\nexport default [fs, list];`,
  "convex/reports/nodeActions.ts": `"use node";\nimport { createHash } from "node:crypto";\nimport { actionGeneric } from "convex/server";\nexport const hash = actionGeneric({ args: {}, handler: async () => createHash("sha256").digest("hex") });`,
};

/** Lays out the good tree with the given files changed or added, and asks whether it would deploy. */
function deployWith(files: Record<string, string>): Promise<string[]> {
  const tree = mkdtempSync(path.join(scratch, "tree-"));
  for (const [file, text] of Object.entries({ ...good, ...files })) {
    mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
    writeFileSync(path.join(tree, file), text);
  }
  return whyNotDeploy(path.join(tree, "convex"));
}

test("a plain Convex folder would deploy", async () => {
  expect(await deployWith({})).toEqual([]);
});

test.each([
  [
    "a Node built-in in the default runtime",
    { "convex/requests/model.ts": `import fs from "node:fs";\nexport const read = fs.readFileSync;` },
    /node:fs/,
  ],
  [
    "a Node built-in without its prefix",
    { "convex/requests/model.ts": `import { createHash } from "crypto";\nexport const hash = createHash;` },
    /"crypto"/,
  ],
  [
    "an import from src/",
    {
      "src/lib/dates.ts": "export const today = 1;",
      "convex/requests/model.ts": `export { today } from "../../src/lib/dates";`,
    },
    /src\/lib\/dates\.ts, which is not part of the backend/,
  ],
  [
    "an import from server/",
    {
      "server/env.ts": "export const port = 1;",
      "convex/requests/model.ts": `export { port } from "../../server/env";`,
    },
    /server\/env\.ts, which is not part/,
  ],
  [
    "an import from packages/",
    {
      "packages/engine/src/index.ts": "export const e = 1;",
      "convex/requests/model.ts": `export { e } from "../../packages/engine/src/index";`,
    },
    /packages\/engine\/src\/index\.ts, which is not part/,
  ],
  [
    "a function without args validator",
    {
      "convex/requests/queries.ts": `import { query } from "../_generated/server";\nexport const list = query({ handler: () => 1 });`,
    },
    /requests\/queries:list has no args validator/,
  ],
  [
    "a hyphen in a module path",
    { "convex/task-monitor/queries.ts": "export const a = 1;" },
    /"task-monitor" may only hold/,
  ],
  [
    'a query in a "use node" file',
    {
      "convex/reports/nodeActions.ts": `"use node";\nimport { queryGeneric } from "convex/server";\nexport const q = queryGeneric({ args: {}, handler: () => 1 });`,
    },
    /where only actions may be/,
  ],
  [
    'a default-runtime file that imports a "use node" file',
    { "convex/requests/model.ts": `export { hash } from "../reports/nodeActions";` },
    /starts with "use node"|node:crypto/,
  ],
  ['"use node" in http.ts', { "convex/http.ts": `"use node";\nexport default 1;` }, /not allowed in this file/],
  [
    "a reserved index name",
    {
      "convex/schema.ts": `import { defineSchema, defineTable } from "convex/server";\nimport { v } from "convex/values";\nexport default defineSchema({ a: defineTable({ x: v.string() }).index("9lives", ["x"]) });`,
    },
    /not an index name|cannot be loaded/,
  ],
  [
    "a module that throws while it loads",
    { "convex/requests/model.ts": `export const a = 1;\nthrow new Error("no luck");` },
    /requests\/model: cannot be loaded: no luck/,
  ],
] as const)("%s is refused", async (_what, files, expected) => {
  expect((await deployWith(files as unknown as Record<string, string>)).join("\n")).toMatch(expected);
});
