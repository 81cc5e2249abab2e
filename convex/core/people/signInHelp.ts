/**
 * What somebody who looks after people has the sign-in service do for one of them: mail a link to a new password to their
 * own address, or forget the wrong ones they typed.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refuse } from "../../lib/errors";
import { MINUTE_MS } from "../../lib/pure/time";
import { PAGES } from "../../site/pages";
import { type By, recordEvent } from "../audit/model";
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
  { _id: personId, email }: Doc<"people">,
  by: By,
): Promise<void> {
  const last = ctx.db.query("resetLinks").withIndex("by_person", (q) => q.eq("personId", personId));
  await endPause(ctx, await last.first(), by.at, "A link was sent to them less than ten minutes ago.");
  await ctx.db.insert("resetLinks", { personId, email, at: by.at });
  await record(ctx, "person.resetLinkSent", { personId, email }, by);
}

/** Asks the sign-in service to forget what this person typed wrong, once in ten minutes, and tells them who did. */
export async function askForUnlock(
  ctx: Pick<MutationCtx, "db">,
  { _id: personId, email }: Doc<"people">,
  by: By & { readonly helper: Doc<"people"> },
): Promise<void> {
  const last = ctx.db.query("unlocks").withIndex("by_person", (q) => q.eq("personId", personId));
  await endPause(ctx, await last.first(), by.at, "Their sign-in was unlocked less than ten minutes ago.");
  await ctx.db.insert("unlocks", { personId, email, at: by.at });
  await record(ctx, "person.unlocked", { personId, email }, by);
  await notify(ctx, {
    kind: "person.unlocked",
    recipientId: personId,
    subject: { type: "person", id: personId, label: email },
    title: `${fullName(by.helper)} unlocked your sign-in`,
    body: "Wrong passwords entered before no longer count. If you did not ask for this, change your password.",
    to: PAGES.profile.path,
    at: by.at,
  });
}

/** Forgets the last time where it is long enough ago; refuses in these words where it is not. */
async function endPause(
  ctx: Pick<MutationCtx, "db">,
  last: Doc<"resetLinks"> | Doc<"unlocks"> | null,
  at: number,
  message: string,
): Promise<void> {
  if (!last) return;
  if (at - last.at < PAUSE_MS) refuse({ code: "rate-limited", message });
  await ctx.db.delete(last._id);
}

async function record(
  ctx: Pick<MutationCtx, "db">,
  action: string,
  { personId, email }: { readonly personId: Id<"people">; readonly email: string },
  { actor, impersonator, at }: By,
): Promise<void> {
  const targets = [{ type: "person" as const, id: personId, label: email }];
  await recordEvent(ctx, { actor, impersonator, action, targets, occurredAt: at });
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
