/**
 * Files of a ticket that go along with what it becomes. The agent picks among those its requester sent for everybody who
 * reads the ticket, and the requester lets them go or not: what others sent, and what is internal, stays (F8).
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { MAX_FILES } from "../../core/files/rules";
import type { TicketFile } from "../../core/tickets/table";
import { refuse } from "../../lib/errors";

type ReadCtx = Pick<QueryCtx, "db">;
type Upload = Doc<"ticketUploads">;
type Ids = readonly Id<"ticketUploads">[];

/** Messages of one ticket that are looked through. */
const MAX_MESSAGES = 2000;

/** The files that may go along. */
export async function takable(ctx: ReadCtx, { _id, requesterId, files = [] }: Doc<"tickets">): Promise<Upload[]> {
  const said = await ctx.db
    .query("ticketMessages")
    .withIndex("by_visibility", (q) => q.eq("ticketId", _id).eq("visibility", "public"))
    .take(MAX_MESSAGES);
  const found: Upload[] = [];
  for (const { id } of [...files, ...said.flatMap((message) => message.files ?? [])]) {
    const upload = await ctx.db.get(id);
    if (upload?.personId === requesterId && upload.ticketId === _id) found.push(upload);
  }
  return found;
}

/** Those of them that are still there. */
export async function stillTakable(ctx: ReadCtx, ticket: Doc<"tickets">, ids: Ids = []): Promise<Upload[]> {
  return ids.length === 0 ? [] : (await takable(ctx, ticket)).filter(({ _id }) => ids.includes(_id));
}

/** The same as a page shows them. */
export function shownFiles(uploads: readonly Upload[]): TicketFile[] {
  return uploads.map(({ _id: id, name, size, contentType = "" }) => ({ id, name, size, contentType }));
}

/** Refuses files that may not go along, and more than what it becomes takes. */
export async function refuseUntakable(
  ctx: ReadCtx,
  ticket: Doc<"tickets">,
  ids: ReadonlySet<Ids[number]>,
): Promise<void> {
  if (ids.size > MAX_FILES) refuse({ code: "too-many", max: MAX_FILES });
  if ((await stillTakable(ctx, ticket, [...ids])).length < ids.size)
    refuse({ code: "not-found", message: "Only files the requester sent to everyone in the ticket can be included." });
}
