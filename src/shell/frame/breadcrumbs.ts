import { type PageId, pageOf } from "../../../convex/site/pages";
import { pageAt, wayTo } from "../../../convex/site/place";
import { titleCase } from "../../lib/text";

/** One step of the way to the current page; the last one has no link. */
export interface Crumb {
  label: string;
  to: string | null;
}

/** The name of a page, as the menu has it, or its lists together; of an address that is no page, its last segment in title case. */
export function pageName(path: string): string {
  const page = pageAt(path);
  return page ? crumbOf(page) : titleCase(decoded(path.split("/").findLast(Boolean) ?? ""));
}

/** The way to a page: Home, every page above it, and the page itself. */
export function breadcrumbsFor(path: string): Crumb[] {
  const here = pageAt(path);
  const above = wayTo(path)
    .filter((id) => id !== here)
    .map((id) => ({ label: crumbOf(id), to: pageOf(id).path }));
  return [...above, { label: pageName(path), to: null }];
}

function crumbOf(id: PageId): string {
  const { title, crumb = title } = pageOf(id);
  return crumb;
}

/** A segment as it is read; one that is not properly encoded stays as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
