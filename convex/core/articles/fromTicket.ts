/** Articles written from a resolved ticket: begun with what support answered, without whoever asked. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { replaceFiles, withoutQuotes } from "../../lib/pure/marks";
import { withoutSecrets } from "../../lib/pure/secrets";
import { readTicket } from "../tickets/model";
import { isTicketOver } from "../tickets/rules";
import type { TicketTopic } from "../tickets/table";
import type { Eyes } from "./model";
import { ARTICLE_BODY_MAX_LENGTH, ARTICLE_TITLE_MAX_LENGTH } from "./rules";
import { withoutCourtesies } from "./withoutCourtesies";
import { type NamedPerson, withoutPeople } from "./withoutPeople";

type ReadCtx = Pick<QueryCtx, "db">;

/** What was said last in public, among which the answer is looked for. */
const LATEST_WORDS = 20;
/** Articles of one ticket that are listed. */
const MAX_ARTICLES_OF_TICKET = 10;

/** A resolved ticket somebody answers; null for everybody else and while it is not resolved. */
export async function ticketToWriteFrom(ctx: ReadCtx, eyes: Eyes, key: string): Promise<Doc<"tickets"> | null> {
  const read = await readTicket(ctx, eyes, key);
  if (!read?.isAgent) return null;
  return isTicketOver(read.ticket.state) ? read.ticket : null;
}

/** What an article from this ticket begins with; a person has to read it before anybody else does. */
export async function begunFromTicket(
  ctx: ReadCtx,
  ticket: Doc<"tickets">,
): Promise<{ title: string; body: string; topic: TicketTopic }> {
  const words = await ctx.db
    .query("ticketMessages")
    .withIndex("by_visibility", (q) => q.eq("ticketId", ticket._id).eq("visibility", "public"))
    .order("desc")
    .take(LATEST_WORDS);
  const people = await peopleIn(ctx, ticket, words);
  const clean = (text: string) => withoutPeople(withoutSecrets(text), people);
  const said = words.find(({ isAnswer }) => isAnswer)?.body ?? "";
  // Its own words: what they quote was said by whoever needed help, and their files are not the article's.
  const answer = replaceFiles(withoutQuotes(said), () => "");
  return {
    title: clean(ticket.title).slice(0, ARTICLE_TITLE_MAX_LENGTH),
    body: withoutCourtesies(clean(answer)).slice(0, ARTICLE_BODY_MAX_LENGTH),
    topic: ticket.topic,
  };
}

async function peopleIn(
  ctx: ReadCtx,
  { _id, requesterId }: Doc<"tickets">,
  words: readonly Doc<"ticketMessages">[],
): Promise<NamedPerson[]> {
  const parties = await ctx.db
    .query("ticketParticipants")
    .withIndex("by_ticket", (q) => q.eq("ticketId", _id))
    .take(LATEST_WORDS);
  const ids = new Set<Id<"people">>([
    requesterId,
    ...parties.map(({ personId }) => personId),
    ...words.map(({ authorId }) => authorId),
  ]);
  const people = await Promise.all([...ids].map((id) => ctx.db.get(id)));
  return people.filter((person) => person !== null);
}

/** The articles that were written from a ticket. */
export async function articlesFrom(ctx: ReadCtx, ticketId: Id<"tickets">): Promise<Doc<"articles">[]> {
  return await ctx.db
    .query("articles")
    .withIndex("by_ticket", (q) => q.eq("ticketId", ticketId))
    .take(MAX_ARTICLES_OF_TICKET);
}
