/**
 * What an address of a queue may name, and what can be told from it alone. Every page of the portal carries it, so it
 * stands apart from the rules that need more.
 */

import type { RequestStatus } from "../../requests/table";
import type { TaskStatus } from "../../tasks/table";
import type { RequestFilter, TaskFilter } from "../table";

/** Every status a queue can show: drafts are their requester's alone. */
export const LISTED_REQUEST_STATUSES = [
  "Pending approval",
  "In progress",
  "Needs info",
  "Blocked",
  "Completed",
  "Rejected",
  "Expired",
  "Cancelled",
] as const satisfies readonly RequestStatus[];
export const LISTED_TASK_STATUSES = [
  "Running",
  "Not Started",
  "Failed",
  "Complete",
] as const satisfies readonly TaskStatus[];

/** Rows of one page that can be asked for. */
export const PAGE_SIZES = [25, 50, 100, 200] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
export const DEFAULT_PAGE_SIZE = 50 satisfies PageSize;

/** The number of the request a text names: "REQ-142", "req 142" or "142"; null for other text. */
export function numberInText(text: string): number | null {
  const found = /^(?:req[-\s]?)?(\d{1,9})$/i.exec(text.trim());
  return found ? Number(found[1]) : null;
}

/** Whether a filter restricts nothing: what bulk operations refuse. */
export function isEmptyFilter(filter: RequestFilter | TaskFilter): boolean {
  return Object.values(filter).every(
    (part) =>
      part === undefined ||
      (Array.isArray(part) && part.length === 0) ||
      (typeof part === "string" && part.trim() === ""),
  );
}
