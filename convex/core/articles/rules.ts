/** Decisions about help articles: what one can be, who reads and writes it, and when it is to be read again. */

import { withoutMarks } from "../../lib/pure/marks";
import type { Refusal } from "../../lib/pure/refusal";
import { shorten, whyNotText } from "../../lib/pure/text";
import { DAY_MS } from "../../lib/pure/time";
import { wordsOf } from "../../lib/pure/wordSearch";
import type { Article, ArticleAudience, ArticleStatus, ArticleWords } from "./table";

export const ARTICLE_TITLE_MAX_LENGTH = 120;
export const ARTICLE_BODY_MAX_LENGTH = 10_000;
export const MISSING_MAX_LENGTH = 500;
/** More topics or request types say nothing about where an article belongs. */
export const MAX_TOPICS = 3;
export const MAX_TYPES = 5;
/** Articles that are not archived, more than anybody keeps up to date. */
export const MAX_ARTICLES = 300;
/** How often one person may change articles within an hour, and say whether one helped, also one and the same. */
export const MAX_SAVES_PER_HOUR = 60;
export const MAX_ANSWERS_PER_HOUR = 60;
/** What counts as changing one, as the audit trail names it. */
export const SAVES = ["written", "saved", "published", "restored", "reviewed", "archived", "unarchived"].map(
  (done) => `article.${done}`,
);
/** For how long a review may be put off, and for how long it is when nobody says. */
export const MAX_REVIEW_MS = 2 * 365 * DAY_MS;
export const USUAL_REVIEW_MS = 182 * DAY_MS;
/** How much of an article stands in a row. */
const SUMMARY_LENGTH = 160;

/** Who reads an article, as a label and in a sentence. */
export const AUDIENCES: Readonly<Record<ArticleAudience, { readonly label: string; readonly does: string }>> = {
  everyone: { label: "Everyone", does: "Everyone who is signed in can read it." },
  agents: { label: "Support only", does: "Only those who answer tickets can read it." },
};

export const ARTICLE_STATUS_WORDS: Readonly<Record<ArticleStatus, string>> = {
  draft: "Draft",
  published: "Published",
  archived: "Archived",
};

/** What somebody is to an article. */
export interface ArticleReader {
  /** Whether they answer tickets. */
  readonly isAgent: boolean;
  /** Whether they own it, by whichever account. */
  readonly isOwner: boolean;
}

/** An article as it is kept. */
export function tidyArticle(given: Article): Article {
  return { ...given, ...tidyWords(given) };
}

function tidyWords({ title, body, topics, typeKeys }: ArticleWords): ArticleWords {
  return {
    title: title.trim().replaceAll(/\s+/g, " "),
    body: body.trim(),
    topics: [...new Set(topics)],
    typeKeys: [...new Set(typeKeys)],
  };
}

/** What is wrong with a (tidy) article, by field: the first message of each. `kept` is the review date it has. */
export function articleProblems(
  { title, body, topics, typeKeys, reviewAt }: Omit<Article, "ownerId">,
  at: number,
  kept: number | null = null,
): Readonly<Record<string, string>> {
  const problems = {
    title: whyNotText("Title", title, { maxLength: ARTICLE_TITLE_MAX_LENGTH, isRequired: true }),
    body: bodyProblem(body),
    topics:
      topics.length === 0
        ? "Choose at least one topic"
        : topics.length > MAX_TOPICS
          ? `Choose at most ${MAX_TOPICS} topics`
          : null,
    typeKeys: typeKeys.length > MAX_TYPES ? `Choose at most ${MAX_TYPES} request types` : null,
    // A date that has passed may stay: it says that the article is overdue.
    reviewAt: reviewAt === kept ? null : reviewProblem(reviewAt, at),
  };
  return Object.fromEntries(
    Object.entries(problems).flatMap(([field, message]) => (message === null ? [] : [[field, message]])),
  );
}

function bodyProblem(body: string): string | null {
  if (body === "") return "Text is required";
  if (body.length > ARTICLE_BODY_MAX_LENGTH) return `Text must be at most ${ARTICLE_BODY_MAX_LENGTH} characters`;
  return body.isWellFormed() ? null : "Text must not contain invisible characters";
}

/** Why an article is not to be reviewed then, in words, or null. */
export function reviewProblem(reviewAt: number, at: number): string | null {
  return reviewAt > at && reviewAt <= at + MAX_REVIEW_MS ? null : "Choose a review date within the next two years";
}

/** Whether somebody reads an article (H1). */
export function readsArticle(
  { status, audience }: { readonly status: ArticleStatus; readonly audience: ArticleAudience },
  { isAgent, isOwner }: ArticleReader,
): boolean {
  return isAgent || isOwner || isOpen({ status, audience });
}

/** Whether everybody who is signed in reads it. */
export function isOpen({
  status,
  audience,
}: {
  readonly status: ArticleStatus;
  readonly audience: ArticleAudience;
}): boolean {
  return status === "published" && audience === "everyone";
}

/** Why somebody who reads an article does not write it, or null (H2). */
export function whyNotWrite(status: ArticleStatus, { isAgent, isOwner }: ArticleReader): Refusal | null {
  if (!isAgent && !isOwner)
    return { code: "not-eligible", message: "Only its owner and those who answer tickets can change an article." };
  return status === "archived" ? { code: "wrong-state", status: ARTICLE_STATUS_WORDS[status] } : null;
}

/** Why somebody who writes an article does not change who owns or reads it, or null (H2). */
export function whyNotHandOver(
  before: Pick<Article, "ownerId" | "audience">,
  after: Pick<Article, "ownerId" | "audience">,
  { isAgent }: ArticleReader,
): Refusal | null {
  return isAgent || (before.ownerId === after.ownerId && before.audience === after.audience)
    ? null
    : {
        code: "not-eligible",
        message: "Only those who answer tickets can decide who owns an article and who reads it.",
      };
}

/** Whether its owner should have read it again. */
export function isOverdue(
  { status, reviewAt }: { readonly status: ArticleStatus; readonly reviewAt: number },
  at: number,
): boolean {
  return status === "published" && reviewAt <= at;
}

/** Why this says nothing of an article, or null: a No says what was missing (H6). */
export function whyNotAnswer(status: ArticleStatus, helps: boolean, reason: string): Refusal | null {
  if (status !== "published") return { code: "wrong-state", status: ARTICLE_STATUS_WORDS[status] };
  if (!helps && reason.trim() === "") return { code: "reason-required" };
  return reason.trim().length > MISSING_MAX_LENGTH ? { code: "too-long", maxLength: MISSING_MAX_LENGTH } : null;
}

/** The first words of an article, for its row. */
export function summaryOf(body: string): string {
  const sentence = body
    .split("\n")
    .map((line) => line.trim())
    .find((line) => line !== "" && !/^[#|>`*+-]+(?:\s|$)/.test(line));
  return shorten(withoutMarks(sentence ?? ""), SUMMARY_LENGTH);
}

/** How much two texts have in common to be about the same: a word of the title, or two of the text. */
const ENOUGH = 2;

/** Whether an article is about what these words say. */
export function isAbout({ title, body }: Pick<Article, "title" | "body">, words: readonly string[]): boolean {
  const [inTitle, inText] = [new Set(wordsOf(title)), new Set(wordsOf(body))];
  const common = words.map((word) => (inTitle.has(word) ? ENOUGH : inText.has(word) ? 1 : 0));
  return common.reduce<number>((sum, one) => sum + one, 0) >= ENOUGH;
}

/** What a search looks through: the title twice, since what it names the article is about. */
export function searchTextOf({ title, body }: Pick<Article, "title" | "body">): string {
  return `${title}\n${title}\n${withoutMarks(body)}`;
}

/** Why somebody who changed articles so often within the hour has to wait, or null. */
export function whyNotSaveYet(count: number): Refusal | null {
  return notYet(count, MAX_SAVES_PER_HOUR, `You have changed articles ${MAX_SAVES_PER_HOUR} times within an hour.`);
}

/** The same of somebody who said so often whether one helped, or null. */
export function whyNotAnswerYet(count: number): Refusal | null {
  const message = `You have said ${MAX_ANSWERS_PER_HOUR} times within an hour whether an article helped.`;
  return notYet(count, MAX_ANSWERS_PER_HOUR, message);
}

function notYet(count: number, max: number, message: string): Refusal | null {
  return count < max ? null : { code: "rate-limited", message: `${message} Wait a while, then try again.` };
}
