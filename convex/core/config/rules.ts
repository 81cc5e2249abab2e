/**
 * What super admins may set while the portal runs: each value with its bounds, what holds without it, and where a value
 * is one that two people have to say. Whoever judges a change judges the value it ends at, never the step.
 */

import type { Refusal } from "../../lib/pure/refusal";
import { plural } from "../../lib/pure/text";
import { HOUR_MS } from "../../lib/pure/time";

/** One option: a whole number within bounds. */
export interface ConfigSpec {
  readonly group: string;
  readonly title: string;
  /** What it is for, as a sentence. */
  readonly does: string;
  readonly unit: "day" | "hour" | "minute" | "o'clock UTC" | "an hour" | "removal";
  readonly from: number;
  readonly to: number;
  /** What holds while nobody set it. */
  readonly usual: number;
  /** On which side of the usual value two people are needed, and why. */
  readonly risk?: { readonly side: "above" | "below"; readonly because: string };
}

const LOST = "What was deleted cannot be brought back.";

export const CONFIG = {
  "invitations.days": {
    group: "People",
    title: "Invitations are valid for",
    does: "How long an invitation can be accepted. Invitations already sent keep their expiry date.",
    unit: "day",
    from: 1,
    to: 7,
    usual: 7,
  },
  "invitations.reminderDays": {
    group: "People",
    title: "Invitation reminder after",
    does: "When somebody who has not accepted yet is sent the link again.",
    unit: "day",
    from: 1,
    to: 6,
    usual: 3,
  },
  "invitations.perHour": {
    group: "People",
    title: "Invitations per person",
    does: "How many invitations one person may ask for.",
    unit: "an hour",
    from: 1,
    to: 500,
    usual: 50,
    risk: { side: "above", because: "A higher limit lets one account fill the portal with strangers." },
  },
  "people.stepUpMinutes": {
    group: "People",
    title: "A re-entered password is valid for",
    does: "How long a re-entered password counts for the action it was entered for. Passwords already entered keep their time.",
    unit: "minute",
    from: 1,
    to: 15,
    usual: 5,
    risk: { side: "above", because: "A longer time gives whoever finds an open browser longer to act." },
  },
  "people.suspensionsPerHour": {
    group: "People",
    title: "Suspensions per person",
    does: "How many people one person may suspend, or set a last day for.",
    unit: "an hour",
    from: 1,
    to: 200,
    usual: 20,
    risk: { side: "above", because: "A higher limit lets one account shut out a whole department." },
  },
  "people.moveReviewDays": {
    group: "People",
    title: "Reviews after a move stay open for",
    does: "How long the new manager has to decide what somebody keeps. Open reviews keep their last day.",
    unit: "day",
    from: 3,
    to: 60,
    usual: 14,
    risk: { side: "above", because: "Access from before the move is kept for longer without anybody deciding." },
  },
  "people.noticeDays": {
    group: "People",
    title: "Ends are announced before",
    does: "How long before a role or an account ends the person, their manager and the admins are notified.",
    unit: "day",
    from: 1,
    to: 30,
    usual: 7,
  },
  "people.inactiveNoticeDays": {
    group: "People",
    title: "Inactive people are warned before",
    does: "How long before the suspension whoever has not been here for long is warned, where inactive people are suspended. Warnings already sent keep their day.",
    unit: "day",
    from: 1,
    to: 30,
    usual: 7,
    risk: { side: "below", because: "People have less time to keep their account by signing in." },
  },
  "people.restoreDays": {
    group: "People",
    title: "Removed people can be restored for",
    does: "How long a super admin can bring back somebody who was removed. Their sign-in is deleted after 30 days in any case. People already removed keep the time that was set then.",
    unit: "day",
    from: 1,
    // As long as what is outside is kept: the requests that carry a removal out delete it after as many days.
    to: 30,
    usual: 30,
    risk: { side: "below", because: "A removal by mistake can be undone for a shorter time." },
  },
  "people.roleTermDays": {
    group: "People",
    title: "A role with an end lasts at most",
    does: "For how long in all somebody can hold a role that was granted with an end, until they went without it for as long. Ends already set stay.",
    unit: "day",
    from: 1,
    to: 365,
    usual: 180,
    risk: { side: "above", because: "A role for a time becomes one for good that nobody decided about." },
  },
  "impersonation.startsPerHour": {
    group: "People",
    title: "Impersonations per super admin",
    does: "How often one super admin may start an impersonation.",
    unit: "an hour",
    from: 1,
    to: 60,
    usual: 10,
    risk: { side: "above", because: "A higher limit makes it easy to look through everybody's pages." },
  },
  "proposals.waitHours": {
    group: "People",
    title: "Unconfirmed changes wait for",
    does: "With fewer than three active super admins, a change that takes two people waits this long, and any admin can stop it.",
    unit: "hour",
    from: 24,
    to: 168,
    usual: 24,
  },
  "proposals.days": {
    group: "People",
    title: "Proposed changes expire after",
    does: "How long a change that takes two people waits for the second one. Changes already proposed keep their expiry date.",
    unit: "day",
    from: 2,
    to: 14,
    usual: 7,
  },
  "reviews.unusedDays": {
    group: "People",
    title: "Access is unused after",
    does: "Access reviews, and reviews after a move, propose to remove access that nobody has used for this long. Access reviews already started keep what was set then.",
    unit: "day",
    from: 30,
    to: 365,
    usual: 90,
    risk: { side: "above", because: "Access that nobody uses is kept for longer." },
  },
  "reviews.removals": {
    group: "People",
    title: "Removals of one access review",
    does: "How much one access review removes without a second person. Any more waits until one confirms all of it.",
    unit: "removal",
    from: 0,
    to: 100,
    usual: 25,
    risk: { side: "above", because: "A higher limit lets one person remove a whole team's access." },
  },
  "reviews.warnDays": {
    group: "People",
    title: "Warning before access is removed",
    does: "How long before an access review ends whoever is to lose access is warned, and whoever still has to decide is reminded. Reviews that were warned of already are not warned of again.",
    unit: "day",
    from: 1,
    to: 14,
    usual: 2,
    risk: { side: "below", because: "People have less time to say that they still need their access." },
  },
  "reviews.backDays": {
    group: "People",
    title: "Removed access can come back for",
    does: "For how long what an access review removed can be asked back, with one approval.",
    unit: "day",
    from: 1,
    to: 90,
    usual: 30,
    risk: { side: "above", because: "Access that a review removed comes back on one word for longer." },
  },
  "notifications.digestHour": {
    group: "Notifications",
    title: "Daily digests are sent at",
    does: "When people who chose one mail a day get it.",
    unit: "o'clock UTC",
    from: 0,
    to: 23,
    usual: 7,
  },
  "notifications.mailsPerHour": {
    group: "Notifications",
    title: "Mails per person",
    does: "Any more wait for the daily digest. Critical mails have a limit of their own.",
    unit: "an hour",
    from: 1,
    to: 30,
    usual: 10,
    risk: { side: "above", because: "More mails fill up mailboxes and look like spam." },
  },
  "notifications.archivedDays": {
    group: "Notifications",
    title: "Keep archived notifications for",
    does: "After that they are deleted.",
    unit: "day",
    // As long as mails are kept: what is redacted is found in a mail by its reader's notice (S16).
    from: 30,
    to: 365,
    usual: 90,
    risk: { side: "below", because: LOST },
  },
  "notifications.keptDays": {
    group: "Notifications",
    title: "Keep other notifications for",
    does: "After that they are deleted, read or not.",
    unit: "day",
    from: 30,
    to: 3_650,
    usual: 365,
    risk: { side: "below", because: LOST },
  },
  "support.remindDays": {
    group: "Support",
    title: "Remind requesters after",
    does: "When somebody whose ticket waits for their answer is reminded of it. 0 reminds nobody.",
    unit: "day",
    from: 0,
    to: 30,
    usual: 3,
  },
  "support.resolveDays": {
    group: "Support",
    title: "Resolve unanswered tickets after",
    does: "When a ticket that waits for its requester is resolved automatically, at least a day after the reminder. A reply within 7 days reopens it. 0 resolves none.",
    unit: "day",
    from: 0,
    to: 90,
    usual: 7,
  },
  "monitor.keptDays": {
    group: "Task monitor",
    title: "Keep execution logs for",
    does: "After that they are deleted.",
    unit: "day",
    from: 1,
    to: 90,
    usual: 14,
    risk: { side: "below", because: LOST },
  },
} as const satisfies Readonly<Record<string, ConfigSpec>>;

export type ConfigKey = keyof typeof CONFIG;
export const CONFIG_KEYS = Object.keys(CONFIG) as ConfigKey[];

/** What an option says about itself. */
export function specOf(key: ConfigKey): ConfigSpec {
  return CONFIG[key];
}

/** Whether there is an option of this name. */
export function isConfigKey(key: string): key is ConfigKey {
  return Object.hasOwn(CONFIG, key);
}

/** The message for a value an option cannot have, or null. */
export function whyNotValue(key: ConfigKey, value: number | null): string | null {
  const { from, to } = specOf(key);
  if (value === null) return "A value is required";
  return Number.isInteger(value) && value >= from && value <= to
    ? null
    : `Choose a whole number from ${from.toLocaleString("en-GB")} to ${to.toLocaleString("en-GB")}`;
}

/** Whether two people have to say this value, whatever it was before (C2). */
export function takesTwo(key: ConfigKey, value: number): boolean {
  const { usual, risk } = specOf(key);
  if (risk === undefined) return false;
  return risk.side === "above" ? value > usual : value < usual;
}

/** Why an option cannot get this value, or null (C1). */
export function whyNotSet(key: ConfigKey, value: number, now: number): Refusal | null {
  const message = whyNotValue(key, value);
  if (message !== null) return { code: "invalid-form", fields: { value: message } };
  return value === now ? { code: "not-eligible", message: `It is already ${valueText(key, value)}.` } : null;
}

/** A value in words: "3 days", "07:00 UTC". */
export function valueText(key: ConfigKey, value: number): string {
  const { unit } = specOf(key);
  switch (unit) {
    case "day":
    case "hour":
    case "minute":
    case "removal":
      return plural(value, unit);
    case "o'clock UTC":
      return `${new Date(value * HOUR_MS).toISOString().slice(11, 16)} UTC`;
    case "an hour":
      return `${value} an hour`;
    default:
      return unit satisfies never;
  }
}
