/** Who hears of what was said about a request. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { type By, wordsOfActor } from "../../core/audit/model";
import { notify } from "../../core/notifications/model";
import { shorten } from "../../lib/pure/text";
import { anchorOf } from "../../site/anchors";
import { pathTo } from "../../site/links";
import { accessTo, type Visible } from "../steps/circle";

type WriteCtx = Pick<MutationCtx, "db">;

/** Comments looked through for people who took part. */
const RECENT_COMMENTS = 200;

/** What somebody said, and whom they mentioned. */
interface Said {
  readonly commentId: Id<"requestComments">;
  readonly body: string;
  readonly visibility: Doc<"requestComments">["visibility"];
  readonly mentioned: readonly Doc<"people">[];
  readonly isAnswer?: boolean;
}

/** Where a comment stands, as notices lead there. */
export function placeOf({ key }: Doc<"requests">, commentId: Id<"requestComments">): string {
  return pathTo("request", { id: key }, {}, anchorOf("comment", commentId));
}

/**
 * Tells those mentioned, then everybody else who takes part, each once, never the speaker. Who asked hears of the
 * answer as such.
 */
export async function tell(
  ctx: WriteCtx,
  visible: Visible,
  { commentId, body, visibility, mentioned, isAnswer }: Said,
  speaker: By & { readonly person: Doc<"people"> },
): Promise<void> {
  const { request } = visible;
  const notice = {
    subject: { type: "request", id: request._id, label: `${request.key} ${request.title}` },
    body: shorten(body, 200),
    to: placeOf(request, commentId),
    at: speaker.at,
  };
  const name = wordsOfActor(speaker);
  const asker = isAnswer ? request.openQuestion?.askedById : undefined;
  const notified = new Set<Id<"people">>([speaker.person._id, ...(asker ? [asker] : [])]);
  for (const { _id } of mentioned) {
    if (notified.has(_id)) continue;
    notified.add(_id);
    const title = `${name} mentioned you in ${request.key}`;
    await notify(ctx, { ...notice, recipientId: _id, kind: "comment.mentioned", title, because: "You were mentioned" });
  }
  for (const [recipientId, because] of await listeners(ctx, visible)) {
    if (notified.has(recipientId)) continue;
    notified.add(recipientId);
    const recipient = await ctx.db.get(recipientId);
    const access = recipient?.status === "active" ? accessTo(visible, recipient) : null;
    if (access === null || (visibility === "internal" && !access.seesInternal)) continue;
    await notify(ctx, {
      ...notice,
      recipientId,
      kind: "comment.added",
      title: `${name} wrote in ${request.key}`,
      because,
    });
  }
}

/** Who takes part in a request, with the reason each hears of it. */
async function listeners(
  ctx: WriteCtx,
  { request, tasks, approvals, participants }: Visible,
): Promise<Map<Id<"people">, string>> {
  const reasons = new Map<Id<"people">, string>();
  const add = (personId: Id<"people">, because: string): void =>
    void (reasons.has(personId) || reasons.set(personId, because));
  add(request.requesterId, "You are the requester");
  add(request.beneficiaryId, "The request is for you");
  for (const { status, assigneeId } of tasks)
    if (status === "Running" && assigneeId) add(assigneeId, "You hold a task of it");
  for (const { personId, isPending } of approvals.flatMap(({ seats }) => seats))
    if (isPending) add(personId, "You have to decide about it");
  if (request.openQuestion) add(request.openQuestion.askedById, "You asked the open question");
  for (const { personId } of participants) add(personId, "You were mentioned in it before");
  const recent = await ctx.db
    .query("requestComments")
    .withIndex("by_request", (q) => q.eq("requestId", request._id))
    .order("desc")
    .take(RECENT_COMMENTS);
  for (const { authorId } of recent) add(authorId, "You wrote in it");
  return reasons;
}
