/** Reading the mail outbox. */
import { v } from "convex/values";
import { guardedQuery } from "../lib/functions";
import { nullableString, timestamp } from "../lib/validators";
import { latestMail } from "./model";
import { mailStatus } from "./table";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** The newest mails, at most 200. */
export const listMail = guardedQuery("mail.read", {
  args: { limit: v.optional(v.number()) },
  returns: v.array(v.object({
    id: v.id("mailOutbox"),
    to: v.string(),
    subject: v.string(),
    text: v.string(),
    kind: v.string(),
    status: mailStatus,
    error: nullableString,
    recordedAt: timestamp,
  })),
  handler: async (ctx, { limit = DEFAULT_LIMIT }) => {
    const mails = await latestMail(ctx, Math.min(MAX_LIMIT, Math.max(1, Math.floor(limit))));
    return mails.map(({ _id, _creationTime, error, ...mail }) => ({ ...mail, id: _id, error: error ?? null }));
  },
});
