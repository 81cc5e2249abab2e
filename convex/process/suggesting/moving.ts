/** What admins do with ideas: status with a note everybody reads, merge and its undoing, deletion. */

import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { removeIdeaDrafts } from "../../core/feedback/drafts";
import { accountAmong, hasAnswered, onePerHuman, standsFor, together, votersOf } from "../../core/feedback/model";
import {
  SURVEY_MS,
  isListedStatus,
  MAX_SURVEYED,
  NOTE_MAX_LENGTH,
  whyNotMerge,
  whyNotMove,
  whyNotSay,
} from "../../core/feedback/rules";
import type { IdeaStatus } from "../../core/feedback/table";
import { removeFiles, removeFilesOf } from "../../core/feedback/uploads";
import { closeNotices, forgetWords, notify } from "../../core/notifications/model";
import { humanOf } from "../../core/people/humans";
import { refuse, refuseIf } from "../../lib/errors";
import { withoutMarks } from "../../lib/pure/marks";
import { anchorOf } from "../../site/anchors";
import { pathTo } from "../../site/links";
import { measure } from "./measuring";
import { record, type FeedbackStep } from "./step";

/** People notified in one transaction, and comments and notes that go with a deleted idea. */
const NOTIFIED_AT_ONCE = 50;
const MAX_WRITTEN = 1000;

/** Gives an idea its next status, with a note; its author and its voters are told once (F2). */
export async function moveIdea(step: FeedbackStep, idea: Doc<"ideas">, to: IdeaStatus, note: string): Promise<void> {
  refuseIf(whyNotMove(idea, to));
  refuseIf(whyNotSay(note, NOTE_MAX_LENGTH));
  await change(step, idea, to, note);
}

/** Makes an idea a part of another by a pointer: nothing of either is rewritten (F3). */
export async function mergeIdea(
  step: FeedbackStep,
  source: Doc<"ideas">,
  target: Doc<"ideas">,
  note: string,
): Promise<void> {
  const { ctx } = step;
  const parts = await together(ctx, source._id);
  if (parts.includes((await standsFor(ctx, target))._id) && source._id !== target._id)
    refuse({ code: "invalid-input", message: "It is already part of this idea." });
  refuseIf(whyNotMerge(source, target, parts.length + (await together(ctx, target._id)).length));
  refuseIf(whyNotSay(note, NOTE_MAX_LENGTH));
  await change(step, source, "Merged", note, target._id);
  await ctx.db.patch(source._id, { mergedIntoId: target._id, statusBefore: source.status });
  await count(ctx, target._id);
}

/** Takes a merge back: votes, comments and status are what they were (F3). */
export async function unmergeIdea(step: FeedbackStep, source: Doc<"ideas">, note: string): Promise<void> {
  const { ctx } = step;
  const { mergedIntoId, statusBefore } = source;
  if (source.status !== "Merged" || !mergedIntoId || !statusBefore)
    refuse({ code: "wrong-state", status: source.status });
  refuseIf(whyNotSay(note, NOTE_MAX_LENGTH));
  await change(step, source, statusBefore, note, mergedIntoId);
  await ctx.db.patch(source._id, { mergedIntoId: undefined, statusBefore: undefined });
  await count(ctx, source._id);
  const target = await ctx.db.get(mergedIntoId);
  if (target) await count(ctx, (await standsFor(ctx, target))._id);
}

/** Says whether what was shipped helped; a No opens the idea again, with the reason for all to read. */
export async function answerShipped(
  step: FeedbackStep,
  idea: Doc<"ideas">,
  { isSolved, reason }: { readonly isSolved: boolean; readonly reason: string },
): Promise<void> {
  const { ctx, at, person } = step;
  const { asked } = idea;
  if (idea.status !== "Shipped" || !asked) refuse({ code: "wrong-state", status: idea.status });
  if (at > asked.at + SURVEY_MS) refuse({ code: "too-late" });
  const account = await accountAmong(ctx, asked.personIds, person._id);
  if (!account) refuse({ code: "not-eligible", message: "The first voters are asked whether it helped." });
  if (await hasAnswered(ctx, idea, person._id)) refuse({ code: "already-decided" });
  if (!isSolved) refuseIf(whyNotSay(reason, NOTE_MAX_LENGTH));
  await ctx.db.insert("ideaAnswers", { ideaId: idea._id, askedAt: asked.at, personId: person._id, isSolved, at });
  await closeNotices(ctx, {
    subjectId: idea._id,
    kinds: ["idea.asked"],
    reason: "You answered.",
    at,
    recipientId: account,
  });
  await record(step, isSolved ? "idea.solved" : "idea.notSolved", idea);
  if (!isSolved) await change(step, idea, "Under review", reason);
}

/** Deletes what was written; number, votes and the event stay. */
export async function deleteIdea(step: FeedbackStep, idea: Doc<"ideas">, reason: string): Promise<void> {
  const { ctx, at } = step;
  if (idea.status === "Deleted") refuse({ code: "wrong-state", status: idea.status });
  refuseIf(whyNotSay(reason, NOTE_MAX_LENGTH));
  if ((await together(ctx, idea._id)).length > 1 || idea.mergedIntoId)
    refuse({ code: "invalid-input", message: "Undo its merges first." });
  for (const table of ["ideaComments", "ideaNotes", "ideaMoves"] as const)
    for (const said of await ctx.db
      .query(table)
      .withIndex("by_idea", (q) => q.eq("ideaId", idea._id))
      .take(MAX_WRITTEN)) {
      if ("files" in said) await removeFilesOf(ctx, said.files);
      await ctx.db.delete(said._id);
    }
  await removeFiles(ctx, idea);
  await removeIdeaDrafts(ctx, idea._id);
  await ctx.db.patch(idea._id, {
    title: "",
    description: "",
    searchText: "",
    status: "Deleted",
    statusAt: at,
    isListed: false,
    teamPriority: undefined,
    about: undefined,
    shippedPain: undefined,
    asked: undefined,
    updatedAt: at,
  });
  await closeNotices(ctx, { subjectId: idea._id, kinds: ["idea.asked"], reason: "The idea was deleted.", at });
  await ctx.scheduler.runAfter(0, internal.feedback.internal.forget, { ideaId: idea._id, cursor: null });
  await record(step, "idea.deleted", idea, { reason: reason.trim() });
}

/** Takes the words of a deleted idea out of the notices about it, batch after batch. */
export async function forget(ctx: MutationCtx, ideaId: Id<"ideas">, cursor: string | null): Promise<void> {
  const next = await forgetWords(ctx, ideaId, cursor);
  if (next !== null) await ctx.scheduler.runAfter(0, internal.feedback.internal.forget, { ideaId, cursor: next });
}

/** The one place where a status changes under a note. */
async function change(
  step: FeedbackStep,
  idea: Doc<"ideas">,
  to: IdeaStatus,
  note: string,
  otherId?: Id<"ideas">,
): Promise<void> {
  const { ctx, at, person } = step;
  // Before the row changes: those who are told are those who wanted it until now.
  const voters = await votersOf(ctx, idea._id);
  await ctx.db.patch(idea._id, {
    status: to,
    statusAt: at,
    isListed: isListedStatus(to),
    answeredAt: at,
    updatedAt: at,
    asked: to === "Shipped" ? { at, personIds: voters.slice(0, MAX_SURVEYED) } : undefined,
    // As it is now: what is counted later is compared with it.
    shippedPain: to === "Shipped" && idea.about ? await measure(ctx, idea.about, 0, at) : undefined,
  });
  const fields = { ideaId: idea._id, from: idea.status, to, note: note.trim(), byId: person._id, at };
  const moveId = await ctx.db.insert("ideaMoves", { ...fields, ...(otherId && { otherId }) });
  await record(step, "idea.moved", idea, { from: idea.status, to });
  if (idea.status === "Shipped")
    await closeNotices(ctx, { subjectId: idea._id, kinds: ["idea.asked"], reason: "It is being reviewed again.", at });
  const audience = await onePerHuman(ctx, [idea.authorId, ...voters]);
  for (let from = 0; from < audience.length; from += NOTIFIED_AT_ONCE)
    await ctx.scheduler.runAfter(0, internal.feedback.internal.tell, {
      moveId,
      personIds: audience.slice(from, from + NOTIFIED_AT_ONCE),
    });
}

/** Tells people what became of an idea, and asks the first voters of what was shipped. */
export async function tell(
  ctx: MutationCtx,
  moveId: Id<"ideaMoves">,
  personIds: readonly Id<"people">[],
): Promise<void> {
  const move = await ctx.db.get(moveId);
  const idea = move && (await ctx.db.get(move.ideaId));
  // Deleted meanwhile: what was written is not carried on.
  if (!move || !idea || idea.status === "Deleted") return;
  const mover = await humanOf(ctx, move.byId);
  const about = {
    subject: { type: "idea", id: idea._id, label: idea.key },
    to: pathTo("idea", { id: idea.key }, {}, anchorOf("answer", moveId)),
    at: move.at,
  };
  for (const recipientId of personIds) {
    const person = await ctx.db.get(recipientId);
    if (person?.status !== "active" || (await humanOf(ctx, recipientId)) === mover) continue;
    const isQuestion =
      move.to === "Shipped" && idea.asked?.at === move.at && idea.asked.personIds.includes(recipientId);
    await notify(ctx, {
      ...about,
      recipientId,
      kind: isQuestion ? "idea.asked" : "idea.moved",
      title: isQuestion
        ? `${idea.key} was shipped: did it solve it?`
        : `${idea.key} is now ${move.to === "Merged" ? "part of another idea" : move.to}`,
      body: withoutMarks(move.note),
      step: move._id,
    });
  }
}

async function count(ctx: Pick<MutationCtx, "db">, ideaId: Id<"ideas">): Promise<void> {
  await ctx.db.patch(ideaId, { votes: (await votersOf(ctx, ideaId)).length });
}
