/** What arrived in a conversation while somebody was there; pure, with its cases beside it. */

import { plural } from "../../../../../convex/lib/pure/text";
import type { Comment } from "../api";

/** "2 new comments, the last from Ada": those that came after this time and were not deleted; "" without any. */
export function arrivedText(
  comments: readonly Pick<Comment, "by" | "createdAt" | "deletedBy">[],
  since: number,
  noun: "comment" | "note",
): string {
  const arrived = comments.filter(({ createdAt, deletedBy }) => createdAt > since && deletedBy === null);
  const last = arrived.at(-1);
  if (last === undefined) return "";
  return `${plural(arrived.length, `new ${noun}`)}, ${arrived.length === 1 ? "" : "the last "}from ${last.by}`;
}
