/** Decisions about ideas: what a form may hold, who may change what, and which status follows which. */

import type { Refusal } from "../../lib/pure/refusal";
import { DAY_MS } from "../../lib/pure/time";
import type { Priority } from "../../lib/validators";
import { isNothing, whyNotKept } from "../drafts/rules";
import { LISTED, type ListedStatus } from "./rules/listed";
import type { IdeaDraft, IdeaStatus } from "./table";

export const TITLE_MAX_LENGTH = 200;
export const DESCRIPTION_MAX_LENGTH = 2000;
export const COMMENT_MAX_LENGTH = 2000;
export const NOTE_MAX_LENGTH = 1000;

/** What one person may write within an hour, and change of votes. */
export const MAX_IDEAS_PER_HOUR = 10;
export const MAX_COMMENTS_PER_HOUR = 30;
export const MAX_VOTES_PER_HOUR = 100;
/** How often one vote may be cast and taken back. */
export const MAX_VOTE_TURNS = 20;
/** Comments of one idea. */
export const MAX_COMMENTS = 200;
/** Ideas that stand as one. */
export const MAX_TOGETHER = 30;
/** The first voters, who are asked whether what was shipped helped, and for how long they may say so. */
export const MAX_SURVEYED = 20;
export const SURVEY_MS = 90 * DAY_MS;
/** How long what was shipped is new to who never looked at the changelog, and how much of it is counted. */
export const NEWS_MS = 30 * DAY_MS;
export const MAX_NEWS = 9;
/** For how long back it is counted what a thing costs people, and how many runs say something. */
export const MEASURED_MS = 90 * DAY_MS;
export const ENOUGH_RUNS = 5;
/** How long an answer counts as recent. */
export const RECENT_MS = 14 * DAY_MS;

export const PRIORITIES = ["Low", "Medium", "High", "Critical"] as const satisfies readonly Priority[];

/** The columns of the roadmap. */
export const ROADMAP = ["Planned", "In progress", "Shipped"] as const satisfies readonly ListedStatus[];

/** Which status an admin gives after which. */
const NEXT: Readonly<Record<IdeaStatus, readonly ListedStatus[]>> = {
  New: ["Under review", "Declined"],
  "Under review": ["Planned", "Declined"],
  Planned: ["In progress", "Declined"],
  "In progress": ["Shipped"],
  Shipped: ["Under review"],
  Declined: ["Under review"],
  Merged: [],
  Withdrawn: [],
  Deleted: [],
};

/** The statuses an admin may give an idea next. */
export function nextStatuses(status: IdeaStatus): readonly ListedStatus[] {
  return NEXT[status];
}

/** Whether lists and search show an idea of this status. */
export function isListedStatus(status: IdeaStatus): boolean {
  return (LISTED as readonly IdeaStatus[]).includes(status);
}

/** What the form of an idea holds. */
export interface IdeaForm {
  readonly title: string;
  readonly description: string;
  readonly priority: string;
}

/** The first message of each field that cannot be taken; empty where everything can. */
export function problemsOf({ title, description, priority }: IdeaForm): Record<string, string> {
  const problems: Record<string, string> = {};
  const [name, text] = [title.trim(), description.trim()];
  if (name === "") problems.title = "Title is required";
  else if (name.length > TITLE_MAX_LENGTH) problems.title = `Title must be less than ${TITLE_MAX_LENGTH} characters`;
  if (text === "") problems.description = "Description is required";
  else if (text.length > DESCRIPTION_MAX_LENGTH)
    problems.description = `Description must be less than ${DESCRIPTION_MAX_LENGTH} characters`;
  if (!isPriority(priority)) problems.priority = "Please select a valid priority level";
  return problems;
}

/** Whether nothing is left of a draft. */
export function isDraftEmpty({ title = "", text }: IdeaDraft): boolean {
  return isNothing(title, text);
}

/** Whether nothing of an idea is changed by what its author writes. */
export function isUnchanged(idea: IdeaForm, { title, text, priority, without = [] }: IdeaDraft): boolean {
  return title === idea.title && text === idea.description && priority === idea.priority && without.length === 0;
}

/** Why a draft is not kept, or null. */
export function whyNotDraft({ title = "", text, priority = "", about }: IdeaDraft): Refusal | null {
  return whyNotKept(title, text, priority, about?.key ?? "");
}

/** Whether a text is one of the four priorities. */
export function isPriority(text: string): text is Priority {
  return (PRIORITIES as readonly string[]).includes(text);
}

interface IdeaFacts {
  readonly status: IdeaStatus;
}

/** Why an idea cannot be edited or withdrawn, or null: it is its author's as long as nobody took it up. */
export function whyNotEdit(idea: IdeaFacts, isAuthor: boolean): Refusal | null {
  if (!isAuthor) return { code: "not-eligible", message: "Only its author can change an idea." };
  return idea.status === "New" ? null : { code: "wrong-state", status: idea.status };
}

/** Why its author does not withdraw it, or null: what others wrote and is merged into it would go with it. */
export function whyNotWithdraw(idea: IdeaFacts, isAuthor: boolean, holdsOthers: boolean): Refusal | null {
  const no = whyNotEdit(idea, isAuthor);
  if (no || !holdsOthers) return no;
  return {
    code: "not-eligible",
    message: "An idea of somebody else was merged into it. Ask an admin to undo that first.",
  };
}

/** Why nobody votes for it now, or null. */
export function whyNotVote({ status }: IdeaFacts): Refusal | null {
  return isListedStatus(status) && status !== "Shipped" && status !== "Declined"
    ? null
    : { code: "wrong-state", status };
}

/** Why nobody comments on it now, or null. */
export function whyNotComment({ status }: IdeaFacts): Refusal | null {
  return isListedStatus(status) ? null : { code: "wrong-state", status };
}

/** Why it does not get this status next, or null. */
export function whyNotMove({ status }: IdeaFacts, to: IdeaStatus): Refusal | null {
  return (NEXT[status] as readonly IdeaStatus[]).includes(to) ? null : { code: "wrong-state", status };
}

/** Why a note or a comment cannot be taken, or null. */
export function whyNotSay(text: string, maxLength: number): Refusal | null {
  if (text.trim() === "") return { code: "reason-required" };
  return text.trim().length > maxLength ? { code: "too-long", maxLength } : null;
}

/** Why one idea does not become a part of another, or null. */
export function whyNotMerge(
  source: IdeaFacts & { readonly _id: string },
  target: IdeaFacts & { readonly _id: string },
  together: number,
): Refusal | null {
  if (source._id === target._id) return { code: "invalid-input", message: "An idea cannot be merged into itself." };
  if (!isListedStatus(source.status) || source.status === "Shipped" || source.status === "Declined")
    return { code: "wrong-state", status: source.status };
  if (!isListedStatus(target.status)) return { code: "wrong-state", status: target.status };
  return together > MAX_TOGETHER
    ? { code: "too-many", message: `At most ${MAX_TOGETHER} ideas can be merged into one.` }
    : null;
}

/** Whether an admin answered lately. */
export function isRecent(answeredAt: number | undefined, now: number): boolean {
  return answeredAt !== undefined && now - answeredAt < RECENT_MS;
}

/** What an idea is found by, beside its number. */
export function ideaSearchText({
  title,
  description,
}: {
  readonly title: string;
  readonly description: string;
}): string {
  return `${title}\n${description}`;
}
