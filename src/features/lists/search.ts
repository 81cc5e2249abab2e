/** What the address of a queue holds; what is left out means the default. */

import { LISTED_REQUEST_STATUSES, LISTED_TASK_STATUSES, type PageSize } from "../../../convex/core/shared/rules/listed";
import type { QueueSort } from "../../../convex/core/shared/table";
import { TASK_ENDINGS } from "../../../convex/core/tasks/rules/endings";
import type { TaskEnding } from "../../../convex/core/tasks/table";
import { dayStart, listOf, listPage, listTexts, placeAfter, placeOf } from "../../components/listing/address";
import type { PersonId } from "../../components/pickers/api";
import { notBare } from "../../components/views/not-bare";
import type { PageArgs, RequestFilter, TaskFilter } from "./api";

/** Lists are joined with commas; `person` is the requester or the assignee, "me" for the viewer. */
export interface QueueSearch {
  q?: string;
  status?: string;
  type?: string;
  connector?: string;
  person?: string;
  area?: string;
  from?: string;
  to?: string;
  overdue?: "1";
  retrying?: "1";
  /** How tasks ended. */
  outcome?: string;
  unassigned?: "1";
  sort?: QueueSort;
  size?: PageSize;
  page?: number;
  after?: string;
  before?: string;
  cols?: string;
  density?: "compact";
  /** The saved view the filter came from; "all" when none is wanted. */
  view?: string;
}

const ENDINGS = Object.keys(TASK_ENDINGS) as TaskEnding[];
const SORTS: readonly QueueSort[] = ["newest", "oldest", "updated", "due"];
const TEXTS = [
  "q",
  "status",
  "type",
  "connector",
  "person",
  "area",
  "outcome",
  "from",
  "to",
  "after",
  "before",
  "cols",
  "view",
] as const;
const FLAGS = ["overdue", "retrying", "unassigned"] as const;
/** Parts that say where in the list one is, or which view it came from, rather than what is listed. */
const PLACE = ["page", "after", "before", "view"] as const;

/** What says how the list looks, not what is listed. */
const LOOK = ["cols", "density"];

/** Reads the address. What cannot be read counts as left out, so an old or mistyped link still opens the list. */
export function parseQueueSearch(raw: Readonly<Record<string, unknown>>): QueueSearch {
  const search: QueueSearch = listTexts(raw, TEXTS);
  for (const name of FLAGS) if (String(raw[name]) === "1" || raw[name] === true) search[name] = "1";
  const sort = SORTS.find((one) => one === raw["sort"]);
  if (sort && sort !== "newest") search.sort = sort;
  Object.assign(search, listPage(raw));
  if (raw["density"] === "compact") search.density = "compact";
  return search;
}

/** The address after a change: empty parts are left out, and another set of rows starts at its first page. No default view comes on by it. */
export function changedSearch(before: QueueSearch, changes: Partial<QueueSearch>): QueueSearch {
  return notBare(parseQueueSearch({ ...before, ...placeAfter(changes, LOOK), ...changes }));
}

/** What a saved view keeps. */
export function viewSearchOf(search: QueueSearch): Record<string, string> {
  const kept = Object.entries(search).filter(
    ([name, value]) => !(PLACE as readonly string[]).includes(name) && value !== undefined,
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

/** Page, order and size as the backend is asked for them. */
export function pageArgsOf(search: QueueSearch): PageArgs {
  return { sort: search.sort ?? "newest", ...placeOf(search) };
}

/** Which requests the address asks for. */
export function requestFilterOf(search: QueueSearch, viewerId: string): RequestFilter {
  const statuses = LISTED_REQUEST_STATUSES.filter((status) => listOf(search.status).includes(status));
  const typeIds = listOf(search.type);
  return {
    ...sharedFilter(search),
    ...(statuses.length > 0 ? { statuses } : {}),
    ...(typeIds.length > 0 ? { typeIds } : {}),
    ...(search.person ? { requesterId: personIdOf(search.person, viewerId) } : {}),
  };
}

/** Which tasks the address asks for. */
export function taskFilterOf(search: QueueSearch, viewerId: string): TaskFilter {
  const statuses = LISTED_TASK_STATUSES.filter((status) => listOf(search.status).includes(status));
  const types = listOf(search.type);
  const connectors = listOf(search.connector);
  const endings = ENDINGS.filter((ending) => listOf(search.outcome).includes(ending));
  return {
    ...sharedFilter(search),
    ...(statuses.length > 0 ? { statuses } : {}),
    ...(types.length > 0 ? { types } : {}),
    ...(connectors.length > 0 ? { connectors } : {}),
    ...(endings.length > 0 ? { endings } : {}),
    ...(search.person ? { assigneeId: personIdOf(search.person, viewerId) } : {}),
    ...(search.unassigned ? { isUnassigned: true as const } : {}),
  };
}

function sharedFilter({ q, area, from, to, overdue, retrying }: QueueSearch) {
  const start = dayStart(from, 0);
  const end = dayStart(to, 1);
  return {
    ...(q ? { text: q } : {}),
    ...(area ? { businessAreaId: area as NonNullable<RequestFilter["businessAreaId"]> } : {}),
    ...(start === null ? {} : { from: start }),
    ...(end === null ? {} : { before: end }),
    ...(overdue ? { isOverdue: true as const } : {}),
    ...(retrying ? { isRetrying: true as const } : {}),
  };
}

/** The id a person part stands for. An id that does not exist is refused by the backend in words. */
export function personIdOf(person: string, viewerId: string): PersonId {
  return (person === "me" ? viewerId : person) as PersonId;
}
