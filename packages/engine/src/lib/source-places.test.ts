import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { withSourcePlaces } from "./source-places.ts";

test("a frame of bundled code is told by its source; the message, and what has no map, stay as they are", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "source-places-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // The one segment maps the first column of the first line to src/a.ts, line 1, column 1.
  const map = { version: 3, sources: ["src/a.ts"], names: [], mappings: "AAAA" };
  writeFileSync(path.join(folder, "main.js.map"), JSON.stringify(map));
  const bundled = path.join(folder, "main.js");
  const stack = [
    `Error: see ${bundled}:1:1`,
    `    at work (${bundled}:1:1)`,
    `    at file://${bundled}:1:1`,
    `    at other (${path.join(folder, "other.js")}:1:1)`,
  ].join("\n");
  const source = path.join(folder, "src/a.ts:1:1");
  expect(withSourcePlaces(stack).split("\n")).toEqual([
    `Error: see ${bundled}:1:1`,
    `    at work (${source})`,
    `    at ${source}`,
    `    at other (${path.join(folder, "other.js")}:1:1)`,
  ]);
});

test("what is no address, and a map that is none, are left alone: whoever tells a fault must not fail", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "source-places-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, "half.js.map"), "{ half a m");
  for (const place of ["file:///%zz.js:1:1", "file:///%00.js:1:1", `${folder}/half.js:1:1`, `${folder}/half.js:0:0`])
    expect(withSourcePlaces(`Error: x\n    at y (${place})`)).toBe(`Error: x\n    at y (${place})`);
});
