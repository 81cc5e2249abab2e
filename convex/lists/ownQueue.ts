/**
 * A person's own requests as a list: those they made, drafts included, and those others made for them.
 *
 * Each status is one range per side, as in the queue of requests (requestQueue.ts). What somebody made for
 * themselves lies in a range of either side, at the same place of the list, so it is met twice in a row and
 * passed over the second time. Words are looked for in the rows themselves: they are one person's, and
 * drafts, which the search index does not hold, are found too.
 */

import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { nameOf } from "../core/people/model";
import { isOpen, isTerminal } from "../core/requests/rules";
import type { RequestStatus } from "../core/requests/table";
import { LISTED_REQUEST_STATUSES, numberInText } from "../core/shared/rules/listed";
import { COUNT_LIMIT, isRequestOverdue } from "../core/shared/rules/queues";
import type { OwnFilter, QueueSort } from "../core/shared/table";
import { refuse } from "../lib/errors";
import { holdsWords, wordsOf } from "../lib/pure/wordSearch";
import { ownRows, ownTypeName } from "./mine";
import { checkFilter, checkSize } from "./queues";
import { rangeSource } from "./ranges";
import { REQUEST_SORTINGS } from "./requestQueue";
import {
  countMatches,
  inMemory,
  merged,
  readPage,
  SCAN_LIMIT,
  type Bounds,
  type PageWish,
  type Source,
} from "./streams";

type ReadCtx = Pick<QueryCtx, "db">;
type Request = Doc<"requests">;
type PersonId = Id<"people">;

/** Requests a link may name: as many as Home looks at for "since your last visit". */
const MAX_KEYS = 100;

/** Indexes of either side by the order they hold. */
const INDEXES: Readonly<Record<"requesterId" | "beneficiaryId", Readonly<Record<QueueSort, string>>>> = {
  requesterId: {
    newest: "queue_requester_created",
    oldest: "queue_requester_created",
    updated: "queue_requester_updated",
    due: "queue_requester_due",
  },
  beneficiaryId: {
    newest: "queue_beneficiary_created",
    oldest: "queue_beneficiary_created",
    updated: "queue_beneficiary_updated",
    due: "queue_beneficiary_due",
  },
};

/** One page of a person's own requests. */
export async function ownPage(
  ctx: ReadCtx,
  personId: PersonId,
  { filter, sort, ...wish }: { filter: OwnFilter; sort: QueueSort } & PageWish,
  now: number,
) {
  checkOwnFilter(filter);
  checkSize(wish.size);
  const page = await readPage(
    await ownSources(ctx, personId, filter, sort),
    REQUEST_SORTINGS[sort],
    wish,
    ownMatcher(ctx, personId, filter, now),
  );
  return { ...page, isWhole: true, rows: await ownRows(ctx, page.rows, personId, now) };
}

/** How many of a person's own requests match, exactly or "at least". */
export async function ownCount(
  ctx: ReadCtx,
  personId: PersonId,
  filter: OwnFilter,
  now: number,
): Promise<{ count: number; isExact: boolean }> {
  checkOwnFilter(filter);
  return await countMatches(
    await ownSources(ctx, personId, filter, "newest"),
    REQUEST_SORTINGS.newest,
    COUNT_LIMIT,
    ownMatcher(ctx, personId, filter, now),
  );
}

/** The types of a person's own requests, by name; looked for among the newest. */
export async function ownTypes(ctx: ReadCtx, personId: PersonId): Promise<{ key: string; name: string }[]> {
  const keys = new Set<string>();
  let looked = 0;
  for await (const { typeId } of merged(
    await ownSources(ctx, personId, {}, "newest"),
    REQUEST_SORTINGS.newest,
    null,
    false,
  )) {
    keys.add(typeId);
    looked += 1;
    if (looked === SCAN_LIMIT) break;
  }
  const types = await Promise.all([...keys].map(async (key) => ({ key, name: await ownTypeName(ctx, key) })));
  return types.toSorted((a, b) => a.name.localeCompare(b.name));
}

/**
 * Whether a request is in a person's list: theirs, or somebody else's for them, once it was sent; never what was put
 * away.
 */
function isOwn(
  {
    requesterId,
    beneficiaryId,
    status,
    archivedAt,
  }: Pick<Request, "requesterId" | "beneficiaryId" | "status" | "archivedAt">,
  personId: PersonId,
): boolean {
  if (archivedAt !== undefined) return false;
  return requesterId === personId || (beneficiaryId === personId && status !== "Draft");
}

async function ownSources(
  ctx: ReadCtx,
  personId: PersonId,
  filter: OwnFilter,
  sort: QueueSort,
): Promise<Source<Request>[]> {
  const named = namedNumbers(filter);
  if (named) return inMemory(await numbered(ctx, named), REQUEST_SORTINGS[sort]);
  const { field } = REQUEST_SORTINGS[sort];
  const bounds: Bounds[] =
    sort === "due"
      ? [{}, { isMissing: true }]
      : [field === "createdAt" ? { from: filter.from, before: filter.before } : {}];
  return (["requesterId", "beneficiaryId"] as const).flatMap((side) =>
    statusesOf(filter)
      .filter((status) => side === "requesterId" || status !== "Draft")
      .flatMap((status) =>
        bounds.map((bound) =>
          rangeSource(ctx, "requests", {
            index: INDEXES[side][sort],
            field,
            bounds: bound,
            equal: [
              [side, personId],
              ["status", status],
              ["archivedAt", undefined],
            ],
          }),
        ),
      ),
  );
}

/** The requests a filter names one by one, by number; null when it names none. */
function namedNumbers({ text = "", keys }: OwnFilter): number[] | null {
  if (keys?.length) return [...new Set(keys)].map(numberInText).filter((number) => number !== null);
  const number = numberInText(text);
  return number === null ? null : [number];
}

async function numbered(ctx: ReadCtx, numbers: readonly number[]): Promise<Request[]> {
  const found = await Promise.all(
    numbers.map((number) =>
      ctx.db
        .query("requests")
        .withIndex("by_number", (q) => q.eq("number", number))
        .unique(),
    ),
  );
  return found.filter((request) => request !== null);
}

function statusesOf({ part, isOverdue }: OwnFilter): RequestStatus[] {
  const all: RequestStatus[] = ["Draft", ...LISTED_REQUEST_STATUSES];
  return all.filter((status) => isInPart(status, part) && (isOverdue !== true || isOpen(status)));
}

function isInPart(status: RequestStatus, part: OwnFilter["part"]): boolean {
  switch (part) {
    case undefined:
      return true;
    case "turn":
      return status === "Draft" || status === "Needs info";
    case "drafts":
      return status === "Draft";
    case "open":
      return isOpen(status);
    case "ended":
      return isTerminal(status);
    default:
      return part satisfies never;
  }
}

/** What a request has to pass, asked in the order of the list. Holds for one walk along it. */
function ownMatcher(
  ctx: ReadCtx,
  personId: PersonId,
  filter: OwnFilter,
  now: number,
): (request: Request) => Promise<boolean> {
  const seen = new Set<Request["_id"]>();
  const { part, typeIds, text = "", from = -Infinity, before = Infinity } = filter;
  const words = numberInText(text) === null ? wordsOf(text) : [];
  const number = numberInText(text);
  return async (request) => {
    if (seen.has(request._id)) return false;
    seen.add(request._id);
    return (
      isOwn(request, personId) &&
      isInPart(request.status, part) &&
      (part !== "turn" || request.requesterId === personId) &&
      (!typeIds?.length || typeIds.includes(request.typeId)) &&
      request.createdAt >= from &&
      request.createdAt < before &&
      (filter.isOverdue !== true || isRequestOverdue(request, now)) &&
      (number === null || request.number === number) &&
      (words.length === 0 || holdsWords(await textOf(ctx, request), words))
    );
  };
}

/** The words a request is found by; a draft was not given any yet. */
async function textOf(
  ctx: ReadCtx,
  { searchText, key, title, typeId, beneficiaryId, requesterId, status }: Request,
): Promise<string> {
  const own =
    searchText ??
    [
      key,
      title,
      await ownTypeName(ctx, typeId),
      ...(beneficiaryId === requesterId ? [] : [await nameOf(ctx, beneficiaryId)]),
    ].join(" ");
  return `${own} ${status}`;
}

function checkOwnFilter(filter: OwnFilter): void {
  if ((filter.keys?.length ?? 0) > MAX_KEYS) refuse({ code: "too-many", max: MAX_KEYS });
  checkFilter({ text: filter.text, typeIds: filter.typeIds });
}
