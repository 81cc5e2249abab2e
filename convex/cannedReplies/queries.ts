/** Reading canned replies. */

import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
import { cannedReplies } from "../core/cannedReplies/model";
import { cannedReply } from "../core/cannedReplies/table";
import { timestamp } from "../lib/validators";

/** All of them by title, for those who answer tickets. */
export const list = guardedQuery("tickets.answer", {
  args: {},
  returns: v.array(v.object({ id: v.id("cannedReplies"), ...cannedReply.fields, updatedAt: timestamp })),
  handler: async (ctx) =>
    (await cannedReplies(ctx)).map(({ _id: id, title, body, topic, after, cause, tags, updatedAt }) => ({
      id,
      title,
      body,
      topic,
      after,
      ...(cause !== undefined && { cause }),
      ...(tags && { tags }),
      updatedAt,
    })),
});
