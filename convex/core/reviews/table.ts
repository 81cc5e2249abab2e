/** Access reviews: what people hold in a data domain, or by a role of one, looked at again one by one by whoever answers for it. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { filled, timestamp } from "../../lib/validators";

export const reviewState = v.union(v.literal("collecting"), v.literal("open"), v.literal("ended"));
export const reviewVerdict = v.union(v.literal("keep"), v.literal("remove"));
export type ReviewVerdict = Infer<typeof reviewVerdict>;

/** Why an access stands where it stands in the list; the first ones are looked at first. */
export const reviewGroup = v.union(
  v.literal("unused"),
  v.literal("grown"),
  v.literal("risky"),
  v.literal("endless"),
  v.literal("unknown"),
  v.literal("used"),
);
export type ReviewGroup = Infer<typeof reviewGroup>;

/** One passing on: from whom, to whom (absent: to data governance), and why. */
const reviewPass = v.object({
  fromId: v.id("people"),
  /** Whom they stood in for. */
  forId: v.optional(v.id("people")),
  toId: v.optional(v.id("people")),
  note: v.string(),
  at: timestamp,
});

export const reviewTables = {
  accessReviews: defineTable({
    domainId: v.id("dataDomains"),
    domainKey: v.string(),
    domainName: v.string(),
    /** The role of the domain it is about, by its name in Snowflake; absent where it is about all of the domain. */
    role: v.optional(v.string()),
    startedById: v.id("people"),
    startedAt: timestamp,
    dueAt: timestamp,
    state: reviewState,
    total: v.number(),
    /** What nobody decides about is removed at the end, as chosen when it started; absent: it stays. */
    undecided: v.optional(v.literal("remove")),
    /** How much it could remove without a second person when it started. */
    mostAlone: v.optional(v.number()),
    /** After how many days without use access counts as unused in it. */
    unusedDays: filled(v.number()),
    endedAt: v.optional(timestamp),
    /** When those in charge were reminded, and those who are to lose something were warned. */
    remindedAt: v.optional(timestamp),
    /** When several were last kept at once. */
    keptTogetherAt: v.optional(timestamp),
    /** Whose quick decisions whoever started it was notified of. */
    hurriedIds: v.optional(v.array(v.id("people"))),
  })
    .index("by_state", ["state", "dueAt"])
    .index("by_domain", ["domainId", "state"]),
  reviewItems: defineTable({
    reviewId: v.id("accessReviews"),
    grantId: v.id("grants"),
    requestId: v.id("requests"),
    /** The access itself: who gets it anew meanwhile does not escape the review. */
    accessKey: v.string(),
    /** What it is, whoever holds it, and who did when the review started, of which business area. */
    thing: v.optional(v.string()),
    heldById: v.optional(v.id("people")),
    areaId: v.optional(v.id("businessAreas")),
    group: reviewGroup,
    rank: v.number(),
    verdict: v.optional(reviewVerdict),
    reason: v.optional(v.string()),
    /** Absent beside a verdict: nobody decided, so the choice made at the start did. */
    decidedById: v.optional(v.id("people")),
    decidedAt: v.optional(timestamp),
    /** Whom they stood in for. */
    decidedForId: v.optional(v.id("people")),
    /** Decided about along with others. */
    isTogether: v.optional(v.literal(true)),
    /** The decision followed others too quickly to have been looked at. */
    isHurried: v.optional(v.literal(true)),
    /** Every passing on, the first one first. */
    passes: v.optional(v.array(reviewPass)),
    /** Whom it was last passed on to. */
    askedId: v.optional(v.id("people")),
    /** Passed on as often as it may be: it stays with data governance. */
    isWithGovernance: v.optional(v.literal(true)),
    /** Who keeps it; absent unless it was kept. */
    keptForId: v.optional(v.id("people")),
    /** Who loses it; absent unless it is to go, also where nobody has decided and they were warned. */
    takenFromId: v.optional(v.id("people")),
    /** It goes only on the word of a second person, who has not said it. */
    isForSecond: v.optional(v.literal(true)),
    /** When it was asked to end, after the review. */
    takenAt: v.optional(timestamp),
    /** When they were warned of it. */
    warnedAt: v.optional(timestamp),
    /** What they said to that. */
    need: v.optional(v.object({ note: v.string(), at: timestamp })),
  })
    .index("by_review", ["reviewId", "rank"])
    .index("by_verdict", ["reviewId", "verdict", "rank"])
    .index("by_thing", ["reviewId", "thing", "areaId"])
    .index("by_grant", ["reviewId", "grantId"])
    .index("by_keeper", ["reviewId", "decidedById", "keptForId"])
    .index("by_principal", ["reviewId", "decidedForId", "keptForId"])
    .index("by_pace", ["reviewId", "decidedById", "decidedAt"])
    .index("by_hurried", ["reviewId", "isHurried"])
    .index("by_asked", ["reviewId", "askedId"])
    .index("by_loser", ["takenFromId", "decidedAt"])
    .index("by_access", ["takenFromId", "accessKey"]),
};
