/** People, their business areas, invitations, sign-in orders and ended sessions. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { personStatus, roleName } from "../../access/validators";
import { ACCOUNT_FIELDS, type AccountField } from "../../connectors/manifests";
import { timestamp } from "../../lib/validators";

export const themePreference = v.union(v.literal("system"), v.literal("light"), v.literal("dark"));
export type ThemePreference = Infer<typeof themePreference>;

/** A card of the front page that a person may put away or move. */
export const homeCard = v.union(
  v.literal("openRequests"),
  v.literal("myAccess"),
  v.literal("oversight"),
  v.literal("quickActions"),
  v.literal("services"),
  v.literal("pages"),
);
export type HomeCard = Infer<typeof homeCard>;

/** Until when somebody holds a role. */
export const roleEnd = v.object({
  role: roleName,
  /** From when on its days count: earlier than it began by as long as it was held with an end before. */
  since: timestamp,
  /** When it was last granted; absent where that is not known. */
  grantedAt: v.optional(timestamp),
  endsAt: timestamp,
});
export type RoleEnd = Infer<typeof roleEnd>;

/** For how long a role was held with an end, in all, and when that was over. */
export const roleTerm = v.object({ role: roleName, heldMs: v.number(), endedAt: timestamp });

const successor = v.optional(v.id("people"));
/** Who takes over which kind of what somebody held, where it is not their successor. */
export const successorsByKind = v.object({
  areas: successor,
  domains: successor,
  serviceUsers: successor,
  approvals: successor,
  tasks: successor,
});
/** Who takes over one data domain, where it is not whoever takes the others. */
export const domainSuccessors = v.array(v.object({ domainId: v.id("dataDomains"), successorId: v.id("people") }));
/** The same as versions before migration 11 kept it. */
export const earlierDomainSuccessors = v.array(v.object({ domainId: v.id("dataDomains"), heirId: v.id("people") }));

const accountName = v.optional(v.string());
const accountNames = Object.fromEntries(ACCOUNT_FIELDS.map((field) => [field, accountName])) as Record<
  AccountField,
  typeof accountName
>;

/** A person of the company as the portal knows them. */
export const person = v.object({
  /** Issuer and subject of the sign-in account; absent until the first sign-in. */
  tokenIdentifier: v.optional(v.string()),
  email: v.string(),
  /** The mailbox of the address, whatever way it is spelt: one mailbox, one person. Written together with it. */
  mailbox: v.optional(v.string()),
  firstName: v.string(),
  lastName: v.string(),
  roles: v.array(roleName),
  /** Whether `roles` holds superAdmin: an index cannot look into a list. Written together with it. */
  isSuperAdmin: v.boolean(),
  /** Whether `roles` holds more than staff, for the same reason: these few are looked through for the others. */
  isElevated: v.optional(v.boolean()),
  /** Roles held for a time; any other stays. */
  roleEnds: v.optional(v.array(roleEnd)),
  /** Times with an end that are over, of roles they do not hold: given again, they add up. */
  roleTerms: v.optional(v.array(roleTerm)),
  /** The day they begin, and when they leave, as far as that is known before. */
  startsAt: v.optional(timestamp),
  endsAt: v.optional(timestamp),
  /** When the clock next has something to do about these dates. Written together with them. */
  dueAt: v.optional(timestamp),
  /** Ends up to this one were announced, or set so late that setting them said it. */
  endsSaidUntil: v.optional(timestamp),
  businessAreaId: v.optional(v.id("businessAreas")),
  /** When that last became another one. */
  areaChangedAt: v.optional(timestamp),
  /** Who decides about this person's access before the owner of their business area would. */
  managerId: v.optional(v.id("people")),
  /** What the person is called in outside systems, once they have an account there: one field per system. */
  ...accountNames,
  themePreference: v.optional(themePreference),
  /** The zone their deadlines are told in; absent: that of their device, and UTC in mails. */
  timeZone: v.optional(v.string()),
  hasChangedInitialPassword: v.boolean(),
  status: personStatus,
  /** When they were removed; for as long as an option says they can be brought back. */
  removedAt: v.optional(timestamp),
  /** Invited after a removal: what they had before opens nothing, the link of the invitation alone does. */
  onlyByInvitation: v.optional(v.literal(true)),
  /** When they were last invited; written together with that status. */
  invitedAt: v.optional(timestamp),
  /** When they were last shut out: sessions, tickets and links from before it are worth nothing, also once they are back. */
  sessionsEndedAt: v.optional(timestamp),
  lastSeenAt: v.optional(timestamp),
  /** When they were warned that they have not been here for long; from before their last visit it is worth nothing. */
  inactiveNoticedAt: v.optional(timestamp),
  /** When the visit before this one ended: what "since your last visit" counts from. */
  previousVisitAt: v.optional(timestamp),
  /** The cards of the front page in their order; absent: the usual ones. An empty board is one, too. */
  homeCards: v.optional(v.array(homeCard)),
  /** A super admin needs to be led no longer: the first steps are not on their front page. */
  hasPutFirstStepsAway: v.optional(v.boolean()),
  /** Names and address, for finding people. Written together with them. */
  searchText: v.optional(v.string()),
  /** The name as lists are sorted by it. Written together with the names. */
  sortName: v.optional(v.string()),
  updatedAt: timestamp,
});
export type PersonFields = Infer<typeof person>;

/** What a list of people is narrowed by; a part that is left out narrows nothing. */
export const personFilter = v.object({
  text: v.optional(v.string()),
  /** People who hold one of these; `staff` means those who hold nothing else. */
  roles: v.optional(v.array(roleName)),
  statuses: v.optional(v.array(personStatus)),
  businessAreaId: v.optional(v.id("businessAreas")),
});
export type PersonFilter = Infer<typeof personFilter>;

/** The orders of a list of people: by name, seen last or longest ago first. Who was never seen comes last. */
export const personSort = v.union(v.literal("name"), v.literal("seen"), v.literal("unseen"));
export type PersonSort = Infer<typeof personSort>;

/** A part of the company that owns requests and pays for them. */
export const businessArea = v.object({
  name: v.string(),
  code: v.string(),
  costCentre: v.string(),
  /** Who decides for the area, and who does when they cannot. */
  ownerId: v.optional(v.id("people")),
  deputyId: v.optional(v.id("people")),
  /** Who decides where neither of them can. */
  approverId: v.optional(v.id("people")),
  /** What a budget of the area starts with, in whole US dollars a month. */
  budget: v.optional(v.number()),
  /** The area that stands for it now. No other row moved: without the pointer everything is as it was. */
  mergedIntoId: v.optional(v.id("businessAreas")),
  /** Names the save that made it: sent again, it finds this one. */
  saveKey: v.optional(v.string()),
  /** Absent where nobody changed it since it was made with the demo. */
  updatedAt: v.optional(timestamp),
});

/** Where an invitation stands; the row of its person says whether it opens anything. */
export const invitationState = v.union(
  v.literal("open"),
  v.literal("accepted"),
  v.literal("withdrawn"),
  v.literal("expired"),
);
export type InvitationState = Infer<typeof invitationState>;

/** One invitation: who let whom in, as what, and until when. A repeated one stays the same row. */
export const invitation = v.object({
  personId: v.id("people"),
  invitedById: v.id("people"),
  /** What they were invited as; more than staff is theirs once a second person said so. */
  roles: v.array(roleName),
  requestId: v.optional(v.id("requests")),
  state: invitationState,
  at: timestamp,
  /** When a person sent it last; the invited one asking for another link does not count. */
  sentAt: timestamp,
  expiresAt: timestamp,
  /** When somebody who has not come is reminded; absent once it was done. */
  remindAt: v.optional(timestamp),
  /** When the sign-in last mailed a link. */
  mailedAt: v.optional(timestamp),
  endedAt: v.optional(timestamp),
});

/** What the sign-in service is to do about an account, and for which task. */
export const accountOrder = v.object({
  kind: v.union(v.literal("invite"), v.literal("remind")),
  personId: v.id("people"),
  email: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  /** Invitations: until when the link works. */
  expiresAt: timestamp,
  at: timestamp,
  taskId: v.optional(v.id("requestTasks")),
  attempt: v.optional(v.number()),
  takenAt: v.optional(timestamp),
});

export const peopleTables = {
  people: defineTable(person)
    .index("by_token", ["tokenIdentifier"])
    .index("by_email", ["email"])
    .index("by_mailbox", ["mailbox"])
    .index("by_snowflake_user", ["snowflakeUser"])
    .index("by_super_admin", ["isSuperAdmin", "status"])
    .index("by_elevated", ["isElevated", "status"])
    .index("by_due", ["dueAt"])
    .index("by_removed", ["removedAt"])
    .index("by_manager", ["managerId"])
    // The list of people: every status is one range (pages/people/peopleQueue.ts).
    .index("queue_name", ["status", "sortName"])
    .index("queue_seen", ["status", "lastSeenAt"])
    .index("queue_area_name", ["status", "businessAreaId", "sortName"])
    .index("queue_area_seen", ["status", "businessAreaId", "lastSeenAt"])
    .index("queue_role_name", ["status", "isElevated", "sortName"])
    .index("queue_role_seen", ["status", "isElevated", "lastSeenAt"])
    .searchIndex("search_name", { searchField: "searchText", filterFields: ["status"] }),
  /** One row: the cards that are on everybody's front page. */
  homePins: defineTable({ cards: v.array(homeCard), pinnedById: v.id("people"), updatedAt: timestamp }),
  businessAreas: defineTable(businessArea)
    .index("by_code", ["code"])
    .index("by_save_key", ["saveKey"])
    .index("by_merged", ["mergedIntoId"]),
  /** Others decide for an area or a data domain since then: whoever changed that decides about nothing that was open. */
  dutyChanges: defineTable({
    areaId: v.optional(v.id("businessAreas")),
    domainKey: v.optional(v.string()),
    /** Or somebody lost a role or was moved: what waits for them, or is for them, is seated again. */
    personId: v.optional(v.id("people")),
    /** Who proposed and who confirmed it. */
    byIds: v.array(v.id("people")),
    at: timestamp,
    /** How far the open requests were seated again: the creation time of the last one; absent once all are. */
    seatedUntil: v.optional(timestamp),
  })
    .index("by_area", ["areaId", "at"])
    .index("by_domain", ["domainKey", "at"])
    .index("by_person", ["personId", "at"])
    .index("by_turn", ["seatedUntil"]),
  /** People who stopped being active and whose duties have not been handed on yet. */
  departures: defineTable({ personId: v.id("people"), at: timestamp })
    .index("by_time", ["at"])
    .index("by_person", ["personId"]),
  /** Who let somebody in or raised them: for a while the two are no second person for each other. */
  sponsors: defineTable({
    personId: v.id("people"),
    sponsorId: v.id("people"),
    why: v.union(v.literal("invited"), v.literal("promoted"), v.literal("restored")),
    at: timestamp,
  }).index("by_person", ["personId", "at"]),
  /** People who were shut out and whose sessions the sign-in store has not ended yet. */
  shutOuts: defineTable({
    personId: v.id("people"),
    tokenIdentifier: v.optional(v.string()),
    email: v.string(),
    at: timestamp,
  }).index("by_time", ["at"]),
  /** Links to a new password that somebody else asked for: the last of each person, and when the sign-in mailed it. */
  resetLinks: defineTable({
    personId: v.id("people"),
    email: v.string(),
    at: timestamp,
    mailedAt: v.optional(timestamp),
  })
    .index("by_person", ["personId"])
    .index("by_mailed", ["mailedAt", "at"]),
  /** Wrong passwords that somebody else had forgotten: the last time of each person, and when the sign-in did it. */
  unlocks: defineTable({
    personId: v.id("people"),
    email: v.string(),
    at: timestamp,
    doneAt: v.optional(timestamp),
  })
    .index("by_person", ["personId"])
    .index("by_done", ["doneAt", "at"]),
  invitations: defineTable(invitation)
    .index("by_person", ["personId", "at"])
    .index("by_state", ["state", "sentAt"])
    .index("by_expiry", ["state", "expiresAt"])
    .index("by_reminder", ["state", "remindAt"]),
  accountOrders: defineTable(accountOrder).index("by_taken", ["takenAt", "at"]).index("by_person", ["personId"]),
  endedSessions: defineTable({ sessionId: v.string(), expiresAt: timestamp })
    .index("by_session", ["sessionId"])
    .index("by_expiry", ["expiresAt"]),
  /** When the person of a session last gave their password again, and what for; forgotten when it counts no longer. */
  stepUps: defineTable({
    sessionId: v.string(),
    personId: v.id("people"),
    /** Purpose and target; absent in what an earlier version wrote, which opens nothing. */
    for: v.optional(v.string()),
    at: timestamp,
    until: v.optional(timestamp),
  })
    .index("by_session", ["sessionId", "for"])
    .index("by_time", ["at"]),
};
