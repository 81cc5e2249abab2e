/**
 * Humans and their accounts. One mailbox is one human: where two have to agree, or somebody is kept out of a
 * decision, all accounts of a human count as one, also those that are older than the check at sign-up.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { mailboxOf } from "../../lib/pure/mailbox";

type ReadCtx = Pick<QueryCtx, "db">;

/** More accounts than one human has. */
const MAX_ACCOUNTS = 20;

/** What tells one human from another. */
export function humanBehind(person: Pick<Doc<"people">, "email">): string {
  return mailboxOf(person.email);
}

/** The human behind an account; an account that is gone stands for itself. */
export async function humanOf(ctx: ReadCtx, personId: Id<"people">): Promise<string> {
  const person = await ctx.db.get(personId);
  return person ? humanBehind(person) : personId;
}

/** Whether two accounts are one human's. */
export async function isSameHuman(ctx: ReadCtx, one: Id<"people">, other: Id<"people">): Promise<boolean> {
  return one === other || (await humanOf(ctx, one)) === (await humanOf(ctx, other));
}

/** Every account of the human behind this one, itself among them. */
export async function accountsOf(ctx: ReadCtx, personId: Id<"people">): Promise<Id<"people">[]> {
  const mailbox = await humanOf(ctx, personId);
  const found = await ctx.db
    .query("people")
    .withIndex("by_mailbox", (q) => q.eq("mailbox", mailbox))
    .take(MAX_ACCOUNTS);
  return [...new Set([personId, ...found.map(({ _id }) => _id)])];
}

/** Whether one of these is somebody, by whatever account. */
export async function isAmong(ctx: ReadCtx, ids: readonly Id<"people">[], by: Doc<"people">): Promise<boolean> {
  for (const id of ids) {
    const person = await ctx.db.get(id);
    if (person && humanBehind(person) === humanBehind(by)) return true;
  }
  return false;
}
