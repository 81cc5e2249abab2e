/** Words for the figures of the Environment page, and which errors a search finds. */

import type { ClientErrorGroup } from "../../../contracts/environment";

const byteUnits = ["B", "kB", "MB", "GB", "TB"] as const;
const figures = new Intl.NumberFormat("en-GB");

/** "1,284" */
export function formatFigure(value: number): string {
  return Number.isFinite(value) ? figures.format(value) : "-";
}

/** "24.1 MB": thousands, one decimal below 100, none above. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return "-";
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < byteUnits.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${value.toFixed(digits)} ${byteUnits[unit]}`;
}

/** The errors that have every word somewhere: in message, page, browser or reference. */
export function errorsFound(groups: readonly ClientErrorGroup[], query: string): ClientErrorGroup[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return groups.filter(({ name, message, place, pages, browsers, references }) => {
    const text = [name, message, place, ...pages, ...browsers, ...references].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
