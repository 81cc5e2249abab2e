/** Links of domains to a catalogue, and what is read there. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { shorten, whyNotText } from "../../lib/pure/text";
import { recordEvent, SYSTEM, type Attribution } from "../audit/model";
import { changedFields } from "../audit/rules";
import { knownPeople } from "../people/duties";
import { allDomains } from "./model";
import { DESCRIPTION_MAX_LENGTH, MAX_PEOPLE } from "./rules";
import { CATALOGUE } from "./rules/linking";
import { targetOf, type WantedDomain } from "./saving";
import type { CatalogueField, DataDomain } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;
type Row = Doc<"dataDomains">;
type Link = NonNullable<DataDomain["catalogue"]>;

/** Links that are read in one turn of the clock at most: those read longest ago. */
export const READ_PER_TURN = 25;
/** Links that are read side by side. */
export const READ_AT_ONCE = 5;

/** What a reading found. */
export interface Found {
  readonly description: string;
  readonly owners: readonly FoundPerson[];
  readonly experts: readonly FoundPerson[];
}
interface FoundPerson {
  readonly name: string;
  readonly email: string | null;
}

/** Who has this link beside a domain, by name; null when nobody. */
export async function linkedElsewhere(ctx: ReadCtx, fullName: string, domainId: Id<"dataDomains">) {
  const wanted = fullName.toLowerCase();
  const other = (await allDomains(ctx)).find(
    ({ _id, catalogue }) => _id !== domainId && catalogue?.fullName.toLowerCase() === wanted,
  );
  return other?.name ?? null;
}

/** The reading of a domain's link, or null. */
export async function readingOf(ctx: ReadCtx, domainId: Id<"dataDomains">): Promise<Doc<"catalogueReadings"> | null> {
  return await ctx.db
    .query("catalogueReadings")
    .withIndex("by_domain", (q) => q.eq("domainId", domainId))
    .unique();
}

/** Links a domain, links it differently, or ends its link (null). What was read of another domain is forgotten. */
export async function setLink(
  ctx: WriteCtx,
  row: Row,
  link: Link | null,
  { by, byId, at }: { readonly by: Attribution; readonly byId: Id<"people">; readonly at: number },
): Promise<void> {
  const reading = await readingOf(ctx, row._id);
  if (reading) await ctx.db.delete(reading._id);
  if (link) await ctx.db.insert("catalogueReadings", { domainId: row._id, startedAt: 0, isOpen: false });
  await ctx.db.patch(row._id, { catalogue: link ?? undefined, changedById: byId, updatedAt: at });
  await recordEvent(ctx, {
    ...by,
    action: link ? "domain.linked" : "domain.unlinked",
    targets: [targetOf(row)],
    changes: changedFields({ catalogue: row.catalogue }, { catalogue: link }),
    occurredAt: at,
  });
}

/** One reading that has begun: what names it, and what to read. */
interface Begun {
  readonly readingId: Id<"catalogueReadings">;
  readonly startedAt: number;
  readonly fullName: string;
}

/**
 * Begins to read one link, or the next few of a turn: those read longest ago that were not read in it. Whatever does not
 * have its turn keeps its place.
 */
export async function beginReadings(
  ctx: WriteCtx,
  which: { readonly domainId: Id<"dataDomains"> } | { readonly except: readonly Id<"catalogueReadings">[] },
  at: number,
): Promise<Begun[]> {
  const begun: Begun[] = [];
  for (const reading of await dueReadings(ctx, which)) {
    if (begun.length === READ_AT_ONCE) break;
    const live = await liveLink(ctx, reading.domainId);
    // In its turn also where there is nothing to read: what is in the archive comes last again.
    await ctx.db.patch(reading._id, { startedAt: at, isOpen: live !== null });
    if (live) begun.push({ readingId: reading._id, startedAt: at, fullName: live.link.fullName });
  }
  return begun;
}

async function dueReadings(
  ctx: ReadCtx,
  which: Parameters<typeof beginReadings>[1],
): Promise<Doc<"catalogueReadings">[]> {
  if ("domainId" in which) {
    const one = await readingOf(ctx, which.domainId);
    return one ? [one] : [];
  }
  const oldest = await ctx.db.query("catalogueReadings").withIndex("by_started").take(READ_PER_TURN);
  return oldest.filter(({ _id }) => !which.except.includes(_id)).slice(0, READ_PER_TURN - which.except.length);
}

/** A link that is still read: nothing changes about what is in the archive. */
async function liveLink(ctx: ReadCtx, domainId: Id<"dataDomains">): Promise<{ row: Row; link: Link } | null> {
  const row = await ctx.db.get(domainId);
  return row?.catalogue && row.status !== "archived" ? { row, link: row.catalogue } : null;
}

/** The reading that still waits for this answer; null for an answer that comes late, twice, or after the link's end. */
async function waitingFor(ctx: ReadCtx, readingId: Id<"catalogueReadings">, startedAt: number) {
  const reading = await ctx.db.get(readingId);
  const live = reading && (await liveLink(ctx, reading.domainId));
  return reading && live && reading.isOpen && reading.startedAt === startedAt ? { reading, ...live } : null;
}

/** Without the marks no text of the portal may begin with: in a catalogue they begin a list, not a formula. */
function withoutFirstMarks(text: string): string {
  return text.replace(/^[\s=+@-]+/, "").trim();
}

/** Keeps what was read, and takes over the fields the catalogue leads. */
export async function keepReading(
  ctx: WriteCtx,
  name: { readonly readingId: Id<"catalogueReadings">; readonly startedAt: number },
  found: Found,
  at: number,
): Promise<void> {
  const waiting = await waitingFor(ctx, name.readingId, name.startedAt);
  if (!waiting) return;
  const { reading, row, link } = waiting;
  const description = shorten(withoutFirstMarks(found.description), DESCRIPTION_MAX_LENGTH);
  const no = whyNotText("Its description", description, { maxLength: DESCRIPTION_MAX_LENGTH, hasLines: true });
  if (no !== null && link.leads.includes("description"))
    return await failReading(ctx, name, `${no}. Change it in ${CATALOGUE}.`, at);
  const people = await knownPeople(
    ctx,
    [...found.owners, ...found.experts].flatMap(({ email }) => email ?? []),
    [],
  );
  const here = ({ name: called, email }: FoundPerson) => {
    const person = email === null ? null : people.withEmail(email);
    // Ids of people come from their rows.
    return { name: called, ...(person?.status === "active" && { personId: person.id as Id<"people"> }) };
  };
  const experts = found.experts.map(here);
  const expertIds = [...new Set(experts.flatMap(({ personId }) => personId ?? []))].slice(0, MAX_PEOPLE);
  await takeOver(ctx, row, link.leads, { description, expertIds }, at);
  const read = { at, description, owners: found.owners.map(here), experts };
  await ctx.db.patch(reading._id, { isOpen: false, read, failure: undefined });
}

async function takeOver(
  ctx: WriteCtx,
  row: Row,
  leads: readonly CatalogueField[],
  { description, expertIds }: { readonly description: string; readonly expertIds: Id<"people">[] },
  at: number,
): Promise<void> {
  const fields = {
    ...(leads.includes("description") && { description }),
    ...(leads.includes("experts") && { expertIds }),
  };
  const changes = changedFields(row, fields);
  if (changes.length === 0) return;
  await ctx.db.patch(row._id, { ...fields, changedById: undefined, updatedAt: at });
  await recordEvent(ctx, {
    ...SYSTEM,
    action: "domain.takenFromCatalogue",
    targets: [targetOf(row)],
    changes,
    context: { from: row.catalogue?.fullName },
    occurredAt: at,
  });
}

/** Says that a reading failed, and changes nothing else. The first of several in a row stands in the audit trail. */
export async function failReading(
  ctx: WriteCtx,
  { readingId, startedAt }: { readonly readingId: Id<"catalogueReadings">; readonly startedAt: number },
  message: string,
  at: number,
): Promise<void> {
  const waiting = await waitingFor(ctx, readingId, startedAt);
  if (!waiting) return;
  const { reading, row } = waiting;
  await ctx.db.patch(readingId, { isOpen: false, failure: { at, message } });
  if (reading.failure?.message === message) return;
  await recordEvent(ctx, {
    ...SYSTEM,
    action: "domain.catalogueNotRead",
    targets: [targetOf(row)],
    outcome: "failure",
    context: { reason: message },
    occurredAt: at,
  });
}

/** Domains as they are wanted, with the fields the catalogue leads as they are: no older word says anything about these. */
export async function keepLed(ctx: ReadCtx, wanted: readonly WantedDomain[]): Promise<WantedDomain[]> {
  return await Promise.all(
    wanted.map(async (one) => {
      const row = one.domainId && (await ctx.db.get(one.domainId));
      const leads = row ? (row.catalogue?.leads ?? []) : [];
      if (!row || leads.length === 0) return one;
      return {
        ...one,
        ...(leads.includes("description") && { description: row.description }),
        ...(leads.includes("experts") && {
          expertIds: row.expertIds,
          inherits: one.inherits.filter((field) => field !== "experts"),
        }),
      };
    }),
  );
}
