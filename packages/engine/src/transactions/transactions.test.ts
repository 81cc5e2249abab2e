import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { DatabaseOptions } from "./database.ts";
import { AlreadyRecordedError } from "./errors.ts";
import { APP, SYSTEM, collect, mutate, openTestDatabase, queryOf, read, schemaOf } from "./testing.ts";
import type { Database } from "./types.ts";

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanups.splice(0).reverse()) clean();
});

function open(options: Partial<DatabaseOptions> & { seed?: number } = {}): ReturnType<typeof openTestDatabase> {
  const opened = openTestDatabase(options);
  cleanups.push(() => opened.db.close());
  return opened;
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "data-test-"));
  cleanups.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const names = (db: Database): unknown[] => read(db, (tx) => collect(tx, queryOf("notes")).map((note) => note["name"]));

describe("commits", () => {
  test("[TX1] a mutation's writes are seen by later snapshots, never by earlier ones", async () => {
    const { db } = open();
    const before = db.snapshot();
    await mutate(db, (tx) => tx.insert("notes", { name: "a" }));
    expect(collect(before.begin(), queryOf("notes"))).toEqual([]);
    before.release();
    expect(names(db)).toEqual(["a"]);
  });

  test("[TX14] mutations that arrive in a long turn of the event loop share the commit of the one before them", async () => {
    const { db, clock } = open();
    const commits: number[] = [];
    db.committer.onCommit((batch) => commits.push(batch.length));
    const insert = (name: string): Promise<string> => mutate(db, (tx) => tx.insert("notes", { name }));
    const others = new Promise<unknown>((resolve) => {
      setImmediate(() => {
        clock.advance(100); // Pushing to many subscribers takes this long.
        resolve(Promise.all(["b", "c", "d"].map(insert)));
      });
    });
    await Promise.all([insert("a"), others]);
    expect(commits).toEqual([4]);
  });

  test("[TX1] a snapshot does not see a mutation that is still running", async () => {
    const { db } = open();
    let seen: unknown[] = [];
    await mutate(db, async (tx) => {
      tx.insert("notes", { name: "a" });
      await Promise.resolve();
      seen = names(db);
    });
    expect(seen).toEqual([]);
    expect(names(db)).toEqual(["a"]);
  });

  test("[TX2] a mutation that throws leaves nothing, and its neighbours in the batch stay", async () => {
    const { db } = open();
    const add = (name: string): Promise<unknown> => mutate(db, (tx) => tx.insert("notes", { name }));
    const failing = mutate(db, (tx) => {
      tx.insert("notes", { name: "gone" });
      tx.insert("other", { name: "gone too" });
      throw new Error("no");
    });
    const results = await Promise.allSettled([add("a"), failing, add("b")]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(names(db)).toEqual(["a", "b"]);
    expect(db.figures()).toMatchObject({ documents: 2, tables: 1 });
  });

  test.each([
    ["first", ["!", "a", "b"]],
    ["last", ["a", "b", "!"]],
    ["first, and again", ["!", "!", "a", "!", "b"]],
    ["alone", ["!"]],
  ])("[TX2] a mutation that throws %s in its batch leaves nothing", async (_where, batch) => {
    const { db } = open();
    await mutate(db, (tx) => tx.insert("notes", { name: "before" }));
    const runs = batch.map((name) =>
      mutate(db, (tx) => {
        tx.insert("notes", { name });
        if (name === "!") throw new Error("no");
      }),
    );
    const kept = batch.filter((name) => name !== "!");
    expect((await Promise.allSettled(runs)).filter(({ status }) => status === "fulfilled")).toHaveLength(kept.length);
    expect(names(db)).toEqual(["before", ...kept]);
    expect(db.figures()).toMatchObject({ documents: 1 + kept.length });
  });

  test("[TX3] mutations run in the order they were asked for, each alone, also across awaits", async () => {
    const { db } = open();
    const steps: string[] = [];
    const run = (name: string): Promise<unknown> =>
      mutate(db, async (tx) => {
        steps.push(`${name} starts`);
        const count = tx.count("notes");
        await new Promise((resolve) => setImmediate(resolve));
        tx.insert("notes", { name, count });
        steps.push(`${name} ends`);
      });
    await Promise.all(["a", "b", "c"].map(run));
    expect(steps).toEqual(["a starts", "a ends", "b starts", "b ends", "c starts", "c ends"]);
    expect(read(db, (tx) => collect(tx, queryOf("notes")).map((note) => note["count"]))).toEqual([0, 1, 2]);
  });

  test("[TX4] listeners hear of commits in order, after they are readable and before callers are told", async () => {
    const { db } = open();
    const events: string[] = [];
    db.committer.onCommit((commits) => events.push(`commits ${commits.length}, readable ${names(db).length}`));
    await Promise.all(
      ["a", "b", "c"].map(async (name) => {
        await mutate(db, (tx) => tx.insert("notes", { name }));
        events.push(name);
      }),
    );
    expect(events).toEqual(["commits 3, readable 3", "a", "b", "c"]);
  });

  test("[TX5] timestamps grow strictly, also when the clock stands still or jumps back, and over a restart", async () => {
    const dataDir = folder();
    const { db, clock } = openTestDatabase({ dataDir });
    const stamps: bigint[] = [];
    const add = async (into: Database): Promise<void> => {
      stamps.push((await into.committer.run(async (tx) => tx.insert("notes", {}))).ts);
    };
    await add(db);
    await add(db);
    clock.set(clock.nowMs() - 3_600_000);
    await add(db);
    db.close();
    const again = open({ dataDir }).db;
    expect(again.latestTs()).toBe(stamps.at(-1));
    await add(again);
    expect(stamps).toEqual([...stamps].sort((a, b) => (a < b ? -1 : 1)));
    expect(new Set(stamps).size).toBe(4);
  });

  test("[TX5] without writes a mutation has the timestamp it read at", async () => {
    const { db } = open();
    const { ts } = await db.committer.run(async (tx) => tx.insert("notes", {}));
    expect((await db.committer.run(async (tx) => tx.count("notes"))).ts).toBe(ts);
    expect(db.latestTs()).toBe(ts);
  });

  test("[TX6] creation times grow strictly within and across mutations while the clock stands still", async () => {
    const { db, clock } = open();
    for (let i = 0; i < 3; i++) {
      await mutate(db, (tx) => {
        for (let n = 0; n < 5; n++) tx.insert("notes", { at: i * 5 + n });
      });
    }
    const found = read(db, (tx) => collect(tx, queryOf("notes")));
    expect(found.map((note) => note["at"])).toEqual([...Array(15).keys()]);
    expect(found[0]?.["_creationTime"]).toBe(clock.nowMs());
    expect(new Set(found.map((note) => note["_creationTime"])).size).toBe(15);
  });

  test("[TX7] a transaction used after its function returned throws", async () => {
    const { db } = open();
    const escaped = await mutate(db, (tx) => ({ tx }));
    expect(() => escaped.tx.insert("notes", {})).toThrow("The transaction is over");
    expect(() => escaped.tx.count("notes")).toThrow("The transaction is over");
  });
});

describe("nested transactions", () => {
  test("[TX8] a rolled-back nested transaction takes back its writes, tables, counts and usage, not its reads", async () => {
    const { db } = open();
    const touched: number[] = [];
    db.committer.onCommit((commits) => touched.push(commits[0]?.writes.keys.length ?? -1));
    await mutate(db, (tx) => {
      tx.insert("notes", { name: "kept" });
      const keysBefore = tx.usage.documentsWritten;
      const nested = tx.savepoint();
      tx.insert("notes", { name: "gone" });
      tx.insert("fresh", { name: "gone" });
      collect(tx, queryOf("notes"));
      nested.rollback();
      expect(collect(tx, queryOf("notes")).map((note) => note["name"])).toEqual(["kept"]);
      expect(tx.count("notes")).toBe(1);
      expect(tx.usage.documentsWritten).toBe(keysBefore);
      expect(tx.reads.ranges.length).toBeGreaterThan(1);
      tx.insert("fresh", { name: "second try" });
    });
    expect(db.figures()).toMatchObject({ documents: 2, tables: 2 });
    // Per document by_id and by_creation_time, and the creation of each table.
    expect(touched).toEqual([6]);
  });

  test("[TX8] an outer rollback takes back what an inner transaction released", async () => {
    const { db } = open();
    await mutate(db, (tx) => {
      const outer = tx.savepoint();
      const inner = tx.savepoint();
      tx.insert("notes", { name: "gone" });
      inner.release();
      outer.rollback();
      tx.insert("notes", { name: "kept" });
    });
    expect(names(db)).toEqual(["kept"]);
  });

  test("[TX8] nested transactions end innermost first", async () => {
    const { db } = open();
    await expect(
      mutate(db, (tx) => {
        const outer = tx.savepoint();
        tx.savepoint();
        outer.release();
      }),
    ).rejects.toThrow("innermost first");
  });

  test("[TX9] a scan sees what its own transaction wrote since it began, in index order", async () => {
    const { db } = open({ schemaJson: schemaOf({ notes: { indexes: { by_n: ["n"] } } }) });
    const seen = await mutate(db, (tx) => {
      for (const n of [1, 3, 5]) tx.insert("notes", { n });
      const stream = tx.openQuery(queryOf("notes", { index: "by_n" }), APP);
      const first = JSON.parse(stream.next() ?? "null") as { n: number };
      tx.insert("notes", { n: 2 });
      tx.insert("notes", { n: 0 });
      const third = collect(tx, queryOf("notes", { index: "by_n", range: [["Eq", "n", 3]] }))[0];
      tx.remove(third?.["_id"] as string);
      const rest: number[] = [first.n];
      for (let json = stream.next(); json !== null; json = stream.next())
        rest.push((JSON.parse(json) as { n: number }).n);
      return rest;
    });
    expect(seen).toEqual([1, 2, 5]);
  });
});

describe("recorded responses", () => {
  const key = { sessionId: "s", requestId: 7 };
  const response = (value: string): { resultJson: string; logLines: string[] } => ({
    resultJson: JSON.stringify(value),
    logLines: ["[LOG] hi"],
  });

  test("[TX10] a recorded response is found with its original timestamp, also after a restart", async () => {
    const dataDir = folder();
    const { db } = openTestDatabase({ dataDir });
    const { ts } = await db.committer.run(async (tx) => tx.insert("notes", {}) && "done", { key, response });
    await mutate(db, (tx) => tx.insert("notes", {}));
    db.close();
    const again = open({ dataDir }).db;
    expect(again.committer.recorded(key)).toEqual({ resultJson: '"done"', logLines: ["[LOG] hi"], ts });
    expect(again.committer.recorded({ ...key, requestId: 8 })).toBeNull();
  });

  test("[TX10] a mutation without writes that is recorded still gets a timestamp of its own", async () => {
    const { db } = open();
    const before = db.latestTs();
    const { ts } = await db.committer.run(async () => "done", { key, response });
    expect(ts).toBeGreaterThan(before);
    expect(db.latestTs()).toBe(ts);
  });

  test("[TX10] a resend that overtakes its queued original does not run, and is told what was recorded", async () => {
    const { db } = open();
    let runs = 0;
    const once = (): Promise<{ ts: bigint }> => db.committer.run(async () => `run ${++runs}`, { key, response });
    const [first, second] = await Promise.allSettled([once(), once()]);
    expect(first).toMatchObject({ status: "fulfilled", value: { value: "run 1" } });
    expect(second).toMatchObject({ status: "rejected", reason: { response: { resultJson: '"run 1"' } } });
    expect(second.status === "rejected" && second.reason).toBeInstanceOf(AlreadyRecordedError);
    expect(runs).toBe(1);
  });

  test("[TX10] a failed mutation is not recorded: its resend runs", async () => {
    const { db } = open();
    await expect(db.committer.run(() => Promise.reject(new Error("no")), { key, response })).rejects.toThrow("no");
    expect(db.committer.recorded(key)).toBeNull();
    expect((await db.committer.run(async () => "second", { key, response })).value).toBe("second");
  });

  test("[TX11] records are forgotten oldest first, by age, a bounded number at a time", async () => {
    const { db, clock } = open();
    for (let requestId = 0; requestId < 5; requestId++) {
      await db.committer.run(async () => "x", { key: { sessionId: "s", requestId }, response });
      clock.advance(1000);
    }
    const cutMs = clock.nowMs() - 2500;
    expect(db.committer.forgetRecordedBefore(cutMs, 2)).toBe(2);
    expect(db.committer.forgetRecordedBefore(cutMs, 10)).toBe(1);
    expect(db.committer.forgetRecordedBefore(cutMs, 10)).toBe(0);
    expect(
      [0, 1, 2, 3, 4].filter((requestId) => db.committer.recorded({ sessionId: "s", requestId }) !== null),
    ).toEqual([3, 4]);
  });
});

describe("system tables", () => {
  test("[TX12] system tables are read through db.system only and written by the engine only", async () => {
    const { db } = open();
    const id = await mutate(db, (tx) =>
      tx.system.insert("_scheduled_functions", {
        name: "a.js:b",
        args: [{}],
        scheduledTime: 5,
        state: { kind: "pending" },
      }),
    );
    expect(() => read(db, (tx) => tx.get(id, APP))).toThrow("System tables can only be accessed with db.system.");
    expect(read(db, (tx) => tx.get(id, SYSTEM))).toContain('"name":"a.js:b"');
    const due = queryOf("_scheduled_functions", {
      index: "by_state",
      range: [
        ["Eq", "state.kind", "pending"],
        ["Lte", "scheduledTime", 10],
      ],
    });
    expect(read(db, (tx) => collect(tx, due, SYSTEM)).length).toBe(1);
    expect(read(db, (tx) => collect(tx, due, APP))).toEqual([]);
    const readOnly = "System tables (prefixed with `_`) are read-only.";
    await expect(mutate(db, (tx) => tx.insert("_storage", {}))).rejects.toThrow(readOnly);
    await expect(mutate(db, (tx) => tx.remove(id))).rejects.toThrow(readOnly);
    await mutate(db, (tx) => tx.system.shallowMerge(id, { state: { kind: "success" } }));
    expect(read(db, (tx) => collect(tx, due, SYSTEM))).toEqual([]);
    await mutate(db, (tx) => tx.system.remove(id));
    expect(read(db, (tx) => tx.get(id, SYSTEM))).toBeNull();
    expect(db.figures()).toMatchObject({ documents: 0, tables: 0 });
  });
});
