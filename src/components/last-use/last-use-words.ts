/** The use of an access in words. */

import type { ShownUse } from "../../../convex/core/grants/table";
import { formatRelative, formatTimeOrDate } from "../../lib/dates";

/** "Last used 3 days ago, as of 06:00", "No use recorded since it was given, as of 21/11/2026, 06:00", "Not known". */
export function lastUseWords(use: ShownUse | null, now: number): string {
  if (use === null) return "Not known";
  const { lastUsedAt, asOf } = use;
  const what =
    lastUsedAt === null ? "No use recorded since it was given" : `Last used ${formatRelative(lastUsedAt, now)}`;
  return `${what}, as of ${formatTimeOrDate(asOf, now)}`;
}
