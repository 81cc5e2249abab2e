import { expect, test } from "vitest";
import { visibleChanges, storedText, valueText } from "./change-text";

const AT = new Date(2026, 2, 5, 14, 7).getTime();

test.each<[string, unknown, string]>([
  ["title", "Orders", "Orders"],
  ["title", "", "none"],
  ["isOpen", true, "yes"],
  ["roles", ["staff", "admin"], "staff, admin"],
  ["dueAt", AT, "05/03/2026, 14:07"],
  [
    "openQuestion",
    { question: "Which tables?", askedById: "jd78dfx", askedAt: AT, leaseExtensionMs: 5 },
    "Which tables?",
  ],
  ["hold", { reason: "Audit", byId: "jd78dfx", until: AT }, "Audit, until 05/03/2026, 14:07"],
  ["hold", { reason: "Audit", byId: "jd78dfx" }, "Audit"],
  ["input", { role: "ORDERS_READ" }, '{"role":"ORDERS_READ"}'],
])("%s %j is told as %s", (field, value, text) => {
  expect(valueText(field, value)).toBe(text);
});

test.each<[string, unknown, string]>([
  ["outcome", "resolved_manually", "resolved manually"],
  ["roles", ["staff", "superAdmin"], "Staff, Super admin"],
  ["assignee", null, "none"],
  [
    "proof",
    { isProven: true, readAt: AT, facts: [{ subject: 'Role "ORDERS_READ"', expected: "exists", actual: "exists" }] },
    'proven: Role "ORDERS_READ" exists',
  ],
  [
    "output",
    { approvalId: "jd78dfx", approvedBy: ["Gareth Price", "Beth Sinclair"] },
    "approved by Gareth Price, Beth Sinclair",
  ],
  ["output", { approvalId: "jd78dfx" }, "recorded"],
  ["plan", [{ statement: "GRANT ROLE" }], "statement GRANT ROLE"],
  ["hold", { reason: "Audit", byId: "jd78dfx" }, "Audit"],
])("in a history, %s %j is told as %s", (field, value, text) => {
  expect(storedText(field, value)).toBe(text);
});

test("a change nobody can see is not told", () => {
  const seen = { field: "status", before: "Blocked", after: "In progress" };
  expect(
    visibleChanges([
      { field: "dueAt", before: AT, after: AT + 20_000 },
      seen,
      { field: "hold", before: { reason: "Audit", version: 1 }, after: { reason: "Audit", version: 2 } },
    ]),
  ).toEqual([seen]);
});
