/** Writing data domains: one at a time by the form, many by a file; both go through the same step. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { scopeOf } from "../../access/scope";
import { refuse, refuseIf } from "../../lib/errors";
import { hashOfJson } from "../../lib/hash";
import { listIn, problemText, readSheet, type SheetProblem } from "../../lib/pure/sheet";
import { recordEvent, type Attribution } from "../audit/model";
import { changedFields } from "../audit/rules";
import { knownPeople, namedByIds, namedPerson, tellDuties, type DutyChange } from "../people/duties";
import { noteDutyChange } from "../people/dutyChanges";
import type { NamedPerson } from "../people/rules/owners";
import { allDomains } from "./model";
import {
  domainClashes,
  domainKeyFor,
  domainPeopleProblems,
  domainTextProblems,
  isSameDomain,
  MAX_DOMAINS,
  statusAfter,
  tidyDomain,
  whyNotActivate,
  whyNotChange,
  type Domain,
  type DomainEditor,
  type KnownDomain,
  type Sensitivity,
} from "./rules";
import { DOMAIN_COLUMNS, planDomains, type PlannedDomain } from "./rules/file";
import type { DataDomain } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;

/** Who writes, as what, and when. */
export interface Writer {
  readonly person: Doc<"people">;
  readonly editor: DomainEditor;
  readonly by: Attribution;
  readonly at: number;
}

/** A domain as a form sends it. */
export interface WantedDomain extends Omit<Domain, "ownerIds" | "deputyIds" | "sensitivity"> {
  readonly domainId?: Id<"dataDomains">;
  /** When the domain that is changed was last changed, as the form showed it. */
  readonly shownAt?: number;
  readonly saveKey: string;
  readonly sensitivity: Sensitivity;
  readonly ownerIds: readonly Id<"people">[];
  readonly deputyIds: readonly Id<"people">[];
}

/** The rows of a file with what each would do; `hash` names this very outcome. */
export interface DomainImport {
  readonly problems: readonly SheetProblem[];
  readonly planned: readonly (PlannedDomain & {
    readonly doc: Doc<"dataDomains"> | null;
    readonly status: DataDomain["status"];
  })[];
  readonly hash: string;
}

/** Super admins decide alone; others who may write propose. */
export function editorOf(roles: Doc<"people">["roles"]): DomainEditor {
  return scopeOf({ roles }, "activeDomains").isAll ? "superAdmin" : "governance";
}

/** Makes or changes a domain. The same `saveKey` finds the domain that was made the first time. */
export async function saveDomain(ctx: WriteCtx, wanted: WantedDomain, writer: Writer): Promise<Id<"dataDomains">> {
  const made =
    wanted.domainId === undefined
      ? await ctx.db
          .query("dataDomains")
          .withIndex("by_save_key", (q) => q.eq("saveKey", wanted.saveKey))
          .first()
      : null;
  if (made) return made._id;
  const before = wanted.domainId === undefined ? null : await ctx.db.get(wanted.domainId);
  if (wanted.domainId !== undefined && !before) refuse({ code: "not-found" });
  const domain = tidyDomain<Domain>({
    ...wanted,
    ownerIds: [...new Set(wanted.ownerIds)],
    deputyIds: [...new Set(wanted.deputyIds)],
  });
  if (before && isSameDomain(shapeOf(before), domain)) return before._id;
  refuseIf(whyNotChange(writer.editor, before?.status ?? null));
  if (before && before.updatedAt !== wanted.shownAt) refuse({ code: "changed-meanwhile" });
  const others = (await allDomains(ctx)).filter(({ _id }) => _id !== before?._id);
  const fields = {
    ...domainClashes(domain, others.map(shapeOf)),
    ...domainTextProblems(domain),
    ...(await peopleProblems(ctx, wanted, before)),
  };
  if (Object.keys(fields).length > 0) refuse({ code: "invalid-form", fields });
  if (!before && others.length >= MAX_DOMAINS)
    refuse({ code: "too-many", max: MAX_DOMAINS, message: `At most ${MAX_DOMAINS} data domains are kept.` });
  const { id, duty } = await writeDomain(ctx, before, domain, {
    ...writer,
    saveKey: wanted.saveKey,
    takenKeys: new Set(others.map(({ key }) => key)),
  });
  await tellDuties(ctx, [duty], { byId: writer.person._id, at: writer.at });
  return id;
}

/** Only who is named again has to be fit for it: a form that changes a word is not stopped by an owner who left. */
async function peopleProblems(ctx: ReadCtx, { ownerIds, deputyIds }: WantedDomain, before: Doc<"dataDomains"> | null) {
  const [owners, deputies] = [await namedByIds(ctx, ownerIds), await namedByIds(ctx, deputyIds)];
  const fresh = (
    ids: readonly string[],
    named: readonly NamedPerson[],
    old: readonly string[] = [],
  ): (NamedPerson | null)[] =>
    ids.filter((id) => !old.includes(id)).map((id) => named.find((person) => person.id === id) ?? null);
  return domainPeopleProblems(
    { owners: fresh(ownerIds, owners, before?.ownerIds), deputies: fresh(deputyIds, deputies, before?.deputyIds) },
    { owners, deputies },
  );
}

/** Opens a draft for requests. */
export async function activateDomain(
  ctx: WriteCtx,
  { domainId, shownAt }: { readonly domainId: Id<"dataDomains">; readonly shownAt: number },
  { person, editor, by, at }: Writer,
): Promise<void> {
  const domain = await ctx.db.get(domainId);
  if (!domain) refuse({ code: "not-found" });
  if (domain.updatedAt !== shownAt) refuse({ code: "changed-meanwhile" });
  const [author] = domain.changedById ? await namedByIds(ctx, [domain.changedById]) : [];
  const people = {
    author: author ?? null,
    owners: await namedByIds(ctx, domain.ownerIds),
    deputies: await namedByIds(ctx, domain.deputyIds),
  };
  refuseIf(whyNotActivate({ editor, status: domain.status, viewer: namedPerson(person), ...people }));
  await ctx.db.patch(domainId, { status: "active", updatedAt: at });
  await recordEvent(ctx, {
    ...by,
    action: "domain.activated",
    targets: [targetOf(domain)],
    changes: changedFields({ status: domain.status }, { status: "active" }),
    occurredAt: at,
  });
}

/** Reads a file of domains and says what it would do. */
export async function planDomainImport(ctx: ReadCtx, text: string, editor: DomainEditor): Promise<DomainImport> {
  const { rows, problems } = readSheet(text, DOMAIN_COLUMNS, MAX_DOMAINS);
  const domains = await allDomains(ctx);
  const emails = rows.flatMap(({ cells }) => [...listIn(cells["owners"] ?? ""), ...listIn(cells["deputies"] ?? "")]);
  const people = await knownPeople(
    ctx,
    emails,
    domains.flatMap(({ ownerIds, deputyIds }) => [...ownerIds, ...deputyIds]),
  );
  const plan = planDomains(rows, domains.map(shapeOf), people, editor);
  const byName = new Map(domains.map((domain) => [domain.name, domain]));
  const planned = plan.planned.map((one) => {
    const doc = one.before === null ? null : (byName.get(one.before) ?? null);
    return { ...one, doc, status: statusAfter(editor, doc?.status ?? null, one.domain.ownerIds.length) };
  });
  const outcome = planned.map(({ row, does, domain, doc }) => ({
    row,
    does,
    domain,
    id: doc?._id ?? null,
    at: doc?.updatedAt ?? 0,
  }));
  return { problems: [...problems, ...plan.problems], planned, hash: hashOfJson(outcome) };
}

/**
 * Does what a file says, all of it or nothing, if it still means what was shown. A file that says nothing new changes
 * nothing.
 */
export async function importDomains(
  ctx: WriteCtx,
  text: string,
  shownHash: string,
  writer: Writer,
): Promise<DomainImport> {
  const plan = await planDomainImport(ctx, text, writer.editor);
  const [problem] = plan.problems;
  if (problem) refuse({ code: "invalid-input", message: problemText(problem) });
  const wanted = plan.planned.filter(({ does }) => does !== "nothing");
  if (wanted.length === 0) return plan;
  if (plan.hash !== shownHash)
    refuse({
      code: "changed-meanwhile",
      message: "The data domains changed since you looked at this file. Look at it again.",
    });
  const takenKeys = new Set((await allDomains(ctx)).map(({ key }) => key));
  const duties: DutyChange[] = [];
  for (const { doc, domain } of wanted)
    duties.push((await writeDomain(ctx, doc, domain, { ...writer, takenKeys })).duty);
  await tellDuties(ctx, duties, { byId: writer.person._id, at: writer.at });
  const counts = { created: wanted.filter(({ doc }) => !doc).length, changed: wanted.filter(({ doc }) => doc).length };
  await recordEvent(ctx, {
    ...writer.by,
    action: "domain.fileImported",
    targets: [],
    context: counts,
    occurredAt: writer.at,
  });
  return plan;
}

async function writeDomain(
  ctx: WriteCtx,
  before: Doc<"dataDomains"> | null,
  domain: Domain,
  writer: Writer & { readonly saveKey?: string; readonly takenKeys: Set<string> },
): Promise<{ id: Id<"dataDomains">; duty: DutyChange }> {
  const { person, editor, by, at, saveKey, takenKeys } = writer;
  const ids = (texts: readonly string[]): Id<"people">[] =>
    texts.flatMap((id) => ctx.db.normalizeId("people", id) ?? []);
  const { name, description, sensitivity } = domain;
  const fields = {
    name,
    description,
    sensitivity: sensitivity ?? "restricted",
    ownerIds: ids(domain.ownerIds),
    deputyIds: ids(domain.deputyIds),
    databases: [...domain.databases],
    roles: rolesOf(domain, before),
    status: statusAfter(editor, before?.status ?? null, domain.ownerIds.length),
  } satisfies Partial<DataDomain>;
  const key = before?.key ?? domainKeyFor(name, takenKeys);
  takenKeys.add(key);
  const stamp = { changedById: person._id, updatedAt: at };
  const id = before ? before._id : await ctx.db.insert("dataDomains", { ...fields, ...stamp, key, saveKey });
  if (before) await ctx.db.patch(id, { ...fields, ...stamp });
  await recordEvent(ctx, {
    ...by,
    action: before ? "domain.changed" : "domain.created",
    targets: [targetOf({ _id: id, name })],
    changes: changedFields(before ? { ...before } : {}, fields),
    occurredAt: at,
  });
  const inCharge = (one: Pick<DataDomain, "ownerIds" | "deputyIds"> | null): Id<"people">[] =>
    one ? [...one.ownerIds, ...one.deputyIds] : [];
  const duty = { what: name, before: inCharge(before), after: inCharge(fields) };
  if (before && duty.before.join() !== duty.after.join())
    await noteDutyChange(ctx, { domainKey: key }, [person._id], at);
  return { id, duty };
}

/** The roles by name, with the words they had; those of the test environment stay as they are. */
function rolesOf(domain: Domain, before: Doc<"dataDomains"> | null): DataDomain["roles"] {
  const known = before?.roles ?? [];
  const role = (name: string, level: "read" | "write"): DataDomain["roles"][number] => {
    const same = known.find((one) => one.name === name && one.level === level && one.environment !== "test");
    return (
      same ?? { name, level, description: level === "read" ? `Read ${domain.name}` : `Read and change ${domain.name}` }
    );
  };
  const test = known.filter(({ environment }) => environment === "test");
  return [
    ...domain.readRoles.map((name) => role(name, "read")),
    ...domain.writeRoles.map((name) => role(name, "write")),
    ...test,
  ];
}

/** A row as the rules look at it. */
export function shapeOf({
  name,
  description,
  sensitivity,
  ownerIds,
  deputyIds,
  databases,
  roles,
  status,
}: Doc<"dataDomains">): KnownDomain {
  const named = (wanted: "read" | "write"): string[] =>
    roles.filter(({ level, environment }) => level === wanted && environment !== "test").map((role) => role.name);
  return {
    name,
    description,
    sensitivity,
    ownerIds,
    deputyIds,
    databases,
    readRoles: named("read"),
    writeRoles: named("write"),
    status,
    allRoles: roles.map((role) => role.name),
  };
}

function targetOf({ _id, name }: Pick<Doc<"dataDomains">, "_id" | "name">) {
  return { type: "domain", id: _id, label: name };
}
