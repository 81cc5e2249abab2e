/** What was told of something whose words are redacted: notices, and mails that wait to be sent or are kept. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { nameInText } from "../../lib/pure/marks";
import { shorten } from "../../lib/pure/text";

/** Notices of one subject, and mails to one person, that are looked through. */
const MAX_NOTICES = 2000;
const MAX_MAILS = 500;

/** What is redacted of a ticket, or of what it became, as far as notices may hold it. */
export interface RedactedSubject {
  readonly subjectId: Id<"tickets"> | Id<"articles">;
  readonly key: string;
  readonly since: number;
  /** Its title before. */
  readonly title: string;
  /** What notices quoted of messages that held the words, as they were cut. */
  readonly quotes: readonly string[];
  readonly words: string;
  readonly mark: string;
}

/** Takes words out of every notice about it, and out of mails that name it. */
export async function redactNotices(ctx: Pick<MutationCtx, "db">, what: RedactedSubject): Promise<void> {
  const { subjectId, quotes, words, mark } = what;
  const notices = await ctx.db
    .query("notifications")
    .withIndex("by_subject", (q) => q.eq("subject.id", subjectId))
    .take(MAX_NOTICES);
  const recipients = new Set<Id<"people">>();
  for (const { _id, recipientId, subject, title, body } of notices) {
    recipients.add(recipientId);
    const holds = body !== undefined && (quotes.includes(body) || body.includes(words));
    await ctx.db.patch(_id, {
      subject: { ...subject, label: subject.label.replaceAll(words, mark) },
      title: title.replaceAll(words, mark),
      ...(holds && { body: mark }),
    });
  }
  for (const personId of recipients) await redactMails(ctx, personId, what);
}

async function redactMails(ctx: Pick<MutationCtx, "db">, personId: Id<"people">, what: RedactedSubject): Promise<void> {
  const mails = await mailsTo(ctx, personId, what.since);
  const named = new RegExp(`${what.key}(?!\\d)`);
  for (const mail of mails) if (named.test(mail.text)) await ctx.db.patch(mail._id, withoutWords(mail, what));
}

function withoutWords(
  { subject, text }: Pick<Doc<"mailOutbox">, "subject" | "text">,
  { key, title, quotes, words, mark }: RedactedSubject,
): Pick<Doc<"mailOutbox">, "subject" | "text"> {
  const cleaned = quotes.reduce((rest, quote) => rest.replaceAll(quote, mark), text).replaceAll(words, mark);
  // A subject is cut, perhaps within the words.
  const isCut = title.includes(words) && subject.includes(key);
  return {
    subject: isCut ? shorten(`${key}: ${mark}`, subject.length) : subject.replaceAll(words, mark),
    text: cleaned,
  };
}

/** A file that is redacted, and the ticket it stood in. */
export interface RedactedFile {
  readonly ticketId: Id<"tickets">;
  readonly key: string;
  readonly since: number;
  readonly name: string;
  readonly mark: string;
}

/** Takes the name of a file out of the mails that are kept. A file that is gone leaves with no mail that waits. */
export async function redactMailedFile(ctx: Pick<MutationCtx, "db">, what: RedactedFile): Promise<void> {
  const { ticketId, key, since, name, mark } = what;
  const notices = await ctx.db
    .query("notifications")
    .withIndex("by_subject", (q) => q.eq("subject.id", ticketId))
    .take(MAX_NOTICES);
  for (const personId of new Set(notices.map(({ recipientId }) => recipientId))) {
    for (const { _id, kind, subject, text } of await mailsTo(ctx, personId, since))
      if (kind === "ticket" && subject.startsWith(`[${key}]`))
        await ctx.db.patch(_id, { text: text.replaceAll(name, mark).replaceAll(nameInText(name), mark) });
  }
}

async function mailsTo(
  ctx: Pick<MutationCtx, "db">,
  personId: Id<"people">,
  since: number,
): Promise<Doc<"mailOutbox">[]> {
  return await ctx.db
    .query("mailOutbox")
    .withIndex("by_person", (q) => q.eq("personId", personId).gte("recordedAt", since))
    .order("desc")
    .take(MAX_MAILS);
}
