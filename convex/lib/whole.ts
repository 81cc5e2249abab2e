/** A redaction is whole or not at all: where there is more than it looks through, nothing is changed (S16). */

import { refuse } from "./errors";

/** All of these rows, of which one more than `max` were asked for. */
export function allOf<Row>(rows: readonly Row[], max: number, what: string): readonly Row[] {
  if (rows.length > max)
    refuse({
      code: "too-many",
      message: `There are more than ${max} ${what}, more than can be redacted at once. Nothing was changed.`,
    });
  return rows;
}
