/** The review that a move to another business area or manager opens. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { timestamp } from "../../lib/validators";

/** What becomes of one access: it goes, or stays as it is, or stays until a day. */
const moveDecision = v.object({
  grantId: v.id("grants"),
  verdict: v.union(v.literal("keep"), v.literal("remove")),
  until: v.optional(timestamp),
  byId: v.id("people"),
  at: timestamp,
});

/** Something somebody looks after: a data domain they own or are deputy of, or a decision they are asked for. */
const duty = { kind: v.union(v.literal("domain"), v.literal("seat")), id: v.string(), name: v.string() };

/** What became of one of them: it stays with whoever was moved, or somebody else has it now. */
const dutyDecision = v.object({
  ...duty,
  toId: v.optional(v.id("people")),
  byId: v.id("people"),
  at: timestamp,
});
export type DutyDecision = Infer<typeof dutyDecision>;

const movedDuty = v.object(duty);
export type MovedDuty = Infer<typeof movedDuty>;

/** What stayed with whoever was moved, because nobody decided about it in time. */
const stayed = v.object({ ...duty, kind: v.union(...movedDuty.fields.kind.members, v.literal("access")) });
export type Stayed = Infer<typeof stayed>;

export const moveReviewTables = {
  moveReviews: defineTable({
    personId: v.id("people"),
    at: timestamp,
    /** Whose word moved them. */
    byIds: v.array(v.id("people")),
    decided: v.array(moveDecision),
    /** What they look after, as far as it was decided about. */
    duties: v.optional(v.array(dutyDecision)),
    /** Who managed them before: they read it. */
    managerIds: v.optional(v.array(v.id("people"))),
    /** When it ends, decided or not. */
    endsAt: v.optional(timestamp),
    /** What nobody decided about by then: it stays with them. */
    stays: v.optional(v.array(stayed)),
    endedAt: v.optional(timestamp),
  })
    .index("by_person", ["personId", "endedAt"])
    .index("by_end", ["endedAt", "endsAt"]),
};
