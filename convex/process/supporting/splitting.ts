/** A message about something else becomes a ticket of its own, of whoever wrote it (S22). A merge takes it back. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { ReadTicket } from "../../core/tickets/model";
import { titleProblem } from "../../core/tickets/rules";
import type { TicketTopic } from "../../core/tickets/table";
import { shareFiles } from "../../core/tickets/uploads";
import { refuse, refuseIf } from "../../lib/errors";
import { insertTicket } from "./asking";
import { refuseOneMoreFor } from "./opening";
import { asAgentOf, noteIn, record, type TicketStep } from "./steps/step";
import { tellNew, tellSplit } from "./steps/telling";

/** What the new ticket is called and is about. */
export interface Split {
  readonly messageId: Id<"ticketMessages">;
  readonly title: string;
  readonly topic: TicketTopic;
}

/**
 * Makes a message of a ticket a ticket of its own, once: with the words as they were said, and of nobody but their
 * author, and the files that were sent with it. The message stays where it is, with them.
 */
export async function split(step: TicketStep, read: ReadTicket, wish: Split): Promise<Doc<"tickets">> {
  asAgentOf(read);
  const { ctx } = step;
  const { ticket } = read;
  const problem = titleProblem(wish.title);
  refuseIf(problem === null ? null : { code: "invalid-input", message: problem });
  const message = await ctx.db.get(wish.messageId);
  if (message?.ticketId !== ticket._id) refuse({ code: "not-found" });
  if (message.visibility !== "public" || message.isAnswer || message.mailFrom !== undefined)
    refuse({ code: "not-eligible", message: "Only what somebody asked support can become a ticket of its own." });
  if (message.splitIntoId) refuse({ code: "duplicate", message: "It is already a ticket of its own." });
  const author = (await ctx.db.get(message.authorId)) ?? refuse({ code: "not-found" });
  await refuseOneMoreFor(step);
  const words = { title: wish.title, description: message.body, topic: wish.topic };
  const next = await insertTicket(
    { ...step, person: author },
    { ...words, followUpOfId: ticket._id, splitById: step.person._id },
  );
  const files = await shareFiles(ctx, message.files, next._id);
  if (files.length > 0) await ctx.db.patch(next._id, { files });
  await ctx.db.patch(message._id, { splitIntoId: next._id });
  await noteIn(step, ticket._id, `Split off as ${next.key}`);
  await noteIn(step, next._id, `Split off from ${ticket.key}`);
  await record(step, ticket, "ticket.split", { into: next.key });
  await tellSplit(step, next, ticket.key);
  await tellNew(step, next, step.person._id);
  return next;
}
