/** Reading requests. */
import { v } from "convex/values";
import { guardedQuery } from "../lib/functions";
import { nullableTimestamp, timestamp } from "../lib/validators";
import { requestsOf } from "./model";
import { requestRisk, requestStatus } from "./table";

const SHOWN_REQUESTS = 100;

/** The caller's own requests, drafts included, newest first, at most 100. */
export const mine = guardedQuery("requests.readOwn", {
  args: {},
  returns: v.array(v.object({
    id: v.id("requests"),
    key: v.string(),
    title: v.string(),
    typeId: v.string(),
    status: requestStatus,
    risk: requestRisk,
    createdAt: timestamp,
    updatedAt: timestamp,
    dueAt: nullableTimestamp,
  })),
  handler: async (ctx) => {
    const requests = await requestsOf(ctx, ctx.viewer.person._id, SHOWN_REQUESTS);
    return requests.map(({ _id, key, title, typeId, status, risk, createdAt, updatedAt, dueAt }) => ({
      id: _id, key, title, typeId, status, risk, createdAt, updatedAt, dueAt: dueAt ?? null,
    }));
  },
});
