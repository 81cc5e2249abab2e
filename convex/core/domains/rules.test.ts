import { describe, expect, test } from "vitest";
import type { NamedPerson } from "../people/rules/owners";
import { domainClashes, domainKeyFor, domainPeopleProblems, domainTextProblems, type Domain, typeAfter } from "./rules";

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
  type: null,
  sensitivity: "internal",
  ownerIds: [],
  deputyIds: [],
  ownerAreaIds: [],
  deputyAreaIds: [],
  expertIds: [],
  products: [],
  parentId: null,
  inherits: [],
  databases: [],
  readRoles: ["ORDERS_READ"],
  writeRoles: ["ORDERS_WRITE"],
};

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
  expect(domainClashes(domain, [other])).toEqual({ writeRoles: "ORDERS_WRITE already belongs to Returns" });
  expect(domainClashes({ ...domain, readRoles: ["RETURNS_READ"], writeRoles: [] }, [other])).toEqual({
    readRoles: "RETURNS_READ already belongs to Returns",
  });
});

test("a change that says nothing of the type leaves it, as what was proposed before there were types", () => {
  expect(typeAfter(undefined, "source")).toBe("source");
  expect(typeAfter("consumer", "source")).toBe("consumer");
  expect(typeAfter(null, "source")).toBeUndefined();
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
      deputies: "olga+two is already the owner. A deputy has to be somebody else.",
    });
    expect(domainPeopleProblems({ owners: [olga], deputies: [dan] }, { owners: [olga], deputies: [dan] })).toEqual({});
  });
});
