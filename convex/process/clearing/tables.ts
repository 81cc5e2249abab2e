/** What becomes of each table when demo data is cleared. A new table does not compile until it is in here. */

import type { TableNames } from "../../_generated/dataModel";

/** Stays; goes; or goes where the named field holds one of the invented people. */
type Fate = "stays" | "goes" | { readonly goesWith: string };

/** In this order: what moves goes first, so that jobs that are still under way find nothing to do. */
export const FATES = {
  requests: "goes",
  requestTasks: "goes",
  approvals: "goes",
  approvalSteps: "goes",
  approvalSeats: "goes",
  approvalDecisions: "goes",
  grants: "goes",
  accessReviews: "goes",
  reviewItems: "goes",
  moveReviews: "goes",
  bulkJobs: "goes",
  bulkItems: "goes",
  requestCarts: "goes",
  requestComments: "goes",
  requestEdits: "goes",
  requestParticipants: "goes",
  requestUploadTickets: "goes",
  requestUploads: "goes",
  presence: "goes",
  taskMonitorLogs: "goes",
  taskMonitorLogTasks: "goes",
  tickets: "goes",
  incidents: "goes",
  incidentWords: "goes",
  ticketMessages: "goes",
  ticketTags: "goes",
  ticketParticipants: "goes",
  ticketDrafts: "goes",
  ticketUploads: "goes",
  ticketAddresses: "goes",
  ticketMails: "goes",
  ticketUploadPermits: "goes",
  ideas: "goes",
  ideaAnswers: "goes",
  ideaComments: "goes",
  ideaLooks: "goes",
  ideaMoves: "goes",
  ideaNotes: "goes",
  ideaVotes: "goes",
  notifications: "goes",
  mailOutbox: "goes",
  dataDomains: "goes",
  domainPatterns: "goes",
  serviceUsers: "goes",
  proposals: { goesWith: "proposedById" },
  delegations: { goesWith: "fromId" },
  invitations: { goesWith: "personId" },
  removals: { goesWith: "personId" },
  inviteFiles: { goesWith: "invitedById" },
  savedViews: { goesWith: "ownerId" },
  defaultViews: { goesWith: "personId" },
  notificationSettings: { goesWith: "personId" },
  notificationMutes: { goesWith: "personId" },
  // Areas and people need a closer look (`clear.ts`).
  businessAreas: "stays",
  people: "stays",
  // The record of what happened, running numbers, and what the portal itself is set to.
  auditEvents: "stays",
  auditRemovals: "stays",
  auditStreams: "stays",
  auditTargets: "stays",
  auditVerifications: "stays",
  impersonationSessions: "stays",
  sponsors: "stays",
  dutyChanges: "stays",
  counters: "stays",
  demoWorlds: "stays",
  migrations: "stays",
  configVersions: "stays",
  supportHoursVersions: "stays",
  cannedReplies: "stays",
  connectors: "stays",
  connectorHealth: "stays",
  connectorHours: "stays",
  homePins: "stays",
  requestTypes: "stays",
  requestTypeVersions: "stays",
  taskMonitorEras: "stays",
  taskMonitorLocks: "stays",
  // Errands to the sign-in, which takes them off itself.
  accountOrders: "stays",
  signInOrders: "stays",
  departures: "stays",
  endedSessions: "stays",
  resetLinks: "stays",
  shutOuts: "stays",
  stepUps: "stays",
} as const satisfies Readonly<Record<TableNames, Fate>>;

/** Whether a row goes, when its table is cleared. */
export function goes(fate: Fate, row: Readonly<Record<string, unknown>>, invented: ReadonlySet<string>): boolean {
  if (typeof fate === "string") return fate === "goes";
  const person = row[fate.goesWith];
  return typeof person === "string" && invented.has(person);
}
