/** Reading access reviews. */

import { paginationOptsValidator } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { guardedQuery } from "../access/functions";
import { accessName, nameOfGrant } from "../core/grants/names";
import { lastUseOf } from "../core/grants/rules";
import { grantState, shownUse } from "../core/grants/table";
import { nameOf } from "../core/people/model";
import { loadRequest } from "../core/requests/model";
import { proposedFor, subjectOf } from "../core/reviews/rules";
import { reviewGroup, reviewState, reviewVerdict } from "../core/reviews/table";
import type { Refusal } from "../lib/pure/refusal";
import { nullableString, nullableTimestamp, timestamp } from "../lib/validators";
import { lastEventShape, lastOfObject } from "../pages/audit/reading";
import { ahead, shownAhead } from "../process/reviewing/ahead";
import { goingByDefault } from "../process/reviewing/byDefault";
import { waitsForSecond } from "../process/reviewing/ending";
import { approverNames, removalStatements } from "../process/reviewing/evidence";
import { hurriedIn, shownHurried } from "../process/reviewing/pace";
import { judgeOf, passedTo, reviewFor, sightOf, type Sight } from "../process/reviewing/reviewers";
import { similarBy } from "../process/reviewing/similar";
import { undecidedFor } from "../process/reviewing/undecided";

/** Reviews of one state that are looked at, and accesses on one page. */
const LOOKED_AT = 50;
const MAX_PAGE = 50;

const shownRole = v.object({
  name: v.string(),
  description: v.string(),
  /** Which data it opens, and how; the level is null for a role the domain no longer has. */
  level: v.union(v.literal("read"), v.literal("write"), v.null()),
  environment: v.optional(v.union(v.literal("production"), v.literal("test"))),
});

const shownReview = v.object({
  id: v.id("accessReviews"),
  domain: v.string(),
  /** The role it is about, with what it opens; null where it is about all of the domain. */
  role: v.union(v.null(), shownRole),
  startedBy: v.string(),
  startedAt: timestamp,
  dueAt: timestamp,
  state: reviewState,
  total: v.number(),
  /** What happens to what nobody decides about. */
  undecided: reviewVerdict,
  /** After how many days without use access counts as unused in it. */
  unusedDays: v.number(),
  /** What it removes waits for a second person. */
  isWaiting: v.boolean(),
});

/** A review on its own page. */
const openedReview = v.object({
  ...shownReview.fields,
  ...shownAhead,
  hurried: shownHurried,
  /** What its paper is held against later; null for who sees only a part of it. */
  lastEvent: v.union(v.null(), lastEventShape),
});

const shownItem = v.object({
  id: v.id("reviewItems"),
  ...accessName.fields,
  holder: v.string(),
  requestId: v.id("requests"),
  requestKey: v.string(),
  /** Why it was asked for. */
  requestReason: nullableString,
  /** Who approved it. */
  approvedBy: v.array(v.string()),
  /** What its removal would send, one statement after the other; null where people remove it manually. */
  statements: v.union(v.null(), v.array(v.string())),
  group: reviewGroup,
  proposed: reviewVerdict,
  use: shownUse,
  since: timestamp,
  expiresAt: nullableTimestamp,
  state: grantState,
  verdict: v.union(v.null(), reviewVerdict),
  reason: nullableString,
  /** It goes because nobody decided, or will unless somebody does. */
  isByDefault: v.boolean(),
  decidedBy: nullableString,
  /** Whom they stood in for. */
  decidedFor: nullableString,
  /** It was decided too quickly after others to have been looked at. */
  isHurried: v.boolean(),
  /** Every passing on, the first one first; to null where it went to data governance. */
  passes: v.array(v.object({ from: v.string(), to: nullableString, note: v.string(), at: timestamp })),
  isWithGovernance: v.boolean(),
  /** Passed on to somebody else than the caller. */
  isWithOthers: v.boolean(),
  /** Others of the holder's business area who hold the same, for who sees the whole review; null where nobody knows. */
  similar: v.union(v.null(), v.object({ others: v.number(), kept: v.number() })),
  /** What its holder said about losing it. */
  need: nullableString,
  /** Why the caller does not decide about it; null where they do. */
  whyNot: nullableString,
});

/** The reviews the caller answers in or looks after, the open ones first. */
export const list = guardedQuery("reviews.read", {
  args: {},
  returns: v.array(shownReview),
  handler: async (ctx) => {
    const found: Infer<typeof shownReview>[] = [];
    const sight = await sightOf(ctx, ctx.viewer.person, Date.now());
    for (const state of ["open", "collecting", "ended"] as const)
      for (const review of await ctx.db
        .query("accessReviews")
        .withIndex("by_state", (q) => q.eq("state", state))
        // Of those that are over, the latest.
        .order(state === "ended" ? "desc" : "asc")
        .take(LOOKED_AT)) {
        const seen = await sight(review);
        if (seen) found.push(await shown(ctx, review, seen));
      }
    return found;
  },
});

/** One review; null where there is none the caller may see. */
export const get = guardedQuery("reviews.read", {
  args: { reviewId: v.string() },
  returns: v.union(v.null(), openedReview),
  handler: async (ctx, { reviewId }) => {
    const found = await reviewFor(ctx, ctx.viewer.person, reviewId, Date.now());
    if (!found) return null;
    const { review, sight } = found;
    const ofAll =
      sight === "all"
        ? { hurried: await hurriedIn(ctx, review._id), lastEvent: await lastOfObject(ctx, subjectOf(review)) }
        : { hurried: [], lastEvent: null };
    return { ...(await shown(ctx, review, sight)), ...(await ahead(ctx, review, sight)), ...ofAll };
  },
});

/** The roles of a data domain a review can be about. */
export const roles = guardedQuery("reviews.start", {
  args: { domainId: v.id("dataDomains") },
  returns: v.array(shownRole),
  handler: async (ctx, { domainId }) => ((await ctx.db.get(domainId))?.roles ?? []).map(asShown),
});

/** How much is the caller's to decide: the number in the menu. */
export const undecided = guardedQuery("reviews.read", {
  args: {},
  returns: v.number(),
  handler: async (ctx) => await undecidedFor(ctx, ctx.viewer.person, Date.now()),
});

/** What a review is about, page by page: what is to be looked at first comes first, what is used last. */
export const items = guardedQuery("reviews.read", {
  args: { reviewId: v.string(), paginationOpts: paginationOptsValidator },
  returns: v.object({ page: v.array(shownItem), isDone: v.boolean(), continueCursor: v.string() }),
  handler: async (ctx, { reviewId, paginationOpts }) => {
    const [found, at] = [await reviewFor(ctx, ctx.viewer.person, reviewId, Date.now()), Date.now()];
    const domain = found && (await ctx.db.get(found.review.domainId));
    if (!found || !domain) return { page: [], isDone: true, continueCursor: "" };
    const { review, sight } = found;
    const { page, isDone, continueCursor } =
      sight === "all"
        ? await ctx.db
            .query("reviewItems")
            .withIndex("by_review", (q) => q.eq("reviewId", review._id))
            .paginate({ ...paginationOpts, numItems: Math.min(paginationOpts.numItems, MAX_PAGE) })
        : { page: await passedTo(ctx, review._id, sight), isDone: true, continueCursor: "" };
    const judge = review.state === "open" ? await judgeOf(ctx, { review, domain }, ctx.viewer.person, at) : null;
    // Who is asked about some of it learns nothing of the rest.
    const similar = sight === "all" ? similarBy(ctx) : () => Promise.resolve(null);
    const going = new Set((await goingByDefault(ctx, review)).map(({ _id }) => _id));
    const rows = await rowsOf(ctx, page, { judge, similar, going, me: ctx.viewer.person._id });
    return { page: rows, isDone, continueCursor };
  },
});

type Judge = Awaited<ReturnType<typeof judgeOf>>;

async function rowsOf(
  ctx: Pick<QueryCtx, "db">,
  page: readonly Doc<"reviewItems">[],
  {
    judge,
    similar,
    going,
    me,
  }: {
    readonly judge: Judge | null;
    readonly similar: ReturnType<typeof similarBy>;
    readonly going: ReadonlySet<Id<"reviewItems">>;
    readonly me: Id<"people">;
  },
) {
  const rows: Infer<typeof shownItem>[] = [];
  const names = namesBy(ctx);
  for (const item of page) {
    const [request, grant] = [await loadRequest(ctx, item.requestId), await ctx.db.get(item.grantId)];
    if (!grant) continue;
    const passes: (typeof rows)[number]["passes"] = [];
    for (const { fromId, toId, note, at } of item.passes ?? [])
      passes.push({ from: await names(fromId), to: toId ? await names(toId) : null, note, at });
    rows.push({
      id: item._id,
      ...(await nameOfGrant(ctx, grant)),
      holder: await names(grant.beneficiaryId),
      requestId: request._id,
      requestKey: request.key,
      requestReason: typeof request.form.reason === "string" ? request.form.reason : null,
      approvedBy: await approverNames(ctx, request),
      statements: await removalStatements(ctx, grant),
      group: item.group,
      proposed: proposedFor(item.group),
      use: lastUseOf(grant),
      since: grant.startsAt,
      expiresAt: grant.expiresAt ?? null,
      state: grant.state,
      verdict: item.verdict ?? null,
      reason: item.reason ?? null,
      isByDefault: going.has(item._id) || (item.verdict === "remove" && item.decidedById === undefined),
      decidedBy: item.decidedById ? await names(item.decidedById) : null,
      decidedFor: item.decidedForId ? await names(item.decidedForId) : null,
      isHurried: item.isHurried === true,
      passes,
      isWithGovernance: item.isWithGovernance === true,
      isWithOthers: item.askedId !== undefined && item.askedId !== me,
      similar: await similar(item),
      need: item.need?.note ?? null,
      whyNot: judge ? wordsOf((await judge(item)).no) : "The review is not open.",
    });
  }
  return rows;
}

/** Names of people, each read once. */
function namesBy(ctx: Pick<QueryCtx, "db">): (id: Id<"people">) => Promise<string> {
  const known = new Map<Id<"people">, Promise<string>>();
  return (id) => {
    const name = known.get(id) ?? nameOf(ctx, id);
    known.set(id, name);
    return name;
  };
}

function wordsOf(refusal: Refusal | null): string | null {
  if (refusal === null) return null;
  return refusal.code === "not-eligible" ? String(refusal.message) : "Somebody else decides about it.";
}

/** A review as it is listed; who sees only what they are asked about reads how much that is. */
async function shown(
  ctx: Pick<QueryCtx, "db">,
  review: Doc<"accessReviews">,
  sight: NonNullable<Sight>,
): Promise<Infer<typeof shownReview>> {
  const { _id: id, domainName: domain, startedAt, dueAt, state, unusedDays } = review;
  const total = sight === "all" ? review.total : (await passedTo(ctx, id, sight)).length;
  const isWaiting = await waitsForSecond(ctx, review);
  const startedBy = await nameOf(ctx, review.startedById);
  const role = await roleOf(ctx, review);
  const undecided = review.undecided ?? ("keep" as const);
  return { id, domain, role, startedBy, startedAt, dueAt, state, total, undecided, unusedDays, isWaiting };
}

/** The role a review is about; one the domain no longer has opens nothing that is known. */
async function roleOf(ctx: Pick<QueryCtx, "db">, { domainId, role }: Doc<"accessReviews">) {
  if (role === undefined) return null;
  const known = (await ctx.db.get(domainId))?.roles.find(({ name }) => name === role);
  return known ? asShown(known) : { name: role, description: "", level: null };
}

function asShown({
  name,
  description,
  level,
  environment,
}: Doc<"dataDomains">["roles"][number]): Infer<typeof shownRole> {
  return { name, description, level, environment };
}
