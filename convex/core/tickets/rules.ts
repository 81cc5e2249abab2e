/** Decisions about support tickets: what can be written, and who moves them where. When one is due: `clock.ts`. */

import type { Refusal } from "../../lib/pure/refusal";
import { DAY_MS, MINUTE_MS } from "../../lib/pure/time";
import { isNothing, whyNotKept } from "../drafts/rules";
import { whyNotTags } from "./rules/tags";
import type { TicketDraft, TicketPriority, TicketState, TicketTopic } from "./table";

export const TITLE_MAX_LENGTH = 200;
export const DESCRIPTION_MAX_LENGTH = 2000;
export const REPLY_MAX_LENGTH = 4000;

/** How long a reply opens a resolved ticket again; after it the ticket is closed. */
export const REOPEN_MS = 7 * DAY_MS;
/** How long a merge can be undone, and how many tickets can be merged into one. */
const UNMERGE_MS = 30 * DAY_MS;
export const MAX_TOGETHER = 20;

/** What tickets are about, each with its line. */
export const TOPICS: Readonly<Record<TicketTopic, { readonly label: string; readonly does: string }>> = {
  access: { label: "Access to data", does: "You cannot open a table, a project or a dashboard." },
  request: { label: "A request or task", does: "A request is stuck, wrong or unclear." },
  data: { label: "Wrong or missing data", does: "Numbers do not add up, or rows are late." },
  report: { label: "Reports and dashboards", does: "A report is slow, broken or hard to read." },
  account: { label: "Account and sign-in", does: "Signing in, your name, your roles." },
  cost: { label: "Cost and budgets", does: "Spend, warehouses and budgets." },
  portal: { label: "This portal", does: "A page shows an error or behaves strangely." },
  other: { label: "Something else", does: "Anything that does not fit elsewhere." },
};
export const TOPIC_NAMES = Object.keys(TOPICS) as TicketTopic[];

export const PRIORITIES: readonly TicketPriority[] = ["Low", "Medium", "High", "Critical"];

/** Whose turn it is, in the words of a state for its requester. */
export const STATE_WORDS: Readonly<Record<TicketState, { readonly label: string; readonly says: string }>> = {
  new: { label: "New", says: "Support will look at it next." },
  open: { label: "Open", says: "Support is working on it." },
  waitingOnRequester: { label: "Waiting on you", says: "Support needs an answer from you." },
  waitingOnThirdParty: {
    label: "Waiting on a third party",
    says: "Support is waiting for somebody outside the portal.",
  },
  resolved: { label: "Resolved", says: "A reply within 7 days reopens it." },
  closed: { label: "Closed", says: "A reply opens a follow-up ticket." },
  merged: { label: "Merged", says: "The conversation continues in another ticket." },
};

/** The same for those who answer. */
export const AGENT_WORDS: typeof STATE_WORDS = {
  ...STATE_WORDS,
  new: { label: "New", says: "Nobody has answered yet." },
  open: { label: "Open", says: "The next step is ours." },
  waitingOnRequester: {
    label: "Waiting on requester",
    says: "The requester has the next step. Deadlines are paused.",
  },
  waitingOnThirdParty: {
    label: "Waiting on a third party",
    says: "Somebody outside has the next step. The deadline of its solution is paused.",
  },
};

/** The same for those who take part or read along: nobody asks them, and they open nothing again. */
const OTHERS_WORDS: typeof STATE_WORDS = {
  ...STATE_WORDS,
  waitingOnRequester: { label: "Waiting on requester", says: "Support needs an answer from its requester." },
  resolved: { label: "Resolved", says: "Its requester can reopen it within 7 days." },
  closed: { label: "Closed", says: "Its requester can open a follow-up ticket." },
};

/** Whose turn it is, in the words of whoever reads it. */
export function stateWords({ isAgent, isRequester }: { readonly isAgent: boolean; readonly isRequester: boolean }) {
  return isAgent ? AGENT_WORDS : isRequester ? STATE_WORDS : OTHERS_WORDS;
}

/** How long a reply of an agent is held before it is sent. */
export const HELD_MS = MINUTE_MS;

/** The states in which support has the next step, and those in which a ticket is not over. */
export const OUR_TURN: readonly TicketState[] = ["new", "open"];
export const UNFINISHED: readonly TicketState[] = ["new", "open", "waitingOnRequester", "waitingOnThirdParty"];

/** The views of the queue, as its tabs say them. */
export const QUEUE_VIEWS = ["ours", "overdue", "unassigned", "mine", "all", "done"] as const;
export type QueueView = (typeof QUEUE_VIEWS)[number];

/** What a view shows of the queue, `now` to the minute: what is overdue is the part of what support owes that was due. */
export function shownInView(view: QueueView, now: number) {
  return view === "overdue" ? { show: "owed" as const, dueBefore: now } : { show: view };
}

/** Whether support owes something of a ticket by its due time: also while others are waited for, as long as nobody answered. */
export function isSomethingDue({ state, isAnswered }: { readonly state: TicketState; readonly isAnswered: boolean }) {
  return OUR_TURN.includes(state) || (state === "waitingOnThirdParty" && !isAnswered);
}

/** Why a title is not one, in words, or null. */
export function titleProblem(title: string): string | null {
  const { length } = title.trim();
  if (length === 0) return "Title is required";
  return length > TITLE_MAX_LENGTH ? "Title must be less than 200 characters" : null;
}

/** The same of a description. */
export function descriptionProblem(description: string): string | null {
  const { length } = description.trim();
  if (length === 0) return "Description is required";
  return length > DESCRIPTION_MAX_LENGTH ? "Description must be less than 2000 characters" : null;
}

/** Why these words are no ticket, or null. */
export function whyNotTicket(words: { readonly title: string; readonly description: string }): Refusal | null {
  const message = titleProblem(words.title) ?? descriptionProblem(words.description);
  return message === null ? null : { code: "invalid-input", message };
}

/** Why this is no reply, or null. */
export function whyNotReply(body: string): Refusal | null {
  if (body.trim() === "") return { code: "invalid-input", message: "Write something first." };
  return body.trim().length > REPLY_MAX_LENGTH ? { code: "too-long", maxLength: REPLY_MAX_LENGTH } : null;
}

/** Whether nothing is left of a draft. */
export function isDraftEmpty({ title = "", body }: TicketDraft): boolean {
  return isNothing(title, body);
}

/** Why a draft is not kept, or null. */
export function whyNotDraft({ title = "", body, related = "", incident = "", tags = [] }: TicketDraft): Refusal | null {
  return whyNotKept(title, body, related, incident) ?? whyNotTags(tags);
}

/** How much one person writes within an hour. */
export const MAX_TICKETS = 10;
/** Tickets an agent opens for others within an hour, or splits off theirs. */
export const MAX_OPENED = 60;
export const MAX_REPLIES = 60;

/** Why somebody who wrote so many within the hour has to wait, or null. */
export function whyNotYet(count: number, max: number): Refusal | null {
  return count < max
    ? null
    : { code: "rate-limited", message: `You have sent ${max} within an hour. Wait a while before you send this one.` };
}

/** What an agent's step is: the states it can be made from. */
const FROM: Readonly<
  Record<"answer" | "wait" | "resume" | "resolve" | "solve" | "steer" | "merge" | "share", readonly TicketState[]>
> = {
  answer: UNFINISHED,
  wait: ["open", "waitingOnRequester", "waitingOnThirdParty"],
  resume: ["waitingOnRequester", "waitingOnThirdParty"],
  resolve: ["open", "waitingOnRequester", "waitingOnThirdParty"],
  solve: ["open", "waitingOnRequester", "waitingOnThirdParty"],
  steer: UNFINISHED,
  merge: [...UNFINISHED, "resolved"],
  share: [...UNFINISHED, "resolved"],
};
export type TicketMove = keyof typeof FROM;

/** Why a ticket cannot be moved so now, or null. */
export function whyNotMove(state: TicketState, move: TicketMove): Refusal | null {
  return FROM[move].includes(state) ? null : { code: "wrong-state", status: STATE_WORDS[state].label };
}

/** Why a ticket cannot be merged into another, or null. Both stand as they are read, merged ones behind them counted. */
export function whyNotMerge(
  source: { readonly key: string; readonly state: TicketState },
  target: { readonly key: string; readonly state: TicketState },
  parts: number,
): Refusal | null {
  if (source.key === target.key) return { code: "invalid-input", message: "A ticket cannot be merged into itself." };
  const refusal = whyNotMove(source.state, "merge");
  if (refusal) return refusal;
  if (!UNFINISHED.includes(target.state))
    return { code: "invalid-input", message: `${target.key} has ended. Choose a ticket that is still open.` };
  return parts <= MAX_TOGETHER
    ? null
    : { code: "invalid-input", message: `At most ${MAX_TOGETHER} tickets can be merged into one.` };
}

/** Why a merge cannot be undone, or null. */
export function whyNotUnmerge(
  { state, mergedAt }: { readonly state: TicketState; readonly mergedAt?: number },
  at: number,
): Refusal | null {
  if (state !== "merged" || mergedAt === undefined) return { code: "wrong-state", status: AGENT_WORDS[state].label };
  return at < mergedAt + UNMERGE_MS
    ? null
    : { code: "not-eligible", message: "A merge can be undone for 30 days. That time has passed." };
}

/** Whether a ticket ended, and who replies says whether it is still broken. */
export function isTicketOver(state: TicketState): boolean {
  return state === "resolved" || state === "closed";
}

/** What a reply of the requester or a participant does. */
export type ReplyEffect = "stays" | "reopens" | "follow-up";

/**
 * The same, by where the ticket stands now: a resolved one is closed once its days are over, also before the clock came.
 * Thanks for what is over leave it so.
 */
export function replyEffect(
  { state, resolvedAt }: { readonly state: TicketState; readonly resolvedAt?: number },
  at: number,
  { isThanks = false } = {},
): ReplyEffect {
  if (isThanks && isTicketOver(state)) return "stays";
  if (state === "closed" || (state === "resolved" && at >= (resolvedAt ?? 0) + REOPEN_MS)) return "follow-up";
  return state === "new" || state === "open" ? "stays" : "reopens";
}

/** What stands where something was redacted. */
export const REDACTED = "[redacted]";
/** The shortest and longest words that are redacted: shorter ones would stand everywhere. */
const REDACT_MIN_LENGTH = 4;
export const REDACT_MAX_LENGTH = 500;

/** Why words are not redacted, as a sentence; null where they are. */
export function redactProblem(words: string): string | null {
  const { length } = words.trim();
  if (length < REDACT_MIN_LENGTH) return `Enter at least ${REDACT_MIN_LENGTH} characters`;
  if (length > REDACT_MAX_LENGTH) return `Enter at most ${REDACT_MAX_LENGTH} characters`;
  return REDACTED.includes(words.trim()) ? "These words mark where something was redacted" : null;
}
