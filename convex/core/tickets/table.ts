/** Support tickets: what somebody needs help with, what was said about it, and who reads it. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { priority, timestamp, type Priority } from "../../lib/validators";
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

const RELATED_KINDS = ["request", "task", "approval", "grant", "domain", "service", "table", "warehouse"] as const;
/** What a ticket is about: named by its key alone, since not everybody who reads the ticket may read that. */
export const relatedThing = v.object({
  kind: v.union(...RELATED_KINDS.map((kind) => v.literal(kind))),
  ref: v.string(),
  label: v.string(),
});
export type RelatedThing = Infer<typeof relatedThing>;

/** What the portal sees by itself about what a ticket is about: whether it is in the way, waited for, or as it should be. */
export const findingWeight = v.union(v.literal("problem"), v.literal("waiting"), v.literal("fine"));
export const ticketFinding = v.object({
  weight: findingWeight,
  text: v.string(),
  /** The request it tells something of, for those alone who may see that. */
  requestId: v.optional(v.id("requests")),
  /** It tells something of whoever wrote the ticket: for them and for who answers. */
  isPersonal: v.optional(v.literal(true)),
  /** It may name what only those who answer tickets see. */
  isForAgents: v.optional(v.literal(true)),
});
export type TicketFinding = Infer<typeof ticketFinding>;

/** `internal` is what agents say among themselves. */
export const messageVisibility = v.union(v.literal("public"), v.literal("internal"));
export type MessageVisibility = Infer<typeof messageVisibility>;

/** What an answer does beside being read: its ticket waits for its requester, or is resolved. */
export const afterAnswer = v.union(v.literal("wait"), v.literal("resolve"));
export type AfterAnswer = Infer<typeof afterAnswer>;

/** The causes agents choose from; `proven` where the portal saw the end of what a ticket waited for. */
export const chosenCause = v.union(
  v.literal("howTo"),
  v.literal("access"),
  v.literal("data"),
  v.literal("fault"),
  v.literal("setting"),
  v.literal("notNeeded"),
  v.literal("notPossible"),
  v.literal("other"),
  v.literal("proven"),
);
export type ChosenCause = Infer<typeof chosenCause>;

/** With those of tickets that nobody chose one for. */
export const resolutionCause = v.union(
  chosenCause,
  v.literal("incident"),
  v.literal("unanswered"),
  v.literal("solvedThemselves"),
  v.literal("idea"),
);
export type ResolutionCause = Infer<typeof resolutionCause>;

/** What is written before it is sent; of an answer its readers and what follows, of a new ticket the rest of its form. */
export const ticketDraft = v.object({
  body: v.string(),
  visibility: v.optional(messageVisibility),
  after: v.optional(afterAnswer),
  cause: v.optional(chosenCause),
  /** What the answer tags its ticket with. */
  tags: v.optional(v.array(v.string())),
  title: v.optional(v.string()),
  topic: v.optional(ticketTopic),
  related: v.optional(v.string()),
  incident: v.optional(v.string()),
  /** For whom an agent writes it, and whether they are told. */
  requester: v.optional(v.object({ id: v.id("people"), name: v.string() })),
  tells: v.optional(v.boolean()),
});
export type TicketDraft = Infer<typeof ticketDraft>;

/** A file that stands beside what was said, as those see it who read that. */
export const ticketFile = v.object({
  id: v.id("ticketUploads"),
  name: v.string(),
  contentType: v.string(),
  size: v.number(),
});
export type TicketFile = Infer<typeof ticketFile>;

/** Since when a ticket waits for a word of its requester, until no certain day; and when they were reminded. */
const silence = v.object({ since: timestamp, remindedAt: v.optional(timestamp) });
export type Silence = Infer<typeof silence>;

/** The request whose end a ticket waits for, or the one task of it that is enough; or the word of its requester. */
const waitFields = {
  waitsForId: v.optional(v.id("requests")),
  waitsForTaskId: v.optional(v.id("requestTasks")),
  silence: v.optional(silence),
};

/** Of a request's tasks, those that are work and those that were read back. */
export const requestEnd = { status: endedStatus, endedAt: timestamp, tasks: v.number(), proven: v.number() };
export const taskEnd = { title: v.string(), isSkipped: v.boolean(), isProven: v.boolean(), endedAt: timestamp };

/** How what a ticket waited for ended. */
export const ticketProof = v.union(
  v.object({ requestId: v.id("requests"), ...requestEnd }),
  v.object({ requestId: v.id("requests"), taskId: v.id("requestTasks"), ...taskEnd }),
  v.object({ incidentId: v.id("incidents"), endedAt: timestamp }),
);
export type TicketProof = Infer<typeof ticketProof>;

/** What a ticket was before something that can be undone: with its pauses, and what it waited for. */
const beforeFields = {
  state: ticketState,
  updatedAt: timestamp,
  pausedSeconds: v.number(),
  pausedSince: v.optional(timestamp),
  turnAt: v.optional(timestamp),
  ...waitFields,
};

/** The same of a wait for the incident it is part of, and when that wait last changed it; without, its link did. */
const beforeIncident = v.object({
  ...beforeFields,
  at: v.optional(timestamp),
  unansweredSeconds: v.optional(v.number()),
  proof: v.optional(ticketProof),
});
export type BeforeIncident = Infer<typeof beforeIncident>;

/** Whether an answer helped, in one word of the requester. */
export const satisfaction = v.union(v.literal("good"), v.literal("bad"));
export type Satisfaction = Infer<typeof satisfaction>;

/** What its last claim or assignment changed, as long as nothing came after it: an undo puts that back. */
const lastGiven = v.object({
  /** The place of its event in the audit trail, by which it is named. */
  event: v.number(),
  byId: v.id("people"),
  at: timestamp,
  to: v.optional(v.id("people")),
  from: v.optional(v.id("people")),
  wasNew: v.boolean(),
});
export type LastGiven = Infer<typeof lastGiven>;

export const ticketTables = {
  tickets: defineTable({
    key: v.string(),
    title: v.string(),
    description: v.string(),
    files: v.optional(v.array(ticketFile)),
    topic: ticketTopic,
    /** The business area whose agents look after it. */
    teamId: v.optional(v.id("businessAreas")),
    tags: v.optional(v.array(v.string())),
    related: v.optional(relatedThing),
    /** What the portal saw of that when the ticket was sent. */
    found: v.optional(v.array(ticketFinding)),
    /** Lines about page, browser and errors that its writer saw and left, for them and its agents. */
    diagnostics: v.optional(v.array(v.string())),
    requesterId: v.id("people"),
    /** The agent who wrote it for them. */
    openedById: v.optional(v.id("people")),
    /** The agent who split it off another ticket of theirs. */
    splitById: v.optional(v.id("people")),
    /** The area of the requester whose people read it, as long as requester and reader are in it; and since when. */
    sharedAreaId: v.optional(v.id("businessAreas")),
    sharedAreaAt: v.optional(timestamp),
    state: ticketState,
    priority: ticketPriority,
    assigneeId: v.optional(v.id("people")),
    lastGiven: v.optional(lastGiven),
    createdAt: timestamp,
    /** When requester, participants or agents last changed something that the requester sees. */
    updatedAt: timestamp,
    /** When an agent last said something to the requester. */
    lastAnswerAt: v.optional(timestamp),
    firstResponseAt: v.optional(timestamp),
    /** Whether its first answer and its end came in time, by the hours and targets of that moment. */
    isAnsweredInTime: v.optional(v.boolean()),
    isSolvedInTime: v.optional(v.boolean()),
    /** When its first answer is due or, once it has one, its end: by working time, without what was waited. */
    dueAt: timestamp,
    /** Seconds of working time that did not count, how many of them before its first answer, and since when none count. */
    pausedSeconds: v.number(),
    unansweredSeconds: v.optional(v.number()),
    pausedSince: v.optional(timestamp),
    /** When its agents are told that this has passed, and for which due time they were. */
    alarmAt: v.optional(timestamp),
    alarmedFor: v.optional(timestamp),
    /** The request or task it waits for, until that ended or an agent no longer waits; and how that or its incident ended. */
    ...waitFields,
    proof: v.optional(ticketProof),
    /** What its agents suggest to ask for instead, without a type an idea, and the draft its requester began. */
    suggested: v.optional(
      v.object({
        typeKey: v.optional(v.string()),
        at: timestamp,
        byId: v.id("people"),
        draftId: v.optional(v.id("requests")),
        /** Files that may go along, and those its requester lets go with the draft. */
        fileIds: v.optional(v.array(v.id("ticketUploads"))),
        draftFileIds: v.optional(v.array(v.id("ticketUploads"))),
      }),
    ),
    /** The idea its requester wrote instead. */
    ideaId: v.optional(v.id("ideas")),
    /** The incident it is part of, by whom and since when; and what it was before it waited for that, for the undo. */
    incidentId: v.optional(v.id("incidents")),
    linked: v.optional(v.object({ at: timestamp, byId: v.id("people"), before: v.optional(beforeIncident) })),
    /** Until the incident ends or an agent no longer waits for it. */
    waitsForIncident: v.optional(v.boolean()),
    /** When the clock moves it: out of waiting, from resolved to closed, or asks again about an open one's proof. */
    turnAt: v.optional(timestamp),
    resolvedAt: v.optional(timestamp),
    /** Why it was needed; missing where it was resolved before causes were kept. */
    cause: v.optional(resolutionCause),
    /** What its requester said of the help, once. */
    satisfaction: v.optional(satisfaction),
    satisfactionReason: v.optional(v.string()),
    followUpOfId: v.optional(v.id("tickets")),
    /** Where the conversation carries on, since when, and what the undo puts back. */
    mergedIntoId: v.optional(v.id("tickets")),
    mergedAt: v.optional(timestamp),
    beforeMerge: v.optional(v.object({ ...beforeFields, dueAt: timestamp })),
  })
    .index("by_key", ["key"])
    .index("by_requester", ["requesterId", "updatedAt"])
    .index("by_requester_created", ["requesterId", "createdAt"])
    .index("by_written", ["requesterId", "openedById", "splitById", "createdAt"])
    .index("by_opened", ["openedById", "createdAt"])
    .index("by_split", ["splitById", "createdAt"])
    .index("by_shared_area", ["sharedAreaId", "updatedAt"])
    .index("by_state", ["state", "dueAt"])
    .index("by_change", ["state", "updatedAt"])
    .index("by_assignee", ["assigneeId", "state", "dueAt"])
    .index("by_first_answer", ["state", "firstResponseAt", "dueAt"])
    .index("by_turn", ["turnAt"])
    .index("by_alarm", ["alarmAt"])
    .index("by_created", ["createdAt"])
    .index("by_resolved", ["resolvedAt"])
    .index("by_waits_for", ["waitsForId"])
    .index("by_draft", ["suggested.draftId"])
    .index("by_idea", ["ideaId"])
    .index("by_incident", ["incidentId"])
    .index("by_follow_up", ["followUpOfId"])
    .index("by_merged", ["mergedIntoId"])
    .searchIndex("search_title", { searchField: "title", filterFields: ["state"] })
    .searchIndex("search_description", { searchField: "description", filterFields: ["state"] }),
  ticketMessages: defineTable({
    ticketId: v.id("tickets"),
    authorId: v.id("people"),
    visibility: messageVisibility,
    /** Whether somebody said it who answers for the portal. */
    isAnswer: v.boolean(),
    body: v.string(),
    files: v.optional(v.array(ticketFile)),
    /** It came by mail, with what that quotes. */
    byMail: v.optional(v.literal(true)),
    /** Whose mail it was that its author added. */
    mailFrom: v.optional(v.string()),
    /** The ticket of its own it became. */
    splitIntoId: v.optional(v.id("tickets")),
    /** What was said in an incident, and stands in each of its tickets. */
    wordId: v.optional(v.id("incidentWords")),
    createdAt: timestamp,
  })
    .index("by_ticket", ["ticketId", "createdAt"])
    .index("by_visibility", ["ticketId", "visibility", "createdAt"])
    .index("by_author", ["authorId", "wordId", "createdAt"])
    .searchIndex("search_body", { searchField: "body" }),
};
