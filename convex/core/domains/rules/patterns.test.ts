import { describe, expect, test } from "vitest";
import { costMs } from "../../../lib/pure/cost.testing";
import {
  type AssignedDomain,
  givenNames,
  matchesPattern,
  namesAfter,
  patternProblems,
  planAssignment,
  primaryOf,
} from "./patterns";

const sales: AssignedDomain = {
  id: "sales",
  name: "Sales",
  status: "active",
  databases: ["SALES", "SALES_EU"],
  products: ["Sales report"],
};
const stock: AssignedDomain = { id: "stock", name: "Stock", status: "active", databases: ["STOCK"], products: [] };
const old: AssignedDomain = { id: "old", name: "Old", status: "archived", databases: ["SALES_OLD"], products: [] };
const domains = [sales, stock, old];
const line = (pattern: string, domainId: string, kind: "database" | "product" = "database") => ({
  kind,
  pattern,
  domainId,
});
const NONE = { database: [], product: [] };

test.each([
  ["SALES", "SALES", true],
  ["sales", "SALES", true],
  ["SALES", "SALES_EU", false],
  ["SALES*", "SALES", true],
  ["SALES_*", "SALES", false],
  ["*_EU", "SALES_EU", true],
  ["*A*E*", "SALES_EU", true],
  ["S?LES", "SALES", true],
  ["S?LES", "SLES", false],
  ["*", "ANYTHING", true],
  ["SALES**", "SALES", true],
  ["A.C", "ABC", false],
  ["[A-Z]*", "SALES", false],
  ["", "SALES", false],
])("%s matches %s: %s", (pattern, name, expected) => {
  expect(matchesPattern(pattern, name)).toBe(expected);
});

test("a pattern of many stars is decided at once", () => {
  const match = () => expect(matchesPattern(`${"*a".repeat(49)}b`, "a".repeat(255))).toBe(false);
  expect(costMs(match)).toBeLessThan(500);
});

describe("[DD8] the first pattern that matches decides", () => {
  test("about what is there and what is given", () => {
    const { moves, decides } = planAssignment([line("*_EU", "stock"), line("SALES*", "sales")], domains, {
      database: ["SALES_US"],
      product: [],
    });
    expect(moves).toEqual([
      { kind: "database", name: "SALES_EU", fromIds: ["sales"], keptIds: [], toId: "stock", line: 0 },
      { kind: "database", name: "SALES_US", fromIds: [], keptIds: [], toId: "sales", line: 1 },
    ]);
    expect(decides).toEqual([1, 2]);
    expect(namesAfter(sales, moves).databases).toEqual(["SALES", "SALES_US"]);
    expect(namesAfter(stock, moves).databases).toEqual(["STOCK", "SALES_EU"]);
  });

  test("in another order it decides otherwise", () => {
    const { moves } = planAssignment([line("SALES*", "sales"), line("*_EU", "stock")], domains, NONE);
    expect(moves).toEqual([]);
  });

  test("what none matches stays, and is named where nobody has it", () => {
    const plan = planAssignment([line("STOCK*", "stock")], domains, {
      database: ["FINANCE", "SALES"],
      product: ["Margin"],
    });
    expect(plan).toEqual({
      moves: [],
      decides: [1],
      unmatched: [
        { kind: "database", name: "FINANCE" },
        { kind: "product", name: "Margin" },
      ],
    });
  });

  test("a pattern for products says nothing of databases", () => {
    const { moves } = planAssignment([line("Sales*", "stock", "product")], domains, NONE);
    expect(moves.map(({ name }) => name)).toEqual(["Sales report"]);
    expect(namesAfter(sales, moves)).toEqual({ databases: ["SALES", "SALES_EU"], products: [] });
  });

  test("a name that two domains have goes to one", () => {
    const twice = { ...stock, databases: ["STOCK", "SALES"] };
    const { moves } = planAssignment([line("SALES", "sales")], [sales, twice], NONE);
    expect(moves).toEqual([
      { kind: "database", name: "SALES", fromIds: ["stock"], keptIds: [], toId: "sales", line: 0 },
    ]);
  });

  test("a shared line adds its domain, and takes the name from nobody", () => {
    const shared = { ...line("SALES*", "stock"), isShared: true };
    const { moves } = planAssignment([line("*_EU", "sales"), shared], domains, NONE);
    expect(moves).toEqual([
      { kind: "database", name: "SALES", fromIds: [], keptIds: ["sales"], toId: "stock", line: 1 },
    ]);
    expect(namesAfter(sales, moves).databases).toEqual(["SALES", "SALES_EU"]);
    expect(namesAfter(stock, moves).databases).toEqual(["STOCK", "SALES"]);
    const after = [sales, { ...stock, ...namesAfter(stock, moves) }];
    expect(planAssignment([line("*_EU", "sales"), shared], after, NONE).moves).toEqual([]);
  });

  test("what an archived domain had is nobody's", () => {
    const { moves } = planAssignment([line("SALES_OLD", "sales")], domains, NONE);
    expect(moves).toEqual([]);
  });
});

describe("[DD8] of several domains with one name", () => {
  const patterns = [line("*_EU", "stock"), line("SALES*", "sales"), line("SALES", "stock", "product")];

  test("the primary is the one that the first matching pattern says", () => {
    expect(primaryOf(patterns, "database", "SALES_EU", ["sales", "stock"])).toBe("stock");
    expect(primaryOf(patterns, "database", "SALES", ["sales", "stock"])).toBe("sales");
    expect(primaryOf(patterns, "product", "Sales", ["sales", "stock"])).toBe("stock");
  });

  test("none is, where no pattern matches or its domain does not have the name", () => {
    expect(primaryOf(patterns, "database", "FINANCE", ["sales", "stock"])).toBeNull();
    expect(primaryOf(patterns, "database", "SALES_EU", ["sales"])).toBeNull();
    expect(primaryOf([], "database", "SALES", ["sales"])).toBeNull();
  });
});

test("a list is kept only without an empty, doubled or homeless pattern", () => {
  const lines = [
    line(" ", "sales"),
    line("A*", "nobody"),
    line("A*", "old"),
    line("b*", "stock"),
    line("B**", "sales"),
  ];
  expect(patternProblems(lines, domains)).toEqual({
    0: expect.stringContaining("Pattern"),
    1: "Choose a data domain",
    2: "Old is archived. Choose another",
    4: "Line 4 has the same pattern and decides first",
  });
  expect(patternProblems([line("A*", "sales"), line("A*", "stock", "product")], domains)).toEqual({});
});

test("given names are read from lines and lists, each once", () => {
  expect(givenNames("database", "sales_us\n SALES_US , fin ;\n\n")).toEqual(["SALES_US", "FIN"]);
  expect(givenNames("product", "Daily  margin\nDaily margin")).toEqual(["Daily margin"]);
});
