/** Requests: what somebody asks the data platform for. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { filled, jsonObject, timestamp } from "../../lib/validators";
import { uploadFields } from "../files/table";

/** Where a request stands. Computed from its tasks by one function and stored for queries. */
export const requestStatus = v.union(
  v.literal("Draft"),
  v.literal("Pending approval"),
  v.literal("In progress"),
  v.literal("Needs info"),
  v.literal("Blocked"),
  v.literal("Completed"),
  v.literal("Rejected"),
  v.literal("Expired"),
  v.literal("Cancelled"),
);
export type RequestStatus = Infer<typeof requestStatus>;

/** The states a request never leaves again. */
export const endedStatus = v.union(
  v.literal("Completed"),
  v.literal("Rejected"),
  v.literal("Expired"),
  v.literal("Cancelled"),
);

export const requestRisk = v.union(v.literal("low"), v.literal("medium"), v.literal("high"));

/** A stop put on a request by a person, until they lift it or until a time. */
export const requestHold = v.object({
  reason: v.string(),
  personId: v.id("people"),
  since: timestamp,
  until: v.optional(timestamp),
});

/** A question to the requester that has not been answered yet. */
export const requestQuestion = v.object({
  question: v.string(),
  askedById: v.id("people"),
  /** The approval it was asked for; when that is given without the answer, nobody needs it any more. */
  approvalId: v.optional(v.id("approvals")),
  askedAt: timestamp,
  /** Since when the clock stands; earlier than `askedAt` when a second question followed the first. */
  pausedSince: v.optional(timestamp),
  /** When the requester is reminded next, or the request cancelled: what the cron looks for. */
  nextCheckAt: v.optional(timestamp),
  remindersGiven: v.optional(v.number()),
  /** By how much the leases of running tasks were lengthened, so that the unused part can be taken back. */
  leaseExtensionMs: v.optional(v.number()),
});

/** Access that comes back, and who marked it for removal. */
export const requestReturn = v.object({
  grantId: v.id("grants"),
  removedById: v.id("people"),
  /** The end the access had; absent where it had none. */
  until: v.optional(timestamp),
});
export type RequestReturn = Infer<typeof requestReturn>;

/**
 * That a request asks for more time for access its requester holds: the grant, since when it is held, and the end it
 * had then.
 */
export const requestExtension = v.object({ grantId: v.id("grants"), heldSince: timestamp, currentEnd: timestamp });
export type RequestExtension = Infer<typeof requestExtension>;

/** That a draft waits in its writer's cart, and whether the cart's justification stands instead of its own reason. */
export const cartMark = v.object({ since: timestamp, takesJustification: v.boolean() });

/** Who acted through the requester's eyes when it was begun, sent or cancelled; absent where they did so themselves. */
export const requestImpersonators = v.object({
  begun: v.optional(v.id("people")),
  sent: v.optional(v.id("people")),
  cancelled: v.optional(v.id("people")),
});
export type RequestImpersonators = Infer<typeof requestImpersonators>;

export const request = v.object({
  /** Running number; the key shows it: REQ-142. */
  number: v.number(),
  key: v.string(),
  typeId: v.string(),
  templateVersion: v.number(),
  title: v.string(),
  /** The title as the person it is for reads it: without their own name. */
  ownTitle: filled(v.string()),
  /** What it is about as its system spells it, such as a role's name. */
  target: v.optional(v.string()),
  requesterId: v.id("people"),
  beneficiaryId: v.id("people"),
  businessAreaId: v.optional(v.id("businessAreas")),
  domainKey: v.optional(v.string()),
  form: jsonObject,
  /** Names the answers as they stand since their last edit: another one after each edit, whatever it brought. */
  formHash: v.string(),
  /** Whether the answers open data to read or to change, by the domain as it was when they were sent. */
  level: v.optional(v.union(v.literal("read"), v.literal("write"))),
  /** Who changed the form last, when it was not whoever created the request. */
  lastEditorId: v.optional(v.id("people")),
  status: requestStatus,
  /** Submitted and not ended: what the monitor examines. Written together with `status`. */
  isOpen: v.boolean(),
  risk: requestRisk,
  hold: v.optional(requestHold),
  openQuestion: v.optional(requestQuestion),
  dueAt: v.optional(timestamp),
  costEstimate: v.optional(v.object({ amountMinor: v.number(), currency: v.string() })),
  clonedFromId: v.optional(v.id("requests")),
  extension: v.optional(requestExtension),
  /** It asks for what an access review took, within 30 days; who decided so does not decide about this. */
  comesBack: v.optional(requestReturn),
  /** Same type, target and person: what the duplicate check compares. */
  targetKey: v.optional(v.string()),
  /** Names the submit call, so that a repeated one finds the request it made. */
  submitKey: v.optional(v.string()),
  /** Present while it is a draft in the cart. */
  cart: v.optional(cartMark),
  /** The name of the submit of a whole cart: equal among requests that were sent together. */
  sentWith: v.optional(v.string()),
  /** The file of invitations it came from, which two people said yes to. */
  inviteFileId: v.optional(v.id("inviteFiles")),
  /** Whether money is part of it: an estimate, or a task in which the cost is approved. FinOps oversees those. */
  hasCost: v.optional(v.boolean()),
  /** Key, title, type and people, for finding requests. Written when it is submitted. */
  searchText: v.optional(v.string()),
  cancelReason: v.optional(v.string()),
  createdAt: timestamp,
  createdById: v.id("people"),
  impersonators: v.optional(requestImpersonators),
  updatedAt: timestamp,
  submittedAt: v.optional(timestamp),
  endedAt: v.optional(timestamp),
  /** Put away: no list shows it any more. */
  archivedAt: v.optional(timestamp),
  /** Counts changes, for compare-and-set. */
  version: v.number(),
});
export type RequestFields = Infer<typeof request>;

/** What a request is called, for everybody and for the person it is for, and what it is about. */
export type RequestNames = Pick<RequestFields, "title" | "ownTitle" | "target">;

/** Who sees a comment: everybody who sees the request, or only those who work on it. */
export const commentVisibility = v.union(v.literal("public"), v.literal("internal"));

export const requestAttachment = v.object({
  uploadId: v.id("requestUploads"),
  storageId: v.id("_storage"),
  name: v.string(),
  contentType: v.string(),
  size: v.number(),
});

/** A file somebody uploaded for a comment. It opens for others once a comment holds it. */
export const requestUpload = v.object({
  ...uploadFields,
  requestId: v.id("requests"),
  commentId: v.optional(v.id("requestComments")),
  /** Who uploaded it through the person's eyes: it goes out only with what that one says in their name. */
  impersonatorId: v.optional(v.id("people")),
});

/**
 * A permit: that a person may upload one file for a request. It goes when the file is taken up, or by the clock. Table,
 * arguments and the cron's function keep their name, tickets, which is stored.
 */
export const requestUploadPermit = v.object({
  requestId: v.id("requests"),
  personId: v.id("people"),
  createdAt: timestamp,
});

export const requestComment = v.object({
  requestId: v.id("requests"),
  authorId: v.id("people"),
  /** Who wrote it through the author's eyes. */
  impersonatorId: v.optional(v.id("people")),
  visibility: commentVisibility,
  body: v.string(),
  mentionIds: v.array(v.id("people")),
  attachments: v.array(requestAttachment),
  /** Whether it answers the open question. */
  isAnswer: v.boolean(),
  /** Whether it is a question to the requester that stopped the clock. */
  isQuestion: v.optional(v.boolean()),
  createdAt: timestamp,
  /** Taken back by its author: the words and files are gone, the place stays. */
  deletedAt: v.optional(timestamp),
  /** Who took it back through the author's eyes. */
  deletedByImpersonatorId: v.optional(v.id("people")),
});

/** Somebody who was brought into a request by a mention, and sees it since. */
export const requestParticipant = v.object({
  requestId: v.id("requests"),
  personId: v.id("people"),
  addedById: v.id("people"),
  since: timestamp,
});

/** One answer before and after, in the words people read; "" stands for no answer. */
export const answerChange = v.object({ name: v.string(), label: v.string(), before: v.string(), after: v.string() });
export type AnswerChange = Infer<typeof answerChange>;

/** An edit of the answers of a submitted request. */
export const requestEdit = v.object({
  requestId: v.id("requests"),
  /** Absent: the portal, because the data domain came to mean more than was approved. */
  editorId: v.optional(v.id("people")),
  /** Who changed them through the editor's eyes. */
  impersonatorId: v.optional(v.id("people")),
  /** Names the call, so that a repeated one changes nothing. */
  editKey: v.string(),
  /** The form's name from then on. */
  formHash: v.string(),
  changes: v.array(answerChange),
  at: timestamp,
});
export type RequestEdit = Infer<typeof requestEdit>;

/** What a person wrote for everything in their cart, kept while it is written. */
export const requestCart = v.object({ personId: v.id("people"), justification: v.string(), updatedAt: timestamp });

export const requestTables = {
  requestCarts: defineTable(requestCart).index("by_person", ["personId"]),
  requestComments: defineTable(requestComment)
    .index("by_request", ["requestId", "createdAt"])
    .index("by_visibility", ["requestId", "visibility", "createdAt"])
    .index("by_author", ["authorId", "createdAt"]),
  requestEdits: defineTable(requestEdit).index("by_request", ["requestId", "at"]).index("by_key", ["editKey"]),
  requestParticipants: defineTable(requestParticipant)
    .index("by_request", ["requestId", "personId"])
    .index("by_person", ["personId"]),
  requestUploads: defineTable(requestUpload)
    .index("by_storage", ["storageId"])
    .index("by_person", ["requestId", "personId", "commentId"])
    .index("by_comment", ["commentId", "createdAt"]),
  requestUploadTickets: defineTable(requestUploadPermit)
    .index("by_person", ["personId", "createdAt"])
    .index("by_age", ["createdAt"]),
  requests: defineTable(request)
    .index("by_number", ["number"])
    .index("by_open", ["isOpen", "number"])
    .index("by_requester", ["requesterId", "archivedAt", "number"])
    .index("by_archived", ["archivedAt", "endedAt"])
    .index("by_beneficiary", ["beneficiaryId", "archivedAt", "number"])
    .index("by_target", ["targetKey", "isOpen"])
    .index("by_domain", ["domainKey", "status", "archivedAt", "createdAt"])
    .index("by_submit_key", ["submitKey"])
    .index("by_cart", ["requesterId", "cart.since"])
    .index("by_sent_with", ["sentWith", "number"])
    .index("by_question_check", ["openQuestion.nextCheckAt"])
    // The queue: every list names its statuses, so each of them is one range (lists/requestQueue.ts).
    .index("queue_created", ["status", "archivedAt", "createdAt"])
    .index("queue_updated", ["status", "archivedAt", "updatedAt"])
    .index("queue_due", ["status", "archivedAt", "dueAt"])
    .index("queue_type_created", ["typeId", "status", "archivedAt", "createdAt"])
    .index("queue_requester_created", ["requesterId", "status", "archivedAt", "createdAt"])
    .index("queue_requester_updated", ["requesterId", "status", "archivedAt", "updatedAt"])
    .index("queue_requester_due", ["requesterId", "status", "archivedAt", "dueAt"])
    .index("queue_beneficiary_created", ["beneficiaryId", "status", "archivedAt", "createdAt"])
    .index("queue_beneficiary_updated", ["beneficiaryId", "status", "archivedAt", "updatedAt"])
    .index("queue_beneficiary_due", ["beneficiaryId", "status", "archivedAt", "dueAt"])
    .index("queue_area_created", ["businessAreaId", "status", "archivedAt", "createdAt"])
    .index("queue_cost_created", ["hasCost", "status", "archivedAt", "createdAt"])
    .searchIndex("search_text", { searchField: "searchText" }),
};
