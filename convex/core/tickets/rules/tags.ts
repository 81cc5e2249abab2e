/** Decisions about the tags of tickets. */

import type { Refusal } from "../../../lib/pure/refusal";

/** Tags on one ticket; different ones of all tickets, more than anybody finds something among. */
const MAX_TAGS = 10;
export const MAX_KNOWN_TAGS = 200;
export const TAG_MAX_LENGTH = 30;

/** A tag as it is kept: in small letters, with single spaces. */
export function tidyTag(tag: string): string {
  return tag.trim().toLowerCase().replaceAll(/\s+/g, " ");
}

/** What is wrong with a (tidy) tag, as a sentence, or null. */
export function tagProblem(tag: string): string | null {
  if (tag === "") return "A tag must have at least one letter";
  if (tag.length > TAG_MAX_LENGTH) return `A tag has at most ${TAG_MAX_LENGTH} characters`;
  return /^[\p{L}\p{M}\p{N} ._-]+$/u.test(tag)
    ? null
    : "A tag can only contain letters, digits, spaces, dots and dashes";
}

/** The tags of a ticket with others added, each once. */
export function withTags(before: readonly string[], add: readonly string[]): string[] {
  return [...new Set([...before, ...add.map(tidyTag)])];
}

/** What is wrong with the (tidy) tags of one ticket, as a sentence, or null. */
export function tagsProblem(tags: readonly string[]): string | null {
  const problem = tags.map(tagProblem).find((found) => found !== null);
  return problem ?? (tags.length > MAX_TAGS ? `A ticket has at most ${MAX_TAGS} tags` : null);
}

/** Why a ticket cannot have these (tidy) tags, or null. */
export function whyNotTags(tags: readonly string[]): Refusal | null {
  const problem = tagsProblem(tags);
  return problem === null ? null : { code: "invalid-input", message: `${problem}.` };
}
