import { describe, expect, test } from "vitest";
import type { NamedPerson } from "../people/rules/owners";
import {
  domainClashes,
  domainKeyFor,
  domainPeopleProblems,
  domainTextProblems,
  statusAfter,
  whyNotActivate,
  whyNotChange,
  type ActivationFacts,
  type Domain,
} from "./rules";

const person = (name: string, changes: Partial<NamedPerson> = {}): NamedPerson => ({
  id: name,
  name,
  email: `${name}@ao.com`,
  status: "active",
  mailbox: `${name}@ao.com`,
  ...changes,
});

const domain: Domain = {
  name: "Orders",
  description: "",
  sensitivity: "internal",
  ownerIds: [],
  deputyIds: [],
  databases: [],
  readRoles: ["ORDERS_READ"],
  writeRoles: ["ORDERS_WRITE"],
};

describe("a draft is opened for requests", () => {
  const draft: ActivationFacts = {
    editor: "governance",
    status: "draft",
    viewer: { mailbox: "gina@ao.com" },
    author: person("gus"),
    owners: [person("olga")],
    deputies: [person("dan")],
  };

  test("by somebody else of data governance", () => {
    expect(whyNotActivate(draft)).toBeNull();
  });

  const gina = (account: string) => person(account, { mailbox: "gina@ao.com" });
  test.each<[string, Partial<ActivationFacts>, string]>([
    ["whoever saved it last", { author: gina("gina") }, "You saved this draft last"],
    ["another account of whoever saved it last", { author: gina("gina+two") }, "You saved this draft last"],
    ["an owner it names", { owners: [person("olga"), gina("gina+two")] }, "You are named in this draft"],
    ["a deputy it names", { deputies: [person("dan"), gina("gina")] }, "You are named in this draft"],
    ["anybody while it names no owner", { owners: [] }, "Name an active owner first"],
    [
      "anybody while its owner is away for good",
      { owners: [person("olga", { status: "suspended" })] },
      "Name an active owner first",
    ],
    [
      "governance while its deputy is away for good",
      { deputies: [person("dan", { status: "removed" })] },
      "Name an active deputy first",
    ],
  ])("never by %s", (_who, facts, message) => {
    expect(whyNotActivate({ ...draft, ...facts })).toMatchObject({ code: "not-eligible" });
    expect(whyNotActivate({ ...draft, ...facts })?.["message"]).toContain(message);
  });

  test("by a super admin alone, who needs an active owner all the same", () => {
    const own: ActivationFacts = { ...draft, editor: "superAdmin", author: gina("gina"), deputies: [] };
    expect(whyNotActivate(own)).toBeNull();
    expect(whyNotActivate({ ...own, owners: [] })).toMatchObject({ code: "not-eligible" });
  });

  test("once", () => {
    expect(whyNotActivate({ ...draft, status: "active" })).toEqual({ code: "wrong-state", status: "active" });
  });
});

test("data governance writes drafts; what is open for requests changes a super admin, and what is archived nobody", () => {
  expect(
    [null, "draft", "inReview", "active", "deprecated", "archived"].map((status) => [
      status,
      ...(["governance", "superAdmin"] as const).map((editor) => whyNotChange(editor, status as "draft") === null),
    ]),
  ).toEqual([
    [null, true, true],
    ["draft", true, true],
    ["inReview", false, true],
    ["active", false, true],
    ["deprecated", false, true],
    ["archived", false, false],
  ]);
});

test("a save opens a domain only when a super admin names an owner, and never closes one", () => {
  expect(statusAfter("superAdmin", null, 1)).toBe("active");
  expect(statusAfter("superAdmin", "draft", 0)).toBe("draft");
  expect(statusAfter("governance", "draft", 1)).toBe("draft");
  expect(statusAfter("governance", "active", 0)).toBe("active");
});

test.each(["ACCOUNTADMIN", "SECURITYADMIN", "USERADMIN", "SYSADMIN", "ORGADMIN", "PUBLIC"])(
  "%s holds the account and can be asked for through no domain",
  (role) => {
    expect(domainTextProblems({ ...domain, readRoles: [role] })).toHaveProperty("readRoles");
    expect(domainTextProblems({ ...domain, writeRoles: [role] })).toHaveProperty("writeRoles");
  },
);

test("a key for links is made of the name, at most 40 letters of it, and is nobody else's", () => {
  const taken = new Set(["store-sales", "domain"]);
  expect(domainKeyFor("Störe sales", taken)).toBe("store-sales-2");
  expect(domainKeyFor("订单", taken)).toBe("domain-2");
  expect(domainKeyFor("x".repeat(41), taken)).toBe("x".repeat(40));
  expect(domainKeyFor(`${"x".repeat(39)} y`, taken)).toBe("x".repeat(39));
});

test("a role opens one domain, for reading or for changing", () => {
  const other = { name: "Returns", allRoles: ["RETURNS_READ", "ORDERS_WRITE"] };
  expect(domainTextProblems(domain)).toEqual({});
  expect(domainTextProblems({ ...domain, writeRoles: ["ORDERS_READ"] })).toHaveProperty("writeRoles");
  expect(domainClashes(domain, [{ ...other, allRoles: ["RETURNS_READ"] }])).toEqual({});
  expect(domainClashes(domain, [other])).toEqual({ writeRoles: "ORDERS_WRITE belongs to Returns already" });
  expect(domainClashes({ ...domain, readRoles: ["RETURNS_READ"], writeRoles: [] }, [other])).toEqual({
    readRoles: "RETURNS_READ belongs to Returns already",
  });
});

describe("whoever is named", () => {
  const [olga, dan] = [person("olga"), person("dan")];

  test("is known and active; who stays from before is not asked again", () => {
    const gone = person("gone", { status: "suspended" });
    expect(domainPeopleProblems({ owners: [gone], deputies: undefined }, { owners: [gone], deputies: [] })).toEqual({
      owners: "gone is suspended and cannot decide.",
    });
    expect(domainPeopleProblems({ owners: undefined, deputies: [dan] }, { owners: [gone], deputies: [dan] })).toEqual(
      {},
    );
    expect(domainPeopleProblems({ owners: [null], deputies: undefined }, { owners: [], deputies: [] })).toHaveProperty(
      "owners",
    );
  });

  test("as a deputy is another human than the owner, whatever account they use", () => {
    const twin = person("olga+two", { mailbox: olga.mailbox });
    expect(domainPeopleProblems({ owners: [olga], deputies: [twin] }, { owners: [olga], deputies: [twin] })).toEqual({
      deputies: "olga+two is the owner already. A deputy has to be somebody else.",
    });
    expect(domainPeopleProblems({ owners: [olga], deputies: [dan] }, { owners: [olga], deputies: [dan] })).toEqual({});
  });
});
