import { describe, expect, test } from "vitest";
import type { NamedPerson } from "../../people/rules/owners";
import { type DomainStatus, type StateFacts, STATUS_LABELS, whyNotChange, whyNotState } from "./states";

const person = (name: string, status: NamedPerson["status"] = "active"): NamedPerson => ({
  id: name,
  name,
  email: `${name}@ao.com`,
  status,
  mailbox: `${name}@ao.com`,
});

const NOTHING = { openRequests: 0, grants: 0, children: 0, products: 0, databases: 0, roles: 0 };
const draft: StateFacts = {
  status: "draft",
  owners: [person("olga")],
  deputies: [person("dan")],
  impact: NOTHING,
  parentStatus: null,
  isAlone: false,
};

test("[D1] a domain opens with an active owner and an active deputy", () => {
  expect(whyNotState(draft, "active")).toBeNull();
  for (const owners of [[], [person("olga", "suspended")]])
    expect(whyNotState({ ...draft, owners }, "active")?.["message"]).toContain("Name an active owner first");
  for (const deputies of [[], [person("dan", "removed")]])
    expect(whyNotState({ ...draft, deputies }, "active")?.["message"]).toContain("Name an active deputy first");
});

test("[D1] whoever is alone in a portal has nobody for a deputy yet, but an owner all the same", () => {
  expect(whyNotState({ ...draft, deputies: [], isAlone: true }, "active")).toBeNull();
  expect(whyNotState({ ...draft, owners: [], isAlone: true }, "active")).toMatchObject({ code: "not-eligible" });
});

test("a domain goes from draft over open and closed to the archive, and back from closed to open only", () => {
  const states = Object.keys(STATUS_LABELS) as DomainStatus[];
  const ways = states.flatMap((status) =>
    states.filter((to) => whyNotState({ ...draft, status }, to) === null).map((to) => `${status} ${to}`),
  );
  expect(ways).toEqual([
    "draft active",
    "draft archived",
    "inReview active",
    "inReview archived",
    "active deprecated",
    "deprecated active",
    "deprecated archived",
  ]);
});

describe("[D3] nothing is archived that something hangs on:", () => {
  test.each([
    ["openRequests", "1 open request"],
    ["grants", "1 active grant"],
    ["children", "1 domain below it"],
    ["products", "1 data product"],
    ["databases", "1 database"],
    ["roles", "1 role"],
  ])("%s", (part, words) => {
    const facts = { ...draft, status: "deprecated" as const, impact: { ...NOTHING, [part]: 1 } };
    expect(whyNotState(facts, "archived")?.["message"]).toContain(words);
  });
});

test("nothing opens below what is archived", () => {
  expect(whyNotState({ ...draft, parentStatus: "archived" }, "active")).toMatchObject({ code: "not-eligible" });
});

test("what is archived nobody changes", () => {
  expect(Object.keys(STATUS_LABELS).filter((status) => whyNotChange(status as DomainStatus) !== null)).toEqual([
    "archived",
  ]);
});
