/** What people say to each other about a request, and who hears of it. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { type By, recordEvent } from "../../core/audit/model";
import { removeFile } from "../../core/files/model";
import { forgetQuote } from "../../core/notifications/model";
import { fullName } from "../../core/people/model";
import { requestTarget } from "../../core/requests/model";
import {
  LIMITED_COMMENTS,
  MAX_MENTIONS,
  whyNotDelete,
  whyNotSay,
  whyNotSayYet,
} from "../../core/requests/rules/comments";
import { claimUploads } from "../../core/requests/uploads";
import { whyNotNote } from "../../core/shared/rules/may";
import { refuse, refuseIf } from "../../lib/errors";
import { accessTo, loadVisible, type Visible } from "../steps/circle";
import { placeOf, tell } from "./telling";

type WriteCtx = Pick<MutationCtx, "db">;

/** Comments a page shows: the newest. */
export const SHOWN_COMMENTS = 200;
/** Comments looked through for questions and answers. */
const SEARCHED_COMMENTS = 500;

/** What somebody says. */
export interface Saying {
  readonly body: string;
  readonly visibility: Doc<"requestComments">["visibility"];
  readonly mentionIds: readonly Id<"people">[];
  readonly uploadIds: readonly Id<"requestUploads">[];
  readonly isAnswer?: boolean;
}

/** Who says it, when. */
export type Speaker = By & { readonly person: Doc<"people"> };

/** The newest comments a viewer may read, oldest first; says whether there are older ones. */
export async function readComments(
  ctx: Pick<QueryCtx, "db">,
  { request, access }: Visible,
  before: number,
): Promise<{ comments: Doc<"requestComments">[]; hasOlder: boolean }> {
  const query = access.seesInternal
    ? ctx.db
        .query("requestComments")
        .withIndex("by_request", (q) => q.eq("requestId", request._id).lt("createdAt", before))
    : ctx.db
        .query("requestComments")
        .withIndex("by_visibility", (q) =>
          q.eq("requestId", request._id).eq("visibility", "public").lt("createdAt", before),
        );
  const found = await query.order("desc").take(SHOWN_COMMENTS + 1);
  return { comments: found.slice(0, SHOWN_COMMENTS).toReversed(), hasOlder: found.length > SHOWN_COMMENTS };
}

/**
 * Questions to the requester and their answers, oldest first: those among the newest comments everybody on the request
 * reads.
 */
export async function questionsAndAnswers(
  ctx: Pick<QueryCtx, "db">,
  requestId: Id<"requests">,
): Promise<Doc<"requestComments">[]> {
  const recent = await ctx.db
    .query("requestComments")
    .withIndex("by_visibility", (q) => q.eq("requestId", requestId).eq("visibility", "public"))
    .order("desc")
    .take(SEARCHED_COMMENTS);
  return recent.filter(({ isQuestion, isAnswer }) => isQuestion || isAnswer).toReversed();
}

/** Adds a comment and tells whom it concerns. */
export async function say(
  ctx: WriteCtx,
  visible: Visible,
  saying: Saying,
  speaker: Speaker,
): Promise<Id<"requestComments">> {
  const body = saying.body.trim();
  refuseIf(whyNotSay(body));
  if (saying.mentionIds.length > MAX_MENTIONS) refuse({ code: "too-many", max: MAX_MENTIONS });
  refuseIf(whyNotSayYet(await recentTimes(ctx, speaker), speaker.at));
  const mentioned = await checkedMentions(ctx, visible, saying, speaker);
  const { request } = visible;
  const attachments = await claimUploads(ctx, saying.uploadIds, {
    requestId: request._id,
    personId: speaker.person._id,
    impersonatorId: speaker.impersonator?.personId,
  });
  const commentId = await ctx.db.insert("requestComments", {
    requestId: request._id,
    authorId: speaker.person._id,
    impersonatorId: speaker.impersonator?.personId,
    visibility: saying.visibility,
    body,
    mentionIds: mentioned.map(({ _id }) => _id),
    attachments,
    isAnswer: saying.isAnswer ?? false,
    createdAt: speaker.at,
  });
  for (const { uploadId } of attachments) await ctx.db.patch(uploadId, { commentId });
  await bringIn(ctx, visible, mentioned, speaker);
  await recordEvent(ctx, {
    ...speaker,
    action: saying.isAnswer ? "request.answered" : "request.commented",
    targets: [requestTarget(request), { type: "comment", id: commentId }],
    context: {
      visibility: saying.visibility,
      files: attachments.map(({ name }) => name),
      mentioned: mentioned.map(fullName),
    },
    occurredAt: speaker.at,
  });
  await tell(
    ctx,
    visible,
    { commentId, body, visibility: saying.visibility, mentioned, isAnswer: saying.isAnswer },
    speaker,
  );
  return commentId;
}

/** When somebody wrote what the limits count, newest first. */
async function recentTimes(ctx: WriteCtx, { person, at }: Speaker): Promise<number[]> {
  const { max, withinMs } = LIMITED_COMMENTS;
  const recent = await ctx.db
    .query("requestComments")
    .withIndex("by_author", (q) => q.eq("authorId", person._id).gt("createdAt", at - withinMs))
    .order("desc")
    .take(max);
  return recent.map(({ createdAt }) => createdAt);
}

/** The people mentioned. In an internal note only those who may read it; elsewhere anybody who is active. */
async function checkedMentions(
  ctx: WriteCtx,
  visible: Visible,
  { mentionIds, visibility }: Saying,
  { impersonator }: Speaker,
): Promise<Doc<"people">[]> {
  const people: Doc<"people">[] = [];
  for (const id of new Set(mentionIds)) {
    const person = await ctx.db.get(id);
    if (!person || person.status !== "active")
      refuse({ code: "not-eligible", message: "Somebody you mentioned is no longer active." });
    if (visibility === "internal" && accessTo(visible, person)?.seesInternal !== true) {
      refuse({ code: "not-eligible", message: `${fullName(person)} cannot read internal notes on this request.` });
    }
    if (impersonator && accessTo(visible, person) === null)
      refuse({
        code: "not-eligible",
        message: `While you act for somebody you cannot show this to ${fullName(person)}.`,
      });
    people.push(person);
  }
  return people;
}

/** A mention shows the request to somebody who did not see it before. */
async function bringIn(
  ctx: WriteCtx,
  visible: Visible,
  mentioned: readonly Doc<"people">[],
  speaker: Speaker,
): Promise<void> {
  for (const person of mentioned) {
    if (accessTo(visible, person) !== null) continue;
    const requestId = visible.request._id;
    await ctx.db.insert("requestParticipants", {
      requestId,
      personId: person._id,
      addedById: speaker.person._id,
      since: speaker.at,
    });
    await recordEvent(ctx, {
      ...speaker,
      action: "request.participantAdded",
      targets: [requestTarget(visible.request), { type: "person", id: person._id, label: fullName(person) }],
      occurredAt: speaker.at,
    });
  }
}

/** A comment as one viewer sees it. */
interface VisibleComment {
  readonly visible: Visible;
  readonly comment: Doc<"requestComments">;
}

/** The comment behind an id, where the viewer reads it. */
export async function loadComment(
  ctx: Pick<QueryCtx, "db">,
  viewer: Parameters<typeof loadVisible>[1],
  commentId: Id<"requestComments">,
): Promise<VisibleComment> {
  const comment = (await ctx.db.get(commentId)) ?? refuse({ code: "not-found" });
  const visible = await loadVisible(ctx, viewer, comment.requestId);
  if (comment.visibility === "internal") refuseIf(whyNotNote(visible.access));
  return { visible, comment };
}

/** Takes a comment back: its words and files go, from notices too; its place and the audit trail stay. */
export async function takeBackComment(
  ctx: Pick<MutationCtx, "db" | "storage">,
  { visible, comment }: VisibleComment,
  speaker: Speaker,
): Promise<void> {
  refuseIf(whyNotDelete(comment, speaker.person._id, speaker.at));
  for (const { uploadId } of comment.attachments) {
    const upload = await ctx.db.get(uploadId);
    if (upload) await removeFile(ctx, upload);
  }
  await ctx.db.patch(comment._id, {
    body: "",
    attachments: [],
    mentionIds: [],
    deletedAt: speaker.at,
    deletedByImpersonatorId: speaker.impersonator?.personId,
  });
  await forgetQuote(ctx, visible.request._id, placeOf(visible.request, comment._id));
  await recordEvent(ctx, {
    ...speaker,
    action: "request.commentDeleted",
    targets: [requestTarget(visible.request), { type: "comment", id: comment._id }],
    context: { visibility: comment.visibility, files: comment.attachments.map(({ name }) => name) },
    occurredAt: speaker.at,
  });
}
