/** What a caller asks of the audit trail, brought into a form that can be looked up. */

import type { QueryCtx } from "../../_generated/server";
import { refuse } from "../../lib/errors";
import { MAX_TEXT, type AuditFilter } from "./rules/filter";

const REQUEST_KEY = /^\s*req-(\d{1,9})\s*$/i;

/** The filter to look with: ids that are none find nothing, and a request's key leads to its own events. */
export async function checkedFilter(ctx: Pick<QueryCtx, "db">, filter: AuditFilter): Promise<AuditFilter> {
  const { text = "", actor, impersonator } = filter;
  if (text.length > MAX_TEXT) refuse({ code: "too-long", maxLength: MAX_TEXT });
  for (const id of [actor, impersonator]) {
    if (id !== undefined && id !== "system" && id !== "visitor" && !ctx.db.normalizeId("people", id))
      refuse({ code: "invalid-input", message: "This person does not exist." });
  }
  const number = REQUEST_KEY.exec(text)?.[1];
  if (number === undefined || filter.targetId !== undefined) return filter;
  const request = await ctx.db
    .query("requests")
    .withIndex("by_number", (q) => q.eq("number", Number(number)))
    .first();
  return request ? { ...filter, text: undefined, targetType: "request", targetId: request._id } : filter;
}
