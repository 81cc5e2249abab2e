/**
 * What is written down while faults are asked about, one line each: whoever goes on, or looks for a standstill, reads
 * it.
 */

import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** A fault is named by its number in the sample, a test by its file, id and name. */
export type Entry =
  /** A test with a fault switched on begins. */
  | { readonly is: "trying"; readonly fault: number; readonly file: string; readonly test: string }
  | { readonly is: "passed"; readonly fault: number; readonly file: string; readonly ms: number }
  | { readonly is: "caught"; readonly fault: number; readonly by: string }
  /** Nothing is to be asked about it: an earlier run did. */
  | { readonly is: "settled"; readonly fault: number }
  /** A test executes the place, and has to be asked in a process of its own. */
  | { readonly is: "open"; readonly fault: number; readonly file: string; readonly test: string; readonly ms: number }
  /** A test fails without any fault. */
  | { readonly is: "unsound"; readonly file: string; readonly test: string; readonly message: string }
  | { readonly is: "finished"; readonly file: string; readonly ms: number };

/** Adds a line. */
export function note(path: string, entry: Entry): void {
  appendFileSync(path, `${JSON.stringify(entry)}\n`);
}

/** Everything that was written; none where nobody wrote yet. */
export function entriesOf(path: string): Entry[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Entry);
}
