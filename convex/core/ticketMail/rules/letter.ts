/**
 * The words of a mail about the answers in a ticket, in plain text: what was said to everybody in it, and where to answer.
 * Its subject stays the same, so that mail programs show one conversation.
 */

import { plural, shorten } from "../../../lib/pure/text";
import { anchorOf } from "../../../site/anchors";
import { pathTo } from "../../../site/links";
import { oneLine, PORTAL_PLACE, SETTINGS_LINE, withoutPlace } from "../../notifications/rules/letter";

const MAX_SUBJECT_CHARACTERS = 150;
/** How much one mail carries of files; mail servers take little more, and base64 adds a third. */
export const MAX_MAILED_BYTES = 10 * 1024 * 1024;

/** The files of some answers, oldest first, that one mail carries: those of the newest first, as long as there is room. */
export function carriedFiles<File extends { readonly size: number }>(
  answers: readonly { readonly files?: readonly File[] | undefined }[],
): ReadonlySet<File> {
  const carried = new Set<File>();
  let room = MAX_MAILED_BYTES;
  for (const file of answers.toReversed().flatMap(({ files = [] }) => files)) {
    if (carried.has(file) || file.size > room) continue;
    room -= file.size;
    carried.add(file);
  }
  return carried;
}

/** An answer as the mail holds it: what everybody in the ticket reads, and nothing else. */
export interface MailedAnswer {
  readonly id: string;
  readonly author: string;
  readonly body: string;
  /** The address of a mail that its author added. */
  readonly mailFrom?: string;
  readonly files: readonly { readonly name: string; readonly isAttached: boolean }[];
}

/** What the mail is about. */
export interface TicketLetter {
  readonly firstName: string;
  readonly key: string;
  readonly title: string;
  /** What happened, as the notice says it. */
  readonly news: string;
  readonly because: string;
  /** Oldest first. */
  readonly answers: readonly MailedAnswer[];
  /** Answers before those that are left out. */
  readonly earlier: number;
}

/** The subject and the text. */
export function ticketLetter(about: TicketLetter): { subject: string; text: string } {
  const { firstName, key, title, news, because, answers, earlier } = about;
  const what = oneLine(news);
  const last = answers.at(-1);
  const paragraphs = [
    `Hello ${firstName},`,
    what.includes(key) ? `${what} (${oneLine(title)})` : `${key} ${oneLine(title)}: ${what}`,
    ...(earlier > 0 ? [`${plural(earlier, "earlier answer")} can be read in the portal.`] : []),
    ...answers.map(answerText),
    `Answer in the portal:\n${PORTAL_PLACE}${pathTo("ticket", { id: key }, {}, last && anchorOf("message", last.id))}`,
    `Why you get this: ${withoutPlace(because)}`,
    SETTINGS_LINE,
    "Data Portal",
  ];
  return { subject: shorten(`[${key}] ${oneLine(title)}`, MAX_SUBJECT_CHARACTERS), text: paragraphs.join("\n\n") };
}

function answerText({ author, body, mailFrom, files }: MailedAnswer): string {
  const named = (isAttached: boolean): string =>
    files
      .filter((file) => file.isAttached === isAttached)
      .map(({ name }) => oneLine(name))
      .join(", ");
  const lines = [
    mailFrom === undefined ? `${oneLine(author)} wrote:` : `${oneLine(author)} added a mail from ${oneLine(mailFrom)}:`,
    withoutPlace(body),
    ...(named(true) === "" ? [] : [`Attached: ${named(true)}`]),
    ...(named(false) === "" ? [] : [`Files, in the portal: ${named(false)}`]),
  ];
  return lines.join("\n\n");
}
