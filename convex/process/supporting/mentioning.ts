/** Whom an internal note can mention: those who read it, by "@" and their name (S36). */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { holdersOf, MAX_OWNERS } from "../../core/people/holders";
import { fullName } from "../../core/people/model";
import { isOwnOf, type ReadTicket } from "../../core/tickets/model";
import { mentionedOf } from "../../lib/pure/mentions";
import type { TicketStep } from "./steps/step";
import { tellMentioned } from "./steps/telling";

/** So many are offered that all fit beside what is written. */
const MOST_OFFERED = 6;

type NoteOf = Pick<ReadTicket, "ticket" | "participants">;

interface NoteReader {
  readonly name: string;
  readonly person: Doc<"people">;
}

/** The agents who read the notes of a ticket, beside whoever writes one. */
async function noteReaders(
  ctx: Pick<QueryCtx, "db">,
  read: NoteOf,
  { _id: writerId }: Doc<"people">,
): Promise<NoteReader[]> {
  const found: NoteReader[] = [];
  for (const person of await holdersOf(ctx, "tickets.answer", MAX_OWNERS))
    if (person._id !== writerId && !(await isOwnOf(ctx, read, person))) found.push({ name: fullName(person), person });
  return found.toSorted((one, other) => one.name.localeCompare(other.name, "en-GB"));
}

/** The names that are offered for what was typed after an "@": some of those who read the note. */
export async function namesFor(
  ctx: Pick<QueryCtx, "db">,
  read: NoteOf,
  writer: Doc<"people">,
  typed: string,
): Promise<string[]> {
  const wanted = typed.toLowerCase();
  const names = (await noteReaders(ctx, read, writer)).map(({ name }) => name);
  const begins = (name: string): boolean =>
    name
      .toLowerCase()
      .split(" ")
      .some((word) => word.startsWith(wanted));
  return [...new Set(names)].filter(begins).slice(0, MOST_OFFERED);
}

/** Notifies everybody a note mentions, once. */
export async function tellMentions(
  step: TicketStep,
  read: NoteOf,
  { messageId, body }: { readonly messageId: Id<"ticketMessages">; readonly body: string },
): Promise<void> {
  if (!body.includes("@")) return;
  for (const { person } of mentionedOf(body, await noteReaders(step.ctx, read, step.person)))
    await tellMentioned(step, read.ticket, { messageId, recipientId: person._id, by: fullName(step.person) });
}
