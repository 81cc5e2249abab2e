import { describe, expect, test } from "vitest";
import { isImpersonationValid, MAX_IMPERSONATION_MS, whyNotScope } from "./impersonation";
import type { PersonStatus, RoleName } from "./roles";
import {
  can,
  CAPABILITIES,
  capabilitiesOf,
  CAPABILITY_NAMES,
  whoMayOpen,
  whyNot,
  type Capability,
  type ViewerFacts,
} from "./rules";

const viewer = (changes: Partial<ViewerFacts> = {}): ViewerFacts => ({
  roles: ["staff"],
  status: "active",
  hasChangedInitialPassword: true,
  impersonation: null,
  ...changes,
});

/** Everybody: their own things, and what the shelves of the portal hold. */
const OWN = [
  "self.read",
  "self.write",
  "self.export",
  "people.search",
  "domains.read",
  "domains.propose",
  "reviews.read",
  "reviews.decide",
  "feedback.read",
  "feedback.write",
  "articles.read",
  "articles.write",
  "catalog.read",
  "requests.readOwn",
  "requests.create",
  "requests.exportOwn",
  "requests.cancelOwn",
  "requests.comment",
  "tasks.readOwn",
  "tasks.workOwn",
  "approvals.readOwn",
  "approvals.decide",
  "approvals.reassign",
  "approvals.delegate",
  "grants.readOwn",
  "services.read",
  "notifications.readOwn",
  "notifications.writeOwn",
  "presence.show",
  "presence.leave",
  "views.readOwn",
  "views.writeOwn",
  "audit.readOwn",
  "tickets.readOwn",
  "tickets.write",
  "proposals.accept",
] as const;
const OVERSEER = [
  "requests.createForOthers",
  "requests.readAll",
  "tasks.readAll",
  "grants.readAll",
  "audit.readAll",
] as const;
const GOVERNOR = [
  ...OVERSEER,
  "people.invite",
  "requests.hold",
  "tasks.manage",
  "approvals.administer",
  "grants.revoke",
  "people.readAll",
  "people.suspend",
  "people.help",
  "access.explain",
  "proposals.read",
  "proposals.decide",
] as const;
const ADMIN = [
  ...GOVERNOR,
  "tickets.answer",
  "home.pin",
  "proposals.stop",
  "requests.manage",
  "feedback.manage",
  "audit.export",
  "audit.verify",
] as const;
const SUPER = [
  ...ADMIN,
  "monitor.read",
  "monitor.run",
  "monitor.clear",
  "environment.read",
  "impersonation.start",
  "impersonation.end",
  "impersonation.steer",
  "mail.read",
  "people.changeRoles",
  "people.remove",
  "approvals.breakGlass",
  "approvals.simulate",
  "areas.write",
  "config.write",
  "demo.manage",
  "reviews.start",
  "feedback.delete",
  "domains.write",
  "notifications.test",
  "services.manage",
  "templates.read",
  "templates.write",
] as const;

describe("each role holds exactly its capabilities", () => {
  const table: [RoleName, readonly Capability[]][] = [
    ["staff", OWN],
    ["admin", [...OWN, ...ADMIN]],
    ["governance", [...OWN, ...GOVERNOR, "domains.write", "reviews.start", "people.remove"]],
    ["finops", [...OWN, ...OVERSEER]],
    ["superAdmin", [...OWN, ...SUPER]],
  ];
  test.each(table)("%s", (role, held) => {
    expect(capabilitiesOf(viewer({ roles: ["staff", role] })).toSorted()).toEqual([...held].toSorted());
  });

  test("a role alone is enough: every active person is staff", () => {
    expect(can(viewer({ roles: [] }), "self.read")).toBe(true);
  });

  test("every capability is a noun and a verb", () => {
    for (const name of CAPABILITY_NAMES) expect(name).toMatch(/^[a-z]+\.[a-z][A-Za-z]*$/);
  });
});

test.each<[Capability | undefined, string]>([
  ["people.readAll", "admins and governance"],
  ["requests.readAll", "admins, governance and FinOps"],
  ["domains.write", "governance and super admins"],
  ["reviews.start", "governance and super admins"],
  ["tickets.answer", "admins"],
  ["environment.read", "super admins"],
  ["requests.readOwn", "everybody with an active account"],
  ["requests.create", "everybody with an active account"],
  [undefined, "everybody with an active account"],
])("a page that needs %s is open to %s", (capability, who) => {
  expect(whoMayOpen(capability)).toBe(who);
});

describe("who may not enter may do nothing", () => {
  test.each<PersonStatus>(["invited", "suspended", "removed", "revoked", "expired"])("%s", (status) => {
    for (const capability of CAPABILITY_NAMES) {
      expect(whyNot(viewer({ status, roles: ["superAdmin"] }), capability)).toEqual({ code: "not-active", status });
    }
  });

  test("an initial password, super admins included", () => {
    const fresh = viewer({ hasChangedInitialPassword: false, roles: ["superAdmin"] });
    expect(capabilitiesOf(fresh)).toEqual([]);
    expect(whyNot(fresh, "self.read")).toEqual({ code: "password-change-required" });
  });
});

describe("while impersonating", () => {
  const as = (mode: "view" | "act", targetRoles: RoleName[] = ["staff"]) =>
    viewer({ roles: ["superAdmin"], impersonation: { mode, targetRoles } });

  test("super admin pages stay the real person's, clearing logs and personal settings are closed", () => {
    expect(capabilitiesOf(as("view")).toSorted()).toEqual([
      "approvals.readOwn",
      "approvals.simulate",
      "articles.read",
      "audit.readOwn",
      "catalog.read",
      "domains.read",
      "environment.read",
      "feedback.read",
      "grants.readOwn",
      "impersonation.steer",
      "mail.read",
      "monitor.read",
      "monitor.run",
      "notifications.readOwn",
      "people.search",
      "presence.leave",
      "requests.readOwn",
      "reviews.read",
      "self.read",
      "services.read",
      "tasks.readOwn",
      "templates.read",
      "tickets.readOwn",
      "views.readOwn",
    ]);
    expect(
      capabilitiesOf(as("act"))
        .filter((name) => !capabilitiesOf(as("view")).includes(name))
        .toSorted(),
    ).toEqual(["requests.cancelOwn", "requests.comment", "requests.create"]);
    expect(whyNot(as("act"), "monitor.clear")).toEqual({
      code: "not-while-impersonating",
      capability: "monitor.clear",
    });
    expect(whyNot(as("act"), "self.write")).toEqual({ code: "not-while-impersonating", capability: "self.write" });
  });

  test("it never adds a right: no capability appears that neither person holds", () => {
    for (const capability of capabilitiesOf(as("act", ["staff", "admin"]))) {
      const roles: readonly RoleName[] = CAPABILITIES[capability].roles;
      expect(roles.includes("superAdmin") || roles.includes("admin")).toBe(true);
    }
  });

  const active = { status: "active", roles: ["staff"] } as const;
  const session = { impersonationStartedAt: 0, impersonationExpiresAt: 1000 };
  const endless = { impersonationStartedAt: 0, impersonationExpiresAt: 99 * MAX_IMPERSONATION_MS };
  test.each([
    ["in time and allowed", session, active, 999, true],
    ["at its expiry", session, active, 1000, false],
    ["ended", { ...session, endedAt: 5 }, active, 10, false],
    ["a millisecond before 1440 minutes, whatever its record says", endless, active, MAX_IMPERSONATION_MS - 1, true],
    ["at 1440 minutes, whatever its record says", endless, active, MAX_IMPERSONATION_MS, false],
    ["of a suspended person", session, { ...active, status: "suspended" as const }, 10, false],
    ["of a super admin", session, { ...active, roles: ["superAdmin" as const] }, 10, false],
    ["of nobody", session, null, 10, false],
  ])("a session %s", (_name, given, target, now, expected) => {
    expect(isImpersonationValid(given, target, now)).toBe(expected);
  });
});

test("a claimed id only ever confirms the server's own record", () => {
  expect(whyNotScope(undefined, null)).toBeNull();
  expect(whyNotScope(undefined, "p1")).toBeNull();
  expect(whyNotScope("p1", "p1")).toBeNull();
  expect(whyNotScope("p2", "p1")).toEqual({ code: "impersonation-mismatch" });
  expect(whyNotScope("p1", null)).toEqual({ code: "impersonation-mismatch" });
});
