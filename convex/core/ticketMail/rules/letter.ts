/**
 * The words of a mail about the answers in a ticket, in plain text: what was said to everybody in it, and where to answer.
 * Its subject stays the same, so that mail programs show one conversation.
 */

import { plural, shorten } from "../../../lib/pure/text";
import { pathTo } from "../../../site/links";
import { oneLine, PORTAL_PLACE, SETTINGS_LINE, withoutPlace } from "../../notifications/rules/letter";

const MAX_SUBJECT_CHARACTERS = 150;

/** An answer as the mail tells it: what everybody in the ticket reads, and nothing else. */
export interface ToldAnswer {
  readonly author: string;
  readonly body: string;
  readonly files: readonly string[];
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
  readonly answers: readonly ToldAnswer[];
  /** Answers before those that are left out. */
  readonly earlier: number;
}

/** The subject and the text. */
export function ticketLetter(about: TicketLetter): { subject: string; text: string } {
  const { firstName, key, title, news, because, answers, earlier } = about;
  const what = oneLine(news);
  const paragraphs = [
    `Hello ${firstName},`,
    what.includes(key) ? `${what} (${oneLine(title)})` : `${key} ${oneLine(title)}: ${what}`,
    ...(earlier > 0 ? [`${plural(earlier, "earlier answer")} can be read in the portal.`] : []),
    ...answers.map(answerText),
    `Answer in the portal:\n${PORTAL_PLACE}${pathTo("ticket", { id: key })}`,
    `Why you get this: ${withoutPlace(because)}`,
    SETTINGS_LINE,
    "Data Portal",
  ];
  return { subject: shorten(`[${key}] ${oneLine(title)}`, MAX_SUBJECT_CHARACTERS), text: paragraphs.join("\n\n") };
}

function answerText({ author, body, files }: ToldAnswer): string {
  const said = `${oneLine(author)} wrote:\n\n${withoutPlace(body)}`;
  return files.length === 0 ? said : `${said}\n\nFiles, in the portal: ${files.map(oneLine).join(", ")}`;
}
