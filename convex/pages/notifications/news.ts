/** What a person has not seen yet: the number of the bell, and what it is made of. One source, so that they agree. */

import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { portalPath, ruleOf } from "../../core/notifications/rules";
import { newsName, NEWS_NAMES, newsOfKind } from "../../core/notifications/rules/news";
import type { Reader } from "../../core/tickets/model";
import { timestamp } from "../../lib/validators";
import { isStillNeeded, mayOpen } from "../../process/notifying/stillNeeded";
import { pathTo } from "../../site/links";
import { PAGES } from "../../site/pages";

type ReadCtx = Pick<QueryCtx, "db">;
type Notice = Doc<"notifications">;

/** The badge counts no further: "99+". */
export const MAX_COUNTED = 100;

export const newsSinceVisit = v.object({
  since: timestamp,
  /** As many as the bell says. */
  total: v.number(),
  /** Some of it was there at the last visit already, and was not seen then either. */
  hasOlder: v.boolean(),
  /** What it is, each with the page where all of it is found; together the total. */
  parts: v.array(v.object({ name: newsName, count: v.number(), to: v.string() })),
});

/** What a person has not seen, of what they may open and what still asks something of them; newest first, up to 100. */
async function unseenOf(ctx: ReadCtx, reader: Reader): Promise<Notice[]> {
  const rows = await ctx.db
    .query("notifications")
    .withIndex("by_unseen", (q) =>
      q
        .eq("recipientId", reader.person._id)
        .eq("archivedAt", undefined)
        .eq("snoozedUntil", undefined)
        .eq("closedAt", undefined)
        .eq("seenAt", undefined),
    )
    .order("desc")
    .take(MAX_COUNTED);
  const known = new Map<string, boolean>();
  const unseen: Notice[] = [];
  for (const row of rows) {
    if (!known.has(row.subject.id)) known.set(row.subject.id, await mayOpen(ctx, reader, row.subject));
    if (known.get(row.subject.id) && (!ruleOf(row.kind).isAsk || (await isStillNeeded(ctx, row)))) unseen.push(row);
  }
  return unseen;
}

/** How many notifications a person has not seen, of those they may open; counted up to 100. */
export async function countUnseen(ctx: ReadCtx, reader: Reader): Promise<number> {
  return (await unseenOf(ctx, reader)).length;
}

/** The same by what it is; null for somebody who is here for the first time. */
export async function newsOf(ctx: ReadCtx, reader: Reader): Promise<Infer<typeof newsSinceVisit> | null> {
  const { person } = reader;
  const since = person.previousVisitAt;
  if (since === undefined) return null;
  const unseen = await unseenOf(ctx, reader);
  const parts = NEWS_NAMES.map((name) => ({ name, rows: unseen.filter(({ kind }) => newsOfKind(kind) === name) }));
  return {
    since,
    total: unseen.length,
    hasOlder: unseen.some(({ updatedAt }) => updatedAt <= since),
    parts: await Promise.all(
      parts
        .filter(({ rows }) => rows.length > 0)
        .map(async ({ name, rows }) => ({ name, count: rows.length, to: await placeOf(ctx, person, rows) })),
    ),
  };
}

/** Where these are found: one subject on its own page, own requests as a list of just them, anything else in the inbox. */
async function placeOf(ctx: ReadCtx, person: Doc<"people">, rows: readonly Notice[]): Promise<string> {
  const subjects = new Map(rows.map((row) => [row.subject.id, row]));
  const [only] = subjects.values();
  if (subjects.size === 1 && only) return portalPath(only.to);
  const requests = await Promise.all(
    [...subjects.values()].map(async ({ subject }) => {
      const id = subject.type === "request" ? ctx.db.normalizeId("requests", subject.id) : null;
      return id && (await ctx.db.get(id));
    }),
  );
  const own = requests.filter((request) => request?.requesterId === person._id);
  return own.length === subjects.size
    ? pathTo("requests", { only: own.map((request) => request?.key ?? "").join(",") })
    : PAGES.notifications.path;
}
