/** Help articles: answers that are written down once, for everybody or for those who answer tickets. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { filled, timestamp } from "../../lib/validators";
import { ticketTopic } from "../tickets/table";

export const articleStatus = v.union(v.literal("draft"), v.literal("published"), v.literal("archived"));
export type ArticleStatus = Infer<typeof articleStatus>;

/** Who reads it once it is published: everybody who is signed in, or those who answer tickets. */
export const articleAudience = v.union(v.literal("everyone"), v.literal("agents"));
export type ArticleAudience = Infer<typeof articleAudience>;

/** What readers read, and where it is offered: each version keeps this. */
export const articleWords = v.object({
  title: v.string(),
  /** Formatted text. */
  body: v.string(),
  /** What of support it is about; offered beside tickets with one of these topics. */
  topics: v.array(ticketTopic),
  /** The request types whose forms offer it. */
  typeKeys: v.array(v.string()),
});
export type ArticleWords = Infer<typeof articleWords>;

/** What is saved of an article. */
export const article = v.object({
  ...articleWords.fields,
  audience: articleAudience,
  ownerId: v.id("people"),
  /** When its owner reads it again. */
  reviewAt: timestamp,
});
export type Article = Infer<typeof article>;

/** Where an article stands, as an editor was shown it. */
export const shownArticle = v.object({ id: v.id("articles"), revision: v.number() });
export type ShownArticle = Infer<typeof shownArticle>;

export const articleTables = {
  articles: defineTable({
    /** Running number; the key shows it: ART-12. */
    key: v.string(),
    title: v.string(),
    topics: article.fields.topics,
    typeKeys: article.fields.typeKeys,
    audience: articleAudience,
    ownerId: v.id("people"),
    reviewAt: timestamp,
    /** The first words of its text, for lists. */
    summary: filled(v.string()),
    /** Versions before the migration m0006 kept the text here; it is in `articleTexts`. */
    body: v.optional(v.string()),
    searchText: v.optional(v.string()),
    status: articleStatus,
    /** The resolved ticket it was written from. */
    ticketId: v.optional(v.id("tickets")),
    /** Published for everyone: what staff find. Written together with `status` and `audience`. */
    isOpen: v.boolean(),
    /** Counts what was saved, so that nobody overwrites what they have not seen. */
    revision: v.number(),
    /** The number of the published version; 0 before the first. */
    version: v.number(),
    /** When its owner is told to review it; gone once they were, and while it is not published. */
    remindAt: v.optional(timestamp),
    /** How many humans said that it helped, and that it did not. */
    helped: v.number(),
    notHelped: v.number(),
    createdById: v.id("people"),
    createdAt: timestamp,
    updatedAt: timestamp,
    updatedById: v.id("people"),
  })
    .index("by_key", ["key"])
    .index("by_status", ["status", "updatedAt"])
    .index("by_open", ["isOpen", "title"])
    .index("by_owner", ["ownerId", "updatedAt"])
    .index("by_creator", ["createdById", "createdAt"])
    .index("by_ticket", ["ticketId"])
    .index("by_remind", ["remindAt"]),
  /** What an article says, apart from its row: lists of articles read none of it. */
  articleTexts: defineTable({
    articleId: v.id("articles"),
    body: v.string(),
    searchText: v.string(),
    /** As they are in its row, for the search. */
    status: articleStatus,
    isOpen: v.boolean(),
  })
    .index("by_article", ["articleId"])
    .searchIndex("search_text", { searchField: "searchText", filterFields: ["isOpen", "status"] }),
  /** What was published, each time. */
  articleVersions: defineTable({
    articleId: v.id("articles"),
    number: v.number(),
    ...articleWords.fields,
    /** The version it puts back. */
    restores: v.optional(v.number()),
    byId: v.id("people"),
    at: timestamp,
  }).index("by_article", ["articleId", "number"]),
  /** Whether an article helped: one row for each human, who may change their mind. */
  articleAnswers: defineTable({
    articleId: v.id("articles"),
    personId: v.id("people"),
    helps: v.boolean(),
    /** What was missing. */
    reason: v.optional(v.string()),
    /** The version they had read. */
    version: v.number(),
    at: timestamp,
  })
    .index("by_article", ["articleId", "helps", "at"])
    .index("by_article_person", ["articleId", "personId"])
    .index("by_person", ["personId", "at"]),
};
