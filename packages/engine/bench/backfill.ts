/**
 * How long an index takes to be filled over a large table, and what others feel of it. The engine alone: the floor has
 * no indexes to add.
 */

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Child } from "./commands.ts";

const DOCUMENTS = 1_000_000;

/** What one run found; times in milliseconds. */
export interface BackfillRun {
  readonly fillMs: number;
  readonly backfillMs: number;
  readonly reads: number;
  readonly longestReadMs: number;
  readonly residentBytes: number;
  readonly found: number;
}

/** Runs it once and prints a line. */
export async function backfill(root: string, documents = DOCUMENTS): Promise<void> {
  const folder = join(root, "backfill");
  mkdirSync(folder);
  const child = await Child.start("backfill-process.ts", [folder, String(documents)]);
  try {
    const run = await child.call<BackfillRun>("run", {});
    if (run.found !== 10) throw new Error(`the filled index answers with ${run.found} documents, not 10`);
    const s = (ms: number): string => (ms / 1000).toFixed(1);
    console.log(
      `\nindex over ${documents} documents: filled in ${s(run.backfillMs)} s (inserting them took ${s(run.fillMs)} s); meanwhile ${run.reads} reads of another table, the longest ${run.longestReadMs.toFixed(0)} ms; at most ${(run.residentBytes / 1e6).toFixed(0)} MB resident`,
    );
  } finally {
    await child.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
