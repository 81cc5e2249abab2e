import { describe, expect, test } from "vitest";
import { answerWhy, approvalWhy, chosenActions, inWaitingOrder, isDecision, tally, withEqualTogether } from "./home";

const asked = {
  requester: "Sam Taylor",
  beneficiary: "Sam Taylor",
  type: "Warehouse",
  source: "rule",
  fromName: null,
  isEscalated: false,
  approved: 0,
  required: 1,
} as const;

describe("why an approval waits", () => {
  test.each([
    ["names who asks for what", {}, "Sam Taylor asks for Warehouse"],
    [
      "names for whom, when it is somebody else",
      { beneficiary: "Bea Lind" },
      "Sam Taylor asks for Warehouse for Bea Lind",
    ],
    [
      "counts, when one approval is not enough",
      { approved: 1, required: 2 },
      "Sam Taylor asks for Warehouse, 1 of 2 approved",
    ],
    [
      "says for whom the viewer sits in",
      { source: "delegation", fromName: "Mona Kerr" },
      "Sam Taylor asks for Warehouse; you stand in for Mona Kerr",
    ],
    [
      "says who handed it over",
      { source: "manual", fromName: "Mona Kerr" },
      "Sam Taylor asks for Warehouse; handed over by Mona Kerr",
    ],
    [
      "says that it was escalated",
      { isEscalated: true },
      "Sam Taylor asks for Warehouse; escalated, because nobody decided in time",
    ],
  ] as const)("%s", (_guarantee, with_, words) => {
    expect(approvalWhy({ ...asked, ...with_ })).toBe(words);
  });
});

test("a long question is quoted in part", () => {
  const why = answerWhy("Aisha Rahman", ` ${"long ".repeat(100)}`);
  expect(why.startsWith("Aisha Rahman asks: “long long")).toBe(true);
  expect(why.length).toBeLessThan(200);
});

test("what is due first comes first, what is never due last, the oldest first", () => {
  const rows = [
    { id: "never-new", dueAt: null, since: 9 },
    { id: "later", dueAt: 8, since: 1 },
    { id: "never-old", dueAt: null, since: 2 },
    { id: "soon", dueAt: 4, since: 3 },
  ];
  expect(inWaitingOrder(rows).map(({ id }) => id)).toEqual(["soon", "later", "never-old", "never-new"]);
});

describe("the offered types", () => {
  const types = ["bi-access", "leaver", "portal-invite", "sandbox", "snowflake-access", "warehouse"].map((key) => ({
    key,
  }));
  const keysOf = (uses: Parameters<typeof chosenActions>[1]) =>
    chosenActions(types, uses).map(({ type, reason, uses: times }) => `${type.key} ${reason} ${times}`);

  test("begin with what the person asks for most, then with what the area asks for", () => {
    const own = tally(["warehouse", "leaver", "warehouse"]);
    const area = tally(["portal-invite", "warehouse"]);
    expect(keysOf({ own, area })).toEqual([
      "warehouse own 2",
      "leaver own 1",
      "portal-invite area 1",
      "snowflake-access start 0",
    ]);
  });

  test("are where people begin, for somebody who never asked in an area that never did", () => {
    expect(keysOf({ own: tally([]), area: tally([]) })).toEqual([
      "snowflake-access start 0",
      "bi-access start 0",
      "sandbox start 0",
      "leaver start 0",
    ]);
  });
});

describe("equal things", () => {
  const row = (kind: "task" | "offer" | "approval" | "answer", title: string, id = 0) => ({ kind, title, id });

  test("are one row from three on, where the most urgent of them stands", () => {
    const rows = [
      row("answer", "A"),
      row("task", "Check", 1),
      row("offer", "Check", 2),
      row("task", "Check", 3),
      row("task", "Check", 4),
    ];
    expect(withEqualTogether(rows).map((group) => group.map(({ id }) => id))).toEqual([[0], [1, 3, 4], [2]]);
    expect(withEqualTogether(rows.slice(0, 4)).map((group) => group.length)).toEqual([1, 1, 1, 1]);
  });

  test("are never decisions or questions: each has a reason of its own", () => {
    const rows = [1, 2, 3].flatMap((id) => [row("approval", "Read Orders", id), row("answer", "Read Orders", id)]);
    expect(withEqualTogether(rows)).toEqual(rows.map((one) => [one]));
  });

  test("keep the order of what is not equal", () => {
    const rows = [
      row("task", "B", 1),
      row("task", "A", 2),
      row("task", "B", 3),
      row("task", "A", 4),
      row("task", "C", 5),
    ];
    expect(withEqualTogether(rows).map(([one]) => one!.id)).toEqual([1, 2, 3, 4, 5]);
  });
});

test("approvals and reviews are decisions, work and questions are not", () => {
  const kinds = ["approval", "review", "task", "offer", "answer"] as const;
  expect(kinds.filter((kind) => isDecision({ kind }))).toEqual(["approval", "review"]);
});
