import { expect, test } from "vitest";
import { openClientErrorSink } from "./client-errors.ts";
import { expectLinear } from "./cost.testing.ts";

const SECRETS = ["hunter2", "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln", "s3cr3tKeyOfALink0123456789"];

function aSink() {
  return openClientErrorSink({ dataDir: ":memory:", now: () => 0 });
}

const hostileTexts: readonly (readonly [string, (length: number) => string])[] = [
  ["slashes", (length) => "/".repeat(length)],
  ["addresses that never end", (length) => "http://".repeat(length / 7)],
  ["question marks", (length) => "/?".repeat(length / 2)],
  ["spaces behind a name", (length) => `password${" ".repeat(length)}`],
  ["names and nothing else", (length) => "password".repeat(length / 8)],
  ["names with quotes that never close", (length) => 'token="'.repeat(length / 7)],
  ["backslashes in quotes", (length) => `secret="${"\\".repeat(length)}`],
  ["headers that never end", (length) => "cookie:".repeat(length / 7)],
  ["beginnings of private keys", (length) => "-----BEGIN A-----".repeat(length / 17)],
  ["tokens in a row", (length) => "eyJaaaaa.".repeat(length / 9)],
  ["one long word", (length) => "a1B-".repeat(length / 4)],
  ["at signs of addresses", (length) => `://${"a:".repeat(length / 2)}`],
  ["digits at the end", (length) => `/?${":1".repeat(length / 2)}`],
];

test.each(hostileTexts)("256 kB of %s in an error report cost no more than their length", async (_what, text) => {
  const sink = aSink();
  await expectLinear({
    input: (length) => text(length / 4),
    work: (long) => void sink.add({ name: long, message: long, stack: long, path: long }, { userId: null }),
  });
  await expectLinear({
    input: (length) => text(length / 2),
    work: (long) =>
      void sink.add(
        { name: "x", breadcrumbs: [{ at: 1, category: "error", message: long }], tags: { componentStack: long } },
        { userId: null },
      ),
  });
  sink.close();
});

const hostileShapes: readonly (readonly [string, (length: number) => unknown])[] = [
  [
    "breadcrumbs that are none",
    (length) => ({ name: "x", breadcrumbs: Array.from({ length: length / 3 }, () => ({})) }),
  ],
  [
    "tags",
    (length) => ({
      name: "x",
      tags: Object.fromEntries(Array.from({ length: length / 12 }, (_item, index) => [`t${index}`, "v"])),
    }),
  ],
  ["levels", (length) => JSON.parse(`${"[".repeat(length / 2)}${"]".repeat(length / 2)}`) as unknown],
];

test.each(hostileShapes)("256 kB of %s in an error report cost no more than their length", async (_what, shape) => {
  const sink = aSink();
  await expectLinear({ input: shape, work: (report) => void sink.add(report, { userId: null }) });
  sink.close();
});

test("a report that holds secrets in every part is kept without them", () => {
  const sink = aSink();
  const [password, token, key] = SECRETS as [string, string, string];
  const kept = sink.add(
    {
      name: `Error password=${password}`,
      message: `Authorization: Bearer ${token}`,
      stack: `Error\n    at load (https://portal.ao.com/auto-signin?password=${password}:1:2)\n cookie: session=${password}`,
      tags: { componentStack: `at Form (/reset/${key})`, [`password=${password}`]: "x" },
      breadcrumbs: [
        { at: 1, category: "console", message: `{"token":"${token}"}` },
        { at: 2, category: "navigation", message: `/verify#${key}` },
      ],
      path: `/reset/${key}?token=${token}`,
    },
    { userId: null },
  );
  expect(kept).toBe(true);
  for (const secret of SECRETS) expect(JSON.stringify(sink.list())).not.toContain(secret);
  sink.close();
});
