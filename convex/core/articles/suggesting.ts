/** Articles a form offers before somebody writes: those its words are about, then those of its topic or type. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { tellingWordsOf } from "../../lib/pure/wordSearch";
import type { TicketTopic } from "../tickets/table";
import { type Eyes, findArticles, listArticles } from "./model";
import { isAbout } from "./rules";

/** Best matches of the index that are looked at: it finds what has any of the words. */
const BEST_MATCHES = 20;
/** Shorter words say nothing about what a question is about. */
const MIN_LETTERS = 4;

/** What somebody is about to write. */
export interface Subject {
  readonly text: string;
  readonly topic: TicketTopic | null;
  /** The type of the request they fill in. */
  readonly typeKey: string | null;
}

/** The published articles somebody may read that answer this best, at most so many (H1). */
export async function suggestArticles(
  ctx: Pick<QueryCtx, "db">,
  eyes: Eyes,
  { text, topic, typeKey }: Subject,
  count: number,
): Promise<Doc<"articles">[]> {
  const words = tellingWordsOf(text, { fromLetters: MIN_LETTERS });
  const found = words.length === 0 ? [] : await findArticles(ctx, eyes, words.join(" "), BEST_MATCHES);
  const best = found
    .filter(({ article: { title }, text: { body } }) => isAbout({ title, body }, words))
    .slice(0, count)
    .map(({ article }) => article);
  if (best.length === count || (topic === null && typeKey === null)) return best;
  const others = (await listArticles(ctx, eyes, "published")).filter(
    (one) =>
      !best.some(({ _id }) => _id === one._id) &&
      ((topic !== null && one.topics.includes(topic)) || (typeKey !== null && one.typeKeys.includes(typeKey))),
  );
  return [...best, ...others.toSorted((one, other) => other.helped - one.helped)].slice(0, count);
}
