/** Ideas as rows: which stand as one, who voted, and who is told. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { accountsOf, humanOf } from "../people/humans";
import { MAX_SURVEYED, MAX_TOGETHER } from "./rules";
import type { IdeaStatus } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;

/** More votes than one idea gets. */
const MAX_VOTES = 3000;

/** The idea with this key; null where there is none. */
export async function ideaByKey(ctx: ReadCtx, key: string): Promise<Doc<"ideas"> | null> {
  return await ctx.db
    .query("ideas")
    .withIndex("by_key", (q) => q.eq("key", key))
    .unique();
}

/** Whether somebody reads an idea: what was withdrawn is its author's and the team's, everything else everybody's. */
export async function mayRead(
  ctx: ReadCtx,
  person: Doc<"people">,
  { status, authorId }: Doc<"ideas">,
  isTeam: boolean,
): Promise<boolean> {
  return status !== "Withdrawn" || isTeam || (await accountsOf(ctx, person._id)).includes(authorId);
}

/**
 * The listed idea whose number a text is: "IDEA-12", "idea 12" or "12"; else those with some of its words, what fits best
 * first. Of one status where that is asked for: others do not count towards how many are read.
 */
export async function findIdeas(
  ctx: ReadCtx,
  text: string,
  count: number,
  status: IdeaStatus | null = null,
): Promise<Doc<"ideas">[]> {
  const number = /^(?:idea[-\s]?)?(\d{1,9})$/i.exec(text.trim())?.[1];
  const named = number === undefined ? null : await ideaByKey(ctx, `IDEA-${Number(number)}`);
  if (named?.isListed) return status === null || named.status === status ? [named] : [];
  return await ctx.db
    .query("ideas")
    .withSearchIndex("search_text", (q) => {
      const listed = q.search("searchText", text).eq("isListed", true);
      return status === null ? listed : listed.eq("status", status);
    })
    .take(count);
}

/** The idea that stands for this one: itself, or what it was merged into. */
export async function standsFor(ctx: ReadCtx, idea: Doc<"ideas">): Promise<Doc<"ideas">> {
  let found = idea;
  for (let step = 0; step < MAX_TOGETHER && found.mergedIntoId !== undefined; step += 1) {
    const next = await ctx.db.get(found.mergedIntoId);
    if (!next) break;
    found = next;
  }
  return found;
}

/** An idea and everything that was merged into it, itself first. */
export async function together(ctx: ReadCtx, ideaId: Id<"ideas">): Promise<Id<"ideas">[]> {
  const found = [ideaId];
  for (let place = 0; place < found.length && found.length <= MAX_TOGETHER; place += 1) {
    const parts = await ctx.db
      .query("ideas")
      .withIndex("by_merged", (q) => q.eq("mergedIntoId", found[place]))
      .take(MAX_TOGETHER);
    found.push(...parts.map(({ _id }) => _id));
  }
  return found;
}

/** Whether an idea that somebody else wrote was merged into this one. */
export async function standsForOthers(
  ctx: ReadCtx,
  ideaId: Id<"ideas">,
  accounts: readonly Id<"people">[],
): Promise<boolean> {
  for (const id of await together(ctx, ideaId)) {
    const part = await ctx.db.get(id);
    if (part && !accounts.includes(part.authorId)) return true;
  }
  return false;
}

/** Who voted for an idea or for a part of it, each human once (F1), the first ones first. */
export async function votersOf(ctx: ReadCtx, ideaId: Id<"ideas">): Promise<Id<"people">[]> {
  const votes: Doc<"ideaVotes">[] = [];
  for (const id of await together(ctx, ideaId))
    votes.push(
      ...(await ctx.db
        .query("ideaVotes")
        .withIndex("by_idea", (q) => q.eq("ideaId", id).eq("isCast", true))
        .take(MAX_VOTES)),
    );
  return await onePerHuman(
    ctx,
    votes.toSorted((a, b) => a.changedAt - b.changedAt).map(({ personId }) => personId),
  );
}

/** The first account of each human. */
export async function onePerHuman(ctx: ReadCtx, personIds: readonly Id<"people">[]): Promise<Id<"people">[]> {
  const found = new Map<string, Id<"people">>();
  for (const personId of personIds) {
    const human = await humanOf(ctx, personId);
    if (!found.has(human)) found.set(human, personId);
  }
  return [...found.values()];
}

/** The votes a human has cast for an idea and its parts, by whichever of their accounts. */
export async function votesOf(
  ctx: ReadCtx,
  ideaId: Id<"ideas">,
  accounts: readonly Id<"people">[],
): Promise<Doc<"ideaVotes">[]> {
  const found: Doc<"ideaVotes">[] = [];
  for (const part of await together(ctx, ideaId))
    for (const account of accounts) {
      const vote = await voteOf(ctx, part, account);
      if (vote?.isCast) found.push(vote);
    }
  return found;
}

/** The row of one account's vote; null where it never voted. */
export async function voteOf(
  ctx: ReadCtx,
  ideaId: Id<"ideas">,
  personId: Id<"people">,
): Promise<Doc<"ideaVotes"> | null> {
  return await ctx.db
    .query("ideaVotes")
    .withIndex("by_idea_person", (q) => q.eq("ideaId", ideaId).eq("personId", personId))
    .unique();
}

/** Whether a human answered already since it was shipped last. */
export async function hasAnswered(
  ctx: ReadCtx,
  { _id, asked }: Doc<"ideas">,
  personId: Id<"people">,
): Promise<boolean> {
  const answers = await ctx.db
    .query("ideaAnswers")
    .withIndex("by_idea", (q) => q.eq("ideaId", _id).eq("askedAt", asked?.at ?? 0))
    .take(MAX_SURVEYED);
  return (
    (await accountAmong(
      ctx,
      answers.map((answer) => answer.personId),
      personId,
    )) !== null
  );
}

/** The account of these that is this human's; null where none is. */
export async function accountAmong(
  ctx: ReadCtx,
  personIds: readonly Id<"people">[],
  personId: Id<"people">,
): Promise<Id<"people"> | null> {
  const human = await humanOf(ctx, personId);
  for (const id of personIds) if ((await humanOf(ctx, id)) === human) return id;
  return null;
}
