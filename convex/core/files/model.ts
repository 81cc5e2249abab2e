/** What is done with uploaded files wherever they are attached: take up, look into, serve, sweep. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../../_generated/server";
import { refuse } from "../../lib/errors";
import { assert } from "../../lib/pure/impossible";
import { DAY_MS, HOUR_MS } from "../../lib/pure/time";
import { recordEvent, SYSTEM } from "../audit/model";
import { type FileFinding, judgeFile, SNIFFED_BYTES } from "./rules";

type FileCtx = Pick<MutationCtx, "db" | "storage">;

/** How long a file may wait until it is sent. */
export const UNSENT_MS = DAY_MS;
/** How long a person may take from asking where to upload to naming the file; as long as the address is good. */
export const PERMIT_MS = HOUR_MS;
/** How many uploads a person may begin within that time, for each kind of thing that files are attached to. */
export const MAX_PERMITS = 30;
const PRUNE_BATCH = 100;

/** Whether an upload of any kind has a stored file: each table of uploads is asked. */
async function isTaken(ctx: Pick<QueryCtx, "db">, storageId: Id<"_storage">): Promise<boolean> {
  const ofRequest = await ctx.db
    .query("requestUploads")
    .withIndex("by_storage", (q) => q.eq("storageId", storageId))
    .first();
  const ofTicket = await ctx.db
    .query("ticketUploads")
    .withIndex("by_storage", (q) => q.eq("storageId", storageId))
    .first();
  const ofIdea = await ctx.db
    .query("ideaUploads")
    .withIndex("by_storage", (q) => q.eq("storageId", storageId))
    .first();
  return ofRequest !== null || ofTicket !== null || ofIdea !== null;
}

/** A file that was taken up and not sent yet, as its writer sees it. */
export function waitingFileOf<UploadId>({
  _id: id,
  name,
  size,
  state,
  problem,
}: Pick<Doc<"requestUploads" | "ticketUploads" | "ideaUploads">, "name" | "size" | "state" | "problem"> & {
  readonly _id: UploadId;
}) {
  return { id, name, size, state, problem: problem ?? null };
}

/** That somebody may upload one file, since when. */
interface Permit {
  readonly _creationTime: number;
  readonly createdAt: number;
  readonly personId: Id<"people">;
}

/**
 * A file that was stored since its permit was given and that nothing has taken up. Any other answer is the same: there
 * is no such thing.
 */
export async function storedSince(
  ctx: Pick<QueryCtx, "db">,
  permit: Permit,
  storageId: Id<"_storage">,
  at: number,
): Promise<{ readonly size: number }> {
  const person = await ctx.db.get(permit.personId);
  // Whoever was shut out meanwhile starts anew once they are back.
  if (permit.createdAt <= Math.max(at - PERMIT_MS, person?.sessionsEndedAt ?? 0)) refuse({ code: "not-found" });
  const stored = await ctx.db.system.get(storageId);
  if (!stored || stored._creationTime <= permit._creationTime || (await isTaken(ctx, storageId)))
    refuse({ code: "not-found" });
  return stored;
}

/** What a stored file is, by its first bytes. */
export async function lookInto(
  { storage }: Pick<ActionCtx, "storage">,
  { storageId, name }: { readonly storageId: Id<"_storage">; readonly name: string },
): Promise<FileFinding> {
  const file = await storage.get(storageId);
  const head = file ? new Uint8Array(await file.slice(0, SNIFFED_BYTES).arrayBuffer()) : new Uint8Array();
  return judgeFile(head, { name, size: file?.size ?? 0 });
}

type Upload = Doc<"requestUploads"> | Doc<"ticketUploads"> | Doc<"ideaUploads">;

/** The fields of an upload as it may be sent; refuses what is still looked into, and what cannot be attached. */
export function sendable(upload: Upload) {
  const { state, storageId, name, size, contentType } = upload;
  if (state === "checking") refuse({ code: "too-early", message: `“${name}” is still being checked.` });
  if (state === "refused")
    refuse({ code: "invalid-input", message: upload.problem ?? "This file cannot be attached." });
  assert(contentType, "An accepted file has a type");
  return { storageId, name, size, contentType };
}

/** Notes what a file was found to be, and removes the content of one that cannot be kept; says whether it was that. */
export async function settle(ctx: FileCtx, upload: Upload, finding: FileFinding): Promise<boolean> {
  if ("contentType" in finding) {
    await ctx.db.patch(upload._id, { state: "accepted", contentType: finding.contentType });
    return false;
  }
  await ctx.db.patch(upload._id, { state: "refused", problem: finding.problem });
  await ctx.storage.delete(upload.storageId);
  return true;
}

/** Removes a file's row, and its content with the last row that names it. */
export async function removeFile(ctx: FileCtx, upload: Upload): Promise<void> {
  await ctx.db.delete(upload._id);
  if (upload.state !== "refused" && !(await isTaken(ctx, upload.storageId))) await ctx.storage.delete(upload.storageId);
}

/**
 * Looks through one batch of stored files from a time on, and removes those that no upload names and no permit can
 * take up any more. Answers where the next batch begins, or null after the last.
 */
export async function pruneStrayFiles(ctx: FileCtx, after: number, now: number): Promise<number | null> {
  const files = await ctx.db.system
    .query("_storage")
    .withIndex("by_creation_time", (q) => q.gt("_creationTime", after).lt("_creationTime", now - PERMIT_MS))
    .take(PRUNE_BATCH);
  let count = 0;
  for (const { _id } of files) {
    if (await isTaken(ctx, _id)) continue;
    await ctx.storage.delete(_id);
    count += 1;
  }
  if (count > 0)
    await recordEvent(ctx, {
      ...SYSTEM,
      action: "request.strayFilesPruned",
      targets: [],
      context: { count },
      occurredAt: now,
    });
  return files.length === PRUNE_BATCH ? (files.at(-1)?._creationTime ?? null) : null;
}
