/** What people do with ideas: write, change and withdraw their own, vote, comment. */

import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import { recordEvent } from "../../core/audit/model";
import { keepLook, newsFor } from "../../core/feedback/changelog";
import { standsForOthers, voteOf, votersOf, votesOf } from "../../core/feedback/model";
import {
  COMMENT_MAX_LENGTH,
  type IdeaForm,
  isListedStatus,
  isPriority,
  MAX_COMMENTS,
  MAX_COMMENTS_PER_HOUR,
  MAX_IDEAS_PER_HOUR,
  MAX_VOTE_TURNS,
  MAX_VOTES_PER_HOUR,
  problemsOf,
  ideaSearchText,
  whyNotComment,
  whyNotEdit,
  whyNotSay,
  whyNotVote,
  whyNotWithdraw,
} from "../../core/feedback/rules";
import type { ideaAbout } from "../../core/feedback/table";
import { placeFiles, sendWithComment } from "../../core/feedback/uploads";
import { notify } from "../../core/notifications/model";
import { accountsOf } from "../../core/people/humans";
import { nextNumber } from "../../lib/counters";
import { refuse, refuseIf } from "../../lib/errors";
import { HOUR_MS } from "../../lib/pure/time";
import type { Priority } from "../../lib/validators";
import { anchorOf } from "../../site/anchors";
import { pathTo } from "../../site/links";
import { nameOfAbout } from "./measuring";
import { record, type FeedbackStep } from "./step";

/** Files by their ids. */
type Files = readonly Id<"ideaUploads">[];

/** Keeps a new idea; whoever writes one wants it, so it begins with their vote. */
export async function writeIdea(
  step: FeedbackStep,
  form: IdeaForm,
  { about, uploadIds = [] }: { about?: Infer<typeof ideaAbout> | undefined; uploadIds?: Files | undefined } = {},
): Promise<string> {
  const { ctx, at, person } = step;
  const fields = checked(form);
  if (about && (await nameOfAbout(ctx, about)) === null) refuse({ code: "not-found" });
  const written = await ctx.db
    .query("ideas")
    .withIndex("by_author", (q) => q.eq("authorId", person._id).gt("createdAt", at - HOUR_MS))
    .take(MAX_IDEAS_PER_HOUR);
  if (written.length >= MAX_IDEAS_PER_HOUR) refuse({ code: "rate-limited" });
  const key = `IDEA-${await nextNumber(ctx, "ideas", 1)}`;
  const ideaId = await ctx.db.insert("ideas", {
    ...fields,
    ...(about && { about }),
    key,
    authorId: person._id,
    status: "New",
    statusAt: at,
    isListed: true,
    votes: 1,
    createdAt: at,
    updatedAt: at,
  });
  await ctx.db.insert("ideaVotes", { ideaId, personId: person._id, isCast: true, changedAt: at, turns: 1 });
  if (uploadIds.length > 0)
    await placeFiles(ctx, { _id: ideaId }, uploadIds, { personId: person._id, uploadedFor: undefined, at });
  await record(step, "idea.written", { _id: ideaId, key });
  return key;
}

/** The author writes it anew, as long as nobody took it up; with `fileIds` it has these files from now on. */
export async function editIdea(
  step: FeedbackStep,
  idea: Doc<"ideas">,
  { fileIds, ...form }: IdeaForm & { readonly fileIds?: Files | undefined },
): Promise<void> {
  const { ctx, at, person } = step;
  await refuseUnlessOwn(step, idea);
  if (fileIds) await placeFiles(ctx, idea, fileIds, { personId: person._id, uploadedFor: idea._id, at });
  await ctx.db.patch(idea._id, { ...checked(form), updatedAt: at });
  await record(step, "idea.edited", idea);
}

/** The author takes it back, as long as nobody took it up and it stands for no idea of others. */
export async function withdrawIdea(step: FeedbackStep, idea: Doc<"ideas">): Promise<void> {
  const { ctx, at, person } = step;
  const accounts = await accountsOf(ctx, person._id);
  const holdsOthers = await standsForOthers(ctx, idea._id, accounts);
  refuseIf(whyNotWithdraw(idea, accounts.includes(idea.authorId), holdsOthers));
  await ctx.db.patch(idea._id, { status: "Withdrawn", statusAt: at, isListed: false, updatedAt: at });
  await record(step, "idea.withdrawn", idea);
}

/** Casts or takes back the vote of a human (F1); asked twice, it changes nothing. */
export async function vote(step: FeedbackStep, idea: Doc<"ideas">, wants: boolean): Promise<void> {
  const { ctx, at, person } = step;
  refuseIf(whyNotVote(idea));
  const cast = await votesOf(ctx, idea._id, await accountsOf(ctx, person._id));
  if (cast.length > 0 === wants) return;
  const own = await voteOf(ctx, idea._id, person._id);
  const turned = await ctx.db
    .query("ideaVotes")
    .withIndex("by_person", (q) => q.eq("personId", person._id).gt("changedAt", at - HOUR_MS))
    .take(MAX_VOTES_PER_HOUR);
  if (turned.length >= MAX_VOTES_PER_HOUR || (own?.turns ?? 0) >= MAX_VOTE_TURNS) refuse({ code: "rate-limited" });
  for (const row of cast) await ctx.db.patch(row._id, { isCast: false, changedAt: at, turns: row.turns + 1 });
  if (wants && own) await ctx.db.patch(own._id, { isCast: true, changedAt: at, turns: own.turns + 1 });
  else if (wants)
    await ctx.db.insert("ideaVotes", {
      ideaId: idea._id,
      personId: person._id,
      isCast: true,
      changedAt: at,
      turns: 1,
    });
  // Accounts that became one human's after they voted were counted as two.
  const votes = cast.length > 1 ? (await votersOf(ctx, idea._id)).length : idea.votes + (wants ? 1 : -1);
  await ctx.db.patch(idea._id, { votes });
  await record(step, wants ? "idea.voted" : "idea.voteTakenBack", idea);
}

/** Writes a comment everybody reads, with files of its writer; the author of the idea is told. */
export async function comment(
  step: FeedbackStep,
  idea: Doc<"ideas">,
  { text, uploadIds = [] }: { readonly text: string; readonly uploadIds?: Files | undefined },
): Promise<void> {
  const { ctx, at, person } = step;
  refuseIf(whyNotComment(idea));
  refuseIf(whyNotSay(text, COMMENT_MAX_LENGTH));
  const byPerson = await ctx.db
    .query("ideaComments")
    .withIndex("by_person", (q) => q.eq("personId", person._id).gt("at", at - HOUR_MS))
    .take(MAX_COMMENTS_PER_HOUR);
  if (byPerson.length >= MAX_COMMENTS_PER_HOUR) refuse({ code: "rate-limited" });
  const there = await ctx.db
    .query("ideaComments")
    .withIndex("by_idea", (q) => q.eq("ideaId", idea._id))
    .take(MAX_COMMENTS);
  if (there.length >= MAX_COMMENTS) refuse({ code: "too-many", max: MAX_COMMENTS });
  const files = await sendWithComment(ctx, idea._id, uploadIds, { personId: person._id, at });
  const said = { text: text.trim(), ...(files.length > 0 && { files }) };
  const commentId = await ctx.db.insert("ideaComments", { ideaId: idea._id, personId: person._id, ...said, at });
  await record(step, "idea.commented", idea);
  if (await isOwn(step, idea)) return;
  await notify(ctx, {
    recipientId: idea.authorId,
    kind: "idea.commented",
    subject: { type: "idea", id: idea._id, label: idea.key },
    title: `Somebody commented on your idea ${idea.key}`,
    to: pathTo("idea", { id: idea.key }, {}, anchorOf("comment", commentId)),
    at,
  });
}

/** What an admin writes for the other admins (never shown to anybody else). */
export async function note(step: FeedbackStep, idea: Doc<"ideas">, text: string): Promise<void> {
  const { ctx, at, person } = step;
  refuseIf(whyNotSay(text, COMMENT_MAX_LENGTH));
  const byPerson = await ctx.db
    .query("ideaNotes")
    .withIndex("by_person", (q) => q.eq("personId", person._id).gt("at", at - HOUR_MS))
    .take(MAX_COMMENTS_PER_HOUR);
  if (byPerson.length >= MAX_COMMENTS_PER_HOUR) refuse({ code: "rate-limited" });
  await ctx.db.insert("ideaNotes", { ideaId: idea._id, personId: person._id, text: text.trim(), at });
  await record(step, "idea.noted", idea);
}

/** What the admins think of it; the author's own priority stays as it is (F4). */
export async function prioritise(step: FeedbackStep, idea: Doc<"ideas">, teamPriority: Priority | null): Promise<void> {
  await step.ctx.db.patch(idea._id, { teamPriority: teamPriority ?? undefined });
  await record(step, "idea.prioritised", idea);
}

/** Says what an idea is about, so that it is weighed by what that costs people; what was shipped keeps its figures. */
export async function link(
  step: FeedbackStep,
  idea: Doc<"ideas">,
  about: Infer<typeof ideaAbout> | null,
): Promise<void> {
  if (idea.status === "Shipped" || !isListedStatus(idea.status)) refuse({ code: "wrong-state", status: idea.status });
  if (about && (await nameOfAbout(step.ctx, about)) === null) refuse({ code: "not-found" });
  await step.ctx.db.patch(idea._id, { about: about ?? undefined });
  await record(step, "idea.linked", idea, { about: about && `${about.kind} ${about.key}` });
}

/** Somebody has seen what was shipped; nothing is written where nothing was new to them. */
export async function lookAtChangelog({ ctx, at, by, person }: FeedbackStep): Promise<void> {
  if ((await newsFor(ctx, person, at)).count === 0) return;
  await keepLook(ctx, person._id, at);
  await recordEvent(ctx, { ...by, action: "idea.newsSeen", targets: [], occurredAt: at });
}

function checked(form: IdeaForm) {
  const fields = problemsOf(form);
  const { priority } = form;
  if (Object.keys(fields).length > 0 || !isPriority(priority)) refuse({ code: "invalid-form", fields });
  const [title, description] = [form.title.trim(), form.description.trim()];
  return { title, description, priority, searchText: ideaSearchText({ title, description }) };
}

/** Refuses to whoever may not write it anew. */
export async function refuseUnlessOwn(step: Pick<FeedbackStep, "ctx" | "person">, idea: Doc<"ideas">): Promise<void> {
  refuseIf(whyNotEdit(idea, await isOwn(step, idea)));
}

async function isOwn({ ctx, person }: Pick<FeedbackStep, "ctx" | "person">, idea: Doc<"ideas">): Promise<boolean> {
  return (await accountsOf(ctx, person._id)).includes(idea.authorId);
}
