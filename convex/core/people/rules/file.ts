/** The columns of a file of people, and reading what its cells say. */

import type { SheetColumn } from "../../../lib/pure/sheet";
import { DAY_MS } from "../../../lib/pure/time";

/** Rows of one file. */
export const MAX_PEOPLE_ROWS = 500;

/** An empty cell leaves what is there. */
export const PEOPLE_COLUMNS: readonly SheetColumn[] = [
  { name: "email", isRequired: true, help: "Who it is about", example: "ada.byron@ao.com" },
  { name: "business_area", isRequired: false, help: "Code or name of their area", example: "LOG" },
  { name: "manager", isRequired: false, help: "Email of their manager", example: "fay.porter@ao.com" },
  { name: "last_day", isRequired: false, help: "Their last day, as 31/12/2026 or 2026-12-31", example: "31/12/2026" },
];

/** The end of a day as a file writes it, or null where it is none. */
export function endOfDayIn(cell: string): number | null {
  const [, day = "", month = "", year = ""] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(cell) ?? [];
  const iso = year === "" ? cell : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return null;
  const at = Date.parse(`${iso}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== iso ? null : at + DAY_MS;
}
