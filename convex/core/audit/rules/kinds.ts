/** Kinds of events as people look for them: an action belongs to the group of its noun. */

/** The groups, in the order a filter offers them. */
export const GROUPS = [
  "Requests",
  "Approvals",
  "Tasks",
  "Access",
  "People and sign-in",
  "Catalog and domains",
  "Notifications and mail",
  "Support and feedback",
  "Platform",
] as const;
/** One of them. */
export type EventGroup = (typeof GROUPS)[number];

const BY_NOUN: Readonly<Record<string, EventGroup>> = {
  request: "Requests",
  requests: "Requests",
  cart: "Requests",
  bulk: "Requests",
  approval: "Approvals",
  approvals: "Approvals",
  delegation: "Approvals",
  task: "Tasks",
  tasks: "Tasks",
  grant: "Access",
  review: "Access",
  reviews: "Access",
  serviceUser: "Access",
  access: "People and sign-in",
  account: "People and sign-in",
  home: "People and sign-in",
  impersonation: "People and sign-in",
  password: "People and sign-in",
  people: "People and sign-in",
  person: "People and sign-in",
  proposal: "People and sign-in",
  session: "People and sign-in",
  view: "People and sign-in",
  area: "Catalog and domains",
  dataProduct: "Catalog and domains",
  domain: "Catalog and domains",
  template: "Catalog and domains",
  mail: "Notifications and mail",
  notification: "Notifications and mail",
  article: "Support and feedback",
  cannedReply: "Support and feedback",
  idea: "Support and feedback",
  ideas: "Support and feedback",
  supportHours: "Support and feedback",
  supportTeams: "Support and feedback",
  ticket: "Support and feedback",
  ticketQueue: "Support and feedback",
  tickets: "Support and feedback",
};

/** The group of an action; what has none of its own is about the platform. */
export function groupOf(action: string): EventGroup {
  return BY_NOUN[action.split(".")[0] ?? ""] ?? "Platform";
}
