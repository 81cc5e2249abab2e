/** What kinds of notifications there are, who may silence them, and when a mail follows. */

import type { RoleName } from "../../access/roles";
import { rolesHold } from "../../access/rules";
import type { Refusal } from "../../lib/pure/refusal";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/pure/time";
import type { WallClock } from "../../lib/pure/zones";
import { PAGES } from "../../site/pages";
import { CATEGORIES, CATEGORY_NAMES, type CategoryRule, type NotificationCategory } from "./rules/categories";
import type { EmailMode } from "./table";

/** The categories somebody with these roles can get notices of, in the order of the settings. */
export function categoriesFor(roles: readonly RoleName[]): NotificationCategory[] {
  return CATEGORY_NAMES.filter((name) => {
    const { capability }: CategoryRule = CATEGORIES[name];
    return capability === undefined || rolesHold(roles, capability);
  });
}

/** What is true of every notification of a kind. */
export interface KindRule {
  readonly category: NotificationCategory;
  /** The kind in words, for muting it. */
  readonly label: string;
  /** Why a person gets it, when the sender does not say it better. */
  readonly because: string;
  /** Whether it asks its reader to do something: such a notice is over when nothing is asked any more (N5). */
  readonly isAsk: boolean;
}

const asks = (label: string, because: string): KindRule => ({ category: "asked", label, because, isAsk: true });
const informs = (category: NotificationCategory, label: string, because: string): KindRule => ({
  category,
  label,
  because,
  isAsk: false,
});

/** Every kind the portal sends by name. */
export const KINDS = {
  "approval.asked": asks("Approvals asked of you", "You are an approver of this request."),
  "approval.reminded": asks("Reminders of approvals", "You are an approver of this request and it is still open."),
  "approval.escalated": asks("Escalated approvals", "The approval was escalated to you."),
  "approval.reassigned": asks("Approvals handed to you", "The approval was handed to you."),
  "approval.delegated": asks("Approvals you stand in for", "You stand in for an approver who is away."),
  "approval.formEdited": informs("asked", "Changed answers", "You were asked to decide about it."),
  "approval.stuck": asks("Approvals without an approver", "You look after approvals nobody can decide."),
  "approval.reviewDue": asks(
    "Reviews of break-glass approvals",
    "Somebody in your role has to review break-glass approvals.",
  ),
  "task.assigned": asks("Tasks assigned to you", "The task is assigned to you."),
  "task.offered": asks("Tasks you may take", "You are one of those who may take this task."),
  "article.reviewDue": asks("Help articles to review", "You look after this article."),
  "review.asked": asks("Access reviews", "You answer for this data domain."),
  "review.passed": asks("Access reviews passed on to you", "Somebody passed it on to you."),
  "ticket.created": informs("operations", "New support tickets", "You answer support tickets."),
  "ticket.replied": informs("operations", "Replies in support tickets", "You answer support tickets."),
  "ticket.assigned": informs("operations", "Tickets assigned to you", "The ticket is assigned to you."),
  "ticket.handed": informs("operations", "Tickets handed to your team", "You answer support tickets."),
  "ticket.mailHeld": informs("operations", "Mails held for support", "You answer support tickets."),
  "ticket.overdue": informs("operations", "Overdue support tickets", "You answer support tickets."),
  "ticket.unheld": informs("operations", "Support tickets whose agent left", "You answer support tickets."),
  "ticket.mentioned": informs("conversation", "Mentions in internal notes", "An internal note mentions you."),
  "ticket.proven": informs("operations", "Tickets whose wait is over", "You answer support tickets."),
  "ticket.shared": informs("support", "Support tickets you are added to", "You take part in this ticket."),
  "ticket.asked": asks("Questions about your tickets", "Your ticket is waiting for your answer."),
  "ticket.reminded": asks("Reminders of your tickets", "Your ticket is still waiting for your answer."),
  "ticket.answered": informs("support", "Answers to your support tickets", "You take part in this ticket."),
  "review.reminded": asks("Reminders of access reviews", "You answer for this data domain, and not all is decided."),
  "review.needed": informs("asked", "Access somebody still needs", "You marked this access for removal."),
  "review.hurried": informs("asked", "Access reviews decided within seconds", "You started the review."),
  "delegation.created": informs("asked", "Out of office of others", "Somebody who is away chose you."),
  "request.infoAsked": asks("Questions about your requests", "Your request is waiting for your answer."),
  "request.decided": informs("requests", "Decisions about your requests", "It is your request."),
  "request.completed": informs("requests", "Completed requests", "It is your request."),
  "request.rejected": informs("requests", "Rejected requests", "It is your request."),
  "request.expired": informs("requests", "Expired requests", "It is your request."),
  "request.held": informs("requests", "Requests put on hold", "You take part in this request."),
  "request.cancelled": informs("requests", "Cancelled requests", "You take part in this request."),
  "request.answered": informs("requests", "Answers to your questions", "You asked the question."),
  "request.progress": informs("requests", "Progress of your requests", "It is your request."),
  "access.expiring": informs("requests", "Access about to end", "The access is yours and ends soon."),
  "comment.added": informs("conversation", "Comments", "You take part in this request."),
  "comment.mentioned": informs("conversation", "Mentions", "Somebody mentioned you."),
  "idea.moved": informs("feedback", "Answers to ideas", "You wrote or voted for this idea."),
  "idea.asked": informs("feedback", "Questions about shipped ideas", "You were among the first to vote for this idea."),
  "idea.commented": informs("feedback", "Comments on your ideas", "It is your idea."),
  "task.unheld": informs("operations", "Tasks that nobody can do", "You look after requests that cannot continue."),
  "task.failed": informs("operations", "Failed tasks", "You look after requests that cannot continue."),
  "task.compensationFailed": informs(
    "operations",
    "Work that could not be undone",
    "You look after requests that cannot continue.",
  ),
  "request.blocked": informs("operations", "Blocked requests", "You look after requests that cannot continue."),
  "grant.removalFailed": informs(
    "operations",
    "Access that could not be removed",
    "You own the access that could not be removed.",
  ),
  "audit.retentionShortened": informs(
    "operations",
    "Audit events kept for a shorter time",
    "You look after the portal.",
  ),
  "connector.stopped": informs("operations", "Stopped connectors", "You look after the connected systems."),
  "approval.brokeGlass": informs(
    "access",
    "Break-glass approvals",
    "Everyone concerned is notified of a break-glass approval.",
  ),
  "access.granted": informs("access", "Access granted to you", "Your access changed."),
  "access.reviewed": informs("access", "Access a review is about to remove", "The access is yours."),
  "access.revoked": informs("access", "Access removed from you", "Your access changed."),
  "access.expired": informs("access", "Access that ended", "Your access changed."),
  "person.rolesChanged": informs("access", "Your roles", "Your roles in the portal changed."),
  "person.dutiesChanged": informs(
    "access",
    "What you decide about",
    "You were named as owner or deputy, or are no longer.",
  ),
  "area.usersApproved": informs(
    "operations",
    "Snowflake users for your business area",
    "You decide for the business area, which pays for them.",
  ),
  "person.accepted": informs("operations", "Accepted invitations", "You invited this person."),
  "person.suspended": informs("access", "Suspended accounts", "You look after the person or the portal."),
  "person.endsSoon": informs(
    "access",
    "Roles and accounts that end",
    "It is about you, or you look after the person or the portal.",
  ),
  "person.sessionsEnded": informs("access", "Sessions ended for you", "Your sessions were ended."),
  "person.restored": informs("access", "Restored accounts", "You look after the person or the portal."),
  "person.notCarriedOut": informs(
    "operations",
    "Removals that could not be carried out",
    "You removed or restored this person.",
  ),
  "proposal.asked": asks("Changes that need a second person", "You may confirm or refuse this."),
  "proposal.successor": asks("Being named as a successor", "You were named to take over what somebody looks after."),
  "proposal.announced": informs("access", "Changes that take effect alone", "You may stop this, or it is about you."),
  "proposal.ended": informs("operations", "What you proposed", "You proposed this."),
  "person.unlocked": informs("access", "Your sign-in was unlocked", "Somebody cleared your failed sign-in attempts."),
  "person.nameCorrected": informs("access", "Your name", "Your name in the portal was corrected."),
  "person.emailChanged": informs("access", "Your email address", "Your email address in the portal was changed."),
  "person.emailCorrecting": informs(
    "access",
    "Corrected email addresses",
    "It is your address, or you look after the person or the portal.",
  ),
  "person.renamed": informs("operations", "Changed names and addresses", "You look after the people of the portal."),
  "security.impersonated": informs("access", "Impersonation", "A super admin used the portal as you."),
  "security.impersonationEnded": informs("access", "Ended impersonations", "Another super admin ended yours."),
} as const satisfies Record<string, KindRule>;
export type NotificationKind = keyof typeof KINDS;

/** Where a kind without a line of its own belongs, by its first word. */
const BY_FIRST_WORD: Readonly<Record<string, NotificationCategory>> = {
  approval: "asked",
  task: "asked",
  delegation: "asked",
  access: "access",
  grant: "access",
  security: "access",
  impersonation: "access",
  person: "access",
  connector: "operations",
  mail: "operations",
  monitor: "operations",
};

/** The rule of a kind; one without a line of its own goes by its first word. */
export function ruleOf(kind: string): KindRule {
  if (Object.hasOwn(KINDS, kind)) return KINDS[kind as NotificationKind];
  return informs(
    BY_FIRST_WORD[kind.split(".")[0] ?? ""] ?? "requests",
    kind.replaceAll(".", " "),
    "You take part in this.",
  );
}

/** The kinds that ask their reader to do something. */
export const ASK_KINDS = (Object.keys(KINDS) as NotificationKind[]).filter((kind) => KINDS[kind].isAsk);

/** Whether a kind asks for a decision that only the holder of a seat can give. */
export function asksToDecide(kind: string): boolean {
  return (
    kind.startsWith("approval.") && ruleOf(kind).isAsk && kind !== "approval.stuck" && kind !== "approval.reviewDue"
  );
}

/** Whether nobody may silence it: security, changed access, impersonation (N4). */
export function isCriticalKind(kind: string): boolean {
  return CATEGORIES[ruleOf(kind).category].isCritical;
}

/** Why the e-mails of a category cannot be set to this by somebody with these roles, or null (N4). */
export function whyNotEmailMode(
  category: NotificationCategory,
  mode: EmailMode,
  roles: readonly RoleName[],
): Refusal | null {
  if (!categoriesFor(roles).includes(category))
    return { code: "invalid-input", message: `You get no notices about “${CATEGORIES[category].label}”.` };
  if (!CATEGORIES[category].isCritical || mode === "now") return null;
  return { code: "invalid-input", message: "Mails about your access and security cannot be switched off." };
}

/** The longest name of a kind. */
const MAX_KIND_CHARACTERS = 60;

/** Why a kind cannot be muted, or null (N4). */
export function whyNotMute(kind: string): Refusal | null {
  if (kind.length > MAX_KIND_CHARACTERS) return { code: "too-long", maxLength: MAX_KIND_CHARACTERS };
  return isCriticalKind(kind)
    ? { code: "invalid-input", message: "Notices about your access and security cannot be muted." }
    : null;
}

/** How a category reaches a person by mail. */
export function emailModeOf(category: NotificationCategory, chosen: Readonly<Record<string, EmailMode>>): EmailMode {
  if (CATEGORIES[category].isCritical) return "now";
  return chosen[category] ?? CATEGORIES[category].email;
}

/** Groups on one page of the inbox, at most. */
export const MAX_PAGE = 50;

export const MIN_SNOOZE_MS = 5 * MINUTE_MS;
export const MAX_SNOOZE_MS = 90 * DAY_MS;

/** Why a notification cannot sleep until then, or null. */
export function whyNotSnooze(until: number, now: number): Refusal | null {
  if (!Number.isFinite(until) || until < now + MIN_SNOOZE_MS)
    return { code: "invalid-input", message: "Choose a time at least five minutes from now." };
  return until > now + MAX_SNOOZE_MS
    ? { code: "invalid-input", message: "Choose a time within the next 90 days." }
    : null;
}

/** One offer of the snooze menu. */
export interface SnoozePreset {
  readonly name: "later-today" | "tomorrow" | "next-week";
  readonly label: string;
  readonly until: number;
}

const MORNING_HOUR = 9;
const MONDAY = 1;

/** The offers of the snooze menu, on the clock of whoever asks. */
export function snoozePresets(now: number, clock: WallClock): SnoozePreset[] {
  const shown = clock.shownAt(now);
  const morningIn = (days: number): number =>
    clock.momentOf(Math.floor(shown / DAY_MS) * DAY_MS + days * DAY_MS + MORNING_HOUR * HOUR_MS);
  const daysToMonday = (MONDAY + 7 - new Date(shown).getUTCDay()) % 7 || 7;
  return [
    { name: "later-today", label: "In three hours", until: now + 3 * HOUR_MS },
    { name: "tomorrow", label: "Tomorrow morning", until: morningIn(1) },
    { name: "next-week", label: "Monday morning", until: morningIn(daysToMonday) },
  ];
}

/** How long a mail waits for its reader to see the notice in the portal first. */
export const MAIL_DELAY_MS = 2 * MINUTE_MS;

/** The next time digests leave, strictly after `at`; they leave at this hour, in UTC. */
export function nextDigestAt(at: number, hour: number): number {
  const today = new Date(at).setUTCHours(hour, 0, 0, 0);
  return today > at ? today : today + DAY_MS;
}

/**
 * A path of the portal; anything else leads to the inbox. It carries no authority: who may open it is asked again
 * there.
 */
export function portalPath(to: string): string {
  return /^\/(?![/\\])[^\s\\]*$/.test(to) ? to : PAGES.notifications.path;
}
