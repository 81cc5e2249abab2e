/** What the demo remembers from one start to the next. */

import { readFileSync } from "node:fs";

/** What a file of the demo remembers from an earlier start; null when there is none, or nothing in it. */
export function readRemembered(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim() || null;
  } catch {
    return null;
  }
}
