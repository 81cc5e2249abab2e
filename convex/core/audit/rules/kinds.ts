/**
 * Kinds of events as an auditor asks for them: who came in, who decided, who has access, who changed the portal. An
 * event has the kind of its action's noun, unless its action is about something else than its noun: that somebody's
 * password was reset is about signing in, not about people.
 */

import { CONNECTOR_NAMES, accountRuleOf } from "../../../connectors/manifests";
import { accountAction } from "./eventWords";

/** The kinds with their words, in the order a filter offers them. */
export const EVENT_KINDS = {
  signIn: "Sign-in and security",
  impersonation: "Impersonation",
  requests: "Requests",
  decisions: "Decisions",
  tasks: "Tasks",
  access: "Access",
  people: "People and roles",
  catalog: "Catalog and domains",
  support: "Support and feedback",
  notifications: "Notifications and mail",
  auditTrail: "Audit trail",
  administration: "Administration",
} as const;
/** One of them. */
export type EventKind = keyof typeof EVENT_KINDS;

/** Whether an unknown value, from an address for instance, is one of them. */
export function isEventKind(value: unknown): value is EventKind {
  return typeof value === "string" && Object.hasOwn(EVENT_KINDS, value);
}

const BY_NOUN: Readonly<Record<string, EventKind>> = {
  access: "signIn",
  account: "signIn",
  password: "signIn",
  session: "signIn",
  impersonation: "impersonation",
  request: "requests",
  requests: "requests",
  cart: "requests",
  bulk: "requests",
  approval: "decisions",
  approvals: "decisions",
  delegation: "decisions",
  review: "decisions",
  reviews: "decisions",
  task: "tasks",
  tasks: "tasks",
  grant: "access",
  serviceUser: "access",
  home: "people",
  people: "people",
  person: "people",
  proposal: "people",
  view: "people",
  area: "catalog",
  dataProduct: "catalog",
  domain: "catalog",
  template: "catalog",
  article: "support",
  cannedReply: "support",
  idea: "support",
  ideas: "support",
  supportHours: "support",
  supportTeams: "support",
  ticket: "support",
  ticketQueue: "support",
  tickets: "support",
  mail: "notifications",
  notification: "notifications",
  audit: "auditTrail",
};

/** Actions that are about something else than their noun. */
const BY_ACTION: Readonly<Record<string, EventKind>> = {
  "person.initialPasswordChanged": "signIn",
  "person.linked": "signIn",
  "person.resetLinkSent": "signIn",
  "person.seen": "signIn",
  "person.sessionsEnded": "signIn",
  "person.unlocked": "signIn",
  "person.moveAccessKept": "access",
  "person.moveAccessRemoved": "access",
  ...Object.fromEntries(
    CONNECTOR_NAMES.flatMap((name) => {
      const field = accountRuleOf(name)?.field;
      if (field === undefined) return [];
      return (["Created", "Dropped"] as const).map((happened) => [accountAction(field, happened), "access" as const]);
    }),
  ),
};

/** The kind of an action; what has none of its own is about running the portal. */
export function eventKindOf(action: string): EventKind {
  return BY_ACTION[action] ?? BY_NOUN[action.split(".")[0] ?? ""] ?? "administration";
}
