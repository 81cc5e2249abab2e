/**
 * A reply that comes by mail. The address it is sent to is known to one person for one ticket alone, and only that person's
 * own address may write to it: then it is a reply of theirs, by the rules of the screen. What comes from another address is
 * held for the agents of the ticket; anything else is refused, and changes nothing (S26).
 */

import { v, type Infer } from "convex/values";
import type { Doc } from "../../../_generated/dataModel";
import { personCan } from "../../../access/rules";
import { personActor } from "../../../core/audit/model";
import { addressByToken, noteMail, wasTaken } from "../../../core/ticketMail/model";
import { readOf } from "../../../core/tickets/model";
import { replyEffect } from "../../../core/tickets/rules";
import { MAX_REPLIES_BY_MAIL, whyNotMailedReply } from "../../../core/tickets/rules/quote";
import { standsFor } from "../../../core/tickets/together";
import { repliesOf, reply, whyNotOneMore } from "../asking";
import type { TicketStep } from "../steps/step";
import { holdMail, type MailedReply, mayBeHeld } from "./heldMails";

/** A mail without what came with it. */
export const mailArgs = { token: v.string(), from: v.string(), messageId: v.string(), body: v.string() };

/** What came of it; `again` is the same mail once more. */
export const mailOutcome = v.union(
  v.literal("added"),
  v.literal("held"),
  v.literal("again"),
  v.literal("unknown-address"),
  v.literal("foreign-sender"),
  v.literal("unusable"),
  v.literal("over"),
  v.literal("too-many"),
);
export type MailOutcome = Infer<typeof mailOutcome>;

/** Adds the reply where it may be added, and holds it where an agent may add it. */
export async function takeReply({ ctx, at }: Pick<TicketStep, "ctx" | "at">, mail: MailedReply): Promise<MailOutcome> {
  const address = await addressByToken(ctx, mail.token);
  const ticket = address && (await ctx.db.get(address.ticketId));
  const person = address && (await ctx.db.get(address.personId));
  if (!address || !ticket || !person) return "unknown-address";
  if (!isOwnAddress(person, mail.from))
    return (await mayBeHeld(ctx, mail.from))
      ? await holdMail({ ctx, at }, { address, ticket }, mail)
      : "foreign-sender";
  const read = await readOf(ctx, { person, impersonation: null }, ticket);
  if (!read?.isParty) return "foreign-sender";
  if (await wasTaken(ctx, ticket._id, mail.messageId)) return "again";
  if (whyNotMailedReply(mail.body)) return "unusable";
  const step: TicketStep = { ctx, at, by: { actor: personActor(person) }, person };
  if ((await repliesOf(step)) >= MAX_REPLIES_BY_MAIL) return "too-many";
  const target = await standsFor(ctx, ticket);
  const effect = replyEffect(target, at);
  const opensAgain = effect === "follow-up" || (effect === "reopens" && target.state === "resolved");
  if (opensAgain && !read.isRequester) return "over";
  if (effect === "follow-up" && (await whyNotOneMore(step))) return "too-many";
  await reply(step, read, { body: mail.body, byMail: true, mailFiles: mail.files });
  await noteMail(ctx, address, mail.messageId, at);
  return "added";
}

/** Whether somebody who may write in tickets has exactly this address. */
function isOwnAddress(person: Doc<"people">, from: string): boolean {
  return personCan(person, "tickets.write") && person.email.toLowerCase() === from.trim().toLowerCase();
}
