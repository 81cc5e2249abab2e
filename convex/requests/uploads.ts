/**
 * Files on their way into a comment. Uploaded first, then looked into by the portal (uploads are other
 * people's bytes: nothing the browser says about them counts), then taken into a comment. Only from
 * then on do others see them.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { recordEvent, SYSTEM, type Attribution } from "../audit/model";
import { refuse } from "../lib/errors";
import { assert } from "../lib/pure/impossible";
import { DAY_MS } from "../lib/pure/time";
import { requestTarget } from "./model";
import { fileName, MAX_FILES_PER_COMMENT, type FileFinding } from "./rules/files";

type FileCtx = Pick<MutationCtx, "db" | "storage">;

/** How long a file may wait for its comment. */
const UNCLAIMED_MS = DAY_MS;
const PRUNE_BATCH = 100;

/** The files somebody uploaded for a request and has not sent yet. */
export async function waitingUploads(ctx: Pick<QueryCtx, "db">, requestId: Id<"requests">, personId: Id<"people">): Promise<Doc<"requestUploads">[]> {
  return await ctx.db
    .query("requestUploads")
    .withIndex("by_person", (q) => q.eq("requestId", requestId).eq("personId", personId).eq("commentId", undefined))
    .take(MAX_FILES_PER_COMMENT + 1);
}

/** Takes up a file that was just uploaded. A file belongs to whoever names it first, and to one request. */
export async function takeUp(
  ctx: FileCtx,
  request: Doc<"requests">,
  file: { readonly storageId: Id<"_storage">; readonly name: string; readonly personId: Id<"people"> },
  by: Attribution & { readonly at: number },
): Promise<Id<"requestUploads">> {
  const stored = await ctx.db.system.get(file.storageId);
  const taken = await ctx.db.query("requestUploads").withIndex("by_storage", (q) => q.eq("storageId", file.storageId)).first();
  if (!stored || taken) refuse({ code: "not-found" });
  if ((await waitingUploads(ctx, request._id, file.personId)).length >= MAX_FILES_PER_COMMENT) {
    refuse({ code: "too-many", max: MAX_FILES_PER_COMMENT });
  }
  const name = fileName(file.name);
  const id = await ctx.db.insert("requestUploads", {
    requestId: request._id, personId: file.personId, storageId: file.storageId, name, size: stored.size, state: "checking", createdAt: by.at,
  });
  await record(ctx, request, { by, action: "request.fileUploaded", context: { name, size: stored.size } });
  return id;
}

/** Notes what a file was found to be. One that cannot be kept is removed at once; its row says why. */
export async function settleUpload(ctx: FileCtx, uploadId: Id<"requestUploads">, finding: FileFinding, at: number): Promise<void> {
  const upload = await ctx.db.get(uploadId);
  if (!upload || upload.state !== "checking") return;
  if ("contentType" in finding) {
    await ctx.db.patch(uploadId, { state: "accepted", contentType: finding.contentType });
    return;
  }
  await ctx.db.patch(uploadId, { state: "refused", problem: finding.problem });
  await ctx.storage.delete(upload.storageId);
  const request = await ctx.db.get(upload.requestId);
  if (request) await record(ctx, request, { by: { ...SYSTEM, at }, action: "request.fileRefused", context: { name: upload.name, problem: finding.problem } });
}

/** Removes a file that was not sent yet. */
export async function dropUpload(ctx: FileCtx, request: Doc<"requests">, upload: Doc<"requestUploads">, by: Attribution & { readonly at: number }): Promise<void> {
  await removeFile(ctx, upload);
  await record(ctx, request, { by, action: "request.fileRemoved", context: { name: upload.name } });
}

/** Puts files into a comment; each must be the author's own, for this request, and looked into. */
export async function claimUploads(
  ctx: Pick<MutationCtx, "db">,
  uploadIds: readonly Id<"requestUploads">[],
  owner: { readonly requestId: Id<"requests">; readonly personId: Id<"people"> },
): Promise<Doc<"requestComments">["attachments"]> {
  if (uploadIds.length > MAX_FILES_PER_COMMENT) refuse({ code: "too-many", max: MAX_FILES_PER_COMMENT });
  const attachments: Doc<"requestComments">["attachments"] = [];
  for (const uploadId of new Set(uploadIds)) {
    const upload = await ctx.db.get(uploadId);
    if (!upload || upload.requestId !== owner.requestId || upload.personId !== owner.personId || upload.commentId) refuse({ code: "not-found" });
    if (upload.state === "checking") refuse({ code: "too-early", message: `“${upload.name}” is still being checked.` });
    if (upload.state === "refused") refuse({ code: "invalid-input", message: upload.problem ?? "This file cannot be attached." });
    assert(upload.contentType, "An accepted file has a type");
    attachments.push({ uploadId, storageId: upload.storageId, name: upload.name, contentType: upload.contentType, size: upload.size });
  }
  return attachments;
}

/** Removes a file's content and its row. */
export async function removeFile(ctx: FileCtx, upload: Doc<"requestUploads">): Promise<void> {
  if (upload.state !== "refused") await ctx.storage.delete(upload.storageId);
  await ctx.db.delete(upload._id);
}

/** Removes one batch of files that no comment took in time; says whether more may be left. */
export async function pruneUploads(ctx: FileCtx, now: number): Promise<boolean> {
  const old = await ctx.db
    .query("requestUploads")
    .withIndex("by_comment", (q) => q.eq("commentId", undefined).lt("createdAt", now - UNCLAIMED_MS))
    .take(PRUNE_BATCH);
  for (const upload of old) await removeFile(ctx, upload);
  if (old.length > 0) await recordEvent(ctx, { ...SYSTEM, action: "request.filesPruned", targets: [], context: { count: old.length }, occurredAt: now });
  return old.length === PRUNE_BATCH;
}

async function record(
  ctx: Pick<MutationCtx, "db">,
  request: Doc<"requests">,
  { by, action, context }: { by: Attribution & { readonly at: number }; action: string; context: Readonly<Record<string, unknown>> },
): Promise<void> {
  await recordEvent(ctx, { actor: by.actor, impersonator: by.impersonator, action, targets: [requestTarget(request)], context, occurredAt: by.at });
}
