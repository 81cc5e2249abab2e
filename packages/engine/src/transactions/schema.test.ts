import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { openView } from "../storage/folder-view.ts";
import type { Json } from "../values/json.ts";
import { APP, collect, mutate, openTestDatabase, queryOf, read, schemaOf } from "./testing.ts";
import type { TestQuery } from "./testing.ts";
import type { Database } from "./types.ts";

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

describe("index definitions", () => {
  test.each<[string, string, string[], RegExp]>([
    ["a reserved name", "by_id", ["a"], /reserved/],
    ["a leading underscore", "_mine", ["a"], /reserved/],
    ["_creationTime listed", "mine", ["a", "_creationTime"], /every index ends in/],
    ["_id listed", "mine", ["_id"], /every index ends in/],
    ["a field twice", "mine", ["a", "a"], /lists `a` twice/],
    ["no fields", "mine", [], /at least one field/],
    ["seventeen fields", "mine", Array.from({ length: 17 }, (_, i) => `f${i}`), /too many fields/],
  ])("[IDX5] %s is refused", async (_what, name, fields, message) => {
    const { db } = openTestDatabase();
    opened.push(db);
    await expect(db.applySchema(schemaOf({ items: { indexes: { [name]: fields } } }))).rejects.toThrow(message);
  });

  test("[IDX6] an added index holds the existing documents, a changed one is rebuilt, a removed one is gone", async () => {
    const db = await aDatabaseWith(ITEMS);
    await db.applySchema(schemaOf({ items: { indexes: { by_group: ["rank"], by_name: ["name"] } } }));
    expect(namesOf(db, { index: "by_name", order: "desc", limit: 1 })).toEqual(["f"]);
    expect(namesOf(db, { index: "by_group", range: [["Eq", "rank", 1]] })).toEqual(["a", "d"]);
    expect(() => namesOf(db, { index: "by_deep" })).toThrow("Index items.by_deep not found.");
  });
});

describe("schema", () => {
  const named = (field: Json): Json =>
    schemaOf({ items: { documentType: { type: "object", value: { name: { fieldType: field, optional: false } } } } });

  test("[SCH1] a write that does not match is refused, naming table, path, value and validator", async () => {
    const { db } = openTestDatabase({ schemaJson: named({ type: "array", value: { type: "string" } }) });
    opened.push(db);
    await expect(mutate(db, (tx) => tx.insert("items", { name: ["a", 1] }))).rejects.toThrow(
      'Failed to insert or update a document in table "items" because it does not match the schema: Value does not match validator.\nPath: .name[1]\nValue: 1.0\nValidator: v.string()',
    );
    await mutate(db, (tx) => tx.insert("unlisted", { anything: 1 }));
  });

  test("[SCH2] a schema that existing documents break is refused naming one, and nothing changes", async () => {
    const db = await aDatabaseWith([{ name: "a" }, { name: 2 }]);
    const bad = read(db, (tx) => collect(tx, queryOf("items"))[1]);
    await expect(db.applySchema(named({ type: "string" }))).rejects.toThrow(
      `Schema validation failed.\nDocument with ID "${String(bad?.["_id"])}" in table "items" does not match the schema: Value does not match validator.\nPath: .name\nValue: 2.0\nValidator: v.string()`,
    );
    expect(namesOf(db, { index: "by_group" }).length).toBe(2);
    await mutate(db, (tx) => tx.insert("items", { name: 3 }));
  });

  test("[SCH3] a schema asked for while a mutation runs waits for it", async () => {
    const db = await aDatabaseWith([]);
    let applied: Promise<void> = Promise.resolve();
    await mutate(db, async (tx) => {
      applied = db.applySchema(named({ type: "string" }));
      await Promise.resolve();
      tx.insert("items", { name: "fine" });
    });
    await applied;
    await expect(mutate(db, (tx) => tx.insert("items", { name: 1 }))).rejects.toThrow("does not match the schema");
  });
});

describe("a schema applied while mutations run", () => {
  const COUNT = 2500;
  const byRank = schemaOf({ items: { indexes: { by_rank: ["rank"] } } });
  const many = (): Record<string, Json>[] => Array.from({ length: COUNT }, (_, rank) => ({ name: String(rank), rank }));
  const byIndex = (db: Database): Json[] => namesOf(db, { index: "by_rank" });
  const sorted = (db: Database): Json[] =>
    read(db, (tx) => collect(tx, queryOf("items")))
      .sort((a, b) => (a["rank"] as number) - (b["rank"] as number))
      .map((item) => item["name"] as Json);

  test("[SCH4] the built index holds exactly the documents as they are at the end, and appears at once", async () => {
    const db = await aDatabaseWith(many());
    const ids = read(db, (tx) => collect(tx, queryOf("items")).map((item) => item["_id"] as string));
    let isApplied = false;
    const applied = db.applySchema(byRank).then(() => (isApplied = true));
    let turns = 0;
    while (!isApplied) {
      const at = (turns++ * 379) % COUNT;
      try {
        expect(byIndex(db)).toEqual(sorted(db));
      } catch (error) {
        expect(String(error)).toMatch(/Index items.by_rank (not found|is currently backfilling)/);
      }
      await mutate(db, (tx) => {
        tx.insert("items", { name: `new ${turns}`, rank: turns + 0.5 });
        if (tx.get(ids[at] as string, APP) !== null) tx.shallowMerge(ids[at] as string, { rank: -at - 0.25 });
        if (tx.get(ids[COUNT - 1 - at] as string, APP) !== null) tx.remove(ids[COUNT - 1 - at] as string);
      });
    }
    await applied;
    expect(turns).toBeGreaterThan(2);
    expect(byIndex(db)).toEqual(sorted(db));
  });

  test("[SCH4] a document written meanwhile that breaks the schema fails it, and nothing has changed", async () => {
    const db = await aDatabaseWith(many());
    const typed = schemaOf({
      items: {
        indexes: { by_rank: ["rank"] },
        documentType: {
          type: "object",
          value: {
            name: { fieldType: { type: "string" }, optional: false },
            rank: { fieldType: { type: "number" }, optional: false },
          },
        },
      },
    });
    const applied = db.applySchema(typed);
    await new Promise((resolve) => setImmediate(resolve));
    const id = await mutate(db, (tx) => tx.insert("items", { name: "x", rank: "high" }));
    await expect(applied).rejects.toThrow(`Document with ID "${id}" in table "items" does not match the schema`);
    expect(() => byIndex(db)).toThrow("Index items.by_rank not found.");
    await mutate(db, (tx) => tx.remove(id));
    await db.applySchema(typed);
    expect(byIndex(db).length).toBe(COUNT);
    await expect(mutate(db, (tx) => tx.insert("items", { name: "x", rank: "high" }))).rejects.toThrow(
      "does not match the schema",
    );
  });

  test("[SCH5] a change cut short by the end of the process is undone at the next start and can be made again", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "schema-"));
    try {
      const first = openTestDatabase({ dataDir, schemaJson: SCHEMA }).db;
      await mutate(first, (tx) => many().forEach((item) => tx.insert("items", item)));
      const applied = first.applySchema(byRank);
      await new Promise((resolve) => setImmediate(resolve));
      first.close();
      await expect(applied).rejects.toThrow("closed");
      const { db } = openTestDatabase({ dataDir });
      opened.push(db);
      expect(() => byIndex(db)).toThrow("not found");
      expect(namesOf(db, { index: "by_group" }).length).toBe(COUNT);
      await db.applySchema(byRank);
      expect(byIndex(db)).toEqual(sorted(db));
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  const stagedSchema = (extra: Record<string, Json>): Json => {
    const schema = schemaOf({ items: {} }) as { tables: Record<string, Json>[] };
    Object.assign(schema.tables[0] as object, extra);
    return schema as unknown as Json;
  };
  const stagedRank = stagedSchema({ stagedDbIndexes: [{ indexDescriptor: "by_rank", fields: ["rank"] }] });
  const numberIn = (dataDir: string, index = "by_rank"): unknown => {
    const view = openView(dataDir);
    try {
      return view.indexes.find(({ name, state }) => name === index && state === "ready")?.number;
    } finally {
      view.close();
    }
  };
  const REFUSED = "Index items.by_rank is currently staged and not available to query until it is enabled.";

  test("[SCH6] a staged index is refused by its name until it is enabled", async () => {
    const db = await aDatabaseWith(many().slice(0, 3));
    await db.applySchema(stagedRank);
    expect(() => byIndex(db)).toThrow(REFUSED);
    await db.applySchema(byRank);
    expect(byIndex(db).length).toBe(3);
    await db.applySchema(stagedRank);
    expect(() => byIndex(db)).toThrow(REFUSED);
  });

  test("[SCH6] a staged index is filled and kept by writes, so that enabling it builds nothing", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "schema-"));
    try {
      const first = openTestDatabase({ dataDir, schemaJson: SCHEMA }).db;
      await mutate(first, (tx) => many().forEach((item) => tx.insert("items", item)));
      await first.applySchema(stagedRank);
      first.close();
      const staged = numberIn(dataDir);
      expect(staged).toBeTypeOf("number");
      const { db } = openTestDatabase({ dataDir });
      expect(() => byIndex(db)).toThrow(REFUSED);
      await mutate(db, (tx) => tx.insert("items", { name: "late", rank: -1 }));
      await db.applySchema(byRank);
      expect(byIndex(db)).toEqual(sorted(db));
      db.close();
      expect(numberIn(dataDir)).toBe(staged);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  test("[SCH6] so is a staged index for search", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "schema-"));
    const search = [{ indexDescriptor: "by_name", searchField: "name", filterFields: ["rank"] }];
    const named = (db: Database, word: string): Json[] => {
      const filters = [{ type: "Search", fieldPath: "name", value: word }];
      const query = { source: { type: "Search", indexName: "items.by_name", filters }, operators: [] };
      return read(db, (tx) => collect(tx, query).map(({ name }) => name ?? null));
    };
    try {
      const first = openTestDatabase({ dataDir, schemaJson: SCHEMA }).db;
      await mutate(first, (tx) => tx.insert("items", { name: "an early one", rank: 1 }));
      await first.applySchema(stagedSchema({ stagedSearchIndexes: search }));
      first.close();
      const staged = numberIn(dataDir, "by_name");
      expect(staged).toBeTypeOf("number");
      const { db } = openTestDatabase({ dataDir });
      expect(() => named(db, "one")).toThrow(REFUSED.replace("by_rank", "by_name"));
      await mutate(db, (tx) => tx.insert("items", { name: "a late one", rank: 2 }));
      await db.applySchema(stagedSchema({ searchIndexes: search }));
      expect(named(db, "one").sort()).toEqual(["a late one", "an early one"]);
      db.close();
      expect(numberIn(dataDir, "by_name")).toBe(staged);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  test("[SCH6] a staged index is held to the rules and the names of its table's indexes", async () => {
    const db = await aDatabaseWith([]);
    const rank = { indexDescriptor: "by_rank", fields: ["rank"] };
    const apply = (extra: Record<string, Json>): Promise<unknown> => db.applySchema(stagedSchema(extra));
    await expect(apply({ indexes: [rank], stagedDbIndexes: [rank] })).rejects.toThrow(
      'Table "items" defines index "by_rank" twice.',
    );
    const search = { indexDescriptor: "by_rank", searchField: "name", filterFields: [] };
    await expect(apply({ stagedDbIndexes: [rank], stagedSearchIndexes: [search] })).rejects.toThrow("twice");
    await expect(apply({ stagedDbIndexes: [{ ...rank, fields: [] }] })).rejects.toThrow("at least one field");
    await expect(apply({ stagedSearchIndexes: [{ ...search, searchField: "a-b" }] })).rejects.toThrow("invalid field");
  });
});
