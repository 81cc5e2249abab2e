/** Support tickets: what somebody needs help with, what was said about it, and who reads it. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { nullableString, priority, timestamp, type Priority } from "../../lib/validators";
import { endedStatus } from "../requests/table";

export const ticketState = v.union(
  v.literal("new"),
  v.literal("open"),
  v.literal("waitingOnRequester"),
  v.literal("waitingOnThirdParty"),
  v.literal("resolved"),
  v.literal("closed"),
  v.literal("merged"),
);
export type TicketState = Infer<typeof ticketState>;

export const ticketPriority = priority;
export type TicketPriority = Priority;

export const ticketTopic = v.union(
  v.literal("access"),
  v.literal("request"),
  v.literal("data"),
  v.literal("report"),
  v.literal("account"),
  v.literal("cost"),
  v.literal("portal"),
  v.literal("other"),
);
export type TicketTopic = Infer<typeof ticketTopic>;

/** What a ticket is about: named by its key alone, since not everybody who reads the ticket may read that. */
export const relatedThing = v.object({
  kind: v.union(v.literal("request"), v.literal("task"), v.literal("service")),
  ref: v.string(),
  label: v.string(),
});
export type RelatedThing = Infer<typeof relatedThing>;

/** `internal` is what agents say among themselves. */
export const messageVisibility = v.union(v.literal("public"), v.literal("internal"));

/** How a request ended that a ticket waited for; of its tasks, those that are work and those that were read back. */
export const ticketProof = v.object({
  requestId: v.id("requests"),
  status: endedStatus,
  endedAt: timestamp,
  tasks: v.number(),
  proven: v.number(),
});
export type TicketProof = Infer<typeof ticketProof>;

/** Whether an answer helped, in one word of the requester. */
export const satisfaction = v.union(v.literal("good"), v.literal("bad"));
export type Satisfaction = Infer<typeof satisfaction>;

/** One line of a list of tickets. */
export const ticketRow = v.object({
  id: v.id("tickets"),
  key: v.string(),
  title: v.string(),
  state: ticketState,
  topic: ticketTopic,
  requester: v.string(),
  assignee: nullableString,
  /** Null for whoever does not answer tickets. */
  priority: v.union(v.null(), ticketPriority),
  lastAnswerAt: v.union(v.null(), timestamp),
  createdAt: timestamp,
  dueAt: timestamp,
  /** Whether its end is what is due, no longer its first answer. */
  isAnswered: v.boolean(),
  isPaused: v.boolean(),
});

export const ticketTables = {
  tickets: defineTable({
    key: v.string(),
    title: v.string(),
    description: v.string(),
    topic: ticketTopic,
    related: v.optional(relatedThing),
    requesterId: v.id("people"),
    state: ticketState,
    priority: ticketPriority,
    assigneeId: v.optional(v.id("people")),
    createdAt: timestamp,
    /** When requester, participants or agents last changed something that the requester sees. */
    updatedAt: timestamp,
    /** When an agent last said something to the requester. */
    lastAnswerAt: v.optional(timestamp),
    firstResponseAt: v.optional(timestamp),
    /** When its first answer is due or, once it has one, its end: by working time, without what was waited. */
    dueAt: timestamp,
    /** Seconds of working time that did not count, and since when none count. */
    pausedSeconds: v.number(),
    pausedSince: v.optional(timestamp),
    /** The request whose end it waits for, until that ended or an agent no longer waits; and how that ended. */
    waitsForId: v.optional(v.id("requests")),
    proof: v.optional(ticketProof),
    /** When the clock moves it: out of waiting, from resolved to closed, or asks again about an open one's proof. */
    turnAt: v.optional(timestamp),
    resolvedAt: v.optional(timestamp),
    /** What its requester said of the help, once. */
    satisfaction: v.optional(satisfaction),
    followUpOfId: v.optional(v.id("tickets")),
    /** Where the conversation carries on, since when, and what the undo puts back. */
    mergedIntoId: v.optional(v.id("tickets")),
    mergedAt: v.optional(timestamp),
    beforeMerge: v.optional(
      v.object({
        state: ticketState,
        updatedAt: timestamp,
        dueAt: timestamp,
        pausedSeconds: v.number(),
        pausedSince: v.optional(timestamp),
        turnAt: v.optional(timestamp),
        waitsForId: v.optional(v.id("requests")),
      }),
    ),
  })
    .index("by_key", ["key"])
    .index("by_requester", ["requesterId", "updatedAt"])
    .index("by_written", ["requesterId", "createdAt"])
    .index("by_state", ["state", "dueAt"])
    .index("by_change", ["state", "updatedAt"])
    .index("by_assignee", ["assigneeId", "state", "dueAt"])
    .index("by_turn", ["turnAt"])
    .index("by_waits_for", ["waitsForId"])
    .index("by_follow_up", ["followUpOfId"])
    .index("by_merged", ["mergedIntoId"])
    .searchIndex("search_title", { searchField: "title", filterFields: ["state"] }),
  ticketMessages: defineTable({
    ticketId: v.id("tickets"),
    authorId: v.id("people"),
    visibility: messageVisibility,
    /** Whether somebody said it who answers for the portal. */
    isAnswer: v.boolean(),
    body: v.string(),
    createdAt: timestamp,
  })
    .index("by_ticket", ["ticketId", "createdAt"])
    .index("by_visibility", ["ticketId", "visibility", "createdAt"])
    .index("by_author", ["authorId", "createdAt"]),
  ticketParticipants: defineTable({
    ticketId: v.id("tickets"),
    personId: v.id("people"),
    addedById: v.id("people"),
    since: timestamp,
  })
    .index("by_ticket", ["ticketId", "personId"])
    .index("by_person", ["personId", "since"]),
};
