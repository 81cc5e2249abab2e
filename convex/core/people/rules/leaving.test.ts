import { expect, test } from "vitest";
import type { RoleName } from "../../../access/roles";
import { type LeaveFacts, whyNotLeave } from "./leaving";

const STAFF: readonly RoleName[] = ["staff"];
const facts: LeaveFacts = {
  name: "Ada Byron",
  status: "active",
  roles: STAFF,
  isProtected: false,
  otherSuperAdmins: 2,
  approverRoles: [STAFF],
  hasSuccessor: true,
  leftBehind: [],
};
const ADMIN: readonly RoleName[] = ["staff", "admin"];
const SUPER: readonly RoleName[] = ["staff", "superAdmin"];
const GOVERNANCE: readonly RoleName[] = ["staff", "governance"];

test.each([
  ["staff whom somebody else approved", {}, null],
  ["somebody who is suspended", { status: "suspended" }, null],
  ["a protected account", { isProtected: true }, "Cannot remove protected system users"],
  ["whoever never came in", { status: "invited" }, "never came in"],
  ["whom nobody else approved", { approverRoles: [] }, "Nobody but the requester approved it"],
  ["an admin with a word of staff", { roles: ADMIN }, "holds more than staff"],
  ["an admin with a word of another admin", { roles: ADMIN, approverRoles: [ADMIN] }, "holds more than staff"],
  ["an admin with a word of data governance", { roles: ADMIN, approverRoles: [GOVERNANCE] }, null],
  ["a super admin with a word of data governance", { roles: SUPER, approverRoles: [GOVERNANCE] }, "more than staff"],
  ["a super admin with a word of another", { roles: SUPER, approverRoles: [SUPER] }, null],
  ["the last super admin", { roles: SUPER, approverRoles: [SUPER], otherSuperAdmins: 0 }, "last active super admin"],
  [
    "whose successor is gone, too",
    { hasSuccessor: false },
    "Remove Ada Byron under Remove User, with another successor",
  ],
  ["who is in charge", { leftBehind: ["Pricing"] }, "still in charge of Pricing. Hand that over first"],
  ["who is in charge of much", { leftBehind: ["A", "B", "C", "D", "E"] }, "in charge of A, B, C and 2 more."],
] as const)("a request of the catalog and %s (U14)", (_who, change, says) => {
  const no = whyNotLeave({ ...facts, ...change });
  if (says === null) expect(no).toBeNull();
  else expect(no).toContain(says);
});
