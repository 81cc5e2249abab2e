/** What a ticket is about: only what whoever writes it may see, and of everything else no word. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { domainByKey } from "../../core/domains/model";
import { type ReadTicket, relatedObject, relatedService } from "../../core/tickets/model";
import type { RelatedThing, TicketFinding } from "../../core/tickets/table";
import { accessTo, type Involved, involvedIn, loadInvolved, type Visible } from "../steps/circle";
import { addressByName, approvalByName } from "../steps/named";

type Ctx = Pick<QueryCtx, "db">;

/** The longest name of a thing that a ticket is about. */
const MAX_RELATED = 100;

/** What a ticket is about, with the request behind it as its reader sees that; null where there is none. */
export interface Related {
  readonly thing: RelatedThing;
  readonly seen: Visible | null;
}

/**
 * What a ticket is about, as far as somebody may see it; null where there is no such thing for them. Named by "REQ-142",
 * "task:<id>", "approval:<REQ-142-3 or id>", "grant:<id>", "domain:<key>", "service:<name>", "table:<database.schema.table>"
 * or "warehouse:<name>".
 */
export async function relatedFor(ctx: Ctx, person: Doc<"people">, wanted: string): Promise<Related | null> {
  if (wanted.length > MAX_RELATED) return null;
  const [kind, ref] = wanted.includes(":") ? (wanted.split(":", 2) as [string, string]) : ["request", wanted];
  if (kind === "service") return alone(relatedService(ref));
  if (kind === "table" || kind === "warehouse") return alone(relatedObject(kind, ref));
  if (kind === "domain") {
    const domain = await domainByKey(ctx, ref);
    return alone(domain?.status === "active" ? { kind, ref, label: domain.name } : null);
  }
  if (kind !== "request" && kind !== "task" && kind !== "approval" && kind !== "grant") return null;
  const seen = await seenBehind(ctx, person, { kind, ref });
  if (!seen) return null;
  const { key } = seen.request;
  // By the key alone: not everybody who reads the ticket may read what that is.
  if (kind === "request") return { thing: { kind, ref: key, label: key }, seen };
  return { thing: { kind, ref, label: SEEN_WORDS[kind](key) }, seen };
}

/** A thing behind which there is no request. */
function alone(thing: RelatedThing | null): Related | null {
  return thing && { thing, seen: null };
}

/** What is named by the key of its request alone. */
const SEEN_WORDS = {
  task: (key: string) => `A task of ${key}`,
  approval: (key: string) => `An approval of ${key}`,
  grant: (key: string) => `Access from ${key}`,
} as const;

/** The request behind a thing, for somebody who may see it; null for others, and where there is none. */
async function seenBehind(
  ctx: Ctx,
  person: Doc<"people">,
  { kind, ref }: Pick<RelatedThing, "kind" | "ref">,
): Promise<Visible | null> {
  const involved = await behind(ctx, kind, ref);
  const access = involved && accessTo(involved, person);
  return involved && access && { ...involved, access };
}

/** What a ticket is about, with the name that addresses have for it. */
export async function shownRelated(ctx: Ctx, related: RelatedThing | undefined) {
  if (!related) return null;
  const { kind, ref } = related;
  const address = kind === "task" || kind === "approval" ? await addressByName(ctx, kind, ref) : null;
  return { ...related, address: address ?? ref };
}

/** What was seen of a thing when its ticket was sent, as far as a reader may see it (S12). */
export async function foundFor(
  ctx: Ctx,
  { ticket: { found = [] }, isRequester, isAgent }: ReadTicket,
  person: Doc<"people">,
): Promise<Pick<TicketFinding, "weight" | "text">[]> {
  const seen: Pick<TicketFinding, "weight" | "text">[] = [];
  for (const { weight, text, requestId, isPersonal, isForAgents } of found) {
    if (isForAgents && !isAgent) continue;
    const request = requestId && (await ctx.db.get(requestId));
    if (requestId && !(request && accessTo(await loadInvolved(ctx, request), person))) continue;
    if (!isPersonal || isRequester || isAgent) seen.push({ weight, text });
  }
  return seen;
}

async function behind(ctx: Ctx, kind: RelatedThing["kind"], ref: string): Promise<Involved | null> {
  if (kind === "request") return await involvedIn(ctx, ref);
  const row = await rowBehind(ctx, kind, ref);
  const request = row && (await ctx.db.get(row.requestId));
  return request && (await loadInvolved(ctx, request));
}

async function rowBehind(ctx: Ctx, kind: RelatedThing["kind"], ref: string) {
  if (kind === "approval") return await approvalByName(ctx, ref);
  const id =
    kind === "task"
      ? ctx.db.normalizeId("requestTasks", ref)
      : kind === "grant"
        ? ctx.db.normalizeId("grants", ref)
        : null;
  return id && (await ctx.db.get(id));
}
