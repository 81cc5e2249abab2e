/** Which messages what is being written can quote, and why it cannot be sent with what it quotes (S38). */

import { foldedQuote } from "../../../../convex/core/tickets/rules/quote";
import { QUOTE_IS_CLOSED, asQuote, quotesClosed } from "../../../../convex/core/tickets/rules/quoting";
import type { MessageVisibility } from "../../../../convex/core/tickets/table";
import { formatDateTime } from "../../../lib/dates";
import type { Ticket } from "../api";

/** Something that was said, as it is quoted. */
export interface Quotable {
  readonly author: string;
  readonly at: number;
  readonly body: string;
  readonly files: Ticket["files"];
  /** Whether everybody who reads the ticket reads it. */
  readonly isForAll: boolean;
}

/** What somebody wants to write: for whom, or with what quoted; `last` is the newest message that can be. */
export type Wanted =
  | { readonly readers: MessageVisibility }
  | { readonly quotes: Quotable }
  | { readonly quotes: "last" };

/** What was said when the ticket was written. */
export function descriptionOf({ openedBy, requester, description: body, files, createdAt: at }: Ticket): Quotable {
  return { author: openedBy ?? requester, at, body, files, isForAll: true };
}

/** A message as it is quoted; of a mail without what that quotes. */
export function quotable(message: Ticket["messages"][number]): Quotable {
  const { author, mailFrom, createdAt: at, body, isByMail, files, isForAll } = message;
  return { author: mailFrom ?? author, at, body: isByMail ? foldedQuote(body).said : body, files, isForAll };
}

/** The message that a key quotes: what was said last, of that what its readers read. */
export function lastFor(ticket: Ticket, isInternal: boolean): Quotable {
  const found = ticket.messages.findLast(({ isForAll }) => isInternal || isForAll);
  return found ? quotable(found) : descriptionOf(ticket);
}

/** The words that are put in. */
export function quoteWords({ at, ...said }: Quotable): string {
  return asQuote({ ...said, at: formatDateTime(at) });
}

/** Why this is no reply to everybody, by what it quotes; the server asks again. */
export function whyNotQuoted(ticket: Ticket, body: string): string | null {
  if (!ticket.isAgent) return null;
  const texts = (isForAll: boolean) =>
    ticket.messages.filter((message) => message.isForAll === isForAll).map((message) => message.body);
  return quotesClosed(body, texts(false), [ticket.description, ...texts(true)]) ? QUOTE_IS_CLOSED : null;
}
