/** What the address of "My Requests" holds; what is left out means the default. */

import type { PageSize } from "../../../../convex/core/shared/rules/listed";
import type { QueueSort } from "../../../../convex/core/shared/table";
import { dayStart, listOf, listPage, listTexts, placeAfter, placeOf } from "../../../components/listing/address";
import type { OwnFilter, PageArgs } from "./api";

export const SHOWS = ["all", "turn", "open", "drafts", "ended"] as const;
/** Which of the viewer's requests are shown. */
export type Show = (typeof SHOWS)[number];

/** Lists are joined with commas. */
export interface OwnSearch {
  show?: Show;
  q?: string;
  type?: string;
  from?: string;
  to?: string;
  overdue?: "1";
  /** Keys: nothing else is shown. */
  only?: string;
  sort?: QueueSort;
  size?: PageSize;
  page?: number;
  after?: string;
  before?: string;
}

const TEXTS = ["q", "type", "from", "to", "only", "after", "before"] as const;
const SORTS: readonly QueueSort[] = ["newest", "oldest", "updated", "due"];

/** Reads the address. What cannot be read counts as left out, so an old or mistyped link still opens the list. */
export function parseOwnSearch(raw: Readonly<Record<string, unknown>>): OwnSearch {
  const search: OwnSearch = {};
  const show = SHOWS.find((one) => one === raw["show"]);
  if (show && show !== "all") search.show = show;
  Object.assign(search, listTexts(raw, TEXTS));
  if (String(raw["overdue"]) === "1" || raw["overdue"] === true) search.overdue = "1";
  const sort = SORTS.find((one) => one === raw["sort"]);
  if (sort && sort !== "newest") search.sort = sort;
  Object.assign(search, listPage(raw));
  return search;
}

/** The address after a change: another set of rows starts at its first page. */
export function changedSearch(before: OwnSearch, changes: Partial<OwnSearch>): OwnSearch {
  return parseOwnSearch({ ...before, ...placeAfter(changes), ...changes });
}

/** Everything, with order and size as they are. */
export function everything({ sort, size }: OwnSearch): OwnSearch {
  return parseOwnSearch({ sort, size });
}

/** The keys a link limits the list to; null when it does not. */
export function onlyKeys({ only }: OwnSearch): string[] | null {
  return only === undefined ? null : listOf(only);
}

/** Which of the viewer's requests the address asks for; another part of the list when one is named. */
export function ownFilterOf(search: OwnSearch, show: Show = search.show ?? "all"): OwnFilter {
  const { q, from, to, overdue } = search;
  const typeIds = listOf(search.type);
  const keys = onlyKeys(search);
  const [start, end] = [dayStart(from, 0), dayStart(to, 1)];
  return {
    ...(show === "all" ? {} : { part: show }),
    ...(q ? { text: q } : {}),
    ...(typeIds.length > 0 ? { typeIds } : {}),
    ...(keys ? { keys } : {}),
    ...(start === null ? {} : { from: start }),
    ...(end === null ? {} : { before: end }),
    ...(overdue ? { isOverdue: true as const } : {}),
  };
}

/** Page, order and size as the backend is asked for them. */
export function pageArgsOf(search: OwnSearch): PageArgs {
  return { sort: search.sort ?? "newest", ...placeOf(search) };
}
