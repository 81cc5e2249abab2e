/** What the form for a ticket offers before it is written: things of one's own, and one's own tickets alike. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { activeDomains } from "../../core/domains/model";
import { grantsOf } from "../../core/grants/model";
import { nameOfGrant } from "../../core/grants/names";
import { requestsOf } from "../../core/requests/model";
import { titleFor } from "../../core/requests/rules";
import { CONNECTOR_LABELS, CONNECTOR_NAMES } from "../../core/services/rules";
import { alike } from "../../core/tickets/alike";
import { UNFINISHED } from "../../core/tickets/rules";

type Ctx = Pick<QueryCtx, "db">;

/** Things of each kind that are offered, tickets that are looked through and those that are shown. */
const OFFERED = 10;
const MAX_DOMAINS_OFFERED = 200;
const LOOKED_AT = 50;
const SHOWN = 3;

/** A thing a ticket may be about, by the name `relatedFor` reads. */
export interface Relatable {
  readonly ref: string;
  readonly label: string;
  readonly group: "request" | "grant" | "domain" | "service";
}

/** Latest requests of somebody, access they hold or held, the domains that can be asked for, and the systems. */
export async function relatablesOf(ctx: Ctx, { _id }: Doc<"people">): Promise<Relatable[]> {
  const requests = await requestsOf(ctx, _id, OFFERED);
  const domains = await activeDomains(ctx);
  const grants: Doc<"grants">[] = [];
  for (const state of ["Expiring", "Active", "Expired", "Revoked"] as const)
    grants.push(...(await grantsOf(ctx, _id, state, OFFERED)));
  return [
    ...requests
      .filter(({ status }) => status !== "Draft")
      .map((one) => ({ ref: one.key, label: `${one.key} ${titleFor(one, _id)}`, group: "request" as const })),
    ...(await Promise.all(grants.slice(0, OFFERED).map((grant) => relatableGrant(ctx, grant)))),
    ...domains.slice(0, MAX_DOMAINS_OFFERED).map(({ key, name }) => ({
      ref: `domain:${key}`,
      label: name,
      group: "domain" as const,
    })),
    ...CONNECTOR_NAMES.map((name) => ({
      ref: `service:${name}`,
      label: CONNECTOR_LABELS[name],
      group: "service" as const,
    })),
  ];
}

async function relatableGrant(ctx: Ctx, grant: Doc<"grants">): Promise<Relatable> {
  const { description } = await nameOfGrant(ctx, grant);
  return {
    ref: `grant:${grant._id}`,
    label: grant.endedAt === undefined ? description : `${description} (ended)`,
    group: "grant",
  };
}

/** Unfinished tickets somebody wrote whose titles are much like a text, the most alike first. */
export async function ownTicketsAlike(ctx: Ctx, { _id }: Doc<"people">, text: string) {
  const own = await ctx.db
    .query("tickets")
    .withIndex("by_requester", (q) => q.eq("requesterId", _id))
    .order("desc")
    .take(LOOKED_AT);
  const unfinished = own.filter(({ state }) => UNFINISHED.includes(state));
  return alike(text, unfinished, ({ title }) => title)
    .slice(0, SHOWN)
    .map(({ key, title }) => ({ key, title }));
}
