/** What the address of the list of people holds; what is left out means the default. */

import { ROLE_NAMES } from "../../../../convex/access/roles";
import { PERSON_SORTS, PERSON_STATUSES } from "../../../../convex/core/people/rules/listed";
import type { PersonSort } from "../../../../convex/core/people/table";
import type { PageSize } from "../../../../convex/core/shared/rules/listed";
import { listPage, listTexts, placeAfter, placeOf } from "../../../components/listing/address";
import { notBare } from "../../../components/views/not-bare";
import type { PageArgs, PersonFilter } from "./api";

/** Lists are joined with commas. */
export interface UsersSearch {
  q?: string;
  role?: string;
  status?: string;
  area?: string;
  sort?: PersonSort;
  size?: PageSize;
  page?: number;
  after?: string;
  before?: string;
  cols?: string;
  density?: "compact";
  /** The saved view the filter came from; "all" when none is wanted. */
  view?: string;
  /** The person whose details are open, and what of them is shown when not the details. */
  person?: string;
  tab?: "history";
}

const TEXTS = ["q", "role", "status", "area", "after", "before", "cols", "view", "person"] as const;
/** What says where in the list somebody is, or which view it came from, not what is listed. */
const PLACE: readonly string[] = ["page", "after", "before", "view", "person", "tab"];
/** What says how the list looks, not what is listed. */
const LOOK: readonly string[] = ["cols", "density"];

/** Reads the address. What cannot be read counts as left out, so an old or mistyped link still opens the list. */
export function parseUsersSearch(raw: Readonly<Record<string, unknown>>): UsersSearch {
  const search: UsersSearch = listTexts(raw, TEXTS);
  const sort = PERSON_SORTS.find((one) => one === raw["sort"]);
  if (sort && sort !== "name") search.sort = sort;
  Object.assign(search, listPage(raw));
  if (raw["density"] === "compact") search.density = "compact";
  if (search.person !== undefined && raw["tab"] === "history") search.tab = "history";
  return search;
}

/**
 * The address after a change: another set of people begins at its first page, and nobody's details are open. No default
 * view comes on by it.
 */
export function changedSearch(before: UsersSearch, changes: Partial<UsersSearch>): UsersSearch {
  const start = placeAfter(changes, [...PLACE, ...LOOK]);
  return notBare(parseUsersSearch({ ...before, ...start, ...("page" in start && { person: undefined }), ...changes }));
}

/** What a saved view keeps. */
export function viewSearchOf(search: UsersSearch): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      PLACE.includes(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

/** Everybody, with order, size and looks as they are; somebody's default view does not come back by itself. */
export function everybody({ sort, size, cols, density }: UsersSearch): UsersSearch {
  return parseUsersSearch({ sort, size, cols, density, view: "all" });
}

/** Values of a list that the address may name. */
export function namedIn<Value extends string>(values: readonly Value[], text: string | undefined): Value[] {
  const named = (text ?? "").split(",");
  return values.filter((value) => named.includes(value));
}

/** Which people the address asks for. */
export function filterOf({ q, role, status, area }: UsersSearch): PersonFilter {
  const roles = namedIn(ROLE_NAMES, role);
  const statuses = namedIn(PERSON_STATUSES, status);
  return {
    ...(q ? { text: q } : {}),
    ...(roles.length > 0 ? { roles } : {}),
    ...(statuses.length > 0 ? { statuses } : {}),
    ...(area ? { businessAreaId: area as NonNullable<PersonFilter["businessAreaId"]> } : {}),
  };
}

/** Page, order and size as the backend is asked for them. */
export function pageArgsOf(search: UsersSearch): PageArgs {
  return { sort: search.sort ?? "name", ...placeOf(search) };
}
