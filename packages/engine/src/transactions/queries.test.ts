import { afterEach, describe, expect, test } from "vitest";
import type { Json } from "../values/json.ts";
import { APP, collect, mutate, openTestDatabase, queryOf, read, schemaOf } from "./testing.ts";
import type { TestQuery } from "./testing.ts";
import type { Database, PageRequest, PageResult } from "./types.ts";

const opened: Database[] = [];
afterEach(() => {
  for (const db of opened.splice(0)) db.close();
});

const SCHEMA = schemaOf({ items: { indexes: { by_group: ["group", "rank"], by_deep: ["a.b"] } } });

async function aDatabaseWith(items: readonly Record<string, Json>[], table = "items"): Promise<Database> {
  const { db } = openTestDatabase({ schemaJson: SCHEMA });
  opened.push(db);
  await mutate(db, (tx) => {
    for (const item of items) tx.insert(table, item);
  });
  return db;
}

function namesOf(db: Database, query: TestQuery): Json[] {
  return read(db, (tx) => collect(tx, queryOf("items", query)).map((item) => item["name"] ?? null));
}

const ITEMS: readonly Record<string, Json>[] = [
  { name: "a", group: "x", rank: 1 },
  { name: "b", group: "x", rank: 2 },
  { name: "c", group: "x", rank: 3 },
  { name: "d", group: "y", rank: 1 },
  { name: "e", rank: 9 },
  { name: "f", group: null, rank: 0 },
];

describe("index ranges", () => {
  test.each<[string, TestQuery, Json[]]>([
    ["a full scan is in creation order", {}, ["a", "b", "c", "d", "e", "f"]],
    ["descending reverses it", { order: "desc", limit: 2 }, ["f", "e"]],
    ["a missing field sorts before null, null before values", { index: "by_group" }, ["e", "f", "a", "b", "c", "d"]],
    ["equality on a prefix", { index: "by_group", range: [["Eq", "group", "x"]] }, ["a", "b", "c"]],
    ["equality with a missing field", { index: "by_group", range: [["Eq", "group", undefined]] }, ["e"]],
    ["after null come all values", { index: "by_group", range: [["Gt", "group", null]] }, ["a", "b", "c", "d"]],
    [
      "bounds on the next field",
      {
        index: "by_group",
        range: [
          ["Eq", "group", "x"],
          ["Gt", "rank", 1],
          ["Lte", "rank", 3],
        ],
      },
      ["b", "c"],
    ],
    [
      "bounds in any order",
      {
        index: "by_group",
        range: [
          ["Lt", "rank", 3],
          ["Gte", "rank", 1],
          ["Eq", "group", "x"],
        ],
      },
      ["a", "b"],
    ],
    [
      "equalities in any order",
      {
        index: "by_group",
        range: [
          ["Eq", "rank", 1],
          ["Eq", "group", "y"],
        ],
      },
      ["d"],
    ],
    [
      "lower above upper is empty",
      {
        index: "by_group",
        range: [
          ["Eq", "group", "x"],
          ["Gt", "rank", 3],
          ["Lt", "rank", 1],
        ],
      },
      [],
    ],
  ])("[IDX1] %s", async (_name, query, expected) => {
    expect(namesOf(await aDatabaseWith(ITEMS), query)).toEqual(expected);
  });

  test.each<[string, TestQuery, RegExp]>([
    [
      "a field the index lacks",
      { index: "by_group", range: [["Eq", "name", "a"]] },
      /comparison with `name`.*doesn't index this field/,
    ],
    ["a skipped prefix", { index: "by_group", range: [["Eq", "rank", 1]] }, /skipped `group`/],
    ["a bound behind a gap", { index: "by_group", range: [["Gt", "rank", 1]] }, /skipped `group`/],
    [
      "two lower bounds",
      {
        index: "by_group",
        range: [
          ["Gt", "group", "a"],
          ["Gte", "group", "b"],
        ],
      },
      /Already defined lower bound on `group`/,
    ],
    [
      "two upper bounds",
      {
        index: "by_group",
        range: [
          ["Lt", "group", "a"],
          ["Lte", "group", "b"],
        ],
      },
      /Already defined upper bound on `group`/,
    ],
    [
      "two equalities",
      {
        index: "by_group",
        range: [
          ["Eq", "group", "a"],
          ["Eq", "group", "b"],
        ],
      },
      /Already defined equality bound on `group`/,
    ],
    [
      "equality and inequality on one field",
      {
        index: "by_group",
        range: [
          ["Eq", "group", "a"],
          ["Gt", "group", "b"],
        ],
      },
      /equality and inequality on the same field `group`/,
    ],
    [
      "bounds on two fields",
      {
        index: "by_group",
        range: [
          ["Gt", "group", "a"],
          ["Lt", "rank", 1],
        ],
      },
      /must be on the same field/,
    ],
    ["an index that does not exist", { index: "by_nothing" }, /^Index items\.by_nothing not found\.$/],
  ])("[IDX2] %s is refused", async (_name, query, message) => {
    const db = await aDatabaseWith(ITEMS);
    expect(() => namesOf(db, query)).toThrow(message);
  });

  test("[IDX3] nested paths are indexed, anything but an object on the way counts as missing", async () => {
    const db = await aDatabaseWith([
      { name: "a", a: { b: 1 } },
      { name: "b", a: [1] },
      { name: "c", a: { $integer: "AQAAAAAAAAA=" } },
    ]);
    expect(namesOf(db, { index: "by_deep", range: [["Eq", "a.b", 1]] })).toEqual(["a"]);
    expect(namesOf(db, { index: "by_deep", range: [["Eq", "a.b", undefined]] })).toEqual(["b", "c"]);
  });

  test("[IDX3] every index ends in the creation time, which may be bounded", async () => {
    const db = await aDatabaseWith([
      { name: "a", group: "x", rank: 1 },
      { name: "b", group: "x", rank: 1 },
    ]);
    const [first] = read(db, (tx) => collect(tx, queryOf("items")));
    const range: TestQuery["range"] = [
      ["Eq", "group", "x"],
      ["Eq", "rank", 1],
      ["Gt", "_creationTime", first?.["_creationTime"]],
    ];
    expect(namesOf(db, { index: "by_group", range })).toEqual(["b"]);
    expect(namesOf(db, { index: "by_id", range: [["Eq", "_id", first?.["_id"]]] })).toEqual(["a"]);
    expect(
      namesOf(db, { index: "by_creation_time", range: [["Gt", "_creationTime", first?.["_creationTime"]]] }),
    ).toEqual(["b"]);
  });

  test("[IDX4] tables that do not exist read as empty, under any index name", async () => {
    const db = await aDatabaseWith([]);
    read(db, (tx) => {
      for (const table of ["nothing", "_tables", "_scheduled_functions"]) {
        expect(collect(tx, queryOf(table))).toEqual([]);
        expect(collect(tx, queryOf(table, { index: "by_anything" }))).toEqual([]);
        expect(tx.count(table)).toBe(0);
      }
    });
  });
});

describe("filters", () => {
  const field = (path: string): Json => ({ $field: path });
  const literal = (value: Json): Json => ({ $literal: value });
  const int = (base64: string): Json => ({ $integer: base64 });
  const ONE = int("AQAAAAAAAAA=");
  const MAX = int("/////////38=");

  test.each<[string, Json, Json[]]>([
    ["equality", { $eq: [field("rank"), literal(1)] }, ["a", "d"]],
    ["a missing field equals undefined", { $eq: [field("group"), literal({ $undefined: null })] }, ["e"]],
    ["order across types", { $lt: [field("group"), literal("x")] }, ["e", "f"]],
    ["arithmetic", { $eq: [{ $mod: [field("rank"), literal(2)] }, literal(0)] }, ["b", "f"]],
    ["negation", { $eq: [{ $neg: field("rank") }, literal(-3)] }, ["c"]],
    [
      "logic",
      {
        $or: [
          { $and: [{ $eq: [field("group"), literal("x")] }, { $gte: [field("rank"), literal(3)] }] },
          { $not: { $neq: [field("name"), literal("f")] } },
        ],
      },
      ["c", "f"],
    ],
    ["int64 is never float64", { $eq: [literal(1), literal(ONE)] }, []],
    ["nothing is always true", { $and: [] }, ["a", "b", "c", "d", "e", "f"]],
  ])("[FLT1] %s", async (_name, filter, expected) => {
    expect(namesOf(await aDatabaseWith(ITEMS), { filter })).toEqual(expected);
  });

  test.each<[string, Json, RegExp]>([
    [
      "numbers of two types",
      { $eq: [{ $add: [literal(1), literal(ONE)] }, literal(1)] },
      /two numbers of the same type/,
    ],
    ["integer overflow", { $eq: [{ $add: [literal(MAX), literal(ONE)] }, literal(1)] }, /overflow/],
    [
      "integer division by zero",
      { $eq: [{ $div: [literal(ONE), literal(int("AAAAAAAAAAA="))] }, literal(1)] },
      /Division by zero/,
    ],
    ["a result that is no boolean", literal(1), /must evaluate to a boolean/],
    ["logic on what is no boolean", { $not: literal(1) }, /expects booleans/],
    ["an unknown operator", { $xor: [] }, /Unknown filter expression/],
  ])("[FLT2] %s is an error", async (_name, filter, message) => {
    const db = await aDatabaseWith(ITEMS);
    expect(() => namesOf(db, { filter })).toThrow(message);
  });

  test("[FLT3] filters and limits apply in the order they were written", async () => {
    const db = await aDatabaseWith(ITEMS);
    const source = { type: "FullTableScan", tableName: "items", order: null };
    const isX = { filter: { $eq: [field("group"), literal("x")] } };
    const names = (operators: Json[]): Json[] =>
      read(db, (tx) => collect(tx, { source, operators }).map((item) => item["name"] ?? null));
    expect(names([isX, { limit: 2 }])).toEqual(["a", "b"]);
    expect(names([{ limit: 4 }, { filter: { $eq: [field("rank"), literal(1)] } }])).toEqual(["a", "d"]);
    expect(names([{ limit: 0 }])).toEqual([]);
  });
});

describe("pagination", () => {
  const numbers = (count: number): Record<string, Json>[] =>
    Array.from({ length: count }, (_, i) => ({ name: i, group: "x", rank: i }));
  const query = queryOf("items", { index: "by_group", range: [["Eq", "group", "x"]] });

  function page(db: Database, request: Partial<PageRequest> = {}): PageResult & { names: Json[] } {
    const result = read(db, (tx) =>
      tx.queryPage({ query, cursor: null, endCursor: null, pageSize: 3, ...request }, APP),
    );
    return { ...result, names: result.page.map((json) => (JSON.parse(json) as { name: Json }).name) };
  }

  test("[PAG1] pages follow each other without gap or repeat, in both orders, to an empty last page", async () => {
    const db = await aDatabaseWith(numbers(6));
    for (const order of ["asc", "desc"] as const) {
      const seen: Json[] = [];
      let cursor: string | null = null;
      const ordered = queryOf("items", { index: "by_group", range: [["Eq", "group", "x"]], order });
      for (const [length, isDone] of [
        [3, false],
        [3, false],
        [0, true],
      ] as const) {
        const result: ReturnType<typeof page> = page(db, { query: ordered, cursor });
        expect([result.names.length, result.isDone]).toEqual([length, isDone]);
        seen.push(...result.names);
        cursor = result.continueCursor;
      }
      expect(seen).toEqual(order === "asc" ? [0, 1, 2, 3, 4, 5] : [5, 4, 3, 2, 1, 0]);
      expect(page(db, { query: ordered, cursor })).toMatchObject({ names: [], isDone: true });
    }
  });

  test("[PAG2] up to an end cursor a page grows and shrinks in place", async () => {
    const db = await aDatabaseWith(numbers(6));
    const first = page(db);
    const again = { endCursor: first.continueCursor };
    await mutate(db, (tx) => {
      tx.insert("items", { name: "inside", group: "x", rank: 1.5 });
      tx.insert("items", { name: "outside", group: "x", rank: 2.5 });
    });
    expect(page(db, again)).toMatchObject({
      names: [0, 1, "inside", 2],
      continueCursor: first.continueCursor,
      isDone: false,
    });
    await mutate(db, (tx) => tx.remove((JSON.parse(first.page[2] as string) as { _id: string })._id));
    expect(page(db, again).names).toEqual([0, 1, "inside"]);
    expect(page(db, { cursor: first.continueCursor }).names).toEqual(["outside", 3, 4]);
  });

  test("[PAG2] a page that reached the end stays open to what is added behind it", async () => {
    const db = await aDatabaseWith([]);
    const first = page(db);
    expect(first).toMatchObject({ names: [], isDone: true });
    await mutate(db, (tx) => numbers(5).forEach((item) => tx.insert("items", item)));
    expect(page(db, { endCursor: first.continueCursor })).toMatchObject({ names: [0, 1, 2, 3, 4], isDone: true });
  });

  test("[PAG3] a cursor is refused by any other query, by another database and when tampered with", async () => {
    const db = await aDatabaseWith(numbers(6));
    const { continueCursor } = page(db);
    const others = [
      queryOf("items", { index: "by_group", range: [["Eq", "group", "y"]] }),
      queryOf("items", { index: "by_group", range: [["Eq", "group", "x"]], order: "desc" }),
      queryOf("items"),
    ];
    for (const other of others)
      expect(() => page(db, { query: other, cursor: continueCursor })).toThrow(/^InvalidCursor/);
    const { db: elsewhere } = openTestDatabase({ schemaJson: SCHEMA, seed: 2 });
    opened.push(elsewhere);
    expect(() => page(elsewhere, { cursor: continueCursor })).toThrow(/^InvalidCursor/);
    const tampered = (continueCursor.startsWith("A") ? "B" : "A") + continueCursor.slice(1);
    for (const bad of [tampered, "", "x", "[]"]) expect(() => page(db, { cursor: bad })).toThrow(/^InvalidCursor/);
  });

  test("[PAG3] a cursor does not show the values it stands at", async () => {
    const db = await aDatabaseWith([{ name: 1, group: "x", rank: "secret-value" }, ...numbers(3)]);
    const { continueCursor } = page(db, { query: queryOf("items", { index: "by_group", order: "desc" }), pageSize: 1 });
    expect(Buffer.from(continueCursor, "base64url").toString("latin1")).not.toContain("secret");
  });

  test("[PAG4] limits on rows read cut the page softly and recommend or require a split", async () => {
    const db = await aDatabaseWith(numbers(6));
    expect(page(db, { pageSize: 10, maximumRowsRead: 2 })).toMatchObject({
      names: [0, 1],
      isDone: false,
      pageStatus: "SplitRequired",
      splitCursor: null,
    });
    expect(page(db, { pageSize: 3, maximumRowsRead: 3 })).toMatchObject({
      names: [0, 1, 2],
      pageStatus: "SplitRecommended",
    });
    expect(page(db, { pageSize: 2, maximumRowsRead: 4 })).toMatchObject({ names: [0, 1], pageStatus: null });
    expect(page(db, { pageSize: 10, maximumBytesRead: 1 })).toMatchObject({ names: [0], isDone: false });
    const none = queryOf("items", {
      index: "by_group",
      range: [["Eq", "group", "x"]],
      filter: { $eq: [{ $field: "name" }, { $literal: 5 }] },
    });
    expect(page(db, { query: none, maximumRowsRead: 2 })).toMatchObject({ names: [], isDone: false });
  });

  test("[PAG5] a page splits at its middle row into two that make the whole", async () => {
    const db = await aDatabaseWith(numbers(6));
    const whole = page(db, { pageSize: 5 });
    const left = page(db, { endCursor: whole.splitCursor });
    const right = page(db, { cursor: whole.splitCursor, endCursor: whole.continueCursor });
    expect([left.names, right.names]).toEqual([
      [0, 1, 2],
      [3, 4],
    ]);
    expect(page(db, { pageSize: 2 }).splitCursor).toBeNull();
  });

  test.each([0, -1, 1.5, 32_001])("[PAG6] a page of %d rows is refused", async (pageSize) => {
    const db = await aDatabaseWith([]);
    expect(() => page(db, { pageSize })).toThrow("options.numItems");
  });
});
