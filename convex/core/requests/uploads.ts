/**
 * Files on their way into a comment. Uploaded first, then looked into by the portal (uploads are other
 * people's bytes: nothing the browser says about them counts), then taken into a comment. Only from
 * then on do others see them.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refuse } from "../../lib/errors";
import { type By, recordEvent, SYSTEM } from "../audit/model";
import { MAX_PERMITS, PERMIT_MS, removeFile, sendable, settle, storedSince, UNSENT_MS } from "../files/model";
import { fileName, type FileFinding, MAX_FILES } from "../files/rules";
import { requestTarget } from "./model";

type FileCtx = Pick<MutationCtx, "db" | "storage">;

const PRUNE_BATCH = 100;

/** The files somebody uploaded for a request and has not sent yet. */
export async function waitingUploads(
  ctx: Pick<QueryCtx, "db">,
  requestId: Id<"requests">,
  personId: Id<"people">,
): Promise<Doc<"requestUploads">[]> {
  return await ctx.db
    .query("requestUploads")
    .withIndex("by_person", (q) => q.eq("requestId", requestId).eq("personId", personId).eq("commentId", undefined))
    .take(MAX_FILES + 1);
}

/**
 * Lets somebody upload one file for a request. The address of an upload does not say who used it, so the
 * permit does: a file is taken up only by whoever asked for an address before the file was there.
 */
export async function allowUpload(
  ctx: Pick<MutationCtx, "db">,
  request: Doc<"requests">,
  personId: Id<"people">,
  by: By,
): Promise<Id<"requestUploadTickets">> {
  const open = await ctx.db
    .query("requestUploadTickets")
    .withIndex("by_person", (q) => q.eq("personId", personId).gt("createdAt", by.at - PERMIT_MS))
    .take(MAX_PERMITS);
  if (open.length >= MAX_PERMITS) refuse({ code: "too-many", max: MAX_PERMITS });
  await record(ctx, request, { by, action: "request.uploadAllowed", context: {} });
  return await ctx.db.insert("requestUploadTickets", { requestId: request._id, personId, createdAt: by.at });
}

/**
 * Spends a permit on a file that was stored since it was given. Any other answer is the same: there is no such thing.
 */
async function spendPermit(
  ctx: FileCtx,
  permitId: Id<"requestUploadTickets">,
  file: { readonly requestId: Id<"requests">; readonly personId: Id<"people">; readonly storageId: Id<"_storage"> },
  at: number,
): Promise<{ readonly size: number }> {
  const permit = await ctx.db.get(permitId);
  const isTheirs = permit?.personId === file.personId && permit.requestId === file.requestId;
  if (!isTheirs) refuse({ code: "not-found" });
  const stored = await storedSince(ctx, permit, file.storageId, at);
  await ctx.db.delete(permitId);
  return stored;
}

/**
 * Takes up a file that was just uploaded, with the permit it was uploaded on. It belongs to one person and one request.
 */
export async function takeUp(
  ctx: FileCtx,
  request: Doc<"requests">,
  file: {
    readonly storageId: Id<"_storage">;
    readonly permitId: Id<"requestUploadTickets">;
    readonly name: string;
    readonly personId: Id<"people">;
  },
  by: By,
): Promise<Id<"requestUploads">> {
  const stored = await spendPermit(ctx, file.permitId, { ...file, requestId: request._id }, by.at);
  if ((await waitingUploads(ctx, request._id, file.personId)).length >= MAX_FILES) {
    refuse({ code: "too-many", max: MAX_FILES });
  }
  const name = fileName(file.name);
  const id = await ctx.db.insert("requestUploads", {
    requestId: request._id,
    personId: file.personId,
    impersonatorId: by.impersonator?.personId,
    storageId: file.storageId,
    name,
    size: stored.size,
    state: "checking",
    createdAt: by.at,
  });
  await record(ctx, request, { by, action: "request.fileUploaded", context: { name, size: stored.size } });
  return id;
}

/** Notes what a file was found to be. One that cannot be kept is removed at once; its row says why. */
export async function settleUpload(
  ctx: FileCtx,
  uploadId: Id<"requestUploads">,
  finding: FileFinding,
  at: number,
): Promise<void> {
  const upload = await ctx.db.get(uploadId);
  if (!upload || upload.state !== "checking") return;
  if (!(await settle(ctx, upload, finding)) || !("problem" in finding)) return;
  const request = await ctx.db.get(upload.requestId);
  if (request)
    await record(ctx, request, {
      by: { ...SYSTEM, at },
      action: "request.fileRefused",
      context: { name: upload.name, problem: finding.problem },
    });
}

/** Removes a file that was not sent yet. */
export async function dropUpload(
  ctx: FileCtx,
  request: Doc<"requests">,
  upload: Doc<"requestUploads">,
  by: By,
): Promise<void> {
  await removeFile(ctx, upload);
  await record(ctx, request, { by, action: "request.fileRemoved", context: { name: upload.name } });
}

/**
 * Puts files into a comment; each must be the author's own, for this request, looked into, and
 * uploaded by whoever speaks.
 */
export async function claimUploads(
  ctx: Pick<MutationCtx, "db">,
  uploadIds: readonly Id<"requestUploads">[],
  owner: Pick<Doc<"requestUploads">, "requestId" | "personId" | "impersonatorId">,
): Promise<Doc<"requestComments">["attachments"]> {
  if (uploadIds.length > MAX_FILES) refuse({ code: "too-many", max: MAX_FILES });
  const attachments: Doc<"requestComments">["attachments"] = [];
  for (const uploadId of new Set(uploadIds)) {
    const upload = await ctx.db.get(uploadId);
    if (!upload || upload.requestId !== owner.requestId || upload.personId !== owner.personId || upload.commentId)
      refuse({ code: "not-found" });
    if (upload.impersonatorId !== owner.impersonatorId) refuse({ code: "not-found" });
    attachments.push({ uploadId, ...sendable(upload) });
  }
  return attachments;
}

/** Lets files that stand beside something else be said by somebody in a request, too, without a second copy. */
export async function shareUploads(
  ctx: Pick<MutationCtx, "db">,
  requestId: Id<"requests">,
  files: readonly Doc<"ticketUploads">[],
  { person, impersonator, at }: By & { readonly person: Doc<"people"> },
): Promise<Id<"requestUploads">[]> {
  const ids: Id<"requestUploads">[] = [];
  for (const { storageId, name, size, state, contentType } of files.slice(0, MAX_FILES)) {
    const by = { personId: person._id, impersonatorId: impersonator?.personId };
    const file = { requestId, ...by, storageId, name, size, state, contentType, createdAt: at };
    ids.push(await ctx.db.insert("requestUploads", file));
  }
  return ids;
}

/** Takes a file that is gone elsewhere out of the comments it was shared with. */
export async function forgetInRequests(ctx: Pick<MutationCtx, "db">, storageId: Id<"_storage">): Promise<void> {
  const shared = await ctx.db
    .query("requestUploads")
    .withIndex("by_storage", (q) => q.eq("storageId", storageId))
    .collect();
  for (const { _id, commentId } of shared) {
    const comment = commentId && (await ctx.db.get(commentId));
    if (comment)
      await ctx.db.patch(comment._id, { attachments: comment.attachments.filter(({ uploadId }) => uploadId !== _id) });
    await ctx.db.delete(_id);
  }
}

/** Removes one batch of files that no comment took in time; says whether more may be left. */
export async function pruneUploads(ctx: FileCtx, now: number): Promise<boolean> {
  const old = await ctx.db
    .query("requestUploads")
    .withIndex("by_comment", (q) => q.eq("commentId", undefined).lt("createdAt", now - UNSENT_MS))
    .take(PRUNE_BATCH);
  for (const upload of old) await removeFile(ctx, upload);
  if (old.length > 0)
    await recordEvent(ctx, {
      ...SYSTEM,
      action: "request.filesPruned",
      targets: [],
      context: { count: old.length },
      occurredAt: now,
    });
  return old.length === PRUNE_BATCH;
}

/** Removes permits whose time is over, and says whether more may be left. */
export async function prunePermits(ctx: Pick<MutationCtx, "db">, now: number): Promise<boolean> {
  const old = await ctx.db
    .query("requestUploadTickets")
    .withIndex("by_age", (q) => q.lt("createdAt", now - PERMIT_MS))
    .take(PRUNE_BATCH);
  for (const permit of old) await ctx.db.delete(permit._id);
  return old.length === PRUNE_BATCH;
}

async function record(
  ctx: Pick<MutationCtx, "db">,
  request: Doc<"requests">,
  { by, action, context }: { by: By; action: string; context: Readonly<Record<string, unknown>> },
): Promise<void> {
  await recordEvent(ctx, {
    actor: by.actor,
    impersonator: by.impersonator,
    action,
    targets: [requestTarget(request)],
    context,
    occurredAt: by.at,
  });
}
