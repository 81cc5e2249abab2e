/**
 * A ticket that is better a request: its agents suggest a type, its requester finds a draft filled in and sends it, and
 * the ticket waits for the end of what was sent (S20, S6). Or better an idea: its requester writes it, for everybody to
 * read, and the ticket is solved (S21). Nobody asks for anything in somebody else's name, and nobody publishes it.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { Deed } from "../../core/audit/model";
import { offeredTypes } from "../../core/catalog/model";
import { currentHours } from "../../core/supportHours/model";
import { clockAfter } from "../../core/tickets/clock";
import type { ReadTicket } from "../../core/tickets/model";
import { UNFINISHED, whyNotMove } from "../../core/tickets/rules";
import { MAX_WAITING } from "../../core/tickets/rules/waits";
import { NO_WAIT } from "../../core/tickets/waits";
import { refuse, refuseIf } from "../../lib/errors";
import { answer } from "./answering";
import { solve } from "./asking";
import { record, type Saying, type TicketStep } from "./steps/step";
import { stillTakable, refuseUntakable } from "./taking";
import { waitingFor } from "./waits/waiting";

/** A type that can be suggested. */
export interface SuggestedType {
  readonly key: string;
  readonly name: string;
}

/** The types the requester of a ticket may ask for, by name. */
export async function suggestable(
  ctx: Pick<QueryCtx, "db">,
  { requesterId }: Pick<Doc<"tickets">, "requesterId">,
): Promise<SuggestedType[]> {
  const requester = await ctx.db.get(requesterId);
  const types = requester ? await offeredTypes(ctx, requester.roles) : [];
  return types
    .map(({ type: { key }, version: { definition } }) => ({ key, name: definition.name }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Suggests a type, or with null an idea, with a word to the requester, who has the next step then. */
export async function suggest(
  step: TicketStep,
  read: ReadTicket,
  {
    typeKey,
    fileIds = [],
    ...saying
  }: Saying & { readonly typeKey: string | null; readonly fileIds?: readonly Id<"ticketUploads">[] | undefined },
): Promise<void> {
  const { ticket } = read;
  if (typeKey !== null && !(await suggestable(step.ctx, ticket)).some(({ key }) => key === typeKey))
    refuse({ code: "not-eligible", message: "The requester of this ticket cannot request that." });
  const along = new Set(fileIds);
  await refuseUntakable(step.ctx, ticket, along);
  await answer(step, read, saying, { after: "wait" });
  const suggested = { ...(typeKey !== null && { typeKey }), at: step.at, byId: step.person._id, fileIds: [...along] };
  await step.ctx.db.patch(ticket._id, { suggested });
  if (typeKey === null) await record(step, ticket, "ticket.ideaSuggested");
  else await record(step, ticket, "ticket.requestSuggested", { type: typeKey });
}

/** What is suggested to a requester who may follow it now; refuses to everybody else. */
export function suggestionFor({ ticket, isRequester }: ReadTicket): NonNullable<Doc<"tickets">["suggested"]> {
  if (!isRequester) refuse({ code: "not-eligible", message: "Only its requester can decide whether to request it." });
  refuseIf(whyNotMove(ticket.state, "answer"));
  return ticket.suggested ?? refuse({ code: "not-found", message: "Support no longer suggests a request." });
}

/** Refuses files that were not suggested to go along. */
export function refuseUnsuggested(
  { fileIds: suggested = [] }: Suggested,
  fileIds: readonly Id<"ticketUploads">[] = [],
): void {
  if (!fileIds.every((id) => suggested.includes(id)))
    refuse({ code: "not-found", message: "Only files that support suggested can be included." });
}

/** The requester began a draft, and says which of the suggested files go along with it. */
export async function draftBegun(
  step: TicketStep,
  ticket: Doc<"tickets">,
  draftId: Id<"requests">,
  fileIds: readonly Id<"ticketUploads">[] = [],
): Promise<void> {
  const { suggested } = ticket;
  if (!suggested) return;
  const isNew = suggested.draftId !== draftId;
  const draftFileIds = [...new Set(fileIds)];
  if (!isNew && draftFileIds.join() === suggested.draftFileIds?.join()) return;
  await step.ctx.db.patch(ticket._id, { suggested: { ...suggested, draftId, draftFileIds } });
  await record(step, ticket, isNew ? "ticket.requestBegun" : "ticket.filesChosen");
}

type Suggested = NonNullable<Doc<"tickets">["suggested"]>;

/** Files that go along with what was sent, and the ticket they are of. */
export interface TakenAlong {
  readonly key: string;
  readonly files: readonly Doc<"ticketUploads">[];
}

/** A draft was sent: the ticket it was begun from waits for its end, and gives it the files that go along. */
export async function draftSent(
  { ctx, at, by }: Deed,
  { _id: requestId, key }: Pick<Doc<"requests">, "_id" | "key">,
): Promise<TakenAlong | null> {
  const ticket = await ctx.db
    .query("tickets")
    .withIndex("by_draft", (q) => q.eq("suggested.draftId", requestId))
    .first();
  if (!ticket) return null;
  const files = await stillTakable(ctx, ticket, ticket.suggested?.draftFileIds);
  const waits = UNFINISHED.includes(ticket.state) && (await waitingFor(ctx, requestId)).length < MAX_WAITING;
  await ctx.db.patch(ticket._id, {
    suggested: undefined,
    ...(waits && {
      state: "waitingOnThirdParty" as const,
      ...clockAfter(await currentHours(ctx), ticket, "waitingOnThirdParty", at),
      turnAt: undefined,
      ...NO_WAIT,
      waitsForId: requestId,
      proof: undefined,
      updatedAt: at,
    }),
  });
  await record({ ctx, at, by }, ticket, "ticket.requestSent", { request: key });
  return { key: ticket.key, files };
}

/** The requester wrote the idea that was suggested: the ticket points to it and is solved. */
export async function ideaWritten(step: TicketStep, read: ReadTicket, ideaId: Id<"ideas">): Promise<void> {
  await step.ctx.db.patch(read.ticket._id, { ideaId, suggested: undefined });
  await solve(step, read, "idea");
}
