/** What was said about a request, as its page shows it. */

import { v, type Infer } from "convex/values";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { nameOf, signedName } from "../../core/people/model";
import { deletableUntil } from "../../core/requests/rules/comments";
import { commentVisibility } from "../../core/requests/table";
import { nullableString, nullableTimestamp, timestamp } from "../../lib/validators";
import { questionsAndAnswers, readComments } from "../../process/conversing/conversation";
import type { Visible } from "../../process/steps/circle";
import { shownPerson } from "./detailView";

type ReadCtx = Pick<QueryCtx, "db">;

/** A question to the requester, or their answer. */
export const shownQuestion = v.object({
  id: v.id("requestComments"),
  by: v.string(),
  at: timestamp,
  body: v.string(),
  isAnswer: v.boolean(),
  files: v.array(v.string()),
});

/** A comment or an internal note. */
export const shownComment = v.object({
  id: v.id("requestComments"),
  author: shownPerson,
  /** Who wrote it, in words: its author, or whoever did so through their eyes. */
  by: v.string(),
  isOwn: v.boolean(),
  visibility: commentVisibility,
  body: v.string(),
  mentions: v.array(v.string()),
  attachments: v.array(
    v.object({ id: v.id("requestUploads"), name: v.string(), contentType: v.string(), size: v.number() }),
  ),
  isAnswer: v.boolean(),
  isQuestion: v.boolean(),
  createdAt: timestamp,
  /** Who took it back, in words; null as long as it stands. */
  deletedBy: nullableString,
  /** Until when the viewer can take it back. */
  deletableUntil: nullableTimestamp,
});

/** What the requester was asked and answered, oldest first. */
export async function showQuestions(ctx: ReadCtx, { request }: Visible): Promise<Infer<typeof shownQuestion>[]> {
  const said = await questionsAndAnswers(ctx, request._id);
  return await Promise.all(
    said.map(async ({ _id, authorId, impersonatorId, createdAt, body, isAnswer, attachments }) => ({
      id: _id,
      by: await signedName(ctx, authorId, impersonatorId),
      at: createdAt,
      body,
      isAnswer,
      files: attachments.map((file) => file.name),
    })),
  );
}

/** What was said before a time, oldest first, as one of those who may read it sees it. */
export async function showComments(
  ctx: ReadCtx,
  visible: Visible,
  viewerId: Id<"people">,
  before = Number.MAX_SAFE_INTEGER,
): Promise<{ hasOlder: boolean; comments: Infer<typeof shownComment>[] }> {
  const { comments: found, hasOlder } = await readComments(ctx, visible, before);
  const shown = found.map(async (comment) => ({
    id: comment._id,
    author: { id: comment.authorId, name: await nameOf(ctx, comment.authorId) },
    by: await signedName(ctx, comment.authorId, comment.impersonatorId),
    isOwn: comment.authorId === viewerId,
    visibility: comment.visibility,
    body: comment.body,
    mentions: await Promise.all(comment.mentionIds.map((id) => nameOf(ctx, id))),
    attachments: comment.attachments.map(({ uploadId, name, contentType, size }) => ({
      id: uploadId,
      name,
      contentType,
      size,
    })),
    isAnswer: comment.isAnswer,
    isQuestion: comment.isQuestion ?? false,
    createdAt: comment.createdAt,
    deletedBy:
      comment.deletedAt === undefined ? null : await signedName(ctx, comment.authorId, comment.deletedByImpersonatorId),
    deletableUntil: deletableUntil(comment, viewerId),
  }));
  return { hasOlder, comments: await Promise.all(shown) };
}
