import { expect, test } from "vitest";
import { doneSteps, isSetUp, nextStep, type SetupFacts } from "./firstSteps";

const EMPTY: SetupFacts = {
  areas: { count: 0, withoutOwner: 0 },
  domains: { active: 0, drafts: 0 },
  people: 1,
  connected: [],
  types: { offered: 12, own: 0 },
  hasRequest: false,
};
const WHOLE: SetupFacts = {
  areas: { count: 2, withoutOwner: 1 },
  domains: { active: 1, drafts: 3 },
  people: 2,
  connected: ["Snowflake"],
  types: { offered: 12, own: 1 },
  hasRequest: true,
};

test.each<[string, Partial<SetupFacts>, string[]]>([
  ["nothing", {}, []],
  ["areas that nobody decides for", { areas: { count: 2, withoutOwner: 2 } }, []],
  ["one area with an owner", { areas: { count: 2, withoutOwner: 1 } }, ["areas"]],
  ["drafts of domains", { domains: { active: 0, drafts: 5 } }, []],
  ["a second person", { people: 2 }, ["people"]],
  ["types as the portal came with them", { types: { offered: 12, own: 0 } }, []],
  ["a type in a version somebody here published", { types: { offered: 12, own: 1 } }, ["types"]],
])("with %s, what is done is told", (_, facts, done) => {
  expect([...doneSteps({ ...EMPTY, ...facts })]).toEqual(done);
});

test("types the portal came with hold nobody up", () => {
  const nextOf = (facts: Partial<SetupFacts>) => nextStep(doneSteps({ ...WHOLE, types: EMPTY.types, ...facts }));
  expect([nextOf({ hasRequest: false }), nextOf({ connected: [] }), nextOf({})]).toEqual([
    "request",
    "connection",
    "types",
  ]);
});

test("a portal is set up when nothing is missing but perhaps a connection or types of its own", () => {
  const bare = [WHOLE, { ...WHOLE, connected: [] }, { ...WHOLE, types: EMPTY.types }];
  expect(bare.map(isSetUp)).toEqual([true, true, true]);
  for (const lack of [{ areas: EMPTY.areas }, { domains: EMPTY.domains }, { people: 1 }, { hasRequest: false }])
    expect(isSetUp({ ...WHOLE, ...lack })).toBe(false);
});
