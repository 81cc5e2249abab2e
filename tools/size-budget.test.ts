import { expect, test } from "vitest";
import { type ClientManifest, weigh } from "./size-budget.ts";

const manifest: ClientManifest = {
  "client.tsx": { file: "entry.js", isEntry: true, imports: ["_vendor"] },
  "app.css": { file: "app.css", isEntry: true },
  _vendor: { file: "vendor.js" },
  _table: { file: "table.js", imports: ["_vendor"] },
  "src/routes/_portal.tsx?tsr-split=component": { file: "portal.js", imports: ["_vendor"] },
  "src/routes/_portal/index.tsx?tsr-split=component": { file: "home.js" },
  "src/routes/_portal/superadmin/task-monitor.tsx?tsr-split=component": { file: "monitor.js", imports: ["_table"] },
  "src/routes/signin.tsx?tsr-split=component": { file: "signin.js" },
};
const gzipBytes: Record<string, number> = {
  "entry.js": 50_000,
  "vendor.js": 100_000,
  "table.js": 30_000,
  "portal.js": 60_000,
  "home.js": 5_000,
  "monitor.js": 31_000,
  "signin.js": 20_000,
};
const lines = weigh(manifest, (file) => gzipBytes[file] ?? 0);
const line = (name: string) => lines.find((candidate) => candidate.name === name);

test("Home weighs its entry, its frame and its route, each shared chunk once", () => {
  expect(line("Home, signed in")).toMatchObject({ bytes: 215_000, limitBytes: 230_000 });
});

test("the sign-in page does not carry the frame", () => {
  expect(line("Sign-in page")?.bytes).toBe(170_000);
});

test("a route weighs what it adds to the signed-in frame, shared chunks included", () => {
  expect(line("route _portal/superadmin/task-monitor")).toMatchObject({ bytes: 61_000, limitBytes: 60_000 });
});

test("a page counts the scripts it fetches, and a route those it adds", () => {
  expect(line("Home, signed in")).toMatchObject({ files: 4, limitFiles: 20 });
  expect(line("Sign-in page")).toMatchObject({ files: 3, limitFiles: 8 });
  expect(line("route _portal/superadmin/task-monitor")).toMatchObject({ files: 2, limitFiles: 30 });
});

test("a page without a chunk says so instead of looking light", () => {
  const { "src/routes/signin.tsx?tsr-split=component": _removed, ...rest } = manifest;
  expect(weigh(rest, () => 1).map(({ name }) => name)).toContain("Sign-in page (no chunk of its own)");
});
