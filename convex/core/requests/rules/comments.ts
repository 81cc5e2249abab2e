/** Decisions about comments. */

import type { Refusal } from "../../../lib/pure/refusal";
import { plural } from "../../../lib/pure/text";
import { HOUR_MS, MINUTE_MS } from "../../../lib/pure/time";

export const COMMENT_MAX_LENGTH = 4000;
/** More people than one comment may mention. */
export const MAX_MENTIONS = 20;
/** How long its author can take a comment back. */
export const DELETE_WINDOW_MS = 15 * MINUTE_MS;

/** Why this cannot be said in a comment, or null. */
export function whyNotSay(body: string): Refusal | null {
  if (body.trim() === "") return { code: "invalid-input", message: "Write something first." };
  return body.length > COMMENT_MAX_LENGTH ? { code: "too-long", maxLength: COMMENT_MAX_LENGTH } : null;
}

/** How many comments one person writes at most, over all requests: each is a notice to everybody who takes part. */
const LIMITS = [
  { max: 10, withinMs: MINUTE_MS, words: "a minute" },
  { max: 60, withinMs: HOUR_MS, words: "an hour" },
] as const;
/** The newest comments of a person that the limits look at, and how far back. */
export const LIMITED_COMMENTS = { max: 60, withinMs: HOUR_MS } as const;

/** Why somebody who wrote at these times, newest first, has to wait with the next comment, or null. */
export function whyNotSayYet(times: readonly number[], now: number): Refusal | null {
  for (const { max, withinMs, words } of LIMITS) {
    const oldest = times[max - 1];
    if (oldest === undefined || now - oldest >= withinMs) continue;
    const minutes = Math.ceil((oldest + withinMs - now) / MINUTE_MS);
    return {
      code: "rate-limited",
      message: `You wrote ${max} comments within ${words}. Wait ${plural(minutes, "minute")}, then send this one.`,
    };
  }
  return null;
}

/** What a decision about deleting a comment looks at. */
export interface CommentFacts {
  readonly authorId: string;
  readonly isAnswer: boolean;
  readonly isQuestion?: boolean;
  readonly createdAt: number;
  readonly deletedAt?: number;
}

/** Why somebody cannot take a comment back, or null. */
export function whyNotDelete(comment: CommentFacts, personId: string, now: number): Refusal | null {
  if (comment.authorId !== personId) return { code: "not-eligible", message: "Only its author can delete a comment." };
  if (comment.deletedAt !== undefined) return { code: "not-found" };
  if (comment.isAnswer || comment.isQuestion)
    return { code: "not-eligible", message: "Questions and answers stay: those who decide rely on them." };
  if (now - comment.createdAt > DELETE_WINDOW_MS)
    return { code: "too-late", message: "A comment can be deleted for 15 minutes." };
  return null;
}

/** Until when somebody can take a comment back, or null when they never can. */
export function deletableUntil(comment: CommentFacts, personId: string): number | null {
  return whyNotDelete(comment, personId, comment.createdAt) === null ? comment.createdAt + DELETE_WINDOW_MS : null;
}
