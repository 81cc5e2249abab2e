/**
 * Files that came with a mail, stored by the portal itself after it looked into them. Those of a mail that is held are its
 * agents' alone until one of them adds the mail (S26).
 */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { removeFile } from "../files/model";
import { MAX_FILES } from "../files/rules";
import type { TicketFile } from "./table";

/** A file that was looked into and stored. */
export const storedFile = v.object({
  storageId: v.id("_storage"),
  name: v.string(),
  size: v.number(),
  contentType: v.string(),
});
export type StoredFile = Infer<typeof storedFile>;

/** Where such a file stands: beside what was said, beside a description, or with a mail that is held. */
interface Place {
  readonly personId: Id<"people">;
  readonly ticketId: Id<"tickets">;
  readonly messageId?: Id<"ticketMessages">;
  readonly heldMailId?: Id<"ticketHeldMails">;
}

/** Lets the files of a mail stand somewhere. */
export async function keepMailed(
  ctx: Pick<MutationCtx, "db">,
  files: readonly StoredFile[] = [],
  place: Place,
  at: number,
): Promise<TicketFile[]> {
  const kept: TicketFile[] = [];
  for (const { storageId, ...file } of files.slice(0, MAX_FILES)) {
    const fields = { ...place, ...file, storageId, state: "accepted" as const, createdAt: at, sentAt: at };
    kept.push({ id: await ctx.db.insert("ticketUploads", fields), ...file });
  }
  return kept;
}

/** The files of a mail that is held. */
async function uploadsOfHeld(
  ctx: Pick<QueryCtx, "db">,
  heldMailId: Id<"ticketHeldMails">,
): Promise<Doc<"ticketUploads">[]> {
  return await ctx.db
    .query("ticketUploads")
    .withIndex("by_held_mail", (q) => q.eq("heldMailId", heldMailId))
    .take(MAX_FILES);
}

/** The same as its agents see them. */
export async function filesOfHeld(ctx: Pick<QueryCtx, "db">, heldMailId: Id<"ticketHeldMails">): Promise<TicketFile[]> {
  const found = await uploadsOfHeld(ctx, heldMailId);
  return found.map(({ _id: id, name, size, contentType = "" }) => ({ id, name, size, contentType }));
}

/** The mail was added: its files stand beside what it said, and are its agent's like the words. */
export async function releaseHeld(
  ctx: Pick<MutationCtx, "db">,
  heldMailId: Id<"ticketHeldMails">,
  { personId, messageId }: { readonly personId: Id<"people">; readonly messageId: Id<"ticketMessages"> },
): Promise<TicketFile[]> {
  const files = await filesOfHeld(ctx, heldMailId);
  for (const { id } of files) await ctx.db.patch(id, { heldMailId: undefined, messageId, personId });
  return files;
}

/** The mail was dropped, or is old: its files are gone with it. */
export async function removeHeldFiles(
  ctx: Pick<MutationCtx, "db" | "storage">,
  heldMailId: Id<"ticketHeldMails">,
): Promise<void> {
  for (const upload of await uploadsOfHeld(ctx, heldMailId)) await removeFile(ctx, upload);
}
