/** Ideas for the portal: what people want, who wants it too, and what became of it. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { priority, timestamp } from "../../lib/validators";

export const ideaStatus = v.union(
  v.literal("New"),
  v.literal("Under review"),
  v.literal("Planned"),
  v.literal("In progress"),
  v.literal("Shipped"),
  v.literal("Declined"),
  v.literal("Merged"),
  v.literal("Withdrawn"),
  v.literal("Deleted"),
);
export type IdeaStatus = Infer<typeof ideaStatus>;

/** A file that stands beside an idea, or beside a comment on one. */
export const ideaFile = v.object({
  id: v.id("ideaUploads"),
  name: v.string(),
  contentType: v.string(),
  size: v.number(),
});
export type IdeaFile = Infer<typeof ideaFile>;

/** What an idea is about: something the portal counts. */
export const ideaAbout = v.object({
  kind: v.union(v.literal("requestType"), v.literal("taskType"), v.literal("service")),
  key: v.string(),
});

/** What such a thing cost people within a time. */
export const pain = v.object({
  since: timestamp,
  until: timestamp,
  runs: v.number(),
  done: v.number(),
  failures: v.number(),
  denials: v.number(),
  /** Half of what was done took no longer; null where nothing was. */
  waitMs: v.union(v.null(), v.number()),
  tickets: v.number(),
  /** There were more rows than are counted. */
  isPart: v.boolean(),
});

/** What is written of an idea, or of a comment on one, before it is sent. */
export const ideaDraft = v.object({
  /** The description of an idea, or the comment. */
  text: v.string(),
  title: v.optional(v.string()),
  /** One of the four, or nothing chosen so far. */
  priority: v.optional(v.string()),
  about: v.optional(ideaAbout),
  /** Files of an idea that its author takes off it. */
  without: v.optional(v.array(v.id("ideaUploads"))),
});
export type IdeaDraft = Infer<typeof ideaDraft>;

export const feedbackTables = {
  ideas: defineTable({
    /** Running number; the key shows it: IDEA-12. */
    key: v.string(),
    title: v.string(),
    description: v.string(),
    files: v.optional(v.array(ideaFile)),
    authorId: v.id("people"),
    /** What the author thinks of it; nobody else writes it. */
    priority,
    /** What the admins think of it. */
    teamPriority: v.optional(priority),
    /** What it is about, as the admins said; and what that had cost when the idea was shipped. */
    about: v.optional(ideaAbout),
    shippedPain: v.optional(pain),
    status: ideaStatus,
    /** Since when it has this status. */
    statusAt: timestamp,
    /** Neither merged, withdrawn nor deleted: what lists and search show. Written together with `status`. */
    isListed: v.boolean(),
    /** The idea it is a part of while its status is Merged, and the status it had before. */
    mergedIntoId: v.optional(v.id("ideas")),
    statusBefore: v.optional(ideaStatus),
    /** Humans who voted for it or for what is merged into it. */
    votes: v.number(),
    /** When an admin answered last, with a note everybody reads. */
    answeredAt: v.optional(timestamp),
    /** The first voters of what was shipped, who say whether it helped; with the time it was shipped. */
    asked: v.optional(v.object({ at: timestamp, personIds: v.array(v.id("people")) })),
    searchText: v.string(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
    .index("by_key", ["key"])
    .index("by_author", ["authorId", "createdAt"])
    .index("by_merged", ["mergedIntoId"])
    .index("by_listed_votes", ["isListed", "votes"])
    .index("by_status_votes", ["status", "votes"])
    .index("by_status_at", ["status", "statusAt"])
    .searchIndex("search_text", { searchField: "searchText", filterFields: ["isListed", "status"] }),
  /** A vote that was taken back stays as a row that is not cast. */
  ideaVotes: defineTable({
    ideaId: v.id("ideas"),
    personId: v.id("people"),
    isCast: v.boolean(),
    changedAt: timestamp,
    /** How often it was cast or taken back. */
    turns: v.number(),
  })
    .index("by_idea", ["ideaId", "isCast", "changedAt"])
    .index("by_idea_person", ["ideaId", "personId"])
    .index("by_person", ["personId", "changedAt"]),
  ideaComments: defineTable({
    ideaId: v.id("ideas"),
    personId: v.id("people"),
    text: v.string(),
    files: v.optional(v.array(ideaFile)),
    at: timestamp,
  })
    .index("by_idea", ["ideaId", "at"])
    .index("by_person", ["personId", "at"]),
  /** What admins write for each other. A table of its own: no list of comments can hold one. */
  ideaNotes: defineTable({ ideaId: v.id("ideas"), personId: v.id("people"), text: v.string(), at: timestamp })
    .index("by_idea", ["ideaId", "at"])
    .index("by_person", ["personId", "at"]),
  /** Each change of status with the note everybody reads. */
  ideaMoves: defineTable({
    ideaId: v.id("ideas"),
    from: ideaStatus,
    to: ideaStatus,
    note: v.string(),
    byId: v.id("people"),
    at: timestamp,
    otherId: v.optional(v.id("ideas")),
  }).index("by_idea", ["ideaId", "at"]),
  /** Of a comment on an idea, of changes to one, of the idea that a ticket becomes, or without either of a new one. */
  ideaDrafts: defineTable({
    personId: v.id("people"),
    ideaId: v.optional(v.id("ideas")),
    ticketId: v.optional(v.id("tickets")),
    /** What its author changes of the idea, not a comment on it. */
    isEdit: v.optional(v.literal(true)),
    draft: ideaDraft,
    version: v.number(),
    changedAt: timestamp,
  })
    .index("by_person", ["personId", "ideaId", "ticketId"])
    .index("by_idea", ["ideaId"])
    .index("by_ticket", ["ticketId"])
    .index("by_change", ["changedAt"]),
  /** When somebody looked at the changelog last. */
  ideaLooks: defineTable({ personId: v.id("people"), at: timestamp }).index("by_person", ["personId"]),
  /** Whether what was shipped helped, by whom was asked. */
  ideaAnswers: defineTable({
    ideaId: v.id("ideas"),
    askedAt: timestamp,
    personId: v.id("people"),
    isSolved: v.boolean(),
    at: timestamp,
  })
    .index("by_idea", ["ideaId", "askedAt"])
    .index("by_person", ["personId", "at"]),
};
