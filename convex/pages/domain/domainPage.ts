/** One data domain in full: who decides, what it says itself and takes from above, what is asked for and held. */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { personStatus } from "../../access/validators";
import { childrenOf, type EffectiveDomain, effectiveDomain } from "../../core/domains/inherited";
import { readingOf } from "../../core/domains/linking";
import { nextStates } from "../../core/domains/rules/states";
import { shapeOf } from "../../core/domains/saving";
import {
  catalogueFailure,
  catalogueLink,
  catalogueRead,
  dataDomain,
  domainStatus,
  domainType,
  inheritedField,
} from "../../core/domains/table";
import { accessName, nameOfAccess } from "../../core/grants/names";
import { namedByIds } from "../../core/people/duties";
import { askerOf, nameOf } from "../../core/people/model";
import { requestStatus } from "../../core/requests/table";
import { loadConnectors, loadHealth } from "../../core/services/model";
import { isConnectorOn } from "../../core/services/rules";
import { nullableTimestamp, timestamp } from "../../lib/validators";
import { stateOfDomain, whyNotPropose } from "../../process/confirming/domains/domains";
import { grantsOf, openRequestsOf } from "../../process/confirming/domains/impact";
import { openAbout } from "../../process/confirming/proposing";

type ReadCtx = Pick<QueryCtx, "db">;
type Row = Doc<"dataDomains">;

/** Lines of each list on the page; the lists of the portal have the rest. */
const SHOWN = 25;

const person = v.object({ id: v.id("people"), name: v.string(), email: v.string(), status: personStatus });
const people = v.array(person);
const areas = v.array(v.object({ id: v.id("businessAreas"), name: v.string() }));
export const domainLink = v.object({ id: v.id("dataDomains"), name: v.string(), status: domainStatus });
const refusal = v.union(v.null(), v.record(v.string(), v.any()));
const listOf = <Line extends Parameters<typeof v.array>[0]>(line: Line) =>
  v.object({ rows: v.array(line), hasMore: v.boolean() });

/** What is said in the places of those in charge, and who stands there now. */
const places = v.object({ owners: people, deputies: people, experts: people, ownerAreas: areas, deputyAreas: areas });

export const domainPage = v.object({
  id: v.id("dataDomains"),
  key: v.string(),
  name: v.string(),
  description: v.string(),
  status: domainStatus,
  type: v.union(domainType, v.null()),
  sensitivity: dataDomain.fields.sensitivity,
  /** Who decides and knows, as it counts now. */
  now: places,
  /** What the domain says itself, for its form. */
  own: places,
  /** Where what is not its own comes from. */
  from: v.array(v.object({ field: inheritedField, id: v.id("dataDomains"), name: v.string() })),
  inherits: v.array(inheritedField),
  parent: v.union(v.null(), domainLink),
  children: v.array(domainLink),
  databases: v.array(v.string()),
  roles: dataDomain.fields.roles,
  readRoles: v.array(v.string()),
  writeRoles: v.array(v.string()),
  products: v.array(v.string()),
  requests: listOf(
    v.object({ key: v.string(), title: v.string(), status: requestStatus, by: v.string(), createdAt: timestamp }),
  ),
  grants: listOf(
    v.object({
      id: v.id("grants"),
      requestKey: v.string(),
      ...accessName.fields,
      holder: v.string(),
      expiresAt: nullableTimestamp,
    }),
  ),
  /** The domain of the catalogue it is linked to, with what was read there last. */
  catalogue: v.union(
    v.null(),
    v.object({
      ...catalogueLink.fields,
      isOn: v.boolean(),
      isReading: v.boolean(),
      read: v.union(v.null(), catalogueRead),
      failure: v.union(v.null(), catalogueFailure),
    }),
  ),
  /** Whether there is a catalogue to link it to. */
  isLinkable: v.boolean(),
  /** Where it can go from here, and what is in the way. */
  next: v.array(v.object({ to: domainStatus, whyNot: refusal })),
  /** A change that waits for a second person. */
  waiting: v.union(v.null(), v.object({ title: v.string(), proposedAt: timestamp, isOwn: v.boolean() })),
  updatedAt: timestamp,
});
type DomainPage = Infer<typeof domainPage>;

/** Everything the page of a domain shows; null to whoever neither looks after domains nor is in charge of this one. */
export async function domainPageOf(ctx: ReadCtx, row: Row, viewer: Doc<"people">): Promise<DomainPage | null> {
  if ((await whyNotPropose(ctx, row, viewer)) !== null) return null;
  const now = await effectiveDomain(ctx, row);
  const { ownerAreaIds, deputyAreaIds, expertIds, readRoles, writeRoles } = shapeOf(row);
  const waiting = await openAbout(ctx, row._id);
  const isInReview = row.status === "draft" && waiting?.change.kind === "domain.state";
  return {
    id: row._id,
    key: row.key,
    name: row.name,
    description: row.description,
    status: isInReview ? "inReview" : row.status,
    type: row.type ?? null,
    sensitivity: now.sensitivity,
    now: await placesOf(ctx, now),
    own: await placesOf(ctx, { ...row, ownerAreaIds, deputyAreaIds, expertIds }),
    from: sourcesOf(now),
    inherits: row.inherits,
    parent: row.parentId ? linkTo(await ctx.db.get(row.parentId)) : null,
    children: (await childrenOf(ctx, row._id)).flatMap((child) => linkTo(child) ?? []),
    databases: row.databases,
    roles: row.roles,
    readRoles,
    writeRoles,
    products: row.products,
    requests: await requestsOf(ctx, row.key),
    grants: await heldOf(ctx, row.key),
    catalogue: await catalogueOf(ctx, row),
    isLinkable: row.status !== "archived" && ((await loadHealth(ctx)).get("collate")?.isConnected ?? false),
    next: await nextOf(ctx, row, viewer),
    waiting: waiting && {
      title: waiting.title,
      proposedAt: waiting.proposedAt,
      isOwn: waiting.proposedById === viewer._id,
    },
    updatedAt: row.updatedAt,
  };
}

/** The parts of a domain's people and areas that pages name. */
type Placed = Pick<EffectiveDomain, "ownerIds" | "deputyIds" | "expertIds"> &
  Partial<Pick<EffectiveDomain, "ownerAreaIds" | "deputyAreaIds">>;

async function placesOf(ctx: ReadCtx, placed: Placed): Promise<DomainPage["own"]> {
  const { ownerIds, deputyIds, expertIds, ownerAreaIds = [], deputyAreaIds = [] } = placed;
  return {
    owners: await shownPeople(ctx, ownerIds),
    deputies: await shownPeople(ctx, deputyIds),
    experts: await shownPeople(ctx, expertIds),
    ownerAreas: await shownAreas(ctx, ownerAreaIds),
    deputyAreas: await shownAreas(ctx, deputyAreaIds),
  };
}

/** People as lists of those in charge show them. */
export async function shownPeople(ctx: ReadCtx, ids: readonly Id<"people">[]): Promise<Infer<typeof people>> {
  const named = await namedByIds(ctx, ids);
  // namedByIds keeps the ids it was given.
  return named.map(({ id, name, email, status }) => ({ id: id as Id<"people">, name, email, status }));
}

async function shownAreas(ctx: ReadCtx, ids: readonly Id<"businessAreas">[]): Promise<Infer<typeof areas>> {
  const found = await Promise.all(ids.map((id) => ctx.db.get(id)));
  return found.flatMap((area) => (area ? [{ id: area._id, name: area.name }] : []));
}

function sourcesOf({ from, inherits }: EffectiveDomain): DomainPage["from"] {
  return inherits.flatMap((field) => {
    const source = from[field];
    return source ? [{ field, id: source._id, name: source.name }] : [];
  });
}

function linkTo(row: Row | null): Infer<typeof domainLink> | null {
  return row && { id: row._id, name: row.name, status: row.status };
}

async function catalogueOf(ctx: ReadCtx, { _id, status, catalogue }: Row): Promise<DomainPage["catalogue"]> {
  if (!catalogue) return null;
  const reading = await readingOf(ctx, _id);
  const connector = (await loadConnectors(ctx)).get("collate");
  return {
    ...catalogue,
    isOn: connector === undefined || isConnectorOn(connector, Date.now()),
    isReading: (reading?.isOpen ?? false) && status !== "archived",
    read: reading?.read ?? null,
    failure: reading?.failure ?? null,
  };
}

async function nextOf(ctx: ReadCtx, row: Row, viewer: Doc<"people">): Promise<DomainPage["next"]> {
  return await Promise.all(
    nextStates(row.status).map(async (to) => ({
      to,
      whyNot: await stateOfDomain.whyNot(ctx, { kind: "domain.state", domainId: row._id, to }, viewer),
    })),
  );
}

/** Open requests that name the domain, newest first. */
async function requestsOf(ctx: ReadCtx, key: string): Promise<DomainPage["requests"]> {
  const found = await openRequestsOf(ctx, key, SHOWN + 1);
  const sorted = found.toSorted((a, b) => b.createdAt - a.createdAt);
  const rows = sorted.slice(0, SHOWN).map(async (request) => ({
    key: request.key,
    title: request.title,
    status: request.status,
    by: await askerOf(ctx, request),
    createdAt: request.createdAt,
  }));
  return { rows: await Promise.all(rows), hasMore: found.length > SHOWN };
}

/** Access that people hold through requests for it. */
async function heldOf(ctx: ReadCtx, key: string): Promise<DomainPage["grants"]> {
  const found = await grantsOf(ctx, key, SHOWN + 1);
  const rows = found.slice(0, SHOWN).map(async (grant) => {
    const request = await ctx.db.get(grant.requestId);
    return {
      id: grant._id,
      requestKey: request?.key ?? "",
      ...(await nameOfAccess(ctx, request, grant)),
      holder: await nameOf(ctx, grant.beneficiaryId),
      expiresAt: grant.expiresAt ?? null,
    };
  });
  return { rows: await Promise.all(rows), hasMore: found.length > SHOWN };
}
