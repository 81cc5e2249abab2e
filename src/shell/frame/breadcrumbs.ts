import { titleCase } from "../../lib/text";
import { placeOf } from "./place";

/** One step of the way to the current page; the last one has no link. */
export interface Crumb {
  label: string;
  to: string | null;
}

/** Pages whose name the last path segment does not tell; `*` stands for any one segment. */
const names: readonly [pattern: string, label: string][] = [
  ["/", "Home"],
  ["/notifications", "Notifications"],
  ["/admin/audit", "Audit Trail"],
  ["/support/create", "Create"],
  ["/support/*", "Ticket Details"],
  ["/feedback/create", "Create"],
  ["/feedback/*", "Feedback Details"],
  ["/admin/approvals", "My Approvals"],
  ["/admin/approvals/*", "Approval"],
  ["/requests/create", "Create"],
  ["/requests/cart", "Cart"],
  ["/requests/extend/*", "Extend access"],
  ["/requests/tasks", "Tasks"],
  ["/requests/*", "Request Details"],
  ["/admin/requests/tasks", "Tasks"],
  ["/admin/requests/*", "Request Details"],
  ["/requests/tasks/*", "Task Details"],
  ["/admin/requests/tasks/*", "Task Details"],
];

function segmentsOf(path: string): string[] {
  return path.split("/").filter(Boolean);
}

function matches(pattern: string, segments: readonly string[]): boolean {
  const wanted = segmentsOf(pattern);
  return wanted.length === segments.length && wanted.every((part, i) => part === "*" || part === segments[i]);
}

/** The name of a page: its own, else its last path segment in title case. */
export function pageName(path: string): string {
  const segments = segmentsOf(placeOf(path));
  const named = names.find(([pattern]) => matches(pattern, segments));
  return named ? named[1] : titleCase(decoded(segments.at(-1) ?? ""));
}

/** A segment as it is read; one that is not properly encoded stays as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The way to a page: Home, every page above it that exists, and the page itself. */
export function breadcrumbsFor(path: string, exists: (path: string) => boolean): Crumb[] {
  const segments = segmentsOf(placeOf(path));
  const above = segments
    .slice(0, -1)
    .map((_, i) => `/${segments.slice(0, i + 1).join("/")}`)
    .filter(exists)
    .map((to) => ({ label: pageName(to), to }));
  const home = { label: pageName("/"), to: segments.length === 0 ? null : "/" };
  return segments.length === 0 ? [home] : [home, ...above, { label: pageName(path), to: null }];
}
