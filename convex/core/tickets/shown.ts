/** What lists and dialogs show of tickets. */

import { v, type Infer } from "convex/values";
import { nullableString, timestamp } from "../../lib/validators";
import { resolutionCause, satisfaction, ticketPriority, ticketState, ticketTopic } from "./table";

/** One line of a list of tickets. */
export const ticketRow = v.object({
  id: v.id("tickets"),
  key: v.string(),
  title: v.string(),
  state: ticketState,
  topic: ticketTopic,
  /** None for whoever does not answer tickets. */
  tags: v.array(v.string()),
  requester: v.string(),
  isRequester: v.boolean(),
  /** Null for whoever does not answer tickets. */
  requesterId: v.union(v.null(), v.id("people")),
  /** The team that looks after it, by name. */
  team: nullableString,
  assignee: nullableString,
  /** Null for whoever does not answer tickets. */
  priority: v.union(v.null(), ticketPriority),
  /** Why support was needed, once it is resolved; null for whoever does not answer tickets. */
  cause: v.union(v.null(), resolutionCause),
  lastAnswerAt: v.union(v.null(), timestamp),
  createdAt: timestamp,
  /** When something that its requester sees changed last. */
  updatedAt: timestamp,
  dueAt: timestamp,
  /** Whether its end is what is due, no longer its first answer. */
  isAnswered: v.boolean(),
  isPaused: v.boolean(),
});

/** Something a ticket can wait for, with the tasks of which one may be enough. */
export const waitable = v.object({
  key: v.string(),
  isOver: v.boolean(),
  tasks: v.array(v.object({ id: v.id("requestTasks"), title: v.string() })),
});
export type Waitable = Infer<typeof waitable>;

/** What was said of the help, and whether the caller can still say whether it was good, or why. */
export const shownRating = v.object({
  canRate: v.boolean(),
  canExplain: v.boolean(),
  satisfaction: v.union(v.null(), satisfaction),
  satisfactionReason: nullableString,
});
