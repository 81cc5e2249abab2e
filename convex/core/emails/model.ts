/**
 * Addresses that others correct. Whoever corrected one could read the new mailbox themselves and have a password mailed
 * there: so the old mailbox is told at once with a link that stops it, and the link that confirms the new address is
 * mailed only after a time in which anybody concerned can.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;

/** Corrections the sign-in service is given at a time. */
const BATCH = 50;
/** More corrections of one person than anybody makes. */
const MAX_OF_PERSON = 20;

/** The correction of somebody's address that can still come true, or null. */
export async function openCorrection(
  ctx: ReadCtx,
  personId: Id<"people">,
  at: number,
): Promise<Doc<"emailCorrections"> | null> {
  const open = await ctx.db
    .query("emailCorrections")
    .withIndex("by_person", (q) => q.eq("personId", personId).eq("state", "open").gt("endsAt", at))
    .take(MAX_OF_PERSON);
  return open.at(-1) ?? null;
}

/** What the sign-in service has to mail now. */
export async function waitingCorrectionMails(ctx: ReadCtx, at: number) {
  const unnotified = await ctx.db
    .query("emailCorrections")
    .withIndex("by_told", (q) => q.eq("state", "open").eq("toldAt", undefined))
    .take(BATCH);
  const unmailed = await ctx.db
    .query("emailCorrections")
    .withIndex("by_mailed", (q) => q.eq("state", "open").eq("mailedAt", undefined).lte("confirmableAt", at))
    .take(BATCH);
  return [
    ...unnotified.map((row) => ({ row, mail: "tell" as const })),
    ...unmailed
      .filter(({ toldAt, endsAt }) => toldAt !== undefined && endsAt > at)
      .map((row) => ({ row, mail: "confirm" as const })),
  ];
}

/** The sign-in service takes a mail over: each is sent at most once. */
export async function takeCorrectionMail(
  ctx: WriteCtx,
  id: Id<"emailCorrections">,
  mail: "tell" | "confirm",
  at: number,
): Promise<boolean> {
  const row = await ctx.db.get(id);
  const known = mail === "tell" ? row?.toldAt : row?.mailedAt;
  if (row?.state !== "open" || known !== undefined) return false;
  if (mail === "confirm" && at < row.confirmableAt) return false;
  await ctx.db.patch(id, mail === "tell" ? { toldAt: at } : { mailedAt: at });
  return true;
}
