import { afterEach, describe, expect, test } from "vitest";
import type { TransactionLimits } from "./limits.ts";
import { APP, SYSTEM, collect, mutate, openTestDatabase, queryOf, read } from "./testing.ts";
import type { Database } from "./types.ts";

const opened: Database[] = [];
afterEach(() => {
  for (const db of opened.splice(0)) db.close();
});

function open(limits: Partial<TransactionLimits> = {}): Database {
  const { db } = openTestDatabase({ limits });
  opened.push(db);
  return db;
}

const documentAt = (db: Database, id: string): unknown => JSON.parse(read(db, (tx) => tx.get(id, APP)) ?? "null");

describe("documents", () => {
  test("[DOC1] a document reads back with its system fields and its fields sorted", async () => {
    const db = open();
    const id = await mutate(db, (tx) => tx.insert("notes", { b: { z: 1, a: 2 }, A: 1 }));
    const json = read(db, (tx) => tx.get(id, APP)) as string;
    expect(Object.keys(JSON.parse(json) as object)).toEqual(["A", "_creationTime", "_id", "b"]);
    expect(json).toContain('"b":{"a":2,"z":1}');
  });

  test("[DOC2] a patch sets and removes top-level fields and leaves the rest", async () => {
    const db = open();
    const id = await mutate(db, (tx) => tx.insert("notes", { a: 1, b: { c: 1, d: 1 }, e: 1 }));
    await mutate(db, (tx) => tx.shallowMerge(id, { b: { c: 2 }, e: { $undefined: null }, f: 1, _id: id }));
    const { _id, _creationTime, ...fields } = documentAt(db, id) as Record<string, unknown>;
    expect(fields).toEqual({ a: 1, b: { c: 2 }, f: 1 });
    expect(_id).toBe(id);
  });

  test("[DOC2] the document that is named is changed, whatever was read just before", async () => {
    const db = open();
    const [changed, other] = await mutate(db, (tx) => {
      const id = tx.insert("notes", { a: 1 });
      return [id, tx.insert("notes", { of: { _id: id }, text: `"_id":"${id}"` })];
    });
    const before = documentAt(db, other);
    await mutate(db, (tx) => {
      tx.get(other, APP);
      tx.shallowMerge(changed, { a: 2 });
      tx.get(changed, APP);
      tx.shallowMerge(changed, { b: 3 });
      tx.get(changed, APP);
      const nested = tx.savepoint();
      tx.shallowMerge(changed, { a: 5, c: 5 });
      tx.get(changed, APP);
      nested.rollback();
      tx.shallowMerge(changed, { d: 4 });
    });
    expect(documentAt(db, changed)).toMatchObject({ _id: changed, a: 2, b: 3, d: 4 });
    expect(documentAt(db, changed)).not.toHaveProperty("c");
    expect(documentAt(db, other)).toEqual(before);
  });

  test("[DOC3] a replacement keeps the id and creation time and may name them, but not change them", async () => {
    const db = open();
    const id = await mutate(db, (tx) => tx.insert("notes", { a: 1 }));
    const before = documentAt(db, id) as { _creationTime: number };
    await mutate(db, (tx) => tx.replace(id, { b: 1, _id: id, _creationTime: before._creationTime }));
    expect(documentAt(db, id)).toEqual({ _id: id, _creationTime: before._creationTime, b: 1 });
    await expect(mutate(db, (tx) => tx.replace(id, { _id: "other" }))).rejects.toThrow(
      "does not match the document ID",
    );
    await expect(mutate(db, (tx) => tx.shallowMerge(id, { _creationTime: 1 }))).rejects.toThrow(
      "does not match the creation time",
    );
  });

  test.each([
    ["patch", "Update"],
    ["replace", "Replace"],
    ["delete", "Delete"],
  ] as const)("[DOC4] %s of a missing document says so", async (operation, verb) => {
    const db = open();
    const id = await mutate(db, (tx) => tx.insert("notes", {}));
    await mutate(db, (tx) => tx.remove(id));
    const attempt = mutate(db, (tx) =>
      operation === "patch" ? tx.shallowMerge(id, {}) : operation === "replace" ? tx.replace(id, {}) : tx.remove(id),
    );
    await expect(attempt).rejects.toThrow(`${verb} on nonexistent document ID ${id}`);
  });

  test("[DOC5] ids are looked up by what they say: table, kind, readability", async () => {
    const db = open();
    const note = await mutate(db, (tx) => tx.insert("notes", {}));
    const other = await mutate(db, (tx) => tx.insert("others", {}));
    read(db, (tx) => {
      expect(() => tx.get("nonsense", APP)).toThrow(
        "Invalid argument `id` for `db.get`: Unable to decode ID: Invalid ID length 8",
      );
      expect(() => tx.get(note, { isSystem: false, table: "others" })).toThrow(
        'Invalid argument `id` for `db.get`: expected to be an Id<"others">, got Id<"notes"> instead.',
      );
      expect(() => tx.get(note, SYSTEM)).toThrow("User tables cannot be accessed with db.system.");
      expect(tx.normalizeId("notes", note, APP)).toBe(note);
      expect(tx.normalizeId("notes", other, APP)).toBeNull();
      expect(tx.normalizeId("nothing", note, APP)).toBeNull();
      expect(tx.normalizeId("notes", "nonsense", APP)).toBeNull();
    });
    const { db: elsewhere } = openTestDatabase({ seed: 9 });
    opened.push(elsewhere);
    expect(read(elsewhere, (tx) => tx.get(other, APP))).toBeNull();
  });

  test.each<[string, unknown, RegExp]>([
    ["not an object", [1], /must be an Object/],
    ["a wrapped scalar", { $integer: "AQAAAAAAAAA=" }, /must be an Object/],
    ["an _id", { _id: "x" }, /system field `_id`/],
    ["a reserved field", { _mine: 1 }, /starts with an underscore/],
    ["a $ field", { a: { $b: 1 } }, /reserved/],
    ["an empty field name", { a: { "": 1 } }, /nonempty/],
    ["a field name outside ASCII", { ä: 1 }, /non-control ASCII/],
    ["a long field name", { ["x".repeat(1025)]: 1 }, /too long/],
    ["a long array", { a: Array(8193).fill(0) }, /Array length is too long \(8193 > maximum length 8192\)/],
    [
      "a wide object",
      { a: Object.fromEntries(Array.from({ length: 1025 }, (_, i) => [`f${i}`, 0])) },
      /too many fields/,
    ],
    ["deep nesting", JSON.parse(`${'{"a":'.repeat(17)}1${"}".repeat(17)}`), /too nested/],
    ["more than 1 MiB", { a: "x".repeat(1024 * 1024) }, /Value is too large \(1\.00 MiB > maximum size 1 MiB\)/],
    ["an integer of the wrong width", { a: { $integer: "AQ==" } }, /expected 8/],
  ])("[DOC6] %s is refused", async (_name, value, message) => {
    await expect(mutate(open(), (tx) => tx.insert("notes", value))).rejects.toThrow(message);
  });

  test("[DOC7] a name that cannot be a table's is refused", async () => {
    await expect(mutate(open(), (tx) => tx.insert("my table", {}))).rejects.toThrow("Invalid table name");
  });
});

describe("limits", () => {
  const fill = (db: Database, count: number): Promise<void> =>
    mutate(db, (tx) => {
      for (let n = 0; n < count; n++) tx.insert("notes", { n, text: "x".repeat(100) });
    });

  test("[LIM1] reading too many documents, bytes or ranges ends the transaction with Convex's words", async () => {
    const few = open({ documentsRead: 5 });
    await fill(few, 6);
    expect(() => read(few, (tx) => collect(tx, queryOf("notes")))).toThrow(
      "Too many documents read in a single function execution (limit: 5). Consider using smaller limits in your queries",
    );
    expect(read(few, (tx) => collect(tx, queryOf("notes", { limit: 5 })).length)).toBe(5);
    const small = open({ bytesRead: 300 });
    await fill(small, 3);
    expect(() => read(small, (tx) => collect(tx, queryOf("notes")))).toThrow(
      "Too many bytes read in a single function execution (limit: 300 bytes)",
    );
    const narrow = open({ rangesRead: 2 });
    expect(() => read(narrow, (tx) => [1, 2, 3].map(() => collect(tx, queryOf("notes"))))).toThrow(
      "Too many reads in a single function execution (limit: 2)",
    );
  });

  test("[LIM2] writing too many documents or bytes fails the mutation", async () => {
    await expect(fill(open({ documentsWritten: 5 }), 6)).rejects.toThrow(
      "Too many writes in a single function execution (limit: 5)",
    );
    await expect(fill(open({ bytesWritten: 300 }), 3)).rejects.toThrow(
      "Too many bytes written in a single function execution (limit: 300 bytes)",
    );
  });

  test("[LIM3] usage counts what was read, except own writes read back and system tables", async () => {
    const db = open();
    await fill(db, 3);
    const usage = await mutate(db, (tx) => {
      const id = tx.insert("notes", { n: 3 });
      tx.get(id, APP);
      tx.system.insert("_storage", { sha256: "x", size: 1 });
      collect(tx, queryOf("_storage"), SYSTEM);
      collect(tx, queryOf("notes"));
      return { ...tx.usage };
    });
    expect(usage).toMatchObject({ documentsRead: 3, documentsWritten: 1, databaseQueries: 2 });
  });
});
