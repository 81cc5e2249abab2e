/** What the addresses of support hold. */

import type { PageSize } from "../../../convex/core/shared/rules/listed";
import { QUEUE_VIEWS, type QueueView, shownInView } from "../../../convex/core/tickets/rules";
import { MINUTE_MS } from "../../../convex/lib/pure/time";
import { listPage, listTexts, placeAfter, placeOf } from "../../components/listing/address";
import type { OwnFilter, QueueFilter, QueueNarrowing } from "./api";

/** How many weeks a report looks back, the present one included. */
export const PERIODS = [4, 12, 26] as const;
export type Period = (typeof PERIODS)[number];
export const USUAL_PERIOD: Period = 12;

/** What the report tells tickets apart by, beside the topic. */
const OTHER_GROUPS = ["area", "team"] as const;

/** `view` chooses what the area shares, or of those who answer tickets the queue or the report; left out, the own. */
export interface SupportSearch {
  view?: "area" | "queue" | "report";
  /** Of the report alone. */
  weeks?: Period;
  by?: (typeof OTHER_GROUPS)[number];
  show?: Exclude<QueueView, "ours">;
  q?: string;
  /** Of the queue alone. */
  area?: string;
  tag?: string;
  team?: string;
  cols?: string;
  density?: "compact";
  /** The saved view of the queue that is open; "all" for none, so that the default one stays closed. */
  saved?: string;
  size?: PageSize;
  page?: number;
  after?: string;
  before?: string;
}

const TEXTS = ["q", "after", "before"] as const;
/** What says where in the list somebody is, not what is listed. */
const PLACE: readonly string[] = ["page", "after", "before"];
/** What says how the rows look. */
const LOOK: readonly string[] = ["cols", "density"];

/** Reads the address of the list; what cannot be read counts as left out. */
export function parseSupportSearch(raw: Readonly<Record<string, unknown>>): SupportSearch {
  const search: SupportSearch = { ...listTexts(raw, TEXTS), ...listPage(raw) };
  if (raw["view"] === "report") {
    const by = OTHER_GROUPS.find((one) => one === raw["by"]);
    const weeks = PERIODS.find((one) => one === Number(raw["weeks"]));
    return {
      view: "report",
      ...(weeks !== undefined && weeks !== USUAL_PERIOD && { weeks }),
      ...(by && { by }),
    };
  }
  if (raw["view"] === "area") return { view: "area", ...search };
  if (raw["view"] !== "queue") return search;
  const show = QUEUE_VIEWS.find((one) => one === raw["show"]);
  return {
    view: "queue",
    ...(show !== undefined && show !== "ours" && { show }),
    ...listTexts(raw, ["area", "tag", "team", "cols", "saved"]),
    ...(raw["density"] === "compact" && { density: "compact" }),
    ...search,
  };
}

/**
 * The address after a change: other tickets begin at their first page. No default view of the queue comes on by it, so
 * where nothing narrows the queue any more, "all" says that none is wanted.
 */
export function changedSearch(before: SupportSearch, changes: Partial<SupportSearch>): SupportSearch {
  const search = parseSupportSearch({ ...before, ...placeAfter(changes, LOOK), ...changes });
  const isBareQueue = search.view === "queue" && Object.keys(search).length === 1;
  return isBareQueue ? { ...search, saved: "all" } : search;
}

/** What a saved view of the queue holds of its address. */
export function savedPartOf({ view: _queue, saved: _saved, ...search }: SupportSearch): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (PLACE.includes(name) ? [] : [[name, String(value)]])),
  );
}

/** The queue as a saved view shows it. */
export function searchOfSaved(kept: Readonly<Record<string, string>>, saved: string): SupportSearch {
  return parseSupportSearch({ ...kept, view: "queue", saved });
}

/** Nothing narrows the list any more: what its filters' "Clear all" and an emptied list's "Show all" do. */
export const UNFILTERED = {
  q: undefined,
  area: undefined,
  tag: undefined,
  team: undefined,
} as const satisfies Partial<SupportSearch>;

/** Which tickets of the queue the address asks for; `now` is when the list was opened, to the minute. */
export function queueFilterOf({ show, ...narrowed }: SupportSearch, now: number): QueueFilter {
  return { ...shownInView(show ?? "ours", now), ...queueNarrowingOf(narrowed) };
}

/** What narrows every view of the queue alike. */
export function queueNarrowingOf({ q, area, tag, team }: SupportSearch): QueueNarrowing {
  return {
    ...(q ? { text: q } : {}),
    ...(tag ? { tag } : {}),
    ...(team ? { team: team as NonNullable<QueueNarrowing["team"]> } : {}),
    ...(area ? { businessAreaId: area as NonNullable<QueueNarrowing["businessAreaId"]> } : {}),
  };
}

/** Which of the own tickets or those of the area, as the backend is asked for them. */
export function ownFilterOf({ q, view }: SupportSearch): OwnFilter {
  return { ...(q ? { text: q } : {}), ...(view === "area" && { isOfArea: true }) };
}

/** The same, and where in the list. */
export function ownArgsOf(search: SupportSearch) {
  return { ...ownFilterOf(search), ...placeOf(search) };
}

/** Now, to the minute: what was asked ahead is what the page asks. */
export function thisMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
}

/** What a new ticket is about. */
export interface CreateTicketSearch {
  related?: string;
  /** The incident it is part of. */
  incident?: string;
  /** The reference of an error, as its screen hands it on, and the page it was on. */
  error?: string;
  page?: string;
}

/** A reference behind two signs that keep it from being read as a number. */
const ERROR = /^E-[2-9A-HJKMNP-TV-Z]{8}$/;
/** A path alone: what follows it may hold what nobody else should read. */
const PAGE = /^\/[\w/.~-]{0,199}$/;

/** Reads the address of the form. */
export function parseCreateTicketSearch(raw: Readonly<Record<string, unknown>>): CreateTicketSearch {
  const { error = "", page = "", ...about } = listTexts(raw, ["related", "incident", "error", "page"]);
  if (!ERROR.test(error)) return about;
  return { ...about, error, ...(PAGE.test(page) && { page }) };
}
