/**
 * What somebody who looks after people has the sign-in service do for one of them: mail a link to a new password to their
 * own address, or forget the wrong ones they typed.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refuse } from "../../lib/errors";
import { MINUTE_MS } from "../../lib/pure/time";
import { PAGES } from "../../site/pages";
import { recordEvent, type Attribution } from "../audit/model";
import { notify } from "../notifications/model";
import { fullName } from "./model";

/**
 * Between two of a kind: a mailbox is not to be flooded, and whoever guesses passwords is not helped to more tries than
 * the sign-in allows in this time.
 */
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

/** Asks the sign-in service to forget what this person typed wrong, once in ten minutes, and tells them who did. */
export async function askForUnlock(
  ctx: Pick<MutationCtx, "db">,
  person: Doc<"people">,
  by: Attribution & { readonly at: number; readonly helper: Doc<"people"> },
): Promise<void> {
  const last = await ctx.db
    .query("unlocks")
    .withIndex("by_person", (q) => q.eq("personId", person._id))
    .first();
  if (last && by.at - last.at < PAUSE_MS)
    refuse({ code: "rate-limited", message: "Their sign-in was unlocked less than ten minutes ago." });
  if (last) await ctx.db.delete(last._id);
  await ctx.db.insert("unlocks", { personId: person._id, email: person.email, at: by.at });
  await recordEvent(ctx, {
    actor: by.actor,
    impersonator: by.impersonator,
    action: "person.unlocked",
    targets: [{ type: "person", id: person._id, label: person.email }],
    occurredAt: by.at,
  });
  await notify(ctx, {
    kind: "person.unlocked",
    recipientId: person._id,
    subject: { type: "person", id: person._id, label: person.email },
    title: `${fullName(by.helper)} unlocked your sign-in`,
    body: "Wrong passwords entered before no longer count. If you did not ask for this, change your password.",
    to: PAGES.profile.path,
    at: by.at,
  });
}

/** Addresses whose wrong passwords the sign-in service has to forget, oldest first. */
export async function waitingUnlocks(ctx: Pick<QueryCtx, "db">): Promise<Doc<"unlocks">[]> {
  return await ctx.db
    .query("unlocks")
    .withIndex("by_done", (q) => q.eq("doneAt", undefined))
    .take(BATCH);
}

/** The sign-in service forgot them. */
export async function noteUnlocked(ctx: Pick<MutationCtx, "db">, id: Id<"unlocks">, at: number): Promise<void> {
  const row = await ctx.db.get(id);
  if (row && row.doneAt === undefined) await ctx.db.patch(id, { doneAt: at });
}
