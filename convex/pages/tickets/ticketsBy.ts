/** Tickets to choose one from. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { ticketByKey } from "../../core/tickets/model";
import { UNFINISHED } from "../../core/tickets/rules";

/** Tickets that are looked through, and those that are read of each state. */
const LISTED = 50;
const OFFERED = 10;

/** Unfinished tickets by number or words; without words those of one requester. */
export async function ticketsBy(
  ctx: Pick<QueryCtx, "db">,
  requesterId: Id<"people">,
  text: string,
): Promise<Doc<"tickets">[]> {
  if (text === "")
    return await ctx.db
      .query("tickets")
      .withIndex("by_requester", (q) => q.eq("requesterId", requesterId))
      .order("desc")
      .take(LISTED);
  const number = /^(?:tkt-)?(\d+)$/i.exec(text)?.[1];
  const named = number === undefined ? null : await ticketByKey(ctx, `TKT-${number}`);
  const found = named ? [named] : [];
  for (const state of UNFINISHED)
    found.push(
      ...(await ctx.db
        .query("tickets")
        .withSearchIndex("search_title", (q) => q.search("title", text).eq("state", state))
        .take(OFFERED)),
    );
  return found.filter(({ _id }, place) => found.findIndex((one) => one._id === _id) === place);
}
