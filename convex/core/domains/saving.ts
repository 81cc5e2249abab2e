/** Writing data domains: what is wrong with one, and the one step that makes and changes them. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { Refusal } from "../../lib/pure/refusal";
import { recordEvent, type Attribution } from "../audit/model";
import { changedFields } from "../audit/rules";
import { namedByIds, tellDuties, type DutyChange } from "../people/duties";
import { noteDutyChange } from "../people/dutyChanges";
import type { NamedPerson } from "../people/rules/owners";
import { DomainReader, domainsBelow, effectiveDomain, type EffectiveDomain } from "./inherited";
import { allDomains } from "./model";
import {
  domainClashes,
  domainKeyFor,
  domainPeopleProblems,
  type DomainProblems,
  domainTextProblems,
  type KnownDomain,
  MAX_DOMAINS,
  rolesAfter,
  type Sensitivity,
  typeAfter,
} from "./rules";
import { isSettled, whyNotChange } from "./rules/states";
import { whyNotParent } from "./rules/tree";
import type { DataDomain, DomainType, InheritedField } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;
type Row = Doc<"dataDomains">;

/** Who writes, by whose word, and when. */
export interface Writer {
  readonly byId: Id<"people">;
  readonly by: Attribution;
  readonly at: number;
  /** Who proposed and who confirmed it. */
  readonly wordOf: readonly Id<"people">[];
  /** What the event says beside the change. */
  readonly context?: Readonly<Record<string, unknown>>;
}

/** A domain as it is wanted: one that is there, or a new one. */
export interface WantedDomain {
  readonly domainId: Id<"dataDomains"> | null;
  readonly saveKey?: string;
  readonly name: string;
  readonly description: string;
  /** Absent where nothing is said of it: it stays as it is. */
  readonly type?: DomainType | null;
  readonly sensitivity: Sensitivity;
  readonly ownerIds: Id<"people">[];
  readonly ownerAreaIds: Id<"businessAreas">[];
  readonly deputyIds: Id<"people">[];
  readonly deputyAreaIds: Id<"businessAreas">[];
  readonly expertIds: Id<"people">[];
  readonly products: string[];
  readonly parentId: Id<"dataDomains"> | null;
  readonly inherits: InheritedField[];
  readonly databases: string[];
  readonly readRoles: string[];
  readonly writeRoles: string[];
  readonly opens: boolean;
}

/** The domain the save with this name made, or null. */
export async function madeBySave(ctx: ReadCtx, saveKey: string): Promise<Row | null> {
  return await ctx.db
    .query("dataDomains")
    .withIndex("by_save_key", (q) => q.eq("saveKey", saveKey))
    .first();
}

/** Why domains cannot be as they are wanted, or null; what is wrong is named by field. */
export async function whyNotDomains(ctx: ReadCtx, wanted: readonly WantedDomain[]): Promise<Refusal | null> {
  const known = await allDomains(ctx);
  const others = known.filter(({ _id }) => !wanted.some(({ domainId }) => domainId === _id));
  const shapes = others.map(shapeOf);
  for (const one of wanted) {
    const before = one.domainId === null ? null : (known.find(({ _id }) => _id === one.domainId) ?? null);
    if (one.domainId !== null && !before) return { code: "not-found" };
    const over = whyNotChange(before?.status ?? null);
    if (over) return over;
    const beside = wanted.filter((other) => other !== one).map((other) => ({ ...other, allRoles: rolesNamed(other) }));
    const parent = whyNotParent(one.domainId, one.parentId, branchesAfter(known, wanted));
    const fields = {
      ...domainClashes(one, [...shapes, ...beside]),
      ...domainTextProblems(one),
      ...(parent !== null && { parent }),
      ...(await peopleProblems(ctx, one, before)),
    };
    if (Object.keys(fields).length > 0) return { code: "invalid-form", fields };
  }
  return others.length + wanted.length > MAX_DOMAINS
    ? { code: "too-many", max: MAX_DOMAINS, message: `At most ${MAX_DOMAINS} data domains are kept.` }
    : null;
}

function rolesNamed({ readRoles, writeRoles }: Pick<WantedDomain, "readRoles" | "writeRoles">): string[] {
  return [...readRoles, ...writeRoles];
}

/** The tree as it would be: two moves of one file must not make a circle together. */
function branchesAfter(known: readonly Row[], wanted: readonly WantedDomain[]) {
  const parentOf = new Map(wanted.map(({ domainId, parentId }) => [domainId, parentId]));
  return known.map(({ _id, name, status, parentId }) => ({
    id: _id as string,
    name,
    status,
    parentId: (parentOf.has(_id) ? parentOf.get(_id) : parentId) ?? null,
  }));
}

/** Only who is named again has to be fit for it: a form that changes a word is not stopped by an owner who left. */
async function peopleProblems(ctx: ReadCtx, wanted: WantedDomain, before: Row | null): Promise<DomainProblems> {
  const { ownerIds, deputyIds, expertIds } = wanted;
  const after = await asEffective(ctx, wanted, before);
  const [owners, deputies] = [await namedByIds(ctx, after.ownerIds), await namedByIds(ctx, after.deputyIds)];
  const own = await namedByIds(ctx, [...ownerIds, ...deputyIds, ...expertIds]);
  const fresh = (ids: readonly string[], old: readonly string[] = []): (NamedPerson | null)[] =>
    ids.filter((id) => !old.includes(id)).map((id) => own.find((person) => person.id === id) ?? null);
  const mine = (ids: readonly string[]): NamedPerson[] => own.filter(({ id }) => ids.includes(id));
  const problems = domainPeopleProblems(
    {
      owners: fresh(ownerIds, before?.ownerIds),
      deputies: fresh(deputyIds, before?.deputyIds),
      experts: fresh(expertIds, before?.expertIds),
    },
    { owners: mine(ownerIds), deputies: mine(deputyIds), experts: mine(expertIds) },
  );
  const areas = await areaProblems(ctx, wanted);
  return { ...(await nobodyLeft(ctx, before, { owners, deputies })), ...areas, ...problems };
}

async function areaProblems(ctx: ReadCtx, wanted: WantedDomain): Promise<DomainProblems> {
  const why = async (ids: readonly Id<"businessAreas">[]): Promise<string | null> => {
    for (const id of ids) {
      const area = await ctx.db.get(id);
      if (!area) return "There is no such business area";
      if (area.mergedIntoId) return `${area.name} was merged into another area. Choose that one`;
    }
    return null;
  };
  const [owners, deputies] = [await why(wanted.ownerAreaIds), await why(wanted.deputyAreaIds)];
  const both = wanted.ownerAreaIds.some((id) => wanted.deputyAreaIds.includes(id));
  return {
    ...(owners !== null && { owners }),
    ...(deputies !== null && { deputies }),
    ...(both && { deputies: "A business area is owner or deputy, not both" }),
  };
}

/**
 * What is open keeps somebody who decides (D1, D4). Who left without being replaced is no reason to refuse another
 * change.
 */
async function nobodyLeft(
  ctx: ReadCtx,
  before: Row | null,
  after: Readonly<Record<"owners" | "deputies", readonly NamedPerson[]>>,
): Promise<DomainProblems> {
  if (!before || !isSettled(before.status)) return {};
  const was = await effectiveDomain(ctx, before);
  const isActive = ({ status }: NamedPerson): boolean => status === "active";
  const gone = async (ids: readonly Id<"people">[], now: readonly NamedPerson[]): Promise<boolean> =>
    (await namedByIds(ctx, ids)).some(isActive) && !now.some(isActive);
  return {
    ...((await gone(was.ownerIds, after.owners)) && {
      owners: "Requests for this domain would reach nobody. Name another active owner",
    }),
    ...((await gone(was.deputyIds, after.deputies)) && {
      deputies: "An open data domain has a deputy. Name another active one",
    }),
  };
}

/** A domain as it would count. */
export async function asEffective(ctx: ReadCtx, wanted: WantedDomain, before: Row | null): Promise<EffectiveDomain> {
  const { parentId, domainId: _, opens: _opens, readRoles: _read, writeRoles: _write, ...said } = wanted;
  // A new domain stands for itself: nothing asks for its id.
  const row =
    before ?? ({ _id: "" as Id<"dataDomains">, _creationTime: 0, key: "", status: "draft", updatedAt: 0 } as const);
  return await effectiveDomain(ctx, {
    ...row,
    ...said,
    type: typeAfter(wanted.type, before?.type),
    roles: rolesAfter(wanted, before?.roles),
    parentId: parentId ?? undefined,
  });
}

/** Makes and changes domains as they are wanted; who is or was in charge is told, also of what takes it from there. */
export async function writeDomains(ctx: WriteCtx, wanted: readonly WantedDomain[], writer: Writer): Promise<void> {
  const takenKeys = new Set((await allDomains(ctx)).map(({ key }) => key));
  const below = (
    await Promise.all(wanted.flatMap(({ domainId }) => (domainId === null ? [] : [domainsBelow(ctx, domainId)])))
  ).flat();
  const watched = new Set([...wanted.flatMap(({ domainId }) => domainId ?? []), ...below.map(({ _id }) => _id)]);
  const before = await inChargeOf(ctx, watched);
  const made: Id<"dataDomains">[] = [];
  for (const one of wanted) made.push(await writeDomain(ctx, one, takenKeys, writer));
  const after = await inChargeOf(ctx, new Set([...watched, ...made]));
  const duties: DutyChange[] = [];
  for (const [id, now] of after) {
    const was = before.get(id);
    duties.push({ what: now.name, before: was?.people ?? [], after: now.people });
    if (was && was.people.join() !== now.people.join())
      await noteDutyChange(ctx, { domainKey: now.key }, writer.wordOf, writer.at);
  }
  await tellDuties(ctx, duties, writer);
}

async function inChargeOf(ctx: ReadCtx, ids: Iterable<Id<"dataDomains">>) {
  const reader = new DomainReader(ctx);
  const found = new Map<Id<"dataDomains">, { name: string; key: string; people: Id<"people">[] }>();
  for (const id of ids) {
    const row = await ctx.db.get(id);
    if (!row) continue;
    const { ownerIds, deputyIds } = await reader.effective(row);
    found.set(id, { name: row.name, key: row.key, people: [...ownerIds, ...deputyIds] });
  }
  return found;
}

async function writeDomain(
  ctx: WriteCtx,
  wanted: WantedDomain,
  takenKeys: Set<string>,
  { byId, by, at, context }: Writer,
): Promise<Id<"dataDomains">> {
  const before = wanted.domainId === null ? null : await ctx.db.get(wanted.domainId);
  const { domainId: _, saveKey, parentId, opens, readRoles: _read, writeRoles: _write, ...said } = wanted;
  const status = before?.status ?? "draft";
  const fields = {
    ...said,
    type: typeAfter(wanted.type, before?.type),
    parentId: parentId ?? undefined,
    roles: rolesAfter(wanted, before?.roles),
    status: opens && status === "draft" ? ("active" as const) : status,
  } satisfies Partial<DataDomain>;
  const key = before?.key ?? domainKeyFor(wanted.name, takenKeys);
  takenKeys.add(key);
  const stamp = { changedById: byId, updatedAt: at };
  const id = before ? before._id : await ctx.db.insert("dataDomains", { ...fields, ...stamp, key, saveKey });
  if (before) await ctx.db.patch(id, { ...fields, ...stamp });
  await recordEvent(ctx, {
    ...by,
    action: before ? "domain.changed" : "domain.created",
    targets: [targetOf({ _id: id, name: wanted.name })],
    changes: changedFields(before ?? {}, fields),
    context,
    occurredAt: at,
  });
  return id;
}

/** A row as the rules look at it. */
export function shapeOf(row: Row): KnownDomain & Omit<WantedDomain, "domainId" | "saveKey" | "opens"> {
  const { name, description, sensitivity, ownerIds, ownerAreaIds, deputyIds, deputyAreaIds, expertIds } = row;
  const { products, inherits, databases, roles, status } = row;
  const named = (wanted: "read" | "write"): string[] =>
    roles.filter(({ level, environment }) => level === wanted && environment !== "test").map((role) => role.name);
  return {
    name,
    description,
    type: row.type ?? null,
    sensitivity,
    ownerIds,
    ownerAreaIds,
    deputyIds,
    deputyAreaIds,
    expertIds,
    products,
    parentId: row.parentId ?? null,
    inherits,
    databases,
    readRoles: named("read"),
    writeRoles: named("write"),
    status,
    allRoles: roles.map((role) => role.name),
  };
}

/** How events and links name a domain. */
export function targetOf({ _id, name }: Pick<Row, "_id" | "name">) {
  return { type: "domain", id: _id, label: name };
}
