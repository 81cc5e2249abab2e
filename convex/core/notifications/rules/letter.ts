/**
 * The words of a mail about notifications, in plain text: what happened, the portal's page for it, why this
 * person gets it and where to switch it off.
 */

import { plural, shorten } from "../../../lib/pure/text";
import { pathTo } from "../../../site/links";
import { PAGES } from "../../../site/pages";
import { isCriticalKind, portalPath, ruleOf } from "../rules";
import type { NotificationFields } from "../table";
import { CATEGORIES } from "./categories";

/** Stands for the portal's address until the host process, which knows it, claims the mail. */
export const PORTAL_PLACE = "{portal}";

/** Notices written out in one mail. */
const MAX_LISTED = 25;
const MAX_SUBJECT_CHARACTERS = 150;
/** Where its reader chooses what is mailed. */
export const SETTINGS_LINE = `Choose what is mailed to you, and how often:\n${PORTAL_PLACE}${pathTo("notifications", { tab: "settings" })}`;

/** What a mail needs to know about a notice. */
export type LetterNotice = Pick<NotificationFields, "kind" | "subject" | "title" | "body" | "to" | "because">;

/**
 * The words of a mail about one or more notices, the earliest first. A digest says of each subject only what came last,
 * and names what still waits for its reader (N9).
 */
export function letter(
  firstName: string,
  rows: readonly LetterNotice[],
  kind: "notification" | "digest",
  open: readonly LetterNotice[] = [],
): { subject: string; text: string } {
  const [first] = rows;
  const isNews = rows.length > 0;
  const updates = isNews
    ? `${plural(rows.length, "update")} in the Data Portal`
    : `${open.length} still waiting for you`;
  const what = rows.length === 1 && first ? lineOf(first) : updates;
  const begins = isNews
    ? "This is what happened since the last summary."
    : "Nothing new happened since the last summary.";
  const parts = kind === "digest" ? threadsOf(rows) : rows.map((last) => ({ last, earlier: 0 }));
  const rest = parts.length - MAX_LISTED;
  const paragraphs = [
    `Hello ${firstName},`,
    ...(kind === "digest" ? [begins] : []),
    ...parts.slice(0, MAX_LISTED).map(paragraph),
    ...(rest > 0 ? [`And ${plural(rest, "more update")}:\n${PORTAL_PLACE}${PAGES.notifications.path}`] : []),
    ...(open.length > 0 ? [["Still waiting for you:", ...open.map(openLine)].join("\n")] : []),
    SETTINGS_LINE,
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

/** What was said last of a subject, and how much before. */
interface Thread {
  readonly last: LetterNotice;
  readonly earlier: number;
}

/** Notices by their subject; what is critical stands for itself. */
function threadsOf(rows: readonly LetterNotice[]): Thread[] {
  const threads = new Map<string, Thread>();
  for (const row of rows) {
    const key = isCriticalKind(row.kind) ? `${row.subject.id} ${row.kind}` : row.subject.id;
    const before = threads.get(key);
    threads.set(key, { last: row, earlier: before ? before.earlier + 1 : 0 });
  }
  return [...threads.values()];
}

function openLine(row: LetterNotice): string {
  return `${lineOf(row)}\n${PORTAL_PLACE}${portalPath(row.to)}`;
}

function paragraph({ last: row, earlier }: Thread): string {
  const category = CATEGORIES[ruleOf(row.kind).category].label;
  return [
    lineOf(row),
    ...(row.body === undefined ? [] : [withoutPlace(row.body)]),
    ...(earlier > 0 ? [`And ${plural(earlier, "earlier update")}.`] : []),
    `${PORTAL_PLACE}${portalPath(row.to)}`,
    `Why you get this: ${withoutPlace(row.because)} (${category})`,
  ].join("\n");
}

/** Text as one line: a line break in a subject would be a second header. */
export function oneLine(text: string): string {
  return withoutPlace(text).replaceAll(/\s+/g, " ").trim();
}

/** Text without the portal's place, which would become an address where a person typed it. */
export function withoutPlace(text: string): string {
  // What is left may be one again: "{por{portal}tal}".
  const left = text.replaceAll(PORTAL_PLACE, "");
  return left.includes(PORTAL_PLACE) ? withoutPlace(left) : left;
}
