/** Reading a file of data domains: what it would do, row by row. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { hashOfJson } from "../../lib/hash";
import { readSheet, type SheetProblem } from "../../lib/pure/sheet";
import { listIn } from "../../lib/pure/text";
import { knownPeople } from "../people/duties";
import { allDomains } from "./model";
import { MAX_FILE_DOMAINS } from "./rules";
import { DOMAIN_COLUMNS, planDomains, type PlannedDomain } from "./rules/file";
import { shapeOf, type WantedDomain } from "./saving";

type ReadCtx = Pick<QueryCtx, "db">;

/** The rows of a file with what each would do; `hash` names this very outcome. */
export interface DomainImport {
  readonly problems: readonly SheetProblem[];
  readonly planned: readonly (PlannedDomain & { readonly doc: Doc<"dataDomains"> | null })[];
  readonly hash: string;
}

/** Reads a file of domains and says what it would do. What can be opened is: whoever is alone needs no deputy. */
export async function planDomainImport(ctx: ReadCtx, text: string, isAlone: boolean): Promise<DomainImport> {
  const { rows, problems } = readSheet(text, DOMAIN_COLUMNS, MAX_FILE_DOMAINS);
  const domains = await allDomains(ctx);
  const named = ({ cells }: (typeof rows)[number]): string[] =>
    ["owners", "deputies", "experts"].flatMap((column) => listIn(cells[column] ?? ""));
  const people = await knownPeople(
    ctx,
    rows.flatMap(named),
    domains.flatMap(({ ownerIds, deputyIds, expertIds }) => [...ownerIds, ...deputyIds, ...expertIds]),
  );
  const known = domains.map((domain) => ({
    ...shapeOf(domain),
    id: domain._id as string,
    leads: domain.catalogue?.leads ?? [],
  }));
  const plan = planDomains(rows, known, people, isAlone);
  const byName = new Map(domains.map((domain) => [domain.name, domain]));
  const planned = plan.planned.map((one) => ({
    ...one,
    doc: one.before === null ? null : (byName.get(one.before) ?? null),
  }));
  const outcome = planned.map(({ row, does, domain, opens, doc }) => ({
    row,
    does,
    domain,
    opens,
    id: doc?._id ?? null,
    at: doc?.updatedAt ?? 0,
  }));
  return { problems: [...problems, ...plan.problems], planned, hash: hashOfJson(outcome) };
}

/** The rows of a file that do something, as they are wanted. */
export function wantedOf(ctx: ReadCtx, { planned }: DomainImport): WantedDomain[] {
  const people = (texts: readonly string[]): Id<"people">[] =>
    texts.flatMap((id) => ctx.db.normalizeId("people", id) ?? []);
  const areas = (texts: readonly string[]): Id<"businessAreas">[] =>
    texts.flatMap((id) => ctx.db.normalizeId("businessAreas", id) ?? []);
  return planned
    .filter(({ does }) => does !== "nothing")
    .map(({ domain, doc, opens }) => ({
      domainId: doc?._id ?? null,
      name: domain.name,
      description: domain.description,
      type: domain.type,
      sensitivity: domain.sensitivity ?? "restricted",
      ownerIds: people(domain.ownerIds),
      ownerAreaIds: areas(domain.ownerAreaIds),
      deputyIds: people(domain.deputyIds),
      deputyAreaIds: areas(domain.deputyAreaIds),
      expertIds: people(domain.expertIds),
      products: [...domain.products],
      parentId: domain.parentId === null ? null : ctx.db.normalizeId("dataDomains", domain.parentId),
      inherits: [...domain.inherits],
      databases: [...domain.databases],
      readRoles: [...domain.readRoles],
      writeRoles: [...domain.writeRoles],
      opens,
    }));
}
