/**
 * Tickets by words: of their number, title and description, and of what is said in them, as far as whoever looks reads
 * that (S33). The indexes say which tickets may have them; that a ticket has them all is seen in its texts.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { ticketByKey } from "../../core/tickets/model";
import type { TicketState } from "../../core/tickets/table";
import { messageOf } from "../../lib/errors";
import { holdsWords, wordsOf } from "../../lib/pure/wordSearch";

type ReadCtx = Pick<QueryCtx, "db">;
type Ticket = Doc<"tickets">;

/** Tickets of one state, and messages of all, that are looked into at most; messages of one ticket that are. */
const FOUND = 50;
const MESSAGES_FOUND = 400;
const MESSAGES_READ = 500;
/** Words that are looked for one by one. */
const WORDS_SEARCHED = 2;
/**
 * An index walks along every text that has a word before it hands out the first. So what the oldest texts often have is
 * not asked of it: in one of so many, the list read in its order finds a page sooner.
 */
const SAMPLED = 60;
const OFTEN = 4;
/** Tickets looked into for one page where no index is asked: the page says that there may be more. */
export const TEXT_SCAN_LIMIT = 300;

/** What of a ticket is looked through: what is said to everybody in it, or for its agents all of it. */
export type SearchAudience = "parties" | "agents";

interface Found<Row> {
  readonly rows: Row[];
  /** There are no others. */
  readonly isWhole: boolean;
}

/**
 * Tickets in these states by their number, else those that may have the words. Null where every one of the words stands in
 * so many texts that an index is slow or refuses: then so many tickets have them that the list is best read in its order.
 */
export async function foundBy(
  ctx: ReadCtx,
  text: string,
  states: readonly TicketState[],
): Promise<Found<Ticket> | null> {
  const number = /^\s*(?:tkt-)?(\d+)\s*$/i.exec(text)?.[1];
  const named = number === undefined ? null : await ticketByKey(ctx, `TKT-${number}`);
  if (named) return { rows: [named], isWhole: true };
  const rare = (await rareWords(ctx, wordsOf(text))).join(" ");
  if (rare === "") return null;
  const hits: Found<Ticket>[] = [];
  for (const state of states)
    for (const by of [byTitle, byDescription]) {
      const some = await searched(rare, FOUND, (words) => by(ctx, words, state));
      if (some === null) return null;
      hits.push(some);
    }
  const messages = await searched(rare, MESSAGES_FOUND, (words) => byMessage(ctx, words));
  if (messages === null) return null;
  const found = new Map(hits.flatMap(({ rows }) => rows).map((ticket) => [ticket._id, ticket]));
  const others = new Set(messages.rows.map(({ ticketId }) => ticketId).filter((id) => !found.has(id)));
  for (const ticket of await Promise.all([...others].map((id) => ctx.db.get(id))))
    if (ticket && states.includes(ticket.state)) found.set(ticket._id, ticket);
  return { rows: [...found.values()], isWhole: [...hits, messages].every(({ isWhole }) => isWhole) };
}

/** The words that few texts have, as the oldest tickets and messages say: these change no more, and no search runs anew. */
async function rareWords(ctx: ReadCtx, words: readonly string[]): Promise<string[]> {
  const tickets = await ctx.db.query("tickets").withIndex("by_created").take(SAMPLED);
  const messages = await ctx.db.query("ticketMessages").take(SAMPLED);
  const samples = [
    tickets.map(({ title, description }) => `${title} ${description}`),
    messages.map(({ body }) => body),
  ];
  return words.filter((word) =>
    samples.every((texts) => {
      const having = texts.filter((text) => holdsWords(text, [word])).length;
      return texts.length < SAMPLED || having * OFTEN < texts.length;
    }),
  );
}

/**
 * What may have the words. An index refuses words that stand in more texts than it reads: then the longest of them that it
 * takes finds what there is, since a longer word is mostly a rarer one.
 */
async function searched<Row>(
  text: string,
  limit: number,
  read: (words: string) => Promise<Row[]>,
): Promise<Found<Row> | null> {
  const rows = await unlessTooMany(read(text));
  if (rows) return { rows, isWhole: rows.length < limit };
  const words = [...new Set(wordsOf(text))].toSorted((a, b) => b.length - a.length);
  if (words.length === 1) return null;
  for (const word of words.slice(0, WORDS_SEARCHED)) {
    const some = await unlessTooMany(read(word));
    if (some) return { rows: some, isWhole: false };
  }
  return null;
}

/** What a search found, or null where its index has too many. */
async function unlessTooMany<Row>(search: Promise<Row[]>): Promise<Row[] | null> {
  try {
    return await search;
  } catch (error) {
    if (messageOf(error).includes("scanned too many documents")) return null;
    throw error;
  }
}

async function byMessage(ctx: ReadCtx, text: string): Promise<Doc<"ticketMessages">[]> {
  return await ctx.db
    .query("ticketMessages")
    .withSearchIndex("search_body", (q) => q.search("body", text))
    .take(MESSAGES_FOUND);
}

async function byTitle(ctx: ReadCtx, text: string, state: TicketState): Promise<Ticket[]> {
  return await ctx.db
    .query("tickets")
    .withSearchIndex("search_title", (q) => q.search("title", text).eq("state", state))
    .take(FOUND);
}

async function byDescription(ctx: ReadCtx, text: string, state: TicketState): Promise<Ticket[]> {
  return await ctx.db
    .query("tickets")
    .withSearchIndex("search_description", (q) => q.search("description", text).eq("state", state))
    .take(FOUND);
}

/** Whether a ticket has all the words in what this audience reads of it. Its messages are read only where they decide. */
export function holdsText(
  ctx: ReadCtx,
  text: string | undefined,
  audience: SearchAudience,
): (ticket: Ticket) => Promise<boolean> {
  const wanted = wordsOf(text ?? "");
  return async ({ _id, key, title, description }) => {
    let missing = missingIn(`${key} ${title} ${description}`, wanted);
    if (missing.length === 0) return true;
    for await (const { body } of messagesOf(ctx, _id, audience)) {
      missing = missingIn(body, missing);
      if (missing.length === 0) return true;
    }
    return false;
  };
}

function missingIn(text: string, wanted: readonly string[]): string[] {
  return wanted.filter((word) => !holdsWords(text, [word]));
}

async function* messagesOf(ctx: ReadCtx, ticketId: Id<"tickets">, audience: SearchAudience) {
  const messages = ctx.db.query("ticketMessages");
  const readable =
    audience === "agents"
      ? messages.withIndex("by_ticket", (q) => q.eq("ticketId", ticketId))
      : messages.withIndex("by_visibility", (q) => q.eq("ticketId", ticketId).eq("visibility", "public"));
  let read = 0;
  for await (const message of readable) {
    if (read === MESSAGES_READ) return;
    read += 1;
    yield message;
  }
}
