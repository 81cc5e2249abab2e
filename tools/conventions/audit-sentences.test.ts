import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { HELP_PHRASES } from "../../convex/core/audit/rules/helpPhrases.ts";
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

test("they stand in order, so that one is found and two branches seldom meet", () => {
  const others = Object.keys(PHRASES).filter((action) => !(action in HELP_PHRASES));
  for (const actions of [others, Object.keys(HELP_PHRASES)])
    expect(actions).toEqual(actions.toSorted((a, b) => a.toLowerCase().localeCompare(b.toLowerCase(), "en")));
});
