/** Writes the help articles of the demo world, through the steps that keep real ones. */

import type { Doc } from "../../../convex/_generated/dataModel";
import type { MutationCtx } from "../../../convex/_generated/server";
import { answerArticle } from "../../../convex/core/articles/answering";
import { articleByKey } from "../../../convex/core/articles/model";
import { tellReviews } from "../../../convex/core/articles/reviewing";
import type { ArticleStep } from "../../../convex/core/articles/step";
import { createArticle, publishArticle, saveArticle } from "../../../convex/core/articles/writing";
import { personActor } from "../../../convex/core/audit/model";
import { refuse } from "../../../convex/lib/errors";
import { DAY_MS, HOUR_MS } from "../../../convex/lib/pure/time";
import type { Cast } from "../cast";
import { haveRead } from "../notices";
import { HELP_TEXTS, type HelpText } from "./texts";

/** How long somebody thinks between two versions. */
const BETWEEN_VERSIONS_MS = 9 * DAY_MS;

/** Writes them, in the order they are numbered in. Tickets they are written from are there already. */
export async function haveArticles(ctx: MutationCtx, { areas, admin }: Cast, now: number): Promise<void> {
  const readers = areas.flatMap(({ colleagues }) => colleagues);
  for (const [place, text] of HELP_TEXTS.entries()) await play(ctx, { text, place, admin, readers, now });
  // The review that was missed has been told of, and read: nobody starts with a full inbox.
  await tellReviews(ctx, now);
  await haveRead(ctx, "article.reviewDue");
}

async function play(
  ctx: MutationCtx,
  {
    text,
    place,
    admin,
    readers,
    now,
  }: {
    readonly text: HelpText;
    readonly place: number;
    readonly admin: Doc<"people">;
    readonly readers: readonly Doc<"people">[];
    readonly now: number;
  },
): Promise<void> {
  const begun = now - text.daysAgo * DAY_MS;
  const step = (person: Doc<"people">, at: number): ArticleStep => ({
    ctx,
    at,
    by: { actor: personActor(person) },
    eyes: { person, impersonation: null },
  });
  const words = (body: string) => ({
    title: text.title,
    body,
    topics: [...text.topics],
    typeKeys: [...text.typeKeys],
    audience: text.isForAgents ? ("agents" as const) : ("everyone" as const),
    ownerId: admin._id,
    reviewAt: now + text.reviewInDays * DAY_MS,
  });
  const [first, ...later] = text.bodies;
  const key = await createArticle(step(admin, begun), words(first), await ticketKey(ctx, text.ticket));
  if (text.isDraft) return;
  const found = async (person = admin) => {
    const read = await articleByKey(ctx, { person, impersonation: null }, key);
    return read?.article ?? refuse({ code: "not-found" });
  };
  const shown = async () => {
    const { _id: id, revision } = await found();
    return { id, revision };
  };
  await publishArticle(step(admin, begun + HOUR_MS), await shown());
  for (const [turn, body] of later.entries())
    await saveArticle(step(admin, begun + (turn + 1) * BETWEEN_VERSIONS_MS), await shown(), words(body));
  const { _id: id } = await found();
  const said = [...text.missing, ...Array.from({ length: text.helped }, () => null)];
  for (const [turn, reason] of said.entries()) {
    const reader = readers[(place * 5 + turn) % readers.length];
    const at = now - (now - begun) / (turn + 2);
    if (reader) await answerArticle(step(reader, at), id, { helps: reason === null, reason: reason ?? "" });
  }
}

async function ticketKey(ctx: MutationCtx, title: string | undefined): Promise<string | null> {
  if (title === undefined) return null;
  const tickets = await ctx.db.query("tickets").order("desc").take(100);
  return tickets.find((one) => one.title === title)?.key ?? null;
}
