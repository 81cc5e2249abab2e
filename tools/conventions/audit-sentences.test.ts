import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PHRASES } from "../../convex/core/audit/rules/phrases.ts";

/** Actions whose writers put them together from parts. */
const COMPOSED = [
  ...["approved", "cancelled", "expired", "rejected", "revoked"].map((state) => `approval.${state}`),
  ...["approvals", "requests", "tasks"].map((list) => `${list}.exported`),
];

function writtenActions(): string[] {
  const files = globSync(["convex/**/*.ts", "server/**/*.ts"]).filter((path) => !/\.(test|testing)\.ts$/.test(path));
  const found = files.flatMap((path) =>
    [
      ...readFileSync(path, "utf8").matchAll(/\baction: (?:[^,"\n]*\? )?"([a-z]\w+\.\w+)"(?: : "([a-z]\w+\.\w+)")?/g),
    ].flatMap(([, one, other]) => [one, other].filter((action) => action !== undefined)),
  );
  return [...new Set([...found, ...COMPOSED])].toSorted();
}

test("every event the portal writes is told in a sentence", () => {
  const actions = writtenActions();
  expect(actions.length).toBeGreaterThan(120);
  expect(actions.filter((action) => PHRASES[action] === undefined)).toEqual([]);
});
