/**
 * Files of support tickets: uploaded by somebody who may write, looked into, then sent with what they say. Until then
 * they are its uploader's alone; from then on they are read by those who read what they stand beside (S10).
 */

import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refuse } from "../../lib/errors";
import { type By, recordEvent, SYSTEM } from "../audit/model";
import { MAX_PERMITS, PERMIT_MS, removeFile, sendable, settle, storedSince, UNSENT_MS } from "../files/model";
import { fileName, type FileFinding, MAX_FILES } from "../files/rules";
import type { servedFile } from "../files/table";
import { type Reader, readOf, ticketTarget } from "./model";
import type { TicketFile } from "./table";

type FileCtx = Pick<MutationCtx, "db" | "storage">;
type Uploader = By & { readonly personId: Id<"people"> };

const PRUNE_BATCH = 100;

/** The files somebody uploaded for a ticket, or without one for a new ticket, and has not sent yet. */
export async function waitingUploads(
  ctx: Pick<QueryCtx, "db">,
  personId: Id<"people">,
  ticketId: Id<"tickets"> | undefined,
): Promise<Doc<"ticketUploads">[]> {
  return await ctx.db
    .query("ticketUploads")
    .withIndex("by_person", (q) => q.eq("personId", personId).eq("sentAt", undefined).eq("ticketId", ticketId))
    .take(MAX_FILES + 1);
}

/** Lets somebody upload one file: it is taken up only by whoever asked for an address before the file was there. */
export async function allowUpload(
  ctx: Pick<MutationCtx, "db">,
  ticket: Doc<"tickets"> | undefined,
  by: Uploader,
): Promise<Id<"ticketUploadPermits">> {
  const open = await ctx.db
    .query("ticketUploadPermits")
    .withIndex("by_person", (q) => q.eq("personId", by.personId).gt("createdAt", by.at - PERMIT_MS))
    .take(MAX_PERMITS);
  if (open.length >= MAX_PERMITS) refuse({ code: "too-many", max: MAX_PERMITS });
  await record(ctx, ticket, by, "ticket.uploadAllowed");
  const permit = { personId: by.personId, createdAt: by.at };
  return await ctx.db.insert("ticketUploadPermits", { ...permit, ...(ticket && { ticketId: ticket._id }) });
}

/** Takes up a file that was just uploaded, with the permit it was uploaded on. */
export async function takeUp(
  ctx: FileCtx,
  ticket: Doc<"tickets"> | undefined,
  file: {
    readonly storageId: Id<"_storage">;
    readonly permitId: Id<"ticketUploadPermits">;
    readonly name: string;
  },
  by: Uploader,
): Promise<Id<"ticketUploads">> {
  const permit = await ctx.db.get(file.permitId);
  if (permit?.personId !== by.personId || permit.ticketId !== ticket?._id) refuse({ code: "not-found" });
  const { size } = await storedSince(ctx, permit, file.storageId, by.at);
  await ctx.db.delete(permit._id);
  if ((await waitingUploads(ctx, by.personId, ticket?._id)).length >= MAX_FILES)
    refuse({ code: "too-many", max: MAX_FILES });
  const id = await ctx.db.insert("ticketUploads", {
    personId: by.personId,
    ...(ticket && { ticketId: ticket._id }),
    storageId: file.storageId,
    name: fileName(file.name),
    size,
    state: "checking",
    createdAt: by.at,
  });
  await record(ctx, ticket, by, "ticket.fileUploaded", { size });
  return id;
}

/** Notes what a file was found to be. One that cannot be kept is removed at once; its row says why. */
export async function settleUpload(
  ctx: FileCtx,
  uploadId: Id<"ticketUploads">,
  finding: FileFinding,
  at: number,
): Promise<void> {
  const upload = await ctx.db.get(uploadId);
  if (!upload || upload.state !== "checking" || !(await settle(ctx, upload, finding))) return;
  const ticket = upload.ticketId && (await ctx.db.get(upload.ticketId));
  await record(ctx, ticket ?? undefined, { ...SYSTEM, at }, "ticket.fileRefused");
}

/** Removes a file of one's own that was not sent yet. */
export async function dropUpload(ctx: FileCtx, uploadId: Id<"ticketUploads">, by: Uploader): Promise<void> {
  const upload = await ctx.db.get(uploadId);
  if (upload?.personId !== by.personId || upload.sentAt !== undefined) refuse({ code: "not-found" });
  await removeFile(ctx, upload);
  const ticket = upload.ticketId && (await ctx.db.get(upload.ticketId));
  await record(ctx, ticket ?? undefined, by, "ticket.fileRemoved");
}

/** Sends files with what is said; each must be the speaker's own, uploaded where they speak, looked into and unsent. */
export async function sendUploads(
  ctx: Pick<MutationCtx, "db">,
  uploadIds: readonly Id<"ticketUploads">[] = [],
  {
    personId,
    uploadedFor,
    at,
    ...place
  }: {
    readonly personId: Id<"people">;
    readonly uploadedFor: Id<"tickets"> | undefined;
    readonly ticketId: Id<"tickets">;
    readonly messageId?: Id<"ticketMessages">;
    readonly at: number;
  },
): Promise<TicketFile[]> {
  if (uploadIds.length > MAX_FILES) refuse({ code: "too-many", max: MAX_FILES });
  const files: TicketFile[] = [];
  for (const id of new Set(uploadIds)) {
    const upload = await ctx.db.get(id);
    const isTheirs = upload?.personId === personId && upload.ticketId === uploadedFor;
    if (!isTheirs || upload.sentAt !== undefined) refuse({ code: "not-found" });
    const { name, contentType, size } = sendable(upload);
    await ctx.db.patch(id, { ...place, sentAt: at });
    files.push({ id, name, contentType, size });
  }
  return files;
}

/** Lets files that were sent stand beside another ticket, too: for the readers of that one, and without a second copy. */
export async function shareFiles(
  ctx: Pick<MutationCtx, "db">,
  files: readonly TicketFile[] = [],
  ticketId: Id<"tickets">,
): Promise<TicketFile[]> {
  const shared: TicketFile[] = [];
  for (const file of files) {
    const upload = await ctx.db.get(file.id);
    if (!upload) continue;
    const { personId, storageId, state, name, size, contentType, createdAt, sentAt } = upload;
    const fields = { personId, storageId, state, name, size, contentType, createdAt, sentAt, ticketId };
    shared.push({ ...file, id: await ctx.db.insert("ticketUploads", fields) });
  }
  return shared;
}

/** Where a file stands beside tickets that followed from its own: what is redacted there is gone from these, too. */
export async function sharedWithFollowUps(
  ctx: Pick<QueryCtx, "db">,
  { _id, storageId, ticketId }: Doc<"ticketUploads">,
): Promise<Doc<"ticketUploads">[]> {
  const same = await ctx.db
    .query("ticketUploads")
    .withIndex("by_storage", (q) => q.eq("storageId", storageId))
    .collect();
  const others = await Promise.all(
    same.map(async (one) => {
      const ticket = one._id !== _id && one.ticketId ? await ctx.db.get(one.ticketId) : null;
      return ticket && ticket.followUpOfId === ticketId ? [one] : [];
    }),
  );
  return others.flat();
}

/** A file as it is served to whoever may read what it stands beside, or uploaded it and has not sent it; null otherwise. */
export async function servedUpload(
  ctx: Pick<QueryCtx, "db">,
  viewer: Reader,
  file: string,
): Promise<Infer<typeof servedFile> | null> {
  const id = ctx.db.normalizeId("ticketUploads", file);
  const upload = id && (await ctx.db.get(id));
  if (upload?.state !== "accepted" || !(await isOpenTo(ctx, viewer, upload))) return null;
  return sendable(upload);
}

async function isOpenTo(ctx: Pick<QueryCtx, "db">, viewer: Reader, upload: Doc<"ticketUploads">): Promise<boolean> {
  const { sentAt, personId, ticketId, messageId, heldMailId } = upload;
  if (sentAt === undefined) return viewer.impersonation === null && personId === viewer.person._id;
  const ticket = ticketId && (await ctx.db.get(ticketId));
  const read = ticket && (await readOf(ctx, viewer, ticket));
  if (!read) return false;
  if (heldMailId !== undefined) return read.isAgent;
  if (messageId === undefined) return true;
  const message = await ctx.db.get(messageId);
  return message !== null && (message.visibility === "public" || read.isAgent);
}

/** Removes one batch of files that were not sent in time and of permits that are over; says whether more may be left. */
export async function pruneUploads(ctx: FileCtx, now: number): Promise<boolean> {
  const files = await ctx.db
    .query("ticketUploads")
    .withIndex("by_age", (q) => q.eq("sentAt", undefined).lt("createdAt", now - UNSENT_MS))
    .take(PRUNE_BATCH);
  for (const upload of files) await removeFile(ctx, upload);
  const permits = await ctx.db
    .query("ticketUploadPermits")
    .withIndex("by_age", (q) => q.lt("createdAt", now - PERMIT_MS))
    .take(PRUNE_BATCH);
  for (const { _id } of permits) await ctx.db.delete(_id);
  if (files.length > 0)
    await record(ctx, undefined, { ...SYSTEM, at: now }, "ticket.filesPruned", { count: files.length });
  return files.length === PRUNE_BATCH || permits.length === PRUNE_BATCH;
}

/** Says in the audit trail what was done; never what a file of a ticket is called. */
async function record(
  ctx: Pick<MutationCtx, "db">,
  ticket: Doc<"tickets"> | undefined,
  { actor, impersonator, at }: By,
  action: string,
  context: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const targets = ticket ? [ticketTarget(ticket)] : [];
  await recordEvent(ctx, { actor, impersonator, action, targets, context, occurredAt: at });
}
