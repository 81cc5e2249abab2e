import { expect, test } from "vitest";
import { ROLE_NAMES, type RoleName } from "./roles";
import { scopeOf, type ScopedNoun } from "./scope";

const NOTHING = { isAll: false, isGoverned: false, isCost: false };
const ALL = { ...NOTHING, isAll: true };
const GOVERNED = { ...NOTHING, isGoverned: true };
const COST = { ...NOTHING, isCost: true };

const TABLE: Readonly<Record<ScopedNoun, Partial<Record<RoleName, typeof NOTHING>>>> = {
  requests: { admin: ALL, superAdmin: ALL, governance: GOVERNED, finops: COST },
  requestWork: { admin: ALL, superAdmin: ALL, governance: GOVERNED },
  breakGlassReviews: { governance: ALL },
  auditEvents: { admin: ALL, superAdmin: ALL, governance: GOVERNED, finops: COST },
  connectionProblems: { admin: ALL, superAdmin: ALL },
  connectionSettings: { superAdmin: ALL },
  activeDomains: { superAdmin: ALL },
};

test.each(Object.keys(TABLE) as ScopedNoun[])("each role reaches exactly this far among %s", (noun) => {
  for (const role of ROLE_NAMES) expect(scopeOf({ roles: [role] }, noun)).toEqual(TABLE[noun][role] ?? NOTHING);
});

test("roles add up, and nobody without one reaches beyond their own", () => {
  expect(scopeOf({ roles: ["staff", "governance", "finops"] }, "requests")).toEqual({ ...GOVERNED, isCost: true });
  expect(scopeOf({ roles: [] }, "requests")).toEqual(NOTHING);
});
