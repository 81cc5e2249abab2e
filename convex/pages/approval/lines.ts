/** What is told of a request's answers apart from the others. */

import type { FormLine } from "../../core/catalog/formLines";

/** What one field says, in words. */
export function lineOf(lines: readonly FormLine[], wanted: string): string | null {
  return lines.find(({ name }) => name === wanted)?.value ?? null;
}

/** For how long something is wanted, in words. */
export function durationOf(lines: readonly FormLine[]): string | null {
  return lineOf(lines, "durationDays") ?? lineOf(lines, "duration");
}
