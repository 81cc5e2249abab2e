/**
 * What was told of something whose words are redacted: notices, and mails that wait to be sent or are kept. All of it is
 * looked through, or nothing is changed (S16).
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { nameInText } from "../../lib/pure/marks";
import { shorten } from "../../lib/pure/text";
import { allOf } from "../../lib/whole";

/** Notices of one subject that are looked through, and mails to everybody who has one: as much as one transaction reads. */
const MAX_NOTICES = 2000;
const MAX_MAILS = 8000;

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
  const notices = await noticesOf(ctx, subjectId, what.key);
  for (const { _id, subject, title, body } of notices) {
    const holds = body !== undefined && (quotes.includes(body) || body.includes(words));
    await ctx.db.patch(_id, {
      subject: { ...subject, label: subject.label.replaceAll(words, mark) },
      title: title.replaceAll(words, mark),
      ...(holds && { body: mark }),
    });
  }
  const named = new RegExp(`${what.key}(?!\\d)`);
  for (const mail of await mailsAbout(ctx, notices, what))
    if (named.test(mail.text)) await ctx.db.patch(mail._id, withoutWords(mail, what));
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
  const notices = await noticesOf(ctx, ticketId, key);
  for (const { _id, kind, subject, text } of await mailsAbout(ctx, notices, { key, since }))
    if (kind === "ticket" && subject.startsWith(`[${key}]`))
      await ctx.db.patch(_id, { text: text.replaceAll(name, mark).replaceAll(nameInText(name), mark) });
}

async function noticesOf(
  ctx: Pick<MutationCtx, "db">,
  subjectId: RedactedSubject["subjectId"],
  key: string,
): Promise<readonly Doc<"notifications">[]> {
  const notices = await ctx.db
    .query("notifications")
    .withIndex("by_subject", (q) => q.eq("subject.id", subjectId))
    .take(MAX_NOTICES + 1);
  return allOf(notices, MAX_NOTICES, `notices about ${key}`);
}

/** Every mail since then to those who have such a notice. */
async function mailsAbout(
  ctx: Pick<MutationCtx, "db">,
  notices: readonly Doc<"notifications">[],
  { key, since }: Pick<RedactedSubject, "key" | "since">,
): Promise<readonly Doc<"mailOutbox">[]> {
  const mails: Doc<"mailOutbox">[] = [];
  for (const personId of new Set(notices.map(({ recipientId }) => recipientId))) {
    const theirs = await ctx.db
      .query("mailOutbox")
      .withIndex("by_person", (q) => q.eq("personId", personId).gte("recordedAt", since))
      .take(MAX_MAILS + 1 - mails.length);
    mails.push(...theirs);
    allOf(mails, MAX_MAILS, `mails to those with notices about ${key}`);
  }
  return mails;
}
