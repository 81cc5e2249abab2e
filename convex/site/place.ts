/** Which page an address shows, and what stands above it. */

import type { ParamsOf } from "./links";
import { PAGE_IDS, type PageId, pageOf, PAGES } from "./pages";

/** The paths of each page in their parts: every entry of a menu asks, at every step. */
const PATHS = PAGE_IDS.map((id) => ({
  id,
  paths: [PAGES[id].path, ...(pageOf(id).aliases ?? [])].map(segmentsOf),
}));

/** The page an address shows, by its own or an earlier path; null when none does. */
export function pageAt(pathname: string): PageId | null {
  const given = segmentsOf(pathname);
  const fitting = PATHS.filter(({ paths }) => paths.some((wanted) => fits(wanted, given))).map(({ id }) => id);
  // "/requests/create" is no request of that name.
  return fitting.find((id) => !PAGES[id].path.includes("$")) ?? fitting[0] ?? null;
}

/** What an address of a page says for the parts that differ, as `pathTo` was given them; null for another page. */
export function paramsIn<Id extends PageId>(page: Id, address: string): ParamsOf<Id> | null {
  const [pathname = ""] = address.split(/[?#]/, 1);
  if (pageAt(pathname) !== page) return null;
  const given = segmentsOf(pathname);
  const wanted = PATHS.find(({ id }) => id === page)?.paths.find((path) => fits(path, given)) ?? [];
  const params = wanted.flatMap((part, at) => (part.startsWith("$") ? [[part.slice(1), decoded(given[at])]] : []));
  return Object.fromEntries(params) as ParamsOf<Id>;
}

/** The pages from Home down to an address, that of the address included; for one without a page, those above it. */
export function wayTo(pathname: string): PageId[] {
  let id = pageAt(pathname) ?? nearestAbove(pathname);
  const way: PageId[] = [];
  while (id !== "home") {
    way.unshift(id);
    id = parentOf(id);
  }
  return ["home", ...way];
}

/** The page above another one. */
export function parentOf(id: PageId): PageId {
  return (pageOf(id).parent ?? "home") as PageId;
}

function nearestAbove(pathname: string): PageId {
  const above = PAGE_IDS.filter((id) => pathname.startsWith(`${PAGES[id].path}/`));
  return above.toSorted((a, b) => PAGES[b].path.length - PAGES[a].path.length)[0] ?? "home";
}

function fits(wanted: readonly string[], given: readonly string[]): boolean {
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith("$") || part === given[at]);
}

/** What nobody could have encoded stays as it is. */
function decoded(part = ""): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter(Boolean);
}
