/**
 * An agent writes a ticket for somebody who called or came by: it is that person's from the first moment, says who wrote
 * it, and is the agent's to answer. Whether the person is told is said each time (S23).
 */

import type { Doc, Id } from "../../_generated/dataModel";
import { isSameHuman } from "../../core/people/humans";
import { MAX_OPENED, whyNotTicket, whyNotYet } from "../../core/tickets/rules";
import type { TicketFinding } from "../../core/tickets/table";
import { refuse, refuseIf } from "../../lib/errors";
import { HOUR_MS } from "../../lib/pure/time";
import { takenUp } from "./answering";
import { insertTicket, sendBeside, type TicketWords } from "./asking";
import { type Related, relatedFor } from "./relating";
import { record, type TicketStep } from "./steps/step";
import { tellOpened } from "./steps/telling";

/** Whom a ticket is for, and whether they are told of it now. */
export interface OpenedFor extends Omit<TicketWords, "incident" | "diagnostics"> {
  readonly personId: Id<"people">;
  readonly tells: boolean;
}

/** Opens a ticket for somebody; answers its key. What it is about has to be there for both of them to see. */
export async function openFor(
  step: TicketStep,
  { personId, tells, related: wanted, ...words }: OpenedFor,
  look: (related: Related, requester: Doc<"people">) => Promise<readonly TicketFinding[]>,
): Promise<string> {
  const { ctx, person: agent } = step;
  refuseIf(whyNotTicket(words));
  const requester = await requesterFor(step, personId);
  const related = wanted === null ? undefined : await relatedFor(ctx, requester, wanted);
  if (related === null || (wanted !== null && (await relatedFor(ctx, agent, wanted)) === null))
    refuse({ code: "not-found", message: "What this is about was not found." });
  await refuseOneMoreFor(step);
  const found = related && (await look(related, requester));
  const ticket = await insertTicket(
    { ...step, person: requester },
    { ...words, related: related?.thing, found, openedById: agent._id },
  );
  await sendBeside(step, ticket, words.uploadIds, undefined);
  await ctx.db.patch(ticket._id, { assigneeId: agent._id, ...(await takenUp(step, ticket)) });
  await record(step, ticket, "ticket.openedFor", { personId, tells });
  if (tells) await tellOpened(step, ticket);
  return ticket.key;
}

/** Refuses to an agent who made so many tickets of others within the hour, opened or split off. */
export async function refuseOneMoreFor({ ctx, at, person: { _id } }: TicketStep): Promise<void> {
  const since = at - HOUR_MS;
  const opened = await ctx.db
    .query("tickets")
    .withIndex("by_opened", (q) => q.eq("openedById", _id).gt("createdAt", since))
    .take(MAX_OPENED);
  const split = await ctx.db
    .query("tickets")
    .withIndex("by_split", (q) => q.eq("splitById", _id).gt("createdAt", since))
    .take(MAX_OPENED);
  refuseIf(whyNotYet(opened.length + split.length, MAX_OPENED));
}

async function requesterFor({ ctx, person: agent }: TicketStep, personId: Id<"people">): Promise<Doc<"people">> {
  const requester = await ctx.db.get(personId);
  if (requester?.status !== "active")
    refuse({ code: "not-eligible", message: "A ticket can only be opened for active people." });
  if (await isSameHuman(ctx, agent._id, personId))
    refuse({
      code: "not-eligible",
      message: "Write your own ticket under your own name, so that somebody else answers it.",
    });
  return requester;
}
