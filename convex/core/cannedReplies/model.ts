/** Canned replies as they are kept. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refuse, refuseIf } from "../../lib/errors";
import { type Deed, recordEvent } from "../audit/model";
import { type Change, changedFields } from "../audit/rules";
import { MAX_CANNED, tidyCanned, whyNotBeside, whyNotCanned } from "./rules";
import type { CannedReply } from "./table";

/** Who does it, when. */
export interface CannedStep extends Deed<Pick<MutationCtx, "db">> {
  readonly personId: Id<"people">;
}

/** The canned replies there are, by title. */
export async function cannedReplies(ctx: Pick<QueryCtx, "db">): Promise<Doc<"cannedReplies">[]> {
  return await ctx.db
    .query("cannedReplies")
    .withIndex("by_removed", (q) => q.eq("removedAt", null))
    .take(MAX_CANNED);
}

/**
 * Saves a new canned reply, or what one is from now on if it still is as it was shown. What is the same already is not
 * saved again: sent twice, it is there once.
 */
export async function saveCanned(
  step: CannedStep,
  shown: { readonly id: Id<"cannedReplies">; readonly updatedAt: number } | null,
  fields: CannedReply,
): Promise<Id<"cannedReplies">> {
  const { ctx, at, personId } = step;
  const saved = tidyCanned(fields);
  const all = await cannedReplies(ctx);
  const known = shown === null ? all.find((one) => isSame(one, saved)) : all.find(({ _id }) => _id === shown.id);
  if (shown !== null && !known) refuse({ code: "not-found" });
  if (known && isSame(known, saved)) return known._id;
  if (known && known.updatedAt !== shown?.updatedAt) refuse({ code: "changed-meanwhile" });
  refuseIf(
    whyNotCanned(
      saved,
      all.filter(({ _id }) => _id !== known?._id).map(({ title }) => title),
    ),
  );
  const row = { ...saved, updatedAt: at, updatedById: personId, createdById: known ? writerOf(known) : personId };
  const id = known ? known._id : await ctx.db.insert("cannedReplies", { ...row, removedAt: null });
  if (known) await ctx.db.patch(known._id, { ...row, cause: saved.cause, tags: saved.tags });
  await record(
    step,
    "cannedReply.saved",
    { _id: id, title: saved.title },
    changedFields(known ? tidyCanned(known) : {}, { ...saved }),
  );
  return id;
}

function isSame(row: CannedReply, { title, body, topic, after, cause, tags = [] }: CannedReply): boolean {
  const isEqual = row.title === title && row.body === body && row.topic === topic;
  return isEqual && row.after === after && row.cause === cause && (row.tags ?? []).join() === tags.join();
}

/** Who wrote it first, as far as that was kept. */
function writerOf({ createdById, updatedById }: Doc<"cannedReplies">): Id<"people"> {
  return createdById ?? updatedById;
}

/** Removes a canned reply, or puts a removed one back. */
export async function setCannedRemoved(step: CannedStep, id: Id<"cannedReplies">, isRemoved: boolean): Promise<void> {
  const { ctx, at, personId } = step;
  const row = await ctx.db.get(id);
  if (!row) refuse({ code: "not-found" });
  if ((row.removedAt !== null) === isRemoved) return;
  if (!isRemoved)
    refuseIf(
      whyNotBeside(
        row,
        (await cannedReplies(ctx)).map(({ title }) => title),
      ),
    );
  const changes = { updatedAt: at, updatedById: personId, createdById: writerOf(row) };
  await ctx.db.patch(id, { ...changes, removedAt: isRemoved ? at : null });
  await record(step, isRemoved ? "cannedReply.removed" : "cannedReply.restored", row);
}

async function record(
  { ctx, at, by }: CannedStep,
  action: string,
  { _id, title }: Pick<Doc<"cannedReplies">, "_id" | "title">,
  changes: readonly Change[] = [],
): Promise<void> {
  await recordEvent(ctx, {
    ...by,
    action,
    targets: [{ type: "cannedReply", id: _id, label: title }],
    changes: [...changes],
    context: {},
    occurredAt: at,
  });
}
