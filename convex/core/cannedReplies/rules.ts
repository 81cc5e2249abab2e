/** Decisions about canned replies: what one can be, and what it reads in a ticket. */

import type { Refusal } from "../../lib/pure/refusal";
import { REPLY_MAX_LENGTH } from "../tickets/rules";
import { AGENT_CAUSES, CAUSE_MISSING } from "../tickets/rules/causes";
import { tagsProblem, withTags } from "../tickets/rules/tags";
import type { CannedReply } from "./table";

export const CANNED_TITLE_MAX_LENGTH = 80;
/** More than anybody finds something among. */
export const MAX_CANNED = 200;

/** What stands for something of the ticket, in braces. */
const PLACEHOLDERS = ["first name", "ticket", "agent"] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

/** The placeholders as they are written, for whoever writes a reply. */
export const PLACEHOLDER_WORDS = PLACEHOLDERS.map((name) => `{${name}}`).join(", ");

/** What looks like a placeholder; other braces, such as those of code, are text. */
const BRACES = /\{([A-Za-z ]+)\}/g;

/** What the placeholders stand for in one ticket. */
export interface Filling {
  /** The first name of the requester. */
  readonly firstName: string;
  /** The key of the ticket. */
  readonly ticket: string;
  /** The name of whoever answers. */
  readonly agent: string;
}

/** A canned reply as it is kept. */
export function tidyCanned({ title, body, topic, after, cause, tags = [] }: CannedReply): CannedReply {
  const isCaused = after === "resolve" && cause !== undefined;
  return {
    title: title.trim().replaceAll(/\s+/g, " "),
    body: body.trim(),
    topic,
    after,
    ...(isCaused && { cause }),
    ...(tags.length > 0 && { tags: withTags([], tags) }),
  };
}

/** What is wrong with a (tidy) canned reply, by field: the first message of each. */
export function cannedProblems({
  title,
  body,
  after,
  cause,
  tags = [],
}: CannedReply): Readonly<Record<string, string>> {
  const isCaused = after !== "resolve" || AGENT_CAUSES.some((known) => known === cause);
  const problems = {
    title: titleProblem(title),
    body: bodyProblem(body),
    cause: isCaused ? null : CAUSE_MISSING,
    tags: tagsProblem(tags),
  };
  return Object.fromEntries(
    Object.entries(problems).flatMap(([field, message]) => (message === null ? [] : [[field, message]])),
  );
}

/** Why a (tidy) canned reply cannot be saved beside those with these titles, or null. */
export function whyNotCanned(reply: CannedReply, others: readonly string[]): Refusal | null {
  const fields = cannedProblems(reply);
  return Object.keys(fields).length > 0 ? { code: "invalid-form", fields } : whyNotBeside(reply, others);
}

/** Why one cannot stand beside those with these titles, or null. */
export function whyNotBeside(reply: Pick<CannedReply, "title">, others: readonly string[]): Refusal | null {
  if (others.some((title) => title.toLowerCase() === reply.title.toLowerCase()))
    return { code: "invalid-form", fields: { title: "Another canned reply has this title" } };
  return others.length < MAX_CANNED
    ? null
    : { code: "too-many", message: `At most ${MAX_CANNED} canned replies. Remove one first.` };
}

function titleProblem(title: string): string | null {
  if (title === "") return "Title is required";
  return title.length > CANNED_TITLE_MAX_LENGTH ? `Title: at most ${CANNED_TITLE_MAX_LENGTH} characters` : null;
}

function bodyProblem(body: string): string | null {
  if (body === "") return "Reply is required";
  if (body.length > REPLY_MAX_LENGTH) return `Reply: at most ${REPLY_MAX_LENGTH} characters`;
  const unknown = [...body.matchAll(BRACES)].find(([, name = ""]) => !isPlaceholder(name));
  return unknown ? `Reply: ${unknown[0].slice(0, 40)} is not a placeholder. Use ${PLACEHOLDER_WORDS}` : null;
}

function isPlaceholder(name: string): name is Placeholder {
  return (PLACEHOLDERS as readonly string[]).includes(name);
}

/** What a canned reply reads in a ticket. What stands for nothing stays as it is written. */
export function filled(body: string, { firstName, ticket, agent }: Filling): string {
  const words: Readonly<Record<Placeholder, string>> = { "first name": firstName, ticket, agent };
  return body.replaceAll(BRACES, (whole, name: string) => (isPlaceholder(name) ? words[name] : whole));
}
