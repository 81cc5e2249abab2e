/** Steps over presence: somebody opens a page, gives a sign of life, leaves, or is forgotten. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { MAX_SHOWN, MAX_TABS, STAY_MS } from "./rules";
import type { PresencePage } from "./table";

/** More rows than a request or a ticket has people with a page of it open. */
const MAX_READ = 100;
/** Rows forgotten per transaction. */
const MAX_FORGOTTEN = 200;

/** One open page of a person. */
export type OpenPage = { readonly personId: Id<"people">; readonly tab: string } & (
  | { readonly requestId: Id<"requests">; readonly page: PresencePage }
  | { readonly ticketId: Id<"tickets">; readonly isWriting?: true }
);

/** Somebody has a page open, from now on or still. */
export async function stayOn({ db }: Pick<MutationCtx, "db">, open: OpenPage, now: number): Promise<void> {
  const until = now + STAY_MS;
  const known = await tabOf({ db }, open.personId, open.tab);
  if (known) return await db.replace(known._id, { ...open, until });
  const others = await db
    .query("presence")
    .withIndex("by_person", (q) => q.eq("personId", open.personId))
    .take(MAX_TABS);
  if (others.length === MAX_TABS) await db.delete(others.reduce((a, b) => (a.until <= b.until ? a : b))._id);
  await db.insert("presence", { ...open, until });
}

/** Somebody closed a page. */
export async function leavePage({ db }: Pick<MutationCtx, "db">, personId: Id<"people">, tab: string): Promise<void> {
  const known = await tabOf({ db }, personId, tab);
  if (known) await db.delete(known._id);
}

/** Forgets pages that gave no sign of life. */
export async function forgetGone({ db }: Pick<MutationCtx, "db">, now: number): Promise<void> {
  const gone = await db
    .query("presence")
    .withIndex("by_until", (q) => q.lt("until", now))
    .take(MAX_FORGOTTEN);
  for (const { _id } of gone) await db.delete(_id);
}

/** The others who have a page about a request open, each once: on the page they opened last. */
export async function othersOn(
  { db }: Pick<QueryCtx, "db">,
  requestId: Id<"requests">,
  except: ReadonlySet<Id<"people">>,
): Promise<{ personId: Id<"people">; page: PresencePage }[]> {
  const rows = await db
    .query("presence")
    .withIndex("by_request", (q) => q.eq("requestId", requestId))
    .take(MAX_READ);
  const pages = new Map<Id<"people">, PresencePage>();
  for (const { personId, page } of rows) if (page && !except.has(personId)) pages.set(personId, page);
  return [...pages].slice(0, MAX_SHOWN).map(([personId, page]) => ({ personId, page }));
}

/** The others who have a ticket open, each once, and whether they write a reply in any of their pages of it. */
export async function othersOnTicket(
  { db }: Pick<QueryCtx, "db">,
  ticketId: Id<"tickets">,
  except: Id<"people">,
): Promise<{ personId: Id<"people">; isWriting: boolean }[]> {
  const rows = await db
    .query("presence")
    .withIndex("by_ticket", (q) => q.eq("ticketId", ticketId))
    .take(MAX_READ);
  const found = new Map<Id<"people">, boolean>();
  for (const { personId, isWriting = false } of rows)
    if (personId !== except) found.set(personId, isWriting || found.get(personId) === true);
  return [...found].slice(0, MAX_SHOWN).map(([personId, isWriting]) => ({ personId, isWriting }));
}

async function tabOf(
  { db }: Pick<MutationCtx, "db">,
  personId: Id<"people">,
  tab: string,
): Promise<Doc<"presence"> | null> {
  return await db
    .query("presence")
    .withIndex("by_person", (q) => q.eq("personId", personId).eq("tab", tab))
    .unique();
}
