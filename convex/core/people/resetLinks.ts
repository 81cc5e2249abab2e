/** A link to a new password, sent to a person's own address because somebody who looks after them asked for it. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refuse } from "../../lib/errors";
import { MINUTE_MS } from "../../lib/pure/time";
import { recordEvent, type Attribution } from "../audit/model";

/** A person's mailbox is not to be flooded by whoever helps them. */
const PAUSE_MS = 10 * MINUTE_MS;
const BATCH = 50;

/** Asks the sign-in service to mail the link; once in ten minutes. */
export async function askForResetLink(
  ctx: Pick<MutationCtx, "db">,
  person: Doc<"people">,
  by: Attribution & { readonly at: number },
): Promise<void> {
  const last = await ctx.db
    .query("resetLinks")
    .withIndex("by_person", (q) => q.eq("personId", person._id))
    .first();
  if (last && by.at - last.at < PAUSE_MS)
    refuse({ code: "rate-limited", message: "A link was sent to them less than ten minutes ago." });
  if (last) await ctx.db.delete(last._id);
  await ctx.db.insert("resetLinks", { personId: person._id, email: person.email, at: by.at });
  await recordEvent(ctx, {
    actor: by.actor,
    impersonator: by.impersonator,
    action: "person.resetLinkSent",
    targets: [{ type: "person", id: person._id, label: person.email }],
    occurredAt: by.at,
  });
}

/** Links the sign-in service has to mail, oldest first. */
export async function waitingResetLinks(ctx: Pick<QueryCtx, "db">): Promise<Doc<"resetLinks">[]> {
  return await ctx.db
    .query("resetLinks")
    .withIndex("by_mailed", (q) => q.eq("mailedAt", undefined))
    .take(BATCH);
}

/** The sign-in service takes a link over: it is mailed at most once. */
export async function takeResetLink(ctx: Pick<MutationCtx, "db">, id: Id<"resetLinks">, at: number): Promise<boolean> {
  const row = await ctx.db.get(id);
  if (!row || row.mailedAt !== undefined) return false;
  await ctx.db.patch(id, { mailedAt: at });
  return true;
}
