/** What agents do: weigh, answer, note, wait and resolve. Nobody answers a ticket of their own. */

import type { Doc, Id } from "../../_generated/dataModel";
import { currentHours } from "../../core/supportHours/model";
import { clockAfter, dueOf, firstAnswered } from "../../core/tickets/clock";
import type { ReadTicket } from "../../core/tickets/model";
import { refuseQuotes } from "../../core/tickets/quotes";
import { MAX_REPLIES, type TicketMove, whyNotReply, whyNotYet } from "../../core/tickets/rules";
import { whyNotCause, whyNotFollows, whyNotRecause } from "../../core/tickets/rules/causes";
import { whyNotWaitForRequester, whyNotWaitUntil } from "../../core/tickets/rules/waits";
import type { ChosenCause, AfterAnswer, TicketPriority } from "../../core/tickets/table";
import { NO_WAIT } from "../../core/tickets/waits";
import { refuse, refuseIf } from "../../lib/errors";
import { insertMessage, repliesOf } from "./asking";
import { tellMentions } from "./mentioning";
import { refuseMove } from "./steps/ended";
import { resolved } from "./steps/resolving";
import { asAgentOf, record, type Saying, type TicketStep } from "./steps/step";
import { tellAnswer, tellPartsResolved, tellTurn } from "./steps/telling";
import { refuseUnread } from "./steps/unread";
import { tag } from "./tagging";
import { beginWait } from "./waits/naming";
import { beginSilence } from "./waits/silence";

/** Refuses who does not answer this ticket, and what cannot be done with it as it stands. */
export async function asAgent(
  { ctx }: Pick<TicketStep, "ctx">,
  { ticket, isAgent }: ReadTicket,
  move: TicketMove,
): Promise<void> {
  if (!isAgent)
    refuse({ code: "not-eligible", message: "You take part in this ticket, so somebody else has to answer it." });
  await refuseMove(ctx, ticket, move);
}

/** The fields of a ticket that an agent took up: a new one is open from then on. */
export async function takenUp({ ctx, at }: TicketStep, ticket: Doc<"tickets">) {
  if (ticket.state !== "new") return {};
  return { state: "open" as const, ...clockAfter(await currentHours(ctx), ticket, "open", at) };
}

/** Says how much a ticket presses; its due time follows. */
export async function setPriority(step: TicketStep, read: ReadTicket, priority: TicketPriority): Promise<void> {
  await asAgent(step, read, "steer");
  const { ticket } = read;
  await step.ctx.db.patch(ticket._id, { priority, ...dueOf(await currentHours(step.ctx), { ...ticket, priority }) });
  await record(step, ticket, "ticket.prioritised", { priority });
}

/** What an answer does beside being read; one that resolves its ticket says why support was needed. */
export interface Follows {
  readonly after?: AfterAnswer | undefined;
  readonly cause?: ChosenCause | undefined;
  /** What it tags its ticket with. */
  readonly tags?: readonly string[] | undefined;
}

/** Answers the requester, for everybody in the ticket to read; then the ticket waits for them, or is resolved (S11). */
export async function answer(
  step: TicketStep,
  read: ReadTicket,
  saying: Saying,
  { after, cause, tags = [] }: Follows = {},
): Promise<void> {
  await asAgent(step, read, "answer");
  refuseIf(whyNotFollows(after, cause, read.ticket.proof));
  if (tags.length > 0) await tag(step, read, { add: tags, remove: [] });
  const { ctx } = step;
  const taken = { ...read.ticket, ...(await takenUp(step, read.ticket)) };
  await ctx.db.patch(taken._id, { state: taken.state });
  if (after === "resolve" && cause !== undefined) {
    await resolve(step, { ...read, ticket: taken }, saying, cause);
    return;
  }
  const said = await sayPublicly(step, { ...read, ticket: taken }, saying);
  const answered = { ...said.ticket, ...silenceBroken(taken) };
  await ctx.db.patch(answered._id, silenceBroken(taken));
  await record(step, read.ticket, "ticket.answered");
  const asks = after === "wait";
  if (asks)
    await beginToWait(step, { ...read, ticket: answered }, { on: "waitingOnRequester", until: null, what: null });
  await tellAnswer(step, read, {
    messageId: said.messageId,
    by: step.person._id,
    title: `Support answered in ${read.ticket.key}`,
    body: saying.body,
    asks,
  });
}

/** Answers the ticket with its first answer in it: from then on its end is what is due. */
async function sayPublicly(
  step: TicketStep,
  read: ReadTicket,
  saying: Saying,
): Promise<{ ticket: Doc<"tickets">; messageId: Id<"ticketMessages"> }> {
  const { ticket } = read;
  await refuseUnread(step, read, saying.readUpTo);
  await refuseQuotes(step.ctx, read, saying.body, { person: step.person, visibility: "public" });
  const messageId = await say(step, ticket, saying, "public");
  const { ctx, at } = step;
  const hours = await currentHours(ctx);
  const first = firstAnswered(hours, ticket, at);
  const answer = { updatedAt: at, lastAnswerAt: at, ...first, ...dueOf(hours, { ...ticket, ...first }) };
  await ctx.db.patch(ticket._id, answer);
  return { ticket: { ...ticket, ...answer }, messageId };
}

async function say(
  step: TicketStep,
  ticket: Doc<"tickets">,
  saying: Saying,
  visibility: "public" | "internal",
): Promise<Id<"ticketMessages">> {
  refuseIf(whyNotReply(saying.body));
  refuseIf(whyNotYet(await repliesOf(step), MAX_REPLIES));
  return await insertMessage(step, ticket, saying, { visibility, isAnswer: visibility === "public" });
}

/** An answer breaks the silence after a proof: nobody is asked again. A wait keeps its day. */
function silenceBroken({ state }: Doc<"tickets">) {
  return state === "open" ? { turnAt: undefined } : {};
}

/** Notes something for agents alone: nothing that the requester sees changes, and only those it mentions hear of it (S1). */
export async function note(
  step: TicketStep,
  read: ReadTicket,
  saying: Saying,
  { after, cause }: Follows = {},
): Promise<void> {
  if (after !== undefined || cause !== undefined)
    refuse({ code: "invalid-input", message: "A note does not change the ticket." });
  if (!read.isAgent)
    refuse({ code: "not-eligible", message: "You take part in this ticket, so you cannot add internal notes to it." });
  await refuseQuotes(step.ctx, read, saying.body, { person: step.person, visibility: "internal" });
  const messageId = await say(step, read.ticket, saying, "internal");
  await record(step, read.ticket, "ticket.noted");
  await tellMentions(step, read, { messageId, body: saying.body });
}

/** What a ticket is to wait for. */
export interface WaitWish {
  readonly on: "waitingOnRequester" | "waitingOnThirdParty";
  readonly until: number | null;
  /** What it waits for: "REQ-142", "task:<id>" or "INC-3". */
  readonly what: string | null;
  /** When the last of what its agent has read was said (S37). */
  readonly readUpTo?: number | undefined;
}

/** The ticket waits; its requester hears that it is their turn (S30). */
export async function wait(step: TicketStep, read: ReadTicket, wish: WaitWish): Promise<void> {
  await refuseUnread(step, read, wish.readUpTo);
  await beginToWait(step, read, wish);
  if (wish.on === "waitingOnRequester") await tellTurn(step, read.ticket, "ticket.asked");
}

/**
 * The ticket waits for its requester, somebody outside, a request, a task or an incident; until a day, or until somebody says otherwise. What
 * it waited for before is forgotten.
 */
async function beginToWait(step: TicketStep, read: ReadTicket, { on, until, what }: WaitWish): Promise<void> {
  await asAgent(step, read, "wait");
  const { at } = step;
  refuseIf(whyNotWaitUntil(until, at));
  const { ticket } = read;
  if (what !== null && on !== "waitingOnThirdParty")
    refuse({ code: "invalid-input", message: "To wait for a request, a task or an incident, wait for a third party." });
  if (on === "waitingOnRequester") refuseIf(whyNotWaitForRequester(ticket.firstResponseAt !== undefined));
  const waits = what === null ? {} : await beginWait(step, ticket, what);
  const silence = on === "waitingOnRequester" && until === null ? await beginSilence(step) : null;
  await step.ctx.db.patch(ticket._id, {
    state: on,
    ...clockAfter(await currentHours(step.ctx), ticket, on, at),
    turnAt: until ?? undefined,
    ...NO_WAIT,
    ...waits,
    ...silence,
    proof: undefined,
    updatedAt: at,
  });
  await record(step, ticket, "ticket.waits", { on, ...(what !== null && { what: what.trim() }) });
}

/** The ticket waits no longer, also for no request. */
export async function resume(step: TicketStep, read: ReadTicket): Promise<void> {
  await asAgent(step, read, "resume");
  const { at } = step;
  const clock = clockAfter(await currentHours(step.ctx), read.ticket, "open", at);
  await step.ctx.db.patch(read.ticket._id, {
    state: "open",
    ...clock,
    turnAt: undefined,
    ...NO_WAIT,
    updatedAt: at,
  });
  await record(step, read.ticket, "ticket.resumed");
}

/** Resolves a ticket with a word to its requester, and says why support was needed (S34). */
export async function resolve(step: TicketStep, read: ReadTicket, saying: Saying, cause: ChosenCause): Promise<void> {
  await asAgent(step, read, "resolve");
  refuseIf(whyNotCause(cause, read.ticket.proof));
  const { ticket, messageId } = await sayPublicly(step, read, saying);
  await resolved(step, ticket, cause);
  await record(step, read.ticket, "ticket.resolved", { cause });
  const words = { title: `${read.ticket.key} is resolved`, body: saying.body };
  await tellAnswer(step, read, { ...words, messageId, by: step.person._id });
  await tellPartsResolved(step, read, step.person._id);
}

/** Says anew why support was needed in a ticket that is over, also where nobody chose it. Nobody is notified (S34). */
export async function recause(step: TicketStep, read: ReadTicket, cause: ChosenCause): Promise<void> {
  asAgentOf(read);
  const { ticket } = read;
  refuseIf(whyNotRecause(ticket.state));
  if (ticket.cause === cause) return;
  refuseIf(whyNotCause(cause, ticket.proof));
  await step.ctx.db.patch(ticket._id, { cause });
  await record(step, ticket, "ticket.causeChanged", { cause });
}
