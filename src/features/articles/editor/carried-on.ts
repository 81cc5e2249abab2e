/** What becomes of an article that two people write at once: pure, so that each case stands in carried-on.test.ts. */

import type { Article } from "../../../../convex/core/articles/table";

/** What somebody changed themselves and, in every other field, what was saved in between: nothing is set back unseen. */
export function carriedOn(begun: Article, mine: Article, theirs: Article): Article {
  const { title, body, topics, typeKeys, audience, ownerId, reviewAt } = mine;
  const fields = { title, body, topics, typeKeys, audience, ownerId, reviewAt };
  const own = Object.entries(fields).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(begun[field as keyof Article]),
  );
  return { ...theirs, ...Object.fromEntries(own) };
}
