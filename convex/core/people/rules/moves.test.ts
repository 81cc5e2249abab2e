import { expect, test } from "vitest";
import { type Moved, whyNotCorrectName, whyNotRoles, whyNotSetDates, whyNotSuspend } from "./moves";

const sam = { human: "sam", roles: ["staff", "superAdmin"], status: "active" } as const;
const una: Moved = { human: "una", roles: ["staff", "superAdmin"], status: "active", name: "Una", isProtected: false };

test("whoever acts, the last active super admin is neither suspended nor demoted (U2)", () => {
  const facts = { by: sam, person: una, decidesAboutMover: false, suspendedLately: 0, maySuspend: 20, termDays: 180 };
  expect(whyNotSuspend({ ...facts, otherSuperAdmins: 0 })).toMatchObject({ code: "not-eligible" });
  expect(whyNotSuspend({ ...facts, otherSuperAdmins: 1 })).toBeNull();
  expect(whyNotRoles({ ...facts, roles: ["staff"], otherSuperAdmins: 0 })).toMatchObject({ code: "not-eligible" });
  expect(whyNotRoles({ ...facts, roles: ["staff"], otherSuperAdmins: 1 })).toBeNull();
  expect(whyNotRoles({ ...facts, roles: ["staff", "superAdmin", "finops"], otherSuperAdmins: 0 })).toBeNull();
});

test("the day of the last active super admin is not set, whoever sets it (U2)", () => {
  const facts = { by: sam, person: una, decidesAboutMover: false, suspendedLately: 0, maySuspend: 20, isEndSet: true };
  expect(whyNotSetDates({ ...facts, otherSuperAdmins: 0 })).toMatchObject({ code: "not-eligible" });
  expect(whyNotSetDates({ ...facts, otherSuperAdmins: 1 })).toBeNull();
  expect(whyNotSetDates({ ...facts, otherSuperAdmins: 0, isEndSet: false })).toBeNull();
});

test("a name is corrected by somebody else, who reaches the person", () => {
  const admin = { ...sam, human: "adam", roles: ["staff", "admin"] } as const;
  const staff: Moved = { ...una, human: "ada", roles: ["staff"] };
  expect(whyNotCorrectName(admin, staff)).toBeNull();
  for (const [by, person] of [
    [admin, una],
    [admin, { ...staff, human: "adam" }],
    [sam, { ...una, isProtected: true }],
  ] as const)
    expect(whyNotCorrectName(by, person)).toMatchObject({ code: "not-eligible" });
});
