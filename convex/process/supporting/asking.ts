/** What requesters and participants do: write a ticket, reply, say that it is solved. */

import type { Doc, Id } from "../../_generated/dataModel";
import { loadIncident } from "../../core/incidents/model";
import { currentHours } from "../../core/supportHours/model";
import { teamFor } from "../../core/supportTeams/model";
import { clockAfter, dueOf } from "../../core/tickets/clock";
import { keepMailed } from "../../core/tickets/mailedFiles";
import type { ReadTicket } from "../../core/tickets/model";
import { refuseQuotes } from "../../core/tickets/quotes";
import {
  MAX_REPLIES,
  MAX_TICKETS,
  isTicketOver,
  replyEffect,
  TITLE_MAX_LENGTH,
  whyNotMove,
  whyNotReply,
  whyNotTicket,
  whyNotYet,
} from "../../core/tickets/rules";
import { keptDiagnostics, whyNotDiagnostics } from "../../core/tickets/rules/diagnostics";
import { whyNotMailedReply } from "../../core/tickets/rules/quote";
import type { RelatedThing, TicketFinding, TicketTopic } from "../../core/tickets/table";
import { standsFor } from "../../core/tickets/together";
import { sendUploads } from "../../core/tickets/uploads";
import { nextNumber } from "../../lib/counters";
import { refuse, refuseIf } from "../../lib/errors";
import type { Refusal } from "../../lib/pure/refusal";
import { shorten } from "../../lib/pure/text";
import { HOUR_MS } from "../../lib/pure/time";
import { type Related, relatedFor } from "./relating";
import { resolved } from "./steps/resolving";
import { record, type Saying, type TicketStep } from "./steps/step";
import { tellNew, tellReply } from "./steps/telling";
import { join } from "./waits/joining";

/** The first ticket of a portal is TKT-101. */
const FIRST_NUMBER = 101;

/** What somebody writes into a new ticket. */
export interface TicketWords extends Pick<Saying, "uploadIds"> {
  readonly title: string;
  readonly description: string;
  readonly topic: TicketTopic;
  /** "REQ-142", "task:<id>" or "service:<name>"; null without. */
  readonly related: string | null;
  /** The key of the incident it is about. */
  readonly incident?: string | undefined;
  /** The lines about page, browser and errors that its writer saw and left (S35). */
  readonly diagnostics?: readonly string[] | undefined;
}

/** Writes a ticket, with what the portal saw of what it is about (S12). */
export async function createTicket(
  step: TicketStep,
  words: TicketWords,
  look: (related: Related) => Promise<readonly TicketFinding[]>,
): Promise<Doc<"tickets">> {
  const { ctx, person } = step;
  const { diagnostics = [] } = words;
  refuseIf(whyNotTicket(words) ?? whyNotDiagnostics(diagnostics));
  const related = words.related === null ? undefined : await relatedFor(ctx, person, words.related);
  if (related === null) refuse({ code: "not-found", message: "What this is about was not found." });
  const found = related && (await look(related));
  const ticket = await insertTicket(step, {
    ...words,
    related: related?.thing,
    found,
    diagnostics: keptDiagnostics(diagnostics),
  });
  await sendBeside(step, ticket, words.uploadIds, undefined);
  // Nobody has to look at one more ticket of an incident, until its writer says more or the incident ends (S13).
  if (words.incident === undefined) await tellNew(step, ticket);
  else await join(step, ticket, await loadIncident(ctx, words.incident), true);
  return ticket;
}

/** Puts files beside the description of a new ticket. */
export async function sendBeside(
  { ctx, at, person }: TicketStep,
  { _id: ticketId }: Doc<"tickets">,
  uploadIds: Saying["uploadIds"],
  uploadedFor: Id<"tickets"> | undefined,
): Promise<void> {
  const files = await sendUploads(ctx, uploadIds, { personId: person._id, uploadedFor, ticketId, at });
  if (files.length > 0) await ctx.db.patch(ticketId, { files });
}

/** Why the step's person writes no further ticket now, or null: so many within the hour. */
export async function whyNotOneMore({ ctx, at, person }: TicketStep): Promise<Refusal | null> {
  const recent = await ctx.db
    .query("tickets")
    .withIndex("by_written", (q) =>
      q
        .eq("requesterId", person._id)
        .eq("openedById", undefined)
        .eq("splitById", undefined)
        .gt("createdAt", at - HOUR_MS),
    )
    .take(MAX_TICKETS);
  return whyNotYet(recent.length, MAX_TICKETS);
}

/** Keeps a ticket of the step's person; refuses where they wrote too many within the hour. */
export async function insertTicket(
  step: TicketStep,
  {
    title,
    description,
    topic,
    related,
    found = [],
    diagnostics = [],
    followUpOfId,
    openedById,
    splitById,
    teamId,
  }: Pick<TicketWords, "title" | "description" | "topic" | "diagnostics"> & {
    readonly related?: RelatedThing | undefined;
    readonly found?: readonly TicketFinding[] | undefined;
    readonly followUpOfId?: Id<"tickets">;
    /** The agent who writes it for the step's person, or splits it off another ticket; the limit is theirs then. */
    readonly openedById?: Id<"people">;
    readonly splitById?: Id<"people">;
    /** Who looks after what it follows; without, the team of its topic does. */
    readonly teamId?: Id<"businessAreas"> | undefined;
  },
): Promise<Doc<"tickets">> {
  const { ctx, at, person } = step;
  if (!openedById && !splitById) refuseIf(await whyNotOneMore(step));
  const clock = { state: "new" as const, priority: "Medium" as const, createdAt: at, pausedSeconds: 0 };
  const team = teamId ?? (await teamFor(ctx, topic));
  const id = await ctx.db.insert("tickets", {
    ...clock,
    key: `TKT-${await nextNumber(ctx, "ticket", FIRST_NUMBER)}`,
    title: title.trim(),
    description: description.trim(),
    topic,
    ...(team && { teamId: team }),
    ...(related && { related }),
    ...(found.length > 0 && { found: [...found] }),
    ...(diagnostics.length > 0 && { diagnostics: [...diagnostics] }),
    ...(followUpOfId && { followUpOfId }),
    requesterId: person._id,
    ...(openedById && { openedById }),
    ...(splitById && { splitById }),
    updatedAt: at,
    ...dueOf(await currentHours(ctx), clock),
  });
  const ticket = (await ctx.db.get(id)) ?? refuse({ code: "not-found" });
  if (!openedById) await record(step, ticket, "ticket.created", { topic });
  return ticket;
}

/** Replies in one's ticket. Answers the key of the ticket in which the reply stands: a closed one is followed up. */
export async function reply(step: TicketStep, read: ReadTicket, saying: Saying): Promise<string> {
  const { ctx, at, person } = step;
  const { ticket, isParty, isRequester } = read;
  const { body, isThanks } = saying;
  if (!isParty) refuse({ code: "not-eligible", message: "You do not take part in this ticket." });
  refuseIf(saying.byMail ? whyNotMailedReply(body) : whyNotReply(body));
  refuseIf(whyNotYet(await repliesOf(step), MAX_REPLIES));
  // A mail was sent as it is: what it refers to is shown to those alone who read it.
  if (!saying.byMail) await refuseQuotes(ctx, read, body, { person, visibility: "public" });
  // What is said in a merged ticket moves the one it carries on in; the words stay where they were said.
  const target = await standsFor(ctx, ticket);
  const effect = replyEffect(target, at, { isThanks });
  if (effect === "follow-up" || (effect === "reopens" && target.state === "resolved")) {
    if (!isRequester)
      refuse({
        code: "not-eligible",
        message: "Only its requester can reopen this ticket. Open one of your own.",
      });
  }
  if (effect === "follow-up") return (await followUp(step, ticket, saying)).key;
  const messageId = await insertMessage(step, ticket, saying, { visibility: "public", isAnswer: false });
  const isOpened = effect === "reopens";
  // A ticket that waits for a request hears of its end all the same.
  await ctx.db.patch(target._id, {
    updatedAt: at,
    ...(target.state === "open" && { turnAt: undefined }),
    ...(isOpened && opened(await currentHours(ctx), target, at)),
  });
  const wasOver = isTicketOver(target.state);
  const action = isOpened && wasOver ? "ticket.reopened" : wasOver ? "ticket.thanked" : "ticket.replied";
  await record(step, target, action);
  await tellReply(step, target, { messageId, by: person._id, body, isThanks: wasOver && !isOpened });
  return ticket.key;
}

/** The fields of a ticket whose next step is support's again. */
export function opened(hours: Awaited<ReturnType<typeof currentHours>>, ticket: Doc<"tickets">, at: number) {
  return {
    state: "open" as const,
    ...clockAfter(hours, ticket, "open", at),
    turnAt: undefined,
    silence: undefined,
    resolvedAt: undefined,
    cause: undefined,
    isSolvedInTime: undefined,
  };
}

/** A reply after the end is never lost: it is a ticket of its own, as long as a reply may be. */
async function followUp(
  step: TicketStep,
  ticket: Doc<"tickets">,
  { body, uploadIds, mailFiles }: Saying,
): Promise<Doc<"tickets">> {
  const title = shorten(`Follow-up of ${ticket.key}: ${ticket.title}`, TITLE_MAX_LENGTH);
  const { topic, related, teamId, _id: followUpOfId } = ticket;
  const next = await insertTicket(step, { title, description: body, topic, related, teamId, followUpOfId });
  await sendBeside(step, next, uploadIds, followUpOfId);
  const files = await keepMailed(step.ctx, mailFiles, { personId: step.person._id, ticketId: next._id }, step.at);
  if (files.length > 0) await step.ctx.db.patch(next._id, { files });
  await tellNew(step, next);
  return next;
}

/** Keeps what somebody said in a ticket, with its files. */
export async function insertMessage(
  { ctx, at, person }: TicketStep,
  { _id: ticketId }: Doc<"tickets">,
  { body, uploadIds, byMail, mailFrom, mailFiles }: Saying,
  kind: Pick<Doc<"ticketMessages">, "visibility" | "isAnswer"> & { readonly wordId?: Id<"incidentWords"> },
): Promise<Id<"ticketMessages">> {
  const message = {
    ticketId,
    authorId: person._id,
    ...kind,
    body: body.trim(),
    ...(byMail && { byMail }),
    ...(mailFrom !== undefined && { mailFrom }),
    createdAt: at,
  };
  const messageId = await ctx.db.insert("ticketMessages", message);
  const to = { personId: person._id, uploadedFor: ticketId, ticketId, messageId, at };
  const mailed = await keepMailed(ctx, mailFiles, { personId: person._id, ticketId, messageId }, at);
  const files = [...(await sendUploads(ctx, uploadIds, to)), ...mailed];
  if (files.length > 0) await ctx.db.patch(messageId, { files });
  return messageId;
}

/** How much somebody said in tickets within the hour; what they said in an incident stands in many. */
export async function repliesOf({ ctx, at, person }: TicketStep): Promise<number> {
  const recent = await ctx.db
    .query("ticketMessages")
    .withIndex("by_author", (q) =>
      q
        .eq("authorId", person._id)
        .eq("wordId", undefined)
        .gt("createdAt", at - HOUR_MS),
    )
    .take(MAX_REPLIES);
  return recent.length;
}

/** Its requester says that a ticket is solved, or writes the idea that solves it. */
export async function solve(
  step: TicketStep,
  { ticket, isRequester }: ReadTicket,
  cause: "solvedThemselves" | "idea" = "solvedThemselves",
): Promise<void> {
  if (!isRequester) refuse({ code: "not-eligible", message: "Only its requester can say that it is solved." });
  refuseIf(whyNotMove(ticket.state, "solve"));
  await resolved(step, ticket, cause);
  await record(step, ticket, "ticket.solved");
}
