import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { whatMustNotShip } from "./production-bundle.ts";

const scratch = mkdtempSync(path.join(os.tmpdir(), "bundle-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function distWith(part: "client" | "server", text: string): string {
  const dist = path.join(mkdtempSync(path.join(scratch, "build-")), "dist");
  for (const folder of ["client", "server"]) mkdirSync(path.join(dist, folder, "assets"), { recursive: true });
  writeFileSync(path.join(dist, part, "assets", "a.js"), text);
  return dist;
}

test("a clean build passes", () => {
  expect(whatMustNotShip(distWith("client", `import{a}from"./b.js";console.log("auto-signin")`))).toEqual([]);
});

test.each([
  ["client", "the test sign-in page", `const path="/test/auto-login"`],
  ["server", "the test sign-in page", `const path="/test/auto-login"`],
  ["client", "a Node built-in", `import{DatabaseSync}from"node:sqlite"`],
  ["client", "a source map", `a()\n//# sourceMappingURL=a.js.map`],
  ["client", "a demo account's address", `const me="super@ao.com"`],
] as const)("the %s part may not hold %s", (part, what, text) => {
  expect(whatMustNotShip(distWith(part, text)).join()).toContain(what);
});

test("the client part may not name the folder it was built in", () => {
  const dist = distWith("client", "");
  writeFileSync(path.join(dist, "client/assets/b.js"), `"${path.dirname(dist)}/src/router.tsx"`);
  expect(whatMustNotShip(dist).join()).toContain("the path it was built in");
});
