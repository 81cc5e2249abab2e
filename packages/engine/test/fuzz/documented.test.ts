import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { closeFor } from "../../src/session/close.ts";
import { listed } from "./documented.ts";

const SRC = new URL("../../src/", import.meta.url);
const sources = globSync("**/*.ts", { cwd: SRC }).filter((file) => !file.endsWith(".test.ts"));

/** What `pattern` captures, in all files of the engine or in one. */
function captured(pattern: RegExp, files: readonly string[] = sources): [string, string][] {
  return files.flatMap((file) =>
    [...readFileSync(new URL(file, SRC), "utf8").matchAll(pattern)].map(
      ([, first = "", second = ""]): [string, string] => [first, second],
    ),
  );
}

/** The ways in which a refusal is written down, as rows of the table. Each must be met, or it is one no longer. */
const ways: Readonly<Record<string, readonly string[]>> = {
  "a refusal of HTTP": captured(/(?:new HttpRefusal|refusalResponse)\(\s*(\d{3}),\s*"(\w+)"/g).map(
    ([status, code]) => `http ${status} ${code}`,
  ),
  "too much over HTTP": captured(/\btooMany\("(\w+)"/g).map(([code]) => `http 429 ${code}`),
  "a file": captured(/^ {2}(\w+): (4\d\d),$/gm, ["http/storage.ts"]).map(([code, status]) => `http ${status} ${code}`),
  "a token": captured(/^type RefusalCode = (.+);$/gm, ["auth/verify.ts"]).flatMap(([codes]) =>
    codes.split(" | ").map((code) => `http 401 ${code.replaceAll('"', "")}`),
  ),
  "the end of a session": captured(
    /(?:\b(?:shut|close|fatal)\((?:\s*state,)?\s*|kind: "(?:failed|refused)", code: )"(\w+)"/g,
  ).map(([code]) => `socket ${closeFor(code).code} ${code}`),
  "a socket": captured(/\bws\.close\((\d{4}), "(\w+)"\)/g).map(([status, code]) => `socket ${status} ${code}`),
};

test.each(Object.entries(ways))("[FUZ2] %s that the source has is listed in the README", (_, rows) => {
  expect(rows).not.toEqual([]);
  expect(rows.filter((row) => !listed.has(row))).toEqual([]);
});

test("[FUZ2] no code is listed that the source does not have", () => {
  const known = new Set(Object.values(ways).flat());
  expect([...listed].filter((row) => !row.endsWith(" ") && !known.has(row))).toEqual([]);
});
