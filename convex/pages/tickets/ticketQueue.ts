/**
 * The lists of support: which index ranges answer what somebody looks for, and the pages and counts read from them, as
 * in the queue of requests. Whoever answers tickets does not find their own in the queue, by whichever account.
 */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { currentAreaId } from "../../core/people/mergedAreas";
import { PAGE_SIZES } from "../../core/shared/rules/listed";
import { SEARCH_MAX_LENGTH } from "../../core/shared/rules/queues";
import { currentTeams, teamNameOf } from "../../core/supportTeams/model";
import { isSharedWith, MAX_PARTS, ownTicketsOf } from "../../core/tickets/model";
import { isSomethingDue, OUR_TURN, UNFINISHED } from "../../core/tickets/rules";
import type { TicketState } from "../../core/tickets/table";
import { refuse } from "../../lib/errors";
import { wordsOf } from "../../lib/pure/wordSearch";
import { lookups, remembered } from "../../lists/queueRows";
import { rangeSource, type Range } from "../../lists/ranges";
import { countMatches, inMemory, type PageWish, readPage, type Sorting, type Source } from "../../lists/streams";
import { rowOf } from "./ticketRows";
import { foundBy, holdsText, TEXT_SCAN_LIMIT } from "./ticketSearch";

type ReadCtx = Pick<QueryCtx, "db">;
type Ticket = Doc<"tickets">;

/** Counted exactly up to here: each one is looked into for whose it is. */
const COUNTED = 200;
/** Tickets that the next one is none of. */
const MAX_PASSED = 200;
const DONE: readonly TicketState[] = ["resolved", "closed"];
/** States in which something may be due. */
const OWING: readonly TicketState[] = UNFINISHED.filter((state) => isSomethingDue({ state, isAnswered: false }));

/** What of the queue is shown; a part that is left out narrows nothing. */
const narrowing = {
  text: v.optional(v.string()),
  /** Tickets of people of this business area. */
  businessAreaId: v.optional(v.id("businessAreas")),
  tag: v.optional(v.string()),
  /** Tickets of this team, or of the one whoever looks is in. */
  team: v.optional(v.union(v.literal("mine"), v.id("businessAreas"))),
};
export const queueNarrowing = v.object(narrowing);
export const queueFilter = v.object({
  /** What is owed has something due, whoever has the next step. */
  show: v.union(...(["mine", "unassigned", "ours", "owed", "all", "done"] as const).map((show) => v.literal(show))),
  ...narrowing,
  /** An answer was due before. */
  dueBefore: v.optional(v.number()),
});
export type QueueFilter = Infer<typeof queueFilter>;

/** Which of the tickets somebody reads without answering tickets: their own, or those shared with their area. */
export const ownFilter = { text: v.optional(v.string()), isOfArea: v.optional(v.boolean()) };
interface OwnFilter {
  readonly text?: string | undefined;
  readonly isOfArea?: boolean | undefined;
}

const DUE_FIRST: Sorting = { field: "dueAt", isDescending: false };
const CHANGED_LAST_FIRST: Sorting = { field: "updatedAt", isDescending: true };

/** One page of the queue: due first, or what changed last first where it is done. */
export async function queuePage(
  ctx: ReadCtx,
  agent: Doc<"people">,
  { filter, ...wish }: { filter: QueueFilter } & PageWish,
) {
  check(filter.text, wish);
  const { sources, isWhole, limits } = await queueSources(ctx, agent, filter);
  const page = await readPage(sources, sortingOf(filter), wish, matcher(ctx, agent, filter), limits);
  return await shown(ctx, page, isWhole, { readerId: agent._id, isForAgents: true });
}

/** How many of the queue match, exactly or "at least". */
export async function queueCount(ctx: ReadCtx, agent: Doc<"people">, filter: QueueFilter) {
  check(filter.text);
  const { sources, isWhole, limits } = await queueSources(ctx, agent, filter);
  const matches = matcher(ctx, agent, filter);
  const counted = await countMatches(sources, sortingOf(filter), COUNTED, matches, limits?.scanLimit);
  return { ...counted, isExact: counted.isExact && isWhole };
}

/**
 * The next ticket an agent sees to, of those that wait for support and are theirs or nobody's, but for those they have
 * had: the first due of their own and their team's, and once none of these is left, the first due of the rest. Without a
 * team it is the first due of all.
 */
export async function nextTicket(
  ctx: ReadCtx,
  agent: Doc<"people">,
  except: readonly string[],
): Promise<string | null> {
  if (except.length > MAX_PASSED) refuse({ code: "too-many", max: MAX_PASSED });
  const sources = [agent._id, undefined].flatMap((assigneeId) =>
    OUR_TURN.map((state) => {
      const equal = [["assigneeId", assigneeId] as const, ["state", state] as const];
      return rangeSource(ctx, "tickets", { index: "by_assignee", field: "dueAt", equal });
    }),
  );
  const known = lookupsOf(ctx, agent);
  const matches = matcher(ctx, agent, { show: "ours" }, known);
  const own = await currentAreaId(ctx, agent.businessAreaId);
  const isInTeam = (await currentTeams(ctx)).some(({ _id }) => _id === own);
  const isFirst = isInTeam ? matcher(ctx, agent, { show: "ours", team: "mine" }, known) : () => true;
  let ofTheRest: string | null = null;
  const { rows } = await readPage(sources, DUE_FIRST, { size: 1 }, async (ticket) => {
    if (except.includes(ticket.key) || !(await matches(ticket))) return false;
    if (ticket.assigneeId === agent._id || (await isFirst(ticket))) return true;
    ofTheRest ??= ticket.key;
    return false;
  });
  return rows[0]?.key ?? ofTheRest;
}

/** One page of the tickets somebody wrote or takes part in, or others of their area share with it; what changed last first. */
export async function ownPage(ctx: ReadCtx, person: Doc<"people">, { text, isOfArea, ...wish }: OwnFilter & PageWish) {
  check(text, wish);
  const { sources, isTheirs } = await ownSources(ctx, person, { text, isOfArea });
  const page = await readPage(sources, CHANGED_LAST_FIRST, wish, isTheirs, limitsOf(text));
  return await shown(ctx, page, true, { readerId: person._id, isForAgents: false });
}

/** How many there are of those. */
export async function ownCount(ctx: ReadCtx, person: Doc<"people">, filter: OwnFilter) {
  check(filter.text);
  const { sources, isTheirs } = await ownSources(ctx, person, filter);
  return await countMatches(sources, CHANGED_LAST_FIRST, COUNTED, isTheirs, limitsOf(filter.text)?.scanLimit);
}

async function shown(
  ctx: ReadCtx,
  page: Awaited<ReturnType<typeof readPage<Ticket>>>,
  isWhole: boolean,
  reader: Parameters<typeof rowOf>[1],
) {
  const { person } = lookups(ctx);
  const team = remembered((id: Id<"businessAreas">) => teamNameOf(ctx, id));
  const rows = await Promise.all(page.rows.map((ticket) => rowOf(ticket, reader, person, team)));
  return { ...page, isWhole, rows };
}

export function sortingOf({ show }: QueueFilter): Sorting {
  return show === "done" ? CHANGED_LAST_FIRST : DUE_FIRST;
}

function statesOf({ show }: QueueFilter): readonly TicketState[] {
  if (show === "done") return DONE;
  if (show === "owed") return OWING;
  return show === "ours" ? OUR_TURN : UNFINISHED;
}

interface QueueSources {
  readonly sources: Source<Ticket>[];
  readonly isWhole: boolean;
  /** How far they are walked along, where less than usual. */
  readonly limits?: typeof IN_ORDER | undefined;
}

/** Where words are looked for in the list in its order, each ticket costs its messages. */
const IN_ORDER = { scanLimit: TEXT_SCAN_LIMIT, skipLimit: TEXT_SCAN_LIMIT };

function limitsOf(text: string | undefined): typeof IN_ORDER | undefined {
  return wordsOf(text ?? "").length > 0 ? IN_ORDER : undefined;
}

export async function queueSources(ctx: ReadCtx, agent: Doc<"people">, filter: QueueFilter): Promise<QueueSources> {
  const states = statesOf(filter);
  if (wordsOf(filter.text ?? "").length > 0) {
    const found = await foundBy(ctx, filter.text ?? "", states);
    if (found) return { sources: inMemory(found.rows, sortingOf(filter)), isWhole: found.isWhole };
  }
  const { show, dueBefore } = filter;
  const bounds = dueBefore === undefined ? {} : { bounds: { before: dueBefore } };
  const ranges = states.map((state): Range => {
    if (show === "done") return { index: "by_change", field: "updatedAt", equal: [["state", state]] };
    // Of what waits elsewhere only those are read that nobody has answered.
    if (show === "owed" && !OUR_TURN.includes(state)) {
      const equal = [["state", state] as const, ["firstResponseAt", undefined] as const];
      return { index: "by_first_answer", field: "dueAt", equal, ...bounds };
    }
    if (show === "ours" || show === "owed" || show === "all")
      return { index: "by_state", field: "dueAt", equal: [["state", state]], ...bounds };
    const assignee = ["assigneeId", show === "mine" ? agent._id : undefined] as const;
    return { index: "by_assignee", field: "dueAt", equal: [assignee, ["state", state]], ...bounds };
  });
  const sources = ranges.map((range) => rangeSource(ctx, "tickets", range));
  return { sources, isWhole: true, limits: limitsOf(filter.text) };
}

/** What is looked up once, however many tickets are looked at. */
export function lookupsOf(ctx: ReadCtx, agent: Doc<"people">) {
  let own: ReturnType<typeof ownTicketsOf> | undefined;
  return {
    areaOf: remembered(async (id: Id<"people">) => (await ctx.db.get(id))?.businessAreaId),
    currentId: remembered((id: Id<"businessAreas">) => currentAreaId(ctx, id)),
    isOwn: async (ticket: Ticket) => await (await (own ??= ownTicketsOf(ctx, agent)))(ticket),
  };
}

/** What a ticket of the queue has to pass, beside the range it was read from. */
export function matcher(
  ctx: ReadCtx,
  agent: Doc<"people">,
  filter: QueueFilter,
  { areaOf, currentId, isOwn } = lookupsOf(ctx, agent),
): (ticket: Ticket) => Promise<boolean> {
  const { show, dueBefore, businessAreaId, tag, team } = filter;
  const wantedTeam = team === "mine" ? agent.businessAreaId : team;
  const isOfTeam = async ({ teamId }: Ticket): Promise<boolean> =>
    teamId !== undefined && wantedTeam !== undefined && (await currentId(teamId)) === (await currentId(wantedTeam));
  const isOfArea = async ({ requesterId }: Ticket, wanted: Id<"businessAreas">): Promise<boolean> => {
    const own = await areaOf(requesterId);
    return own !== undefined && (await currentId(own)) === (await currentId(wanted));
  };
  const states = statesOf(filter);
  const hasWords = holdsText(ctx, filter.text, "agents");
  return async (ticket) => {
    if (!states.includes(ticket.state)) return false;
    if (show === "owed" && !isSomethingDue({ ...ticket, isAnswered: ticket.firstResponseAt !== undefined }))
      return false;
    if (show === "mine" && ticket.assigneeId !== agent._id) return false;
    if (show === "unassigned" && ticket.assigneeId !== undefined) return false;
    if (dueBefore !== undefined && ticket.dueAt >= dueBefore) return false;
    if (tag !== undefined && !(ticket.tags ?? []).includes(tag)) return false;
    if (team !== undefined && !(await isOfTeam(ticket))) return false;
    if (businessAreaId !== undefined && !(await isOfArea(ticket, businessAreaId))) return false;
    return !(await isOwn(ticket)) && (await hasWords(ticket));
  };
}

interface OwnSources {
  readonly sources: readonly Source<Ticket>[];
  readonly isTheirs: (ticket: Ticket) => Promise<boolean>;
}

async function ownSources(ctx: ReadCtx, person: Doc<"people">, { text, isOfArea }: OwnFilter): Promise<OwnSources> {
  const hasWords = holdsText(ctx, text, "parties");
  if (isOfArea !== true) return { sources: await partSources(ctx, person._id), isTheirs: hasWords };
  const { _id } = person;
  const areaId = await currentAreaId(ctx, person.businessAreaId);
  if (areaId === undefined) return { sources: [], isTheirs: hasWords };
  const equal = [["sharedAreaId", areaId]] as const;
  return {
    sources: [rangeSource(ctx, "tickets", { index: "by_shared_area", field: "updatedAt", equal })],
    isTheirs: async (ticket) =>
      ticket.requesterId !== _id && (await isSharedWith(ctx, ticket, person)) && (await hasWords(ticket)),
  };
}

async function partSources(ctx: ReadCtx, personId: Id<"people">): Promise<Source<Ticket>[]> {
  const parts = await ctx.db
    .query("ticketParticipants")
    .withIndex("by_person", (q) => q.eq("personId", personId))
    .order("desc")
    .take(MAX_PARTS);
  const shared = await Promise.all(parts.map(({ ticketId }) => ctx.db.get(ticketId)));
  const others = shared.filter((ticket) => ticket !== null);
  return [
    rangeSource(ctx, "tickets", { index: "by_requester", field: "updatedAt", equal: [["requesterId", personId]] }),
    ...inMemory(others, CHANGED_LAST_FIRST),
  ];
}

export function check(text: string | undefined, wish?: PageWish): void {
  if ((text ?? "").length > SEARCH_MAX_LENGTH) refuse({ code: "too-long", maxLength: SEARCH_MAX_LENGTH });
  if (wish && !(PAGE_SIZES as readonly number[]).includes(wish.size))
    refuse({ code: "invalid-input", message: `Pages have ${PAGE_SIZES.join(", ")} rows.` });
}
