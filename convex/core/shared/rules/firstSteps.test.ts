import { expect, test } from "vitest";
import { doneSteps, isSetUp, type SetupFacts } from "./firstSteps";

const EMPTY: SetupFacts = {
  areas: { count: 0, withoutOwner: 0 },
  domains: { active: 0, drafts: 0 },
  people: 1,
  connected: [],
  hasRequest: false,
};
const WHOLE: SetupFacts = {
  areas: { count: 2, withoutOwner: 1 },
  domains: { active: 1, drafts: 3 },
  people: 2,
  connected: ["Snowflake"],
  hasRequest: true,
};

test.each<[string, Partial<SetupFacts>, string[]]>([
  ["nothing", {}, []],
  ["areas that nobody decides for", { areas: { count: 2, withoutOwner: 2 } }, []],
  ["one area with an owner", { areas: { count: 2, withoutOwner: 1 } }, ["areas"]],
  ["drafts of domains", { domains: { active: 0, drafts: 5 } }, []],
  ["a second person", { people: 2 }, ["people"]],
])("with %s, what is done is told", (_, facts, done) => {
  expect([...doneSteps({ ...EMPTY, ...facts })]).toEqual(done);
});

test("a portal is set up when nothing is missing but perhaps a connection", () => {
  expect([isSetUp(WHOLE), isSetUp({ ...WHOLE, connected: [] })]).toEqual([true, true]);
  for (const lack of [{ areas: EMPTY.areas }, { domains: EMPTY.domains }, { people: 1 }, { hasRequest: false }])
    expect(isSetUp({ ...WHOLE, ...lack })).toBe(false);
});
