/** Reading ideas. Everybody may; what admins write for each other has a query of its own. */

import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { guardedQuery, type ViewerQueryCtx } from "../access/functions";
import { can } from "../access/rules";
import { factsOf } from "../access/viewer";
import { newsFor } from "../core/feedback/changelog";
import { ideaDraftIn, shownIdeaDraft, shownIdeaDraftOf } from "../core/feedback/drafts";
import { findIdeas, ideaByKey } from "../core/feedback/model";
import { isListedStatus, ROADMAP, whyNotMerge } from "../core/feedback/rules";
import { isWholeSearch, MOST_FOUND } from "../core/feedback/rules/listed";
import { ideaAbout, ideaStatus, pain } from "../core/feedback/table";
import { servedUpload, waitingUploads } from "../core/feedback/uploads";
import { waitingFileOf } from "../core/files/model";
import { servedFile, waitingFile } from "../core/files/table";
import { nameOf } from "../core/people/model";
import { refuse } from "../lib/errors";
import { tellingWordsOf } from "../lib/pure/wordSearch";
import { nullableString, priority, timestamp } from "../lib/validators";
import { ideaFor, ideaPage } from "../pages/feedback/idea";
import { ideaRow, mineOf, myIdeaRow, rowsOf } from "../pages/feedback/rows";
import { draftPlace } from "../process/suggesting/keeping";
import { aboutChoices, measure, nameOfAbout } from "../process/suggesting/measuring";

const MAX_PAGE = 50;
const SIMILAR = 5;
/** Ideas offered to merge into. */
const OFFERED = 20;
const MAX_WORDS = 200;
/** Shorter words say nothing about what an idea is about; SQL does. */
const MIN_LETTERS = 3;
/** Ideas that one column of the roadmap shows, and how far it counts them; notes of one idea. */
const IN_COLUMN = 30;
const MAX_COUNTED = 100;
const MAX_NOTES = 200;

/** My Feedback: what the caller wrote, voted for or commented on. */
export const mine = guardedQuery("feedback.read", {
  args: {},
  returns: v.array(myIdeaRow),
  handler: async (ctx) => await mineOf(ctx, ctx.viewer.person._id),
});

/**
 * Every idea, of one status or of all, most votes first; what was shipped, the latest first. With words or a number those
 * that have them, what fits best first; `isWhole` is false where those are more than are listed.
 */
export const list = guardedQuery("feedback.read", {
  args: {
    status: v.union(v.null(), ideaStatus),
    text: v.optional(v.string()),
    paginationOpts: paginationOptsValidator,
  },
  returns: v.object({
    page: v.array(ideaRow),
    isDone: v.boolean(),
    continueCursor: v.string(),
    isWhole: v.boolean(),
  }),
  handler: async (ctx, { status, text = "", paginationOpts }) => {
    const numItems = Math.min(paginationOpts.numItems, MAX_PAGE);
    const words = text.trim().slice(0, MAX_WORDS);
    if (words !== "") {
      // A page begins after so many that fit better: the places of a search are numbers.
      const from = Math.max(0, Number.parseInt(paginationOpts.cursor ?? "", 10) || 0);
      const end = from + Math.max(1, numItems);
      const found = await findIdeas(ctx, words, Math.min(end + 1, MOST_FOUND), status);
      return {
        page: await rowsOf(ctx, found.slice(from, end), ctx.viewer.person._id),
        isDone: found.length <= end,
        continueCursor: `${end}`,
        isWhole: isWholeSearch(found.length),
      };
    }
    // By a status that is not listed nobody finds what was withdrawn or deleted.
    if (status !== null && !isListedStatus(status))
      return { page: [], isDone: true, continueCursor: "", isWhole: true };
    const rows = ctx.db.query("ideas");
    const ordered =
      status === null
        ? rows.withIndex("by_listed_votes", (q) => q.eq("isListed", true))
        : status === "Shipped"
          ? rows.withIndex("by_status_at", (q) => q.eq("status", status))
          : rows.withIndex("by_status_votes", (q) => q.eq("status", status));
    const { page, isDone, continueCursor } = await ordered.order("desc").paginate({ ...paginationOpts, numItems });
    return { page: await rowsOf(ctx, page, ctx.viewer.person._id), isDone, continueCursor, isWhole: true };
  },
});

/** What is planned, in progress and shipped; and how much of it there is where a column does not show all. */
export const roadmap = guardedQuery("feedback.read", {
  args: {},
  returns: v.array(
    v.object({
      status: ideaStatus,
      ideas: v.array(ideaRow),
      total: v.object({ count: v.number(), isExact: v.boolean() }),
    }),
  ),
  handler: async (ctx) => {
    const columns = [];
    for (const status of ROADMAP) {
      const rows = ctx.db.query("ideas");
      const found = await (
        status === "Shipped"
          ? rows.withIndex("by_status_at", (q) => q.eq("status", status))
          : rows.withIndex("by_status_votes", (q) => q.eq("status", status))
      )
        .order("desc")
        .take(MAX_COUNTED + 1);
      columns.push({
        status,
        ideas: await rowsOf(ctx, found.slice(0, IN_COLUMN), ctx.viewer.person._id),
        total: { count: Math.min(found.length, MAX_COUNTED), isExact: found.length <= MAX_COUNTED },
      });
    }
    return columns;
  },
});

/** How much was shipped since the caller looked at the changelog last. */
export const news = guardedQuery("feedback.read", {
  args: {},
  returns: v.object({ since: timestamp, count: v.number() }),
  handler: async (ctx) => await newsFor(ctx, ctx.viewer.person, Date.now()),
});

/** Ideas that have some of the words that tell what one is about, for who is about to write it. */
export const similar = guardedQuery("feedback.read", {
  args: { text: v.string() },
  returns: v.array(ideaRow),
  handler: async (ctx, { text }) => {
    const words = tellingWordsOf(text.slice(0, MAX_WORDS), { fromLetters: MIN_LETTERS });
    if (words.length === 0) return [];
    return await rowsOf(ctx, await findIdeas(ctx, words.join(" "), SIMILAR), ctx.viewer.person._id);
  },
});

/** Ideas this one may be merged into, by number or words; without any the most voted. */
export const toMerge = guardedQuery("feedback.manage", {
  args: { ideaId: v.id("ideas"), text: v.string() },
  returns: v.array(v.object({ id: v.id("ideas"), key: v.string(), title: v.string(), status: ideaStatus })),
  handler: async (ctx, { ideaId, text }) => {
    const idea = await ctx.db.get(ideaId);
    if (!idea) return [];
    const words = text.trim().slice(0, MAX_WORDS);
    const found =
      words === ""
        ? await ctx.db
            .query("ideas")
            .withIndex("by_listed_votes", (q) => q.eq("isListed", true))
            .order("desc")
            .take(OFFERED + 1)
        : await findIdeas(ctx, words, OFFERED + 1);
    return found
      .filter((one) => whyNotMerge(idea, one, 0) === null)
      .slice(0, OFFERED)
      .map(({ _id: id, key, title, status }) => ({ id, key, title, status }));
  },
});

/** One idea by its key; null where there is none the caller may see. */
export const get = guardedQuery("feedback.read", {
  args: { key: v.string() },
  returns: v.union(v.null(), ideaPage),
  handler: async (ctx, { key }) => {
    const idea = await ideaByKey(ctx, key);
    return idea && (await ideaFor(ctx, ctx.viewer.person, idea, isOfTeam(ctx.viewer)));
  },
});

/** What an idea is about and what that costs people: now, or before it was shipped and since. Null without. */
export const weight = guardedQuery("feedback.read", {
  args: { ideaId: v.id("ideas") },
  returns: v.union(v.null(), v.object({ label: v.string(), before: pain, after: v.union(v.null(), pain) })),
  handler: async (ctx, { ideaId }) => {
    const idea = await ctx.db.get(ideaId);
    const label = idea?.about && idea.isListed ? await nameOfAbout(ctx, idea.about) : null;
    if (!idea?.about || label === null) return null;
    const now = Date.now();
    const { about, shippedPain } = idea;
    if (!shippedPain) return { label, before: await measure(ctx, about, 0, now), after: null };
    return { label, before: shippedPain, after: await measure(ctx, about, shippedPain.until, now) };
  },
});

/** What such a thing is called; null where there is none. */
export const aboutName = guardedQuery("feedback.read", {
  args: { about: ideaAbout },
  returns: nullableString,
  handler: async (ctx, { about }) => await nameOfAbout(ctx, about),
});

/** What an idea may be about, and what it is. */
export const abouts = guardedQuery("feedback.manage", {
  args: { ideaId: v.id("ideas") },
  returns: v.object({
    about: v.union(v.null(), ideaAbout),
    choices: v.array(v.object({ ...ideaAbout.fields, label: v.string() })),
  }),
  handler: async (ctx, { ideaId }) => ({
    about: (await ctx.db.get(ideaId))?.about ?? null,
    choices: await aboutChoices(ctx),
  }),
});

/** What only admins read of an idea. */
export const team = guardedQuery("feedback.manage", {
  args: { ideaId: v.id("ideas") },
  returns: v.object({
    teamPriority: v.union(v.null(), priority),
    notes: v.array(v.object({ id: v.id("ideaNotes"), by: v.string(), text: v.string(), at: timestamp })),
  }),
  handler: async (ctx, { ideaId }) => {
    const idea = await ctx.db.get(ideaId);
    const notes = [];
    for (const { _id, personId, text, at } of await ctx.db
      .query("ideaNotes")
      .withIndex("by_idea", (q) => q.eq("ideaId", ideaId))
      .take(MAX_NOTES))
      notes.push({ id: _id, by: await nameOf(ctx, personId), text, at });
    return { teamPriority: idea?.teamPriority ?? null, notes };
  },
});

/**
 * What the caller wrote of a comment on an idea, of changes to their own, of the idea their ticket becomes or with none of
 * these of a new one, and has not sent; nobody else reads it (F10).
 */
export const draft = guardedQuery("feedback.read", {
  args: { idea: nullableString, ticket: v.optional(v.string()), isEdit: v.optional(v.literal(true)) },
  returns: v.union(v.null(), shownIdeaDraft),
  handler: async (ctx, of) => {
    if (ctx.viewer.impersonation !== null) return null;
    const place = await draftPlace(ctx, ctx.viewer.person, of);
    const kept = place && (await ideaDraftIn(ctx, place));
    return kept && shownIdeaDraftOf(kept);
  },
});

/** The files the caller uploaded for an idea, or with null for a new one, and has not sent yet. */
export const uploads = guardedQuery("feedback.read", {
  args: { ideaId: v.union(v.null(), v.id("ideas")), isForComment: v.optional(v.literal(true)) },
  returns: v.array(waitingFile("ideaUploads")),
  handler: async (ctx, { ideaId, isForComment }) => {
    if (ctx.viewer.impersonation !== null) return [];
    const place = { ...(ideaId && { ideaId }), ...(isForComment && { isForComment }) };
    const found = await waitingUploads(ctx, ctx.viewer.person._id, place);
    return found.map(waitingFileOf);
  },
});

/** One file of an idea, for whoever reads that. */
export const attachment = guardedQuery("feedback.read", {
  args: { file: v.string() },
  returns: servedFile,
  handler: async (ctx, { file }) => {
    const { person, impersonation } = ctx.viewer;
    const reader = { person, impersonation, isTeam: isOfTeam(ctx.viewer) };
    return (await servedUpload(ctx, reader, file)) ?? refuse({ code: "not-found" });
  },
});

/** By the rule that refuses the admins' actions: while somebody looks through an admin's eyes they are offered none. */
function isOfTeam({ person, realPerson, impersonation }: ViewerQueryCtx["viewer"]): boolean {
  return can(factsOf(realPerson, person, impersonation), "feedback.manage");
}
