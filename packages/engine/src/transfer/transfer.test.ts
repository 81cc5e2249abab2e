import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { seededRandom } from "../lib/random.ts";
import { collect, mutate, openTestDatabase, queryOf, read, schemaOf, SYSTEM } from "../transactions/testing.ts";
import type { Database } from "../transactions/types.ts";
import { integerJson, type JsonObject } from "../values/json.ts";
import { Archive } from "./archive.ts";
import { writeSnapshot } from "./export.ts";
import { exportZip, forged, idOf, importZip, tableList, testFolder, zipOf } from "./testing.ts";

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanups.splice(0).reverse()) clean();
});

function open(options: Parameters<typeof openTestDatabase>[0] = {}): Database {
  const { db } = openTestDatabase(options);
  cleanups.push(() => db.close());
  return db;
}

const all = (db: Database, table: string): JsonObject[] => read(db, (tx) => collect(tx, queryOf(table)));
const stored = (db: Database): JsonObject[] => read(db, (tx) => collect(tx, queryOf("_storage"), SYSTEM));
const anyTables = schemaOf({ notes: { indexes: { by_name: ["name"] } }, people: {} });

async function textIn(zip: Buffer, name: string): Promise<string> {
  const folder = testFolder();
  const file = join(folder.path, "a.zip");
  writeFileSync(file, zip);
  const archive = await Archive.open(file);
  try {
    return await text(await archive.read({ name, size: 0 }));
  } finally {
    archive.close();
    folder.remove();
  }
}

async function addFile(db: Database, content: string, contentType: string): Promise<string> {
  const claim = await db.files.blobs.put([Buffer.from(content)]);
  const id = await mutate(db, (tx) =>
    tx.system.insert("_storage", {
      sha256: Buffer.from(claim.sha256, "hex").toString("base64"),
      size: claim.size,
      contentType,
      internalId: `uuid of ${content}`,
    }),
  );
  claim.release();
  return id;
}

const oddValues: JsonObject = {
  one: 1,
  half: 0.5,
  huge: 1e300,
  tiny: 5e-324,
  big: integerJson(9007199254740993n),
  least: integerJson(-(2n ** 63n)),
  minusZero: { $float: "AAAAAAAAAIA=" },
  notANumber: { $float: "AAAAAAAA+H8=" },
  endless: { $float: "AAAAAAAA8H8=" },
  bytes: { $bytes: "AAEC/w==" },
  text: "line\nbreak \u{1f600} \u0000",
  list: [1, integerJson(1n), null, true, { deep: [] }],
  10: "ten",
  9: "nine",
};

test("[ZIP1] numbers are spelled by their type, and every value comes back as it was", async () => {
  const db = open();
  await mutate(db, (tx) => tx.insert("notes", oddValues));
  const zip = await exportZip(db);
  const line = await textIn(zip, "notes/documents.jsonl");
  for (const spelled of [
    '"one":1.0',
    '"big":9007199254740993',
    '"minusZero":-0.0',
    '"notANumber":{"$float":"AAAAAAAA+H8="}',
    '"bytes":{"$bytes":"AAEC/w=="}',
    '"huge":1e+300',
    "[1.0,1,null,true",
  ])
    expect(line).toContain(spelled);
  expect(line).toMatch(/"_creationTime":\d+(\.\d+)/);
  const other = open({ seed: 2 });
  await importZip(other, zip);
  expect(all(other, "notes")).toEqual(all(db, "notes"));
});

test("[ZIP2] a second export of what was imported is the same, byte by byte, stored files included", async () => {
  const seed = 20_261;
  console.log(`seed ${seed}`);
  const random = seededRandom(seed);
  const db = open({ schemaJson: anyTables });
  await mutate(db, (tx) => {
    for (let i = 0; i < 700; i++)
      tx.insert(i % 3 === 0 ? "people" : "notes", {
        name: `n${Math.floor(random.next() * 1e6)}`,
        at: random.next() * 1e6,
        n: integerJson(BigInt(i)),
      });
  });
  await addFile(db, "a picture", "image/jpeg");
  await addFile(db, "a picture", "image/unheard-of");
  const first = await exportZip(db);
  const other = open({ seed: 2, schemaJson: anyTables });
  const report = await importZip(other, first);
  expect(report.written).toEqual({ notes: 466, people: 234, _storage: 2 });
  expect((await exportZip(other)).equals(first)).toBe(true);
  expect(stored(other)).toEqual(stored(db));
  expect(other.figures()).toMatchObject({ documents: 700, tables: 2 });
  expect(read(other, (tx) => collect(tx, queryOf("notes", { index: "by_name" })).length)).toBe(466);
});

test("[ZIP3] an export is one state: writes and deletions that happen meanwhile are not in it, and its files stay readable", async () => {
  const db = open();
  await mutate(db, (tx) => tx.insert("notes", { name: "before" }));
  const fileId = await addFile(db, "kept", "text/plain");
  const source = db.openExport();
  await mutate(db, (tx) => tx.insert("notes", { name: "after" }));
  const sha256 = Buffer.from(String(stored(db)[0]?.["sha256"]), "base64").toString("hex");
  await mutate(db, (tx) => tx.system.remove(fileId));
  db.files.blobs.remove(sha256, () => db.files.isNamed(sha256));
  const out = new PassThrough();
  const [bytes] = await Promise.all([buffer(out), writeSnapshot(source, out)]);
  expect(await textIn(bytes, "notes/documents.jsonl")).not.toContain("after");
  expect(await textIn(bytes, `_storage/${fileId}.txt`)).toBe("kept");
  source.release();
  expect(db.files.blobs.size(sha256)).toBeNull();
});

test("[ZIP4] without the uniform marker every number is a float, and a listed table without documents is made", async () => {
  const db = open();
  await importZip(
    db,
    await zipOf({
      "_tables/documents.jsonl": tableList({ notes: 10_004, empty: 10_009 }),
      "notes/documents.jsonl": '\u{feff}{"n":1,"m":2.5}\n\n{"n":-3}',
    }),
  );
  expect(all(db, "notes").map(({ n }) => n)).toEqual([1, -3]);
  expect(db.figures()).toMatchObject({ tables: 2, documents: 2 });
  expect(await textIn(await exportZip(db), "_tables/documents.jsonl")).toBe(
    tableList({ notes: 10_004, empty: 10_009 }),
  );
});

test("[ZIP5] the four modes: only into empty tables, added, replaced, everything replaced", async () => {
  const zip = await zipOf({ "notes/documents.jsonl": `{"_id":"${idOf(10_001, 1)}","name":"new"}\n` });
  const filled = async (): Promise<Database> => {
    const db = open({ schemaJson: anyTables });
    await mutate(db, (tx) => [tx.insert("notes", { name: "old" }), tx.insert("people", { name: "ada" })]);
    return db;
  };
  const names = (db: Database): unknown[] => [...all(db, "notes"), ...all(db, "people")].map(({ name }) => name).sort();
  const refusing = await filled();
  await expect(importZip(refusing, zip)).rejects.toThrow('Table "notes" has 1 documents already');
  expect(names(refusing)).toEqual(["ada", "old"]);
  const appended = await filled();
  await importZip(appended, zip, { mode: "append" });
  expect(names(appended)).toEqual(["ada", "new", "old"]);
  await expect(importZip(appended, zip, { mode: "append" })).rejects.toThrow(
    /notes\/documents\.jsonl line 1: a document with ID "\w+" exists already/,
  );
  const replaced = await filled();
  expect(await importZip(replaced, zip, { mode: "replace" })).toEqual({ written: { notes: 1 }, deleted: 1 });
  expect(names(replaced)).toEqual(["ada", "new"]);
  const emptied = await filled();
  expect(await importZip(emptied, zip, { mode: "replaceAll" })).toEqual({ written: { notes: 1 }, deleted: 2 });
  expect(names(emptied)).toEqual(["new"]);
  expect(emptied.figures()).toMatchObject({ documents: 1, tables: 2 });
});

test("[ZIP6] a table takes the number of the import, also when two tables change places", async () => {
  const db = open({ schemaJson: anyTables });
  const notesId = await mutate(db, (tx) => tx.insert("notes", { name: "x" }));
  expect(db.tableOfId(notesId)).toBe("notes");
  await importZip(
    db,
    await zipOf({
      "_tables/documents.jsonl": tableList({ people: 10_001, notes: 10_002 }),
      "people/documents.jsonl": `{"_id":"${notesId}","name":"y"}\n`,
    }),
    { mode: "replace" },
  );
  expect(db.tableOfId(notesId)).toBe("people");
  expect([all(db, "notes").length, all(db, "people").length]).toEqual([0, 1]);
  const fresh = await mutate(db, (tx) => tx.insert("notes", { name: "z" }));
  expect(db.tableOfId(fresh)).toBe("notes");
  expect(read(db, (tx) => collect(tx, queryOf("notes", { index: "by_name" })).length)).toBe(1);
});

test("[ZIP7] the schema holds for what is imported, and for tables that stay when numbers move", async () => {
  const name = { type: "object", value: { name: { fieldType: { type: "string" }, optional: false } } };
  const owner = {
    type: "object",
    value: { owner: { fieldType: { type: "id", tableName: "people" }, optional: false } },
  };
  const db = open({ schemaJson: schemaOf({ people: { documentType: name }, notes: { documentType: owner } }) });
  await expect(importZip(db, await zipOf({ "people/documents.jsonl": '{"name":"a"}\n{"name":7}\n' }))).rejects.toThrow(
    /^people\/documents\.jsonl line 2: .*does not match the schema/,
  );
  expect(db.figures().documents).toBe(0);
  const ada = await mutate(db, (tx) => tx.insert("people", { name: "ada" }));
  await mutate(db, (tx) => tx.insert("notes", { owner: ada }));
  const moved = await zipOf({ "people/documents.jsonl": `{"_id":"${idOf(10_077, 1)}","name":"eve"}\n` });
  await expect(importZip(db, moved, { mode: "replace" })).rejects.toThrow('would break table "notes"');
  expect(all(db, "people").map((person) => person["name"])).toEqual(["ada"]);
});

test("[ZIP8] mutations and queries asked for during an import are answered, and queries see all of it or nothing", async () => {
  const db = open({ schemaJson: anyTables });
  const lines = Array.from({ length: 3000 }, (_, n) => `{"_id":"${idOf(10_001, n)}","name":"n${n}"}\n`).join("");
  let isTouched = false;
  db.committer.onCommit((commits) => (isTouched ||= commits.some(({ writes }) => writes.isEverything === true)));
  const importing = importZip(db, await zipOf({ "notes/documents.jsonl": lines }));
  const seen = new Set<number>();
  let isOver = false;
  const watched = importing.then(() => (isOver = true));
  while (!isOver) {
    seen.add(all(db, "notes").length);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await watched;
  await mutate(db, (tx) => tx.insert("notes", { name: "later" }));
  expect([...seen].filter((count) => count !== 0 && count !== 3000)).toEqual([]);
  expect(isTouched).toBe(true);
  expect(db.figures().documents).toBe(3001);
});

test("[ZIP9] a stored file whose document was replaced goes, one that another document names stays", async () => {
  const db = open();
  await addFile(db, "gone", "text/plain");
  await addFile(db, "shared", "text/plain");
  const gone = db.files.blobs.names();
  expect(gone.length).toBe(2);
  const id = idOf(540, 3);
  await importZip(db, await zipOf({ "_storage/documents.jsonl": "", [`_storage/${id}.bin`]: "shared" }), {
    mode: "replace",
  });
  expect(stored(db)).toMatchObject([{ _id: id, size: 6 }]);
  expect(db.files.blobs.names().length).toBe(1);
});

test("[ZIP10] a crash leaves no content behind that nobody names", async () => {
  const folder = testFolder();
  cleanups.push(folder.remove);
  const { db } = openTestDatabase({ dataDir: folder.path });
  await addFile(db, "kept", "text/plain");
  const orphan = await db.files.blobs.put([Buffer.from("never committed")]);
  db.close();
  const again = open({ dataDir: folder.path });
  expect(again.files.blobs.size(orphan.sha256)).toBeNull();
  expect(again.files.blobs.names().length).toBe(1);
});

const noteLine = (n: number): string => `{"_id":"${idOf(10_001, n)}","name":"n${n}"}\n`;
const manyLines = Array.from({ length: 70_500 }, (_, n) =>
  n === 69_999 ? '{"name": oops}\n' : `{"name":"n${n}"}\n`,
).join("");

/** What is refused, and the place and reason it must name. */
const hostile: readonly { what: string; zip: () => Promise<Buffer>; says: RegExp }[] = [
  {
    what: "bad JSON on line 70,000",
    zip: () => zipOf({ "notes/documents.jsonl": manyLines }),
    says: /^notes\/documents\.jsonl line 70000: it is no JSON/,
  },
  {
    what: "a path that leads out",
    zip: async () => forged(await zipOf({ "aa/evil": "x" }), "aa/evil", "../evil"),
    says: /\.\.\/evil/,
  },
  {
    what: "an absolute path",
    zip: async () => forged(await zipOf({ "aa/evil": "x" }), "aa/evil", "/a/evil"),
    says: /\/a\/evil/,
  },
  {
    what: "a backslash path",
    zip: async () => forged(await zipOf({ "aa/evil": "x" }), "aa/evil", "..\\evil"),
    says: /evil/,
  },
  {
    what: "a table twice by prefix",
    zip: () => zipOf({ "notes/documents.jsonl": "", "x/notes/documents.jsonl": "" }),
    says: /DuplicateTableName.*"notes"/,
  },
  {
    what: "one entry twice",
    zip: async () =>
      forged(await zipOf({ "notes/documents.jsonl": "", "motes/documents.jsonl": "" }), "motes", "notes"),
    says: /notes\/documents\.jsonl: the archive has two entries of this name/,
  },
  {
    what: "a table listed twice",
    zip: () => zipOf({ "_tables/documents.jsonl": tableList({ notes: 10_001 }) + tableList({ notes: 10_002 }) }),
    says: /_tables\/documents\.jsonl line 2: DuplicateTableName/,
  },
  {
    what: "a system table in the list",
    zip: () => zipOf({ "_tables/documents.jsonl": tableList({ _cron_jobs: 10_001 }) }),
    says: /_tables\/documents\.jsonl line 1: "_cron_jobs" cannot be/,
  },
  {
    what: "two tables of one number",
    zip: () => zipOf({ "_tables/documents.jsonl": tableList({ notes: 10_001, people: 10_001 }) }),
    says: /same number 10001/,
  },
  {
    what: "an id of another table",
    zip: () =>
      zipOf({
        "_tables/documents.jsonl": tableList({ notes: 10_001 }),
        "notes/documents.jsonl": `${noteLine(1)}{"_id":"${idOf(10_002, 1)}"}\n`,
      }),
    says: /^notes\/documents\.jsonl line 2: .*table number 10002/,
  },
  {
    what: "a number a system table has",
    zip: () => zipOf({ "_tables/documents.jsonl": tableList({ others: 539 }) }),
    says: /"others" has number 539 in the import, which belongs to table "_scheduled_functions"/,
  },
  {
    what: "an id twice",
    zip: () => zipOf({ "notes/documents.jsonl": noteLine(1) + noteLine(2) + noteLine(1) }),
    says: /^notes\/documents\.jsonl line 3: .*another document of the import \(line 1\)/,
  },
  {
    what: "a broken id",
    zip: () => zipOf({ "notes/documents.jsonl": '{"_id":"hello"}' }),
    says: /line 1: its _id "hello" is no document id/,
  },
  {
    what: "a placeholder",
    zip: () => zipOf({ "notes/documents.jsonl": '{"a":{"$commitTs":null}}' }),
    says: /line 1: \$commitTs is no value/,
  },
  {
    what: "a reserved field",
    zip: () => zipOf({ "notes/documents.jsonl": '{"_secret":1}' }),
    says: /line 1: Field '_secret' starts with an underscore/,
  },
  {
    what: "an integer too large",
    zip: () =>
      zipOf({ "notes/documents.jsonl": '{"a":9223372036854775808}', "notes/generated_schema.jsonl": '"uniform"\n' }),
    says: /line 1: 9223372036854775808 is no 64-bit integer/,
  },
  { what: "no object", zip: () => zipOf({ "notes/documents.jsonl": "[1]" }), says: /line 1: it is no JSON object/ },
  {
    what: "no UTF-8",
    zip: () => zipOf({ "notes/documents.jsonl": Buffer.from([0x7b, 0xff, 0x7d]) }),
    says: /line 1: it is not UTF-8/,
  },
  {
    what: "a document too deep",
    zip: () => zipOf({ "notes/documents.jsonl": `{"a":${"[".repeat(20)}${"]".repeat(20)}}` }),
    says: /line 1: Value is too nested/,
  },
  {
    what: "an older schema description",
    zip: () => zipOf({ "notes/documents.jsonl": "", "notes/generated_schema.jsonl": '{"type":"Object"}' }),
    says: /generated_schema\.jsonl line 1: it describes the shape/,
  },
  {
    what: "an impossible component name",
    zip: () => zipOf({ "_components/no-pe/notes/documents.jsonl": "" }),
    says: /"no-pe", which cannot be a component's name/,
  },
  {
    what: "an impossible table name",
    zip: () => zipOf({ "no-tes/documents.jsonl": "" }),
    says: /"no-tes", which cannot be a table's name/,
  },
  {
    what: "a file of another content",
    zip: () =>
      zipOf({
        "_storage/documents.jsonl": `{"_id":"${idOf(540, 1)}","sha256":"AAAA","size":1}`,
        [`_storage/${idOf(540, 1)}`]: "x",
      }),
    says: /_storage\/\w+: its content is not the one/,
  },
  {
    what: "a checksum that does not match",
    zip: async () => withWrongChecksum(await zipOf({ "notes/documents.jsonl": noteLine(1) })),
    says: /^notes\/documents\.jsonl: the checksum does not match/,
  },
  {
    what: "a truncated archive",
    zip: async () => (await zipOf({ "notes/documents.jsonl": noteLine(1) })).subarray(0, -30),
    says: /no whole ZIP file/,
  },
  {
    what: "damaged content",
    zip: async () => damaged(await zipOf({ "notes/documents.jsonl": noteLine(1).repeat(50) })),
    says: /^notes\/documents\.jsonl/,
  },
  { what: "no archive at all", zip: async () => Buffer.from("hello"), says: /no whole ZIP file/ },
];

/** The checksum stands 16 bytes into each entry of the listing. */
function withWrongChecksum(zip: Buffer): Buffer {
  const out = Buffer.from(zip);
  const at = out.indexOf(Buffer.from("PK\x01\x02", "latin1")) + 16;
  out.writeUInt32LE((out.readUInt32LE(at) ^ 0xff) >>> 0, at);
  return out;
}

function damaged(zip: Buffer): Buffer {
  const out = Buffer.from(zip);
  out.fill(0x55, 60, 75);
  return out;
}

test.each(hostile)("[ZIP11] refused whole, naming the place: $what", async ({ zip, says }) => {
  const db = open({ schemaJson: anyTables });
  await mutate(db, (tx) => tx.insert("people", { name: "ada" }));
  const [before, ts] = [await exportZip(db), db.latestTs()];
  await expect(importZip(db, await zip(), { mode: "append" })).rejects.toThrow(says);
  expect(db.latestTs()).toBe(ts);
  expect((await exportZip(db)).equals(before)).toBe(true);
  expect(db.files.blobs.names()).toEqual([]);
});

test("[ZIP12] documents that are as alike as can be come back from an export, however large it is", async () => {
  const db = open();
  await mutate(db, (tx) => {
    for (let i = 0; i < 40; i++) tx.insert("notes", { zeros: Array.from({ length: 8_000 }, () => 0) });
  });
  const zip = await exportZip(db);
  expect(zip.length * 200).toBeLessThan(40 * 8_000 * "0.0,".length);
  const { written } = await importZip(open(), zip, { limits: { freeBytes: 100_000 } });
  expect(written).toEqual({ notes: 40 });
});

test("[ZIP12] an archive that expands without measure or lies over itself is refused before it is read", async () => {
  const db = open();
  const bomb = await zipOf({ "_storage/kg1.bin": " ".repeat(3_000_000) });
  await expect(importZip(db, bomb, { limits: { freeBytes: 1_000_000 } })).rejects.toThrow(
    /_storage\/kg1\.bin: it would expand to 3000000 bytes, more than 200 times/,
  );
  const dense = await zipOf({ "notes/documents.jsonl": " ".repeat(3_000_000) });
  await expect(importZip(db, dense, { limits: { freeBytes: 1_000_000, documentsExpansion: 900 } })).rejects.toThrow(
    /notes\/documents\.jsonl: it would expand to 3000000 bytes, more than 900 times/,
  );
  const shared = await zipOf({ "notes/documents.jsonl": noteLine(1), "people/documents.jsonl": "" });
  // Both entries of the listing point to the first content; the place stands 42 bytes into an entry.
  shared.writeUInt32LE(0, shared.lastIndexOf(Buffer.from("PK\x01\x02", "latin1")) + 42);
  await expect(importZip(db, shared)).rejects.toThrow(/people\/documents\.jsonl: it lies over another entry/);
  const many = await zipOf(Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`t${n}/documents.jsonl`, ""])));
  await expect(importZip(db, many, { limits: { entries: 10 } })).rejects.toThrow("it lists 12 entries, more than 10");
});
