import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { collect, mutate, openTestDatabase, queryOf, read } from "../src/transactions/testing.ts";
import type { Database } from "../src/transactions/types.ts";
import { checkFolder } from "../src/transfer/backup.ts";

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanups.splice(0).reverse()) clean();
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "fault-test-"));
  cleanups.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const count = (db: Database): number => read(db, (tx) => collect(tx, queryOf("notes")).length);

/** Runs the fault process, with at most so many open files. */
function inProcess(what: string, dataDir: string, openFiles = 1024): unknown {
  const script = join(import.meta.dirname, "fault-process.ts");
  const command = `ulimit -n ${openFiles}; exec "$0" --disable-warning=ExperimentalWarning "$1" "$2" "$3"`;
  return JSON.parse(
    execFileSync("bash", ["-c", command, process.execPath, script, what, dataDir], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
}

test("[FAU1] on a full disk mutations are refused, reading goes on, what was acknowledged stays, and freed space is used", async () => {
  const dataDir = folder();
  const { db } = openTestDatabase({ dataDir, maxPages: 200 });
  let acknowledged = 0;
  let refusal = "";
  while (refusal === "") {
    await mutate(db, (tx) => {
      for (let i = 0; i < 10; i++) tx.insert("notes", { text: "x".repeat(1000) });
    }).then(
      () => (acknowledged += 10),
      (error: unknown) => (refusal = String(error)),
    );
  }
  expect(refusal).toMatch(/full/);
  expect(acknowledged).toBeGreaterThan(100);
  expect([count(db), db.figures().documents]).toEqual([acknowledged, acknowledged]);
  await expect(mutate(db, (tx) => tx.insert("notes", { text: "x".repeat(900_000) }))).rejects.toThrow(/full/);
  await mutate(db, (tx) => {
    for (const note of collect(tx, queryOf("notes", { limit: 50 }))) tx.remove(String(note["_id"]));
  });
  await mutate(db, (tx) => tx.insert("notes", { text: "y".repeat(10_000) }));
  expect(count(db)).toBe(acknowledged - 49);
  db.close();
  const { db: again } = openTestDatabase({ dataDir });
  cleanups.push(() => again.close());
  expect([count(again), again.figures().documents]).toEqual([acknowledged - 49, acknowledged - 49]);
});

test("[FAU1] so is a setting that is stored between two mutations, and the writer goes on", async () => {
  const { db } = openTestDatabase({ dataDir: folder(), maxPages: 200 });
  cleanups.push(() => db.close());
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const running = db.committer.run(async (tx) => {
    begun.resolve();
    await gate.promise;
    return tx.insert("notes", { text: "with a setting too large" });
  });
  await begun.promise;
  db.meta.set("large", "x".repeat(2_000_000));
  gate.resolve();
  await running.catch(() => undefined);
  await mutate(db, (tx) => tx.insert("notes", { text: "after it" }));
  expect(read(db, (tx) => collect(tx, queryOf("notes")).map(({ text }) => text))).toContain("after it");
});

test("[FAU2] a folder that cannot be written is refused at the start, by name", () => {
  // Where the kernel lets nobody make files, the owner of the machine included.
  expect(() => openTestDatabase({ dataDir: "/proc" })).toThrow(
    /The data folder \/proc cannot be used \(.+\)\. It must be a folder that this account may read and write/,
  );
  const file = join(folder(), "a-file");
  writeFileSync(file, "");
  expect(() => openTestDatabase({ dataDir: join(file, "data") })).toThrow(
    `The data folder ${join(file, "data")} cannot be used (ENOTDIR`,
  );
});

async function aFolderWith(documents: number): Promise<string> {
  const dataDir = folder();
  const { db } = openTestDatabase({ dataDir });
  await mutate(db, (tx) => {
    for (let i = 0; i < documents; i++) tx.insert("notes", { i, text: "x".repeat(400) });
  });
  db.close();
  return dataDir;
}

function damage(dataDir: string, from: number, to: number): void {
  const file = join(dataDir, "engine.db");
  const bytes = readFileSync(file);
  bytes.fill(0xa5, from, to);
  writeFileSync(file, bytes);
}

test("[FAU3] damaged pages are reported by what meets them, at the start or later, and never read as fewer documents", async () => {
  const headless = await aFolderWith(10);
  damage(headless, 0, 100);
  expect(() => openTestDatabase({ dataDir: headless })).toThrow(
    /engine\.db is damaged \(.+\)\. Nothing was changed\. Restore a backup/,
  );
  const holed = await aFolderWith(2000);
  const bytes = statSync(join(holed, "engine.db")).size;
  let outcomes = 0;
  for (let page = 20; (page + 1) * 4096 < bytes && outcomes < 40; page += 7) {
    const dataDir = folder();
    writeFileSync(join(dataDir, "engine.db"), readFileSync(join(holed, "engine.db")));
    damage(dataDir, page * 4096, (page + 1) * 4096);
    await expect(checkFolder(dataDir), `page ${page}`).rejects.toThrow();
    outcomes++;
    const answer = readingsOf(dataDir);
    expect(answer === "error" || answer === 2000, `page ${page} read as ${answer}`).toBe(true);
  }
  expect(outcomes).toBeGreaterThan(10);
}, 60_000);

/** How many documents are read, or that it could not be told. */
function readingsOf(dataDir: string): number | "error" {
  let db: Database | null = null;
  try {
    db = openTestDatabase({ dataDir }).db;
    return count(db);
  } catch {
    return "error";
  } finally {
    db?.close();
  }
}

test("[FAU4] a second process on the folder is refused and changes nothing, and may have it after the first", async () => {
  const dataDir = await aFolderWith(3);
  const { db } = openTestDatabase({ dataDir });
  expect(inProcess("open", dataDir)).toMatch(/is already in use by another running engine\. Stop that process/);
  await mutate(db, (tx) => tx.insert("notes", { i: 4 }));
  expect(count(db)).toBe(4);
  db.close();
  expect(inProcess("open", dataDir)).toBe("done");
});

test("[FAU5] a clock that jumps back or forward moves no commit and no document before an earlier one, also over a restart", async () => {
  const dataDir = folder();
  const first = openTestDatabase({ dataDir });
  const marks: { ts: bigint; created: number }[] = [];
  const mark = async (db: Database): Promise<void> => {
    const { ts, value: id } = await db.committer.run(async (tx) => tx.insert("notes", {}));
    const created = read(
      db,
      (tx) => (JSON.parse(tx.get(id, { isSystem: false }) ?? "{}") as { _creationTime: number })._creationTime,
    );
    marks.push({ ts, created });
  };
  const start = first.clock.nowMs();
  for (const jump of [0, 3_600_000, -86_400_000, 0, 10 * 365 * 86_400_000, 1, -1]) {
    first.clock.set(start + jump);
    await mark(first.db);
  }
  first.db.close();
  const second = openTestDatabase({ dataDir });
  cleanups.push(() => second.db.close());
  await mark(second.db);
  for (let i = 1; i < marks.length; i++) {
    expect(marks[i]!.ts).toBeGreaterThan(marks[i - 1]!.ts);
    expect(marks[i]!.created).toBeGreaterThan(marks[i - 1]!.created);
  }
  expect(read(second.db, (tx) => collect(tx, queryOf("notes")).length)).toBe(marks.length);
});

test("[FAU6] without file descriptors reads that need one are refused, nothing is lost, and with descriptors it goes on", () => {
  const result = inProcess("descriptors", folder(), 64) as {
    held: number;
    reading: string;
    writing: string;
    names: string[];
  };
  expect(result.held).toBeGreaterThan(0);
  // Each either happened and stays, or was refused and left nothing.
  expect(result.names).toEqual(["before", ...(result.writing === "done" ? ["meanwhile"] : []), "after"]);
  expect(
    [result.reading, result.writing]
      .filter((outcome) => outcome !== "done")
      .every((reason) => /open|descriptor|EMFILE/.test(reason)),
  ).toBe(true);
});
