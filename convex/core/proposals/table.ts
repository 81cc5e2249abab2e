/** Changes that need a second person, from the proposal to its end. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { roleName } from "../../access/validators";
import { filled, timestamp } from "../../lib/validators";
import { domainStatus, domainType, inheritedField, sensitivity } from "../domains/table";
import { domainSuccessors, earlierDomainSuccessors, successorsByKind } from "../people/table";

const personOrNobody = v.union(v.id("people"), v.null());
const areaOrNone = v.union(v.id("businessAreas"), v.null());
/** A business area as it is wanted: one that is there, or a new one. */
const wantedArea = v.object({
  areaId: v.union(v.id("businessAreas"), v.null()),
  /** Names the save that makes it: sent again, it finds that one. */
  saveKey: v.optional(v.string()),
  name: v.string(),
  code: v.string(),
  costCentre: v.string(),
  ownerId: personOrNobody,
  deputyId: personOrNobody,
  approverId: personOrNobody,
  budget: v.union(v.number(), v.null()),
});

/** A data domain as it is wanted: one that is there, or a new one. */
export const wantedDomain = v.object({
  domainId: v.union(v.id("dataDomains"), v.null()),
  /** Names the save that makes it: sent again, it finds that one. */
  saveKey: v.optional(v.string()),
  name: v.string(),
  description: v.string(),
  /** Absent where nothing is said of it: it stays as it is. */
  type: v.optional(v.union(domainType, v.null())),
  sensitivity,
  ownerIds: v.array(v.id("people")),
  ownerAreaIds: v.array(v.id("businessAreas")),
  deputyIds: v.array(v.id("people")),
  deputyAreaIds: v.array(v.id("businessAreas")),
  expertIds: v.array(v.id("people")),
  products: v.array(v.string()),
  parentId: v.union(v.id("dataDomains"), v.null()),
  inherits: v.array(inheritedField),
  databases: v.array(v.string()),
  readRoles: v.array(v.string()),
  writeRoles: v.array(v.string()),
  /** Whether requests may name it from then on. */
  opens: v.boolean(),
});

/** Somebody in a file, by the row they stand in. */
export const invitedRow = v.object({
  row: v.number(),
  email: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  businessAreaId: v.id("businessAreas"),
});
export type InvitedRow = Infer<typeof invitedRow>;
/** Where a file invites people to. */
export const inviteTarget = v.union(v.literal("portal"), v.literal("snowflake"));

/** What can be proposed: the change itself, as it will be carried out. */
export const proposedChange = v.union(
  v.object({ kind: v.literal("person.suspend"), personId: v.id("people") }),
  v.object({ kind: v.literal("person.restore"), personId: v.id("people") }),
  v.object({
    kind: v.literal("person.roles"),
    personId: v.id("people"),
    roles: v.array(roleName),
    /** Until when those are held that are held for a time. */
    ends: v.optional(v.array(v.object({ role: roleName, endsAt: timestamp }))),
  }),
  /** Another address for somebody, which their new mailbox confirms. */
  v.object({ kind: v.literal("person.email"), personId: v.id("people"), email: v.string() }),
  v.object({ kind: v.literal("person.move"), personId: v.id("people"), areaId: areaOrNone, managerId: personOrNobody }),
  v.object({
    kind: v.literal("person.dates"),
    personId: v.id("people"),
    startsAt: v.union(timestamp, v.null()),
    endsAt: v.union(timestamp, v.null()),
  }),
  v.object({
    kind: v.literal("person.remove"),
    personId: v.id("people"),
    successorId: v.id("people"),
    successors: v.optional(successorsByKind),
    domainSuccessors: v.optional(domainSuccessors),
    domainHeirs: v.optional(earlierDomainSuccessors),
  }),
  /** More than staff for somebody who is invited. */
  v.object({ kind: v.literal("person.inviteAs"), personId: v.id("people"), roles: v.array(roleName) }),
  /** Many people: to the portal, all of them as staff, or to Snowflake. */
  v.object({ kind: v.literal("people.invite"), people: v.array(invitedRow), target: filled(inviteTarget) }),
  v.object({ kind: v.literal("areas.change"), areas: v.array(wantedArea) }),
  v.object({ kind: v.literal("area.merge"), areaId: v.id("businessAreas"), intoId: v.id("businessAreas") }),
  v.object({ kind: v.literal("config.set"), key: v.string(), value: v.number() }),
  v.object({ kind: v.literal("area.unmerge"), areaId: v.id("businessAreas") }),
  v.object({
    kind: v.literal("domains.change"),
    domains: v.array(wantedDomain),
    /** That name patterns assigned them, and no file or form. */
    isByPatterns: v.optional(v.boolean()),
  }),
  /** A domain of somebody who was moved goes to somebody else, as `byId` of their review wishes. */
  v.object({
    kind: v.literal("domain.handOn"),
    domainId: v.id("dataDomains"),
    personId: v.id("people"),
    toId: v.id("people"),
    byId: v.id("people"),
    /** When the domain was saved last that was shown. */
    shownAt: timestamp,
  }),
  /** What a review that ended is to remove. */
  v.object({ kind: v.literal("review.remove"), reviewId: v.id("accessReviews") }),
  v.object({ kind: v.literal("domain.state"), domainId: v.id("dataDomains"), to: domainStatus }),
);
export type ProposedChange = Infer<typeof proposedChange>;
export type ProposalKind = ProposedChange["kind"];

/** One line of what was shown: a field as it is and as it will be, in words. */
export const proposedLine = v.object({ field: v.string(), before: v.string(), after: v.string() });
/** What is seen of a change before it is proposed, with what hangs on it; its hash names exactly that. */
export const seenChange = v.object({ lines: v.array(proposedLine), shownHash: v.string(), takesTwo: v.boolean() });
export type ProposedLine = Infer<typeof proposedLine>;

/**
 * Where a proposal stands. `overtaken`: what it was about changed meanwhile, or its proposer may not do it any more;
 * `stopped`: an admin stopped one that would have taken effect alone.
 */
export const proposalState = v.union(
  v.literal("open"),
  v.literal("confirmed"),
  v.literal("applied"),
  v.literal("refused"),
  v.literal("withdrawn"),
  v.literal("stopped"),
  v.literal("overtaken"),
  v.literal("expired"),
);
export type ProposalState = Infer<typeof proposalState>;

export const proposal = v.object({
  change: proposedChange,
  /** What it is about, as links and lists name it. */
  subject: v.object({ type: v.string(), id: v.string(), label: v.string() }),
  title: v.string(),
  lines: v.array(proposedLine),
  /** Names exactly what was shown; a word about anything else does not count. */
  shownHash: v.string(),
  /** Whom it is about: none of them is a second person. */
  partyIds: v.array(v.id("people")),
  reason: v.string(),
  proposedById: v.id("people"),
  proposedAt: timestamp,
  expiresAt: timestamp,
  /** Too few super admins for a second one: it takes effect then, unless somebody stops it. */
  appliesAt: v.optional(timestamp),
  /** Successors it names who said yes to what they would take over. */
  acceptedBy: v.optional(v.array(v.object({ personId: v.id("people"), at: timestamp }))),
  state: proposalState,
  endedAt: v.optional(timestamp),
  endedById: v.optional(v.id("people")),
  /** Why it was refused or stopped, or what overtook it. */
  endReason: v.optional(v.string()),
});

export const proposalTables = {
  proposals: defineTable(proposal)
    .index("by_subject", ["subject.id", "state"])
    .index("by_state", ["state", "proposedAt"])
    .index("by_proposer", ["proposedById", "state"])
    .index("by_expiry", ["state", "expiresAt"])
    .index("by_due", ["state", "appliesAt"]),
};
