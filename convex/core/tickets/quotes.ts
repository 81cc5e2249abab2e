/** What somebody quotes in a ticket is theirs to show to everybody who reads their words (S38). */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { refuse } from "../../lib/errors";
import { filesIn, isQuoted } from "../../lib/pure/marks";
import type { ReadTicket } from "./model";
import { MAX_FILES_NAMED, QUOTE_IS_CLOSED, quotesClosed } from "./rules/quoting";
import type { MessageVisibility } from "./table";
import { isReadByAll, readPartsOf } from "./together";

type ReadCtx = Pick<QueryCtx, "db">;

/** Messages of one ticket that are looked through: the newest. */
const MAX_MESSAGES = 500;

/** Who says it, and whether for everybody in the ticket. */
interface Speaking {
  readonly person: Doc<"people">;
  readonly visibility: MessageVisibility;
}

/**
 * Refuses words that refer to a file which is not of this ticket, or not for everybody who would read them; and where an
 * agent speaks to everybody, words that quote what not everybody reads.
 */
export async function refuseQuotes(
  ctx: ReadCtx,
  read: ReadTicket,
  body: string,
  { person, visibility }: Speaking,
): Promise<void> {
  const isPublic = visibility === "public";
  const files = filesIn(body);
  const isChecked = files.length > 0 || (isPublic && read.isAgent && body.split("\n").some(isQuoted));
  if (!isChecked) return;
  if (files.length > MAX_FILES_NAMED) refuse({ code: "too-many", max: MAX_FILES_NAMED });
  const parts = await readPartsOf(ctx, { person, impersonation: null }, read.ticket._id);
  const open = [read];
  for (const part of parts) if (await isReadByAll(ctx, read, part.ticket)) open.push(part);
  for (const id of files) {
    const where = isPublic ? open : [read, ...parts];
    if (!(await isFileOf(ctx, where, id, !isPublic)))
      refuse({ code: "not-found", message: "A file that is quoted is not one that everybody here reads." });
  }
  if (!isPublic || !read.isAgent) return;
  const said = { open: [] as string[], closed: [] as string[] };
  for (const one of [read, ...parts]) {
    const isOpen = open.includes(one);
    said[isOpen ? "open" : "closed"].push(one.ticket.description);
    for (const message of await messagesOf(ctx, one))
      said[isOpen && message.visibility === "public" ? "open" : "closed"].push(message.body);
  }
  if (quotesClosed(body, said.closed, said.open)) refuse({ code: "not-eligible", message: QUOTE_IS_CLOSED });
}

/** Whether a file was sent with one of these tickets, and is read by all of its readers or, with `notes`, by its agents. */
async function isFileOf(ctx: ReadCtx, reads: readonly ReadTicket[], file: string, notes: boolean): Promise<boolean> {
  const id = ctx.db.normalizeId("ticketUploads", file);
  const upload = id && (await ctx.db.get(id));
  if (!upload || upload.sentAt === undefined || upload.heldMailId !== undefined) return false;
  const read = reads.find(({ ticket }) => ticket._id === upload.ticketId);
  if (!read) return false;
  const message = upload.messageId && (await ctx.db.get(upload.messageId));
  return !message || message.visibility === "public" || (notes && read.isAgent);
}

async function messagesOf(ctx: ReadCtx, { ticket, isAgent }: ReadTicket): Promise<Doc<"ticketMessages">[]> {
  const all = isAgent
    ? ctx.db.query("ticketMessages").withIndex("by_ticket", (q) => q.eq("ticketId", ticket._id))
    : ctx.db
        .query("ticketMessages")
        .withIndex("by_visibility", (q) => q.eq("ticketId", ticket._id).eq("visibility", "public"));
  return await all.order("desc").take(MAX_MESSAGES);
}
