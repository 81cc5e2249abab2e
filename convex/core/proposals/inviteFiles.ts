/** Files of people to invite that two people said yes to, and how far the portal is with each. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { filled, timestamp } from "../../lib/validators";
import { invitedRow, inviteTarget } from "./table";

/** Somebody who was not invited, and why. */
export const skippedRow = v.object({ row: v.number(), name: v.string(), reason: v.string() });
export type SkippedInvitation = Infer<typeof skippedRow>;

export const inviteFileTables = {
  inviteFiles: defineTable({
    people: v.array(invitedRow),
    target: filled(inviteTarget),
    /** Whose requests they are, and who agreed; without a name nobody was there who could. */
    invitedById: v.id("people"),
    confirmedById: v.optional(v.id("people")),
    /** People who were dealt with, from the first row on, and those of them who were not invited. */
    done: v.number(),
    skipped: v.array(skippedRow),
    at: timestamp,
    endedAt: v.optional(timestamp),
  }).index("by_end", ["endedAt", "at"]),
};

/** The file that is to be worked on next, or null. */
export async function runningFile(ctx: Pick<QueryCtx, "db">): Promise<Doc<"inviteFiles"> | null> {
  return await ctx.db
    .query("inviteFiles")
    .withIndex("by_end", (q) => q.eq("endedAt", undefined))
    .first();
}

/** The latest files, newest first. */
export async function latestFiles(ctx: Pick<QueryCtx, "db">, count: number): Promise<Doc<"inviteFiles">[]> {
  return await ctx.db.query("inviteFiles").order("desc").take(count);
}

/** Writes what became of the next people of a file; answers the row as it is then. */
export async function noteInvited(
  ctx: Pick<MutationCtx, "db">,
  file: Doc<"inviteFiles">,
  { done, skipped }: { readonly done: number; readonly skipped: readonly SkippedInvitation[] },
  at: number,
): Promise<Doc<"inviteFiles">> {
  const patch = {
    done: file.done + done,
    skipped: [...file.skipped, ...skipped],
    ...(file.done + done >= file.people.length && { endedAt: at }),
  };
  await ctx.db.patch(file._id, patch);
  return { ...file, ...patch };
}
