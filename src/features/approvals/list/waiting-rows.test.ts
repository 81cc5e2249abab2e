import { describe, expect, test } from "vitest";
import { whyOnItsPage } from "../../../../convex/core/catalog/rules/exposure";
import { filtered, nextAfter, splitBySnooze, typesOf, whyNotBulk, whyNotTogether } from "./waiting-rows";

const row = (approvalId: string, more: object = {}) => ({
  approvalId,
  title: "Larger warehouse",
  target: null as string | null,
  requestKey: "REQ-101",
  reason: "The weekly margin report" as string | null,
  requester: "Ada Byron",
  beneficiary: "Ben Okri",
  type: { key: "warehouse", name: "Warehouse" },
  risk: "low" as "low" | "medium" | "high",
  sensitivity: "internal" as "internal" | "pii" | "restricted" | null,
  level: "read" as "read" | "write" | null,
  snoozedUntil: null as number | null,
  isHighRisk: false,
  whyNotApprove: null,
  ...more,
});

test("a snoozed row comes back by itself when its time has come", () => {
  const rows = [row("a"), row("b", { snoozedUntil: 10 }), row("c", { snoozedUntil: 11 })];
  expect(splitBySnooze(rows, 10)).toMatchObject({
    waiting: [{ approvalId: "a" }, { approvalId: "b" }],
    snoozed: [{ approvalId: "c" }],
  });
});

test("a search finds every word in title, reason, key, names or type, together with the filters", () => {
  const rows = [
    row("a"),
    row("b", { risk: "high", title: "Read the orders", type: { key: "access", name: "Data access" } }),
  ];
  expect(filtered(rows, { q: "req-101 ada" })).toHaveLength(2);
  expect(filtered(rows, { q: "margin orders" })).toHaveLength(1);
  // What a word begins is found and marked, what it only holds is neither; a role is found by its own name.
  expect(filtered(rows, { q: "house" })).toEqual([]);
  expect(filtered([row("c", { target: "ORDERS_READ" })], { q: "orders_r" })).toHaveLength(1);
  expect(filtered(rows, { q: "orders okri" }).map(({ approvalId }) => approvalId)).toEqual(["b"]);
  expect(filtered(rows, { type: "warehouse" }).map(({ approvalId }) => approvalId)).toEqual(["a"]);
  expect(filtered(rows, { risk: "high", q: "warehouse" })).toEqual([]);
  expect(typesOf(rows)).toEqual([
    { value: "access", label: "Data access" },
    { value: "warehouse", label: "Warehouse" },
  ]);
});

test("high risk, write access, and personal or restricted data are decided on their own page, whoever may decide", () => {
  expect(whyOnItsPage(row("a"))).toBeNull();
  expect(whyOnItsPage(row("a", { whyNotApprove: { code: "not-eligible" } }))).toBeNull();
  expect(
    [
      { isHighRisk: true },
      { risk: "high" },
      { level: "write" },
      { sensitivity: "pii" },
      { sensitivity: "restricted" },
    ].map((more) => whyOnItsPage(row("a", more))),
  ).toEqual(
    ["High risk", "High risk", "Write access", "Personal data", "Restricted data"].map(
      (why) => `${why}: decide it on its own page.`,
    ),
  );
});

describe("deciding together", () => {
  test("leaves out what is decided one at a time, and what is not the viewer's to decide", () => {
    expect(whyNotTogether(row("a"))).toBeNull();
    expect(whyNotTogether(row("a", { isHighRisk: true }))).toMatch(/High risk/);
    expect(whyNotTogether(row("a", { level: "write" }))).toMatch(/Write access/);
    expect(whyNotTogether(row("a", { sensitivity: "pii" }))).toMatch(/Personal data/);
    expect(whyNotTogether(row("a", { whyNotApprove: { code: "not-eligible" } }))).not.toBeNull();
  });

  test("takes at most 50, and says so before the server has to refuse", () => {
    const rows = Array.from({ length: 51 }, (_, at) => row(String(at)));
    expect(whyNotBulk(rows.slice(1))).toBeNull();
    expect(whyNotBulk(rows)).toBe("You can decide up to 50 requests at once");
  });

  test("needs one type", () => {
    expect(whyNotBulk([row("a"), row("b")])).toBeNull();
    expect(whyNotBulk([row("a"), row("b", { type: { key: "access", name: "Data access" } })])).not.toBeNull();
  });
});

test("after a decision the list goes on with the next row, after the last with the one before", () => {
  const rows = [row("a"), row("b"), row("c")];
  expect([nextAfter(rows, ["a"]), nextAfter(rows, ["c"]), nextAfter([row("a")], ["a"])]).toEqual(["b", "b", null]);
  expect([nextAfter(rows, ["a", "b"]), nextAfter(rows, ["a", "c"]), nextAfter(rows, ["b", "c"])]).toEqual([
    "c",
    "b",
    "a",
  ]);
});
