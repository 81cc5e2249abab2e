/**
 * The words of a mail about notifications, in plain text: what happened, the portal's page for it, why this
 * person gets it and where to switch it off.
 */

import { plural, shorten } from "../../../lib/pure/text";
import { pathTo } from "../../../site/links";
import { PAGES } from "../../../site/pages";
import { CATEGORIES, portalPath, ruleOf } from "../rules";
import type { NotificationFields } from "../table";

/** Stands for the portal's address until the host process, which knows it, claims the mail. */
export const PORTAL_PLACE = "{portal}";

/** Notices written out in one mail. */
const MAX_LISTED = 25;
const MAX_SUBJECT_CHARACTERS = 150;
const SETTINGS_PATH = pathTo("notifications", { tab: "settings" });

/** What a mail needs to know about a notice. */
export type LetterNotice = Pick<NotificationFields, "kind" | "subject" | "title" | "body" | "to" | "because">;

/** The words of a mail about one or more notices. */
export function letter(
  firstName: string,
  rows: readonly LetterNotice[],
  kind: "notification" | "digest",
): { subject: string; text: string } {
  const [first] = rows;
  const what = rows.length === 1 && first ? lineOf(first) : `${plural(rows.length, "update")} in the Data Portal`;
  const rest = rows.length - MAX_LISTED;
  const paragraphs = [
    `Hello ${firstName},`,
    ...(kind === "digest" ? [`this is what happened since the last summary.`] : []),
    ...rows.slice(0, MAX_LISTED).map(paragraph),
    ...(rest > 0 ? [`And ${plural(rest, "more update")}:\n${PORTAL_PLACE}${PAGES.notifications.path}`] : []),
    `Choose what is mailed to you, and how often:\n${PORTAL_PLACE}${SETTINGS_PATH}`,
    "Data Portal",
  ];
  const subject = kind === "digest" ? `Your daily summary: ${what}` : what;
  return { subject: shorten(oneLine(subject), MAX_SUBJECT_CHARACTERS), text: paragraphs.join("\n\n") };
}

/** "REQ-142: Bea approved it", without the key when the title has it already. */
function lineOf({ subject, title }: LetterNotice): string {
  const key = subject.label.split(" ")[0] ?? "";
  return oneLine(title.includes(key) ? title : `${subject.label}: ${title}`);
}

function paragraph(row: LetterNotice): string {
  const category = CATEGORIES[ruleOf(row.kind).category].label;
  return [
    lineOf(row),
    ...(row.body === undefined ? [] : [withoutPlace(row.body)]),
    `${PORTAL_PLACE}${portalPath(row.to)}`,
    `Why you get this: ${withoutPlace(row.because)} (${category})`,
  ].join("\n");
}

// A line break in a subject would be a second header; a place typed by a person would become an address.
function oneLine(text: string): string {
  return withoutPlace(text).replaceAll(/\s+/g, " ").trim();
}

function withoutPlace(text: string): string {
  return text.replaceAll(PORTAL_PLACE, "");
}
