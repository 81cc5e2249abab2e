/**
 * Files of ideas and of comments on them: uploaded by somebody who may write one, looked into, then sent with it. Until
 * then they are their uploader's alone; from then on everybody reads them who reads the idea (F8).
 */

import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refuse } from "../../lib/errors";
import { type By, recordEvent, SYSTEM } from "../audit/model";
import { MAX_PERMITS, PERMIT_MS, removeFile, sendable, settle, storedSince, UNSENT_MS } from "../files/model";
import { fileName, type FileFinding, MAX_FILES } from "../files/rules";
import type { servedFile } from "../files/table";
import { mayRead } from "./model";
import type { IdeaFile } from "./table";

type FileCtx = Pick<MutationCtx, "db" | "storage">;
type Uploader = By & { readonly personId: Id<"people"> };

const PRUNE_BATCH = 100;

/** What a file is uploaded for: an idea, a comment on it, or without one a new idea. */
export interface UploadPlace {
  readonly ideaId?: Id<"ideas">;
  readonly isForComment?: true;
}

/** The files somebody uploaded for one thing and has not sent yet. */
export async function waitingUploads(
  ctx: Pick<QueryCtx, "db">,
  personId: Id<"people">,
  { ideaId, isForComment }: UploadPlace,
): Promise<Doc<"ideaUploads">[]> {
  return await ctx.db
    .query("ideaUploads")
    .withIndex("by_person", (q) =>
      q.eq("personId", personId).eq("sentAt", undefined).eq("ideaId", ideaId).eq("isForComment", isForComment),
    )
    .take(MAX_FILES + 1);
}

/** What an upload or a permit is for. */
function placeOf({ ideaId, isForComment }: UploadPlace): UploadPlace {
  return { ...(ideaId && { ideaId }), ...(isForComment && { isForComment }) };
}

function isSamePlace(one: UploadPlace, other: UploadPlace): boolean {
  return one.ideaId === other.ideaId && one.isForComment === other.isForComment;
}

async function ideaAt(ctx: Pick<QueryCtx, "db">, { ideaId }: UploadPlace): Promise<Doc<"ideas"> | undefined> {
  return (ideaId && (await ctx.db.get(ideaId))) ?? undefined;
}

/** Lets somebody upload one file: it is taken up only by whoever asked for an address before the file was there. */
export async function allowUpload(
  ctx: Pick<MutationCtx, "db">,
  place: UploadPlace,
  by: Uploader,
): Promise<Id<"ideaUploadPermits">> {
  const open = await ctx.db
    .query("ideaUploadPermits")
    .withIndex("by_person", (q) => q.eq("personId", by.personId).gt("createdAt", by.at - PERMIT_MS))
    .take(MAX_PERMITS);
  if (open.length >= MAX_PERMITS) refuse({ code: "too-many", max: MAX_PERMITS });
  await record(ctx, await ideaAt(ctx, place), by, "idea.uploadAllowed");
  return await ctx.db.insert("ideaUploadPermits", { personId: by.personId, createdAt: by.at, ...placeOf(place) });
}

/** Takes up a file that was just uploaded, with the permit it was uploaded on. */
export async function takeUp(
  ctx: FileCtx,
  place: UploadPlace,
  file: {
    readonly storageId: Id<"_storage">;
    readonly permitId: Id<"ideaUploadPermits">;
    readonly name: string;
  },
  by: Uploader,
): Promise<Id<"ideaUploads">> {
  const permit = await ctx.db.get(file.permitId);
  if (permit?.personId !== by.personId || !isSamePlace(permit, place)) refuse({ code: "not-found" });
  const { size } = await storedSince(ctx, permit, file.storageId, by.at);
  await ctx.db.delete(permit._id);
  if ((await waitingUploads(ctx, by.personId, place)).length >= MAX_FILES) refuse({ code: "too-many", max: MAX_FILES });
  const id = await ctx.db.insert("ideaUploads", {
    personId: by.personId,
    ...placeOf(place),
    storageId: file.storageId,
    name: fileName(file.name),
    size,
    state: "checking",
    createdAt: by.at,
  });
  await record(ctx, await ideaAt(ctx, place), by, "idea.fileUploaded", { size });
  return id;
}

/** Notes what a file was found to be. One that cannot be kept is removed at once; its row says why. */
export async function settleUpload(
  ctx: FileCtx,
  uploadId: Id<"ideaUploads">,
  finding: FileFinding,
  at: number,
): Promise<void> {
  const upload = await ctx.db.get(uploadId);
  if (!upload || upload.state !== "checking" || !(await settle(ctx, upload, finding))) return;
  await record(ctx, await ideaAt(ctx, upload), { ...SYSTEM, at }, "idea.fileRefused");
}

/** Removes a file of one's own that was not sent yet. */
export async function dropUpload(ctx: FileCtx, uploadId: Id<"ideaUploads">, by: Uploader): Promise<void> {
  const upload = await ctx.db.get(uploadId);
  if (upload?.personId !== by.personId || upload.sentAt !== undefined) refuse({ code: "not-found" });
  await removeFile(ctx, upload);
  await record(ctx, await ideaAt(ctx, upload), by, "idea.fileRemoved");
}

/**
 * Lets these files, and no others, stand beside an idea: its own that stay, and the writer's own that were uploaded for
 * it, looked into and not sent. Those of it that are left out are removed.
 */
export async function placeFiles(
  ctx: FileCtx,
  { _id, files: before = [] }: Pick<Doc<"ideas">, "_id" | "files">,
  uploadIds: readonly Id<"ideaUploads">[],
  {
    personId,
    uploadedFor,
    at,
  }: { readonly personId: Id<"people">; readonly uploadedFor: Id<"ideas"> | undefined; readonly at: number },
): Promise<void> {
  if (uploadIds.length > MAX_FILES) refuse({ code: "too-many", max: MAX_FILES });
  const files: IdeaFile[] = [];
  for (const id of new Set(uploadIds)) {
    const stays = before.find((file) => file.id === id);
    if (stays) {
      files.push(stays);
      continue;
    }
    files.push(await send(ctx, id, { personId, place: placeOf({ ...(uploadedFor && { ideaId: uploadedFor }) }), at }));
    await ctx.db.patch(id, { ideaId: _id });
  }
  for (const { id } of before) if (!files.some((file) => file.id === id)) await removeById(ctx, id);
  await ctx.db.patch(_id, { files });
}

/** Sends the writer's own files with a comment: those that were uploaded for one on this idea. */
export async function sendWithComment(
  ctx: Pick<MutationCtx, "db">,
  ideaId: Id<"ideas">,
  uploadIds: readonly Id<"ideaUploads">[],
  { personId, at }: { readonly personId: Id<"people">; readonly at: number },
): Promise<IdeaFile[]> {
  if (uploadIds.length > MAX_FILES) refuse({ code: "too-many", max: MAX_FILES });
  const files: IdeaFile[] = [];
  for (const id of new Set(uploadIds))
    files.push(await send(ctx, id, { personId, place: { ideaId, isForComment: true }, at }));
  return files;
}

/** Sends one file of somebody's own that was uploaded for this, looked into and not sent. */
async function send(
  ctx: Pick<MutationCtx, "db">,
  id: Id<"ideaUploads">,
  { personId, place, at }: { readonly personId: Id<"people">; readonly place: UploadPlace; readonly at: number },
): Promise<IdeaFile> {
  const upload = await ctx.db.get(id);
  if (upload?.personId !== personId || !isSamePlace(upload, place) || upload.sentAt !== undefined)
    refuse({ code: "not-found" });
  const { name, contentType, size } = sendable(upload);
  await ctx.db.patch(id, { sentAt: at });
  return { id, name, contentType, size };
}

/** A file that stands beside something else of the author's. */
type Shared = Pick<Doc<"ticketUploads">, "personId" | "storageId" | "name" | "size" | "state" | "contentType">;

/** Lets such files stand beside an idea, too, without a second copy. */
export async function shareFiles(
  ctx: Pick<MutationCtx, "db">,
  ideaId: Id<"ideas">,
  shared: readonly Shared[],
  at: number,
): Promise<void> {
  const files = [...((await ctx.db.get(ideaId))?.files ?? [])];
  if (files.length + shared.length > MAX_FILES) refuse({ code: "too-many", max: MAX_FILES });
  for (const { personId, storageId, name, size, state, contentType = "" } of shared) {
    const upload = { personId, storageId, name, size, state, contentType, ideaId, createdAt: at, sentAt: at };
    files.push({ id: await ctx.db.insert("ideaUploads", upload), name, contentType, size });
  }
  await ctx.db.patch(ideaId, { files });
}

/** Takes a file that is gone elsewhere out of the ideas it was shared with. */
export async function forgetInIdeas(ctx: Pick<MutationCtx, "db">, storageId: Id<"_storage">): Promise<void> {
  const shared = await ctx.db
    .query("ideaUploads")
    .withIndex("by_storage", (q) => q.eq("storageId", storageId))
    .collect();
  for (const { _id, ideaId } of shared) {
    const idea = ideaId && (await ctx.db.get(ideaId));
    if (idea) await ctx.db.patch(idea._id, { files: idea.files?.filter(({ id }) => id !== _id) });
    await ctx.db.delete(_id);
  }
}

/** Removes the files that stood beside a comment. */
export async function removeFilesOf(ctx: FileCtx, files: readonly IdeaFile[] = []): Promise<void> {
  for (const { id } of files) await removeById(ctx, id);
}

/** Removes the files that stand beside an idea. */
export async function removeFiles(
  ctx: FileCtx,
  { _id, files = [] }: Pick<Doc<"ideas">, "_id" | "files">,
): Promise<void> {
  await removeFilesOf(ctx, files);
  await ctx.db.patch(_id, { files: undefined });
}

async function removeById(ctx: FileCtx, id: Id<"ideaUploads">): Promise<void> {
  const upload = await ctx.db.get(id);
  if (upload) await removeFile(ctx, upload);
}

/** Whose eyes see a file: the reader, whether through another's, and whether they are of the team. */
interface FileReader {
  readonly person: Doc<"people">;
  readonly impersonation: unknown;
  readonly isTeam: boolean;
}

/** A file as it is served to whoever reads its idea, or uploaded it and has not sent it; null otherwise. */
export async function servedUpload(
  ctx: Pick<QueryCtx, "db">,
  { person, impersonation, isTeam }: FileReader,
  file: string,
): Promise<Infer<typeof servedFile> | null> {
  const id = ctx.db.normalizeId("ideaUploads", file);
  const upload = id && (await ctx.db.get(id));
  if (upload?.state !== "accepted") return null;
  if (upload.sentAt === undefined)
    return impersonation === null && upload.personId === person._id ? sendable(upload) : null;
  const idea = upload.ideaId && (await ctx.db.get(upload.ideaId));
  return idea && (await mayRead(ctx, person, idea, isTeam)) ? sendable(upload) : null;
}

/** Removes one batch of files that were not sent in time and of permits that are over; says whether more may be left. */
export async function pruneUploads(ctx: FileCtx, now: number): Promise<boolean> {
  const files = await ctx.db
    .query("ideaUploads")
    .withIndex("by_age", (q) => q.eq("sentAt", undefined).lt("createdAt", now - UNSENT_MS))
    .take(PRUNE_BATCH);
  for (const upload of files) await removeFile(ctx, upload);
  const permits = await ctx.db
    .query("ideaUploadPermits")
    .withIndex("by_age", (q) => q.lt("createdAt", now - PERMIT_MS))
    .take(PRUNE_BATCH);
  for (const { _id } of permits) await ctx.db.delete(_id);
  if (files.length > 0)
    await record(ctx, undefined, { ...SYSTEM, at: now }, "idea.filesPruned", { count: files.length });
  return files.length === PRUNE_BATCH || permits.length === PRUNE_BATCH;
}

/** Says in the audit trail what was done; never what a file is called: it may go with its idea. */
async function record(
  ctx: Pick<MutationCtx, "db">,
  idea: Pick<Doc<"ideas">, "_id" | "key"> | undefined,
  { actor, impersonator, at }: By,
  action: string,
  context: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const targets = idea ? [{ type: "idea" as const, id: idea._id, label: idea.key }] : [];
  await recordEvent(ctx, { actor, impersonator, action, targets, context, occurredAt: at });
}
