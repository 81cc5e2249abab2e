import { expect, test } from "vitest";
import { actsUpTo, grantedOf, inTurn, isElevated, isSuperAdmin, reaches, rolesToGive, wholeRoles } from "./rank";
import { ROLE_NAMES, type RoleName } from "./roles";
import { CAPABILITY_NAMES, DATA_DUTY, PORTAL_DUTY, rolesWith } from "./rules";

const GRANTED = ROLE_NAMES.filter((role) => role !== "staff");

test("everybody is staff, super admins stand above all, and whatever else is granted stands between", () => {
  expect(ROLE_NAMES.filter((role) => isElevated([role]))).toEqual(GRANTED);
  expect(ROLE_NAMES.filter((role) => isSuperAdmin([role]))).toEqual(["superAdmin"]);
  expect(grantedOf(["staff", "finops"])).toEqual(["finops"]);
  expect(wholeRoles()).toEqual(["staff"]);
  expect(wholeRoles(["admin", "staff", "admin"])).toEqual(["staff", "admin"]);
});

/** On whom roles act, by the highest role these hold; the others act on nobody. */
const REACHED: Readonly<Partial<Record<RoleName, readonly RoleName[]>>> = {
  admin: ["staff"],
  governance: ROLE_NAMES.filter((role) => role !== "superAdmin"),
  superAdmin: ROLE_NAMES,
};

test.each(ROLE_NAMES)("%s acts on nobody above itself", (role) => {
  const reached = REACHED[role] ?? [];
  expect(ROLE_NAMES.filter((other) => reaches(["staff", role], ["staff", other]))).toEqual(reached);
  expect(actsUpTo([role]) === null).toBe(reached.length === 0);
});

test("of several roles the one counts that reaches furthest", () => {
  expect(actsUpTo(["staff", "governance", "admin"])).toBe("raised");
  expect(reaches(["staff", "admin"], ["staff", "finops", "superAdmin"])).toBe(false);
});

test("admins bring in staff, governance what they hold, super admins anybody", () => {
  expect(rolesToGive(["staff", "admin", "finops"])).toEqual(["staff"]);
  expect(rolesToGive(["finops", "staff", "governance"])).toEqual(["staff", "governance", "finops"]);
  expect(rolesToGive(["staff", "superAdmin"])).toEqual(ROLE_NAMES);
  expect(rolesToGive([])).toEqual(["staff"]);
});

test("super admins are turned to last, and nobody twice", () => {
  expect(inTurn(rolesWith(PORTAL_DUTY))).toEqual([["admin"], ["superAdmin"]]);
  expect(inTurn(rolesWith(DATA_DUTY))).toEqual([["governance"], ["superAdmin"]]);
  for (const capability of CAPABILITY_NAMES)
    expect(inTurn(rolesWith(capability)).flat().toSorted()).toEqual(rolesWith(capability).toSorted());
});
