/**
 * What the data half costs by itself: point writes, 50-row pages, and how both grow with the data.
 * Run: node packages/engine/bench/data.ts [documents] [folder]
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../src/lib/clock.ts";
import { systemRandom } from "../src/lib/random.ts";
import { openDatabase } from "../src/transactions/database.ts";
import type { Database } from "../src/transactions/types.ts";

const APP = { isSystem: false };
const REQUESTS = 20;
const schemaJson = {
  schemaValidation: true,
  tables: [
    {
      tableName: "tasks",
      indexes: [{ indexDescriptor: "by_request", fields: ["request", "updatedAt"] }],
      documentType: { type: "any" },
    },
    { tableName: "audit", indexes: [{ indexDescriptor: "by_task", fields: ["task"] }], documentType: { type: "any" } },
  ],
};

function task(i: number): Record<string, unknown> {
  return {
    request: `request ${i % Math.max(REQUESTS, 1)}`,
    updatedAt: i,
    title: `Task number ${i} of the bench`,
    status: "running",
    assignee: "someone@example.com",
    description: "x".repeat(150),
    order: i,
    attempts: 0,
    isBlocked: false,
    dueAt: 1_700_000_000_000 + i,
  };
}

function report(what: string, samplesUs: number[]): void {
  const sorted = samplesUs.sort((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  const mean = sorted.reduce((sum, us) => sum + us, 0) / sorted.length;
  console.log(
    `${what.padEnd(44)} mean ${mean.toFixed(1).padStart(8)} us   p50 ${at(0.5).padStart(8)}   p99 ${at(0.99).padStart(8)}`,
  );
}

async function fill(db: Database, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let start = 0; start < count; start += 1000) {
    await db.committer.run(async (tx) => {
      for (let i = start; i < Math.min(start + 1000, count); i++) ids.push(tx.insert("tasks", task(i)));
    });
  }
  return ids;
}

async function writes(db: Database, ids: readonly string[], writers: number, total: number): Promise<void> {
  const samples: number[] = [];
  let done = 0;
  const began = performance.now();
  const cpu = process.cpuUsage();
  const writer = async (): Promise<void> => {
    while (done < total) {
      const n = done++;
      const id = ids[(n * 7919) % ids.length] as string;
      const start = performance.now();
      await db.committer.run(async (tx) => {
        tx.shallowMerge(id, { updatedAt: 1e9 + n, attempts: n });
        tx.insert("audit", { task: id, what: "updated", n });
      });
      samples.push((performance.now() - start) * 1000);
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
  const seconds = (performance.now() - began) / 1000;
  report(`update + insert, durable, ${writers} writers`, samples);
  const used = process.cpuUsage(cpu);
  console.log(
    `${"".padEnd(44)} ${(total / seconds).toFixed(0)} mutations/s, CPU per mutation ${(used.user / total).toFixed(0)} us user + ${(used.system / total).toFixed(0)} us system`,
  );
}

function pages(db: Database, rounds: number): void {
  const samples: number[] = [];
  let bytes = 0;
  for (let i = 0; i < rounds; i++) {
    const query = {
      source: {
        type: "IndexRange",
        indexName: "tasks.by_request",
        order: "desc",
        range: [{ type: "Eq", fieldPath: "request", value: `request ${i % REQUESTS}` }],
      },
      operators: [{ limit: 50 }],
    };
    const start = performance.now();
    const snapshot = db.snapshot();
    const stream = snapshot.begin().openQuery(query, APP);
    const rows: string[] = [];
    for (let json = stream.next(); json !== null; json = stream.next()) rows.push(json);
    bytes += `[${rows.join(",")}]`.length;
    snapshot.release();
    samples.push((performance.now() - start) * 1000);
  }
  report(`50-row page as JSON text (${Math.round(bytes / rounds)} bytes)`, samples);
}

function gets(db: Database, ids: readonly string[], rounds: number): void {
  const samples: number[] = [];
  const snapshot = db.snapshot();
  for (let i = 0; i < rounds; i++) {
    const start = performance.now();
    const tx = snapshot.begin();
    tx.get(ids[(i * 7919) % ids.length] as string, APP);
    samples.push((performance.now() - start) * 1000);
  }
  snapshot.release();
  report("get by id", samples);
}

const count = Number(process.argv[2] ?? 10_000);
const folder = mkdtempSync(join(process.argv[3] ?? tmpdir(), "bench-"));
try {
  const started = performance.now();
  const db = openDatabase({ dataDir: folder, clock: systemClock, random: systemRandom, schemaJson });
  const ids = await fill(db, count);
  console.log(
    `${count} documents in ${((performance.now() - started) / 1000).toFixed(1)} s, ${(db.figures().bytesOnDisk / 1e6).toFixed(0)} MB on disk`,
  );
  for (let round = 0; round < 2; round++) {
    pages(db, 4000);
    gets(db, ids, 20_000);
    await writes(db, ids, 1, 2000);
    await writes(db, ids, 32, 20_000);
  }
  console.log(`resident ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`);
  db.close();
  const reopened = performance.now();
  const again = openDatabase({ dataDir: folder, clock: systemClock, random: systemRandom, schemaJson });
  pages(again, 1);
  console.log(`reopened and answered in ${(performance.now() - reopened).toFixed(0)} ms`);
  again.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
