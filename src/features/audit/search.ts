/** What the URL of the Audit Trail holds; what is left out means the default. */

import type { AuditFilter, AuditPlace } from "../../../convex/core/audit/rules/filter";
import { type EventKind, isEventKind } from "../../../convex/core/audit/rules/kinds";
import type { AuditOutcome } from "../../../convex/core/audit/table";
import { notBare } from "../../components/views/not-bare";
import { dayFrom, typedMoment } from "../../lib/readers-clock";

export const PAGE_SIZES = [25, 50, 100, 200] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
const DEFAULT_SIZE: PageSize = 50;

export interface AuditSearch {
  q?: string;
  /** A person's id, "system" or "visitor". */
  actor?: string;
  impersonator?: string;
  action?: string;
  kind?: EventKind;
  /** "type" or "type:id". */
  target?: string;
  outcome?: AuditOutcome;
  /** Days as YYYY-MM-DD in the reader's zone, both included. */
  from?: string;
  to?: string;
  size?: PageSize;
  /** The places at which the pages before this one and this one begin, "time.sequence" each, joined by "_". */
  pages?: string;
  /** The event whose details are open. */
  event?: string;
  /** The saved view the filter came from; "all" when none is wanted. */
  view?: string;
}

const OUTCOMES: readonly string[] = ["success", "denied", "failure"] satisfies AuditOutcome[];
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const PLACES = /^\d{1,16}\.\d{1,16}(_\d{1,16}\.\d{1,16}){0,199}$/;

/** Reads the URL. What cannot be read counts as left out, so an old or mistyped link still opens the screen. */
export function parseAuditSearch(raw: Readonly<Record<string, unknown>>): AuditSearch {
  const text = (value: unknown, pattern?: RegExp) => {
    const read = typeof value === "number" ? String(value) : value;
    return typeof read === "string" && read !== "" && (pattern?.test(read) ?? true) ? read : undefined;
  };
  const outcome = text(raw.outcome);
  return withoutDefaults({
    q: text(raw.q)?.slice(0, 100),
    actor: text(raw.actor),
    impersonator: text(raw.impersonator),
    action: text(raw.action),
    kind: isEventKind(raw.kind) ? raw.kind : undefined,
    target: text(raw.target),
    outcome: outcome !== undefined && OUTCOMES.includes(outcome) ? (outcome as AuditOutcome) : undefined,
    from: text(raw.from, DAY),
    to: text(raw.to, DAY),
    size: PAGE_SIZES.find((size) => size === Number(raw.size)),
    pages: text(raw.pages, PLACES),
    event: text(raw.event),
    view: text(raw.view),
  });
}

/** The same search without what says no more than the default. */
function withoutDefaults(search: {
  readonly [Key in keyof AuditSearch]: AuditSearch[Key] | undefined;
}): AuditSearch {
  const { size, ...rest } = search;
  const said = Object.entries(rest).filter(([, value]) => value !== undefined && value !== "");
  return { ...(Object.fromEntries(said) as AuditSearch), ...(size !== undefined && size !== DEFAULT_SIZE && { size }) };
}

type Changes = { readonly [Key in keyof AuditSearch]?: AuditSearch[Key] | undefined };

/** The search after a change; no default view comes on by it. */
export function changedSearch(search: AuditSearch, changes: Changes): AuditSearch {
  return notBare(withoutDefaults({ ...search, ...changes }));
}

/** What a change of the filter makes of a search: the pages start again. */
export function refined(search: AuditSearch, changes: Changes): AuditSearch {
  return changedSearch(search, { pages: undefined, event: undefined, ...changes });
}

/** The whole audit trail, with its size as it is; somebody's default view does not come back by itself. */
export function everything({ size }: AuditSearch): AuditSearch {
  return withoutDefaults({ size, view: "all" });
}

/** What a saved view keeps: what is listed, not where in it somebody was. */
export function viewSearchOf({
  pages: _pages,
  event: _event,
  view: _view,
  ...kept
}: AuditSearch): Record<string, string> {
  return Object.fromEntries(
    Object.entries(kept).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

export function sizeOf({ size = DEFAULT_SIZE }: AuditSearch): PageSize {
  return size;
}

/** The filter the backend is asked with. */
export function filterOf({
  q,
  actor,
  impersonator,
  action,
  kind,
  target,
  outcome,
  from,
  to,
}: AuditSearch): AuditFilter {
  const [targetType, ...id] = target?.split(":") ?? [];
  const fields: { readonly [Key in keyof AuditFilter]: AuditFilter[Key] | undefined } = {
    text: q,
    actor,
    impersonator,
    action,
    kind,
    outcome,
    targetType,
    targetId: id.length > 0 ? id.join(":") : undefined,
    from: from === undefined ? undefined : typedMoment(from),
    to: to === undefined ? undefined : dayFrom(typedMoment(to), 1) - 1,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Whether anything narrows the list. */
export function isNarrowed(search: AuditSearch): boolean {
  return Object.keys(filterOf(search)).length > 0;
}

/** Where the page begins that a search shows; null for the first. */
export function placeOf({ pages }: AuditSearch): AuditPlace | null {
  const [occurredAt, sequence] = pages?.split("_").at(-1)?.split(".").map(Number) ?? [];
  return occurredAt === undefined || sequence === undefined ? null : { occurredAt, sequence };
}

/** How many pages lie before the one a search shows. */
export function pagesBefore({ pages }: AuditSearch): number {
  return pages?.split("_").length ?? 0;
}

/** The search of the page that begins at a place. */
export function nextPage(search: AuditSearch, { occurredAt, sequence }: AuditPlace): AuditSearch {
  return { ...search, pages: [...(search.pages?.split("_") ?? []), `${occurredAt}.${sequence}`].join("_") };
}

/** The search of the page before. */
export function previousPage(search: AuditSearch): AuditSearch {
  const pages = search.pages?.split("_").slice(0, -1) ?? [];
  return changedSearch(search, { pages: pages.join("_") });
}
