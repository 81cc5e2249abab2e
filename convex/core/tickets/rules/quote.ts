/** What of a mail was said, and what it quotes of the mails before it: the quote is folded, never taken away. */

import type { Refusal } from "../../../lib/pure/refusal";
import { whyNotReply } from "../rules";

/** Replies of one person within an hour from which on a mail is no reply: a robot may be writing. */
export const MAX_REPLIES_BY_MAIL = 20;
/** The longest mail that is a reply, with what it quotes. */
const MAIL_MAX_LENGTH = 20_000;

/** A line that says whose words follow, as the usual mail programs write it. */
const LEAD =
  /^(on .{4,200} wrote:|am .{4,200} schrieb .{1,200}:|le .{4,200} a écrit\s?:|-{2,} ?(original message|forwarded message).*)$/i;

/** The two parts of a mail, in order; the second is empty where nothing is quoted at its end. */
export function foldedQuote(body: string): { readonly said: string; readonly quoted: string } {
  const lines = body.split("\n");
  let start = lines.length;
  while (start > 0 && /^\s*(>|$)/.test(lines[start - 1] ?? "")) start -= 1;
  const isQuoted = lines.slice(start).some((line) => line.trimStart().startsWith(">"));
  const lead = lines.findIndex((line) => LEAD.test(line.trim()));
  // A lead with words of its own below it is an answer between the lines: all of it is shown.
  if (lead >= 0 && isQuoted && lead < start && lines.slice(lead + 1, start).every((line) => /^\s*(>|$)/.test(line)))
    start = lead;
  else if (lead >= 0 && !isQuoted && lines[lead]?.trim().startsWith("--")) start = lead;
  else if (!isQuoted) start = lines.length;
  const said = lines.slice(0, start).join("\n").trim();
  return said === "" ? { said: body.trim(), quoted: "" } : { said, quoted: lines.slice(start).join("\n").trim() };
}

/** Why a mail with these words is no reply, or null. */
export function whyNotMailedReply(body: string): Refusal | null {
  if (body.trim().length > MAIL_MAX_LENGTH) return { code: "too-long", maxLength: MAIL_MAX_LENGTH };
  return whyNotReply(foldedQuote(body).said);
}
