/** What a file of data domains would do, row by row. */

import type { SheetColumn, SheetProblem, SheetRow } from "../../../lib/pure/sheet";
import { listIn, nameKey } from "../../../lib/pure/text";
import type { KnownPeople } from "../../people/rules/owners";
import {
  domainClashes,
  type Domain,
  type DomainField,
  domainPeopleProblems,
  type DomainProblems,
  domainTextProblems,
  INHERITED_FIELDS,
  isSameDomain,
  type KnownDomain,
  MAX_DOMAINS,
  type NamedNow,
  type Sensitivity,
  SENSITIVITY_LABELS,
  tidyDomain,
  TYPE_LABELS,
} from "../rules";
import type { CatalogueField, DomainType, InheritedField } from "../table";
import { ledProblems } from "./linking";
import { whyNotChange } from "./states";

/** The columns of a file of data domains. */
export const DOMAIN_COLUMNS: readonly SheetColumn[] = [
  {
    name: "name",
    isRequired: true,
    help: "What people call it. A row with an existing name changes that domain.",
    example: "Orders",
  },
  {
    name: "description",
    isRequired: false,
    help: "What is in it, in one sentence.",
    example: "Orders and order lines of the web shop",
  },
  {
    name: "type",
    isRequired: false,
    help: "source, aggregate or consumer: as its source has it, brought together, or made for those who use it.",
    example: "source",
  },
  {
    name: "sensitivity",
    isRequired: false,
    help: "public, internal, pii or restricted. Needed for a new domain.",
    example: "internal",
  },
  {
    name: "owners",
    isRequired: false,
    help: "Addresses of those who decide about it, separated by |. Without one it stays a draft.",
    example: "owner@ao.com",
  },
  { name: "deputies", isRequired: false, help: "Addresses of those who decide when no owner can.", example: "" },
  { name: "experts", isRequired: false, help: "Addresses of those who know the data, separated by |.", example: "" },
  { name: "products", isRequired: false, help: "Data products made of it, separated by |.", example: "" },
  {
    name: "parent",
    isRequired: false,
    help: "The name of the domain it is a part of. A new part takes from there whatever its row leaves empty.",
    example: "",
  },
  { name: "databases", isRequired: false, help: "Its databases in Snowflake, separated by |.", example: "SALES" },
  {
    name: "read_roles",
    isRequired: false,
    help: "Roles in Snowflake that may read it, separated by |.",
    example: "ORDERS_READ",
  },
  { name: "write_roles", isRequired: false, help: "Roles that may change it.", example: "" },
];

const COLUMN_OF: Readonly<Record<DomainField, string>> = {
  name: "name",
  description: "description",
  type: "type",
  sensitivity: "sensitivity",
  owners: "owners",
  deputies: "deputies",
  experts: "experts",
  products: "products",
  parent: "parent",
  databases: "databases",
  readRoles: "read_roles",
  writeRoles: "write_roles",
};

/** What one row of a file would do. */
export interface PlannedDomain {
  readonly row: number;
  readonly does: "create" | "change" | "nothing";
  readonly domain: Domain;
  /** The name of the domain it changes. */
  readonly before: string | null;
  /** Whether requests may name it from then on. */
  readonly opens: boolean;
}

/** What a file of domains would do, with everything that is in the way. An empty cell leaves what is there. */
export function planDomains(
  rows: readonly SheetRow[],
  known: readonly (KnownDomain & { readonly id: string; readonly leads?: readonly CatalogueField[] })[],
  people: KnownPeople,
  isAlone: boolean,
): { planned: PlannedDomain[]; problems: SheetProblem[] } {
  const byName = new Map(known.map((domain) => [nameKey(domain.name), domain]));
  const names = new Map<string, number>();
  const planned: PlannedDomain[] = [];
  const problems: SheetProblem[] = [];
  for (const { row, cells } of rows) {
    const note = (found: DomainProblems): void => {
      for (const [field, message] of Object.entries(found))
        problems.push({ row, column: COLUMN_OF[field as DomainField], message });
    };
    const before = byName.get(nameKey(cells["name"] ?? ""));
    const named: NamedNow = {
      owners: peopleIn(cells["owners"], people),
      deputies: peopleIn(cells["deputies"], people),
      experts: peopleIn(cells["experts"], people),
    };
    const parent = cells["parent"] ? byName.get(nameKey(cells["parent"])) : undefined;
    const domain = tidyDomain(mergedDomain(cells, before, { named, parent }));
    const does = before === undefined ? "create" : isSameDomain(before, domain) ? "nothing" : "change";
    note({
      ...domainTextProblems(domain),
      ...(isUnknown(cells["type"], TYPE_LABELS) && { type: "Type is one of source, aggregate, consumer" }),
      ...(isUnknown(cells["sensitivity"], SENSITIVITY_LABELS) && {
        sensitivity: "Sensitivity is one of public, internal, pii, restricted",
      }),
    });
    if (before) note(ledProblems(before, domain, before.leads ?? []));
    note(
      domainPeopleProblems(named, {
        owners: byIds(domain.ownerIds, people),
        deputies: byIds(domain.deputyIds, people),
        experts: byIds(domain.expertIds, people),
      }),
    );
    if (cells["parent"] && !parent)
      problems.push({ row, column: "parent", message: "There is no data domain of this name. Import it first." });
    const no = does === "change" && before ? whyNotChange(before.status) : null;
    if (no) problems.push({ row, column: null, message: String(no["message"]) });
    const twin = names.get(nameKey(domain.name));
    if (twin !== undefined) problems.push({ row, column: "name", message: `Row ${twin} has the same name.` });
    names.set(nameKey(domain.name), row);
    const opens = (before?.status ?? "draft") === "draft" && canOpen(domain, isAlone);
    planned.push({ row, does, domain, before: before?.name ?? null, opens });
  }
  return {
    planned,
    problems: [...problems, ...rolesTwice(planned, known), ...tooMany(planned, known)].toSorted(
      (a, b) => (a.row ?? 0) - (b.row ?? 0),
    ),
  };
}

/** Whether somebody would decide about it and somebody when they cannot; what is taken from above may be empty there. */
function canOpen({ ownerIds, ownerAreaIds, deputyIds, deputyAreaIds }: Domain, isAlone: boolean): boolean {
  const hasOwner = ownerIds.length + ownerAreaIds.length > 0;
  return hasOwner && (isAlone || deputyIds.length + deputyAreaIds.length > 0);
}

function mergedDomain(
  cells: Readonly<Record<string, string>>,
  before: Domain | undefined,
  { named, parent }: { readonly named: NamedNow; readonly parent: (Domain & { readonly id: string }) | undefined },
): Domain {
  const { owners, deputies, experts } = named;
  const isSaid = (field: InheritedField): boolean => (cells[field] ?? "") !== "";
  const ids = (named: NamedNow["owners"], kept: readonly string[] | undefined): readonly string[] =>
    named === undefined ? (kept ?? []) : [...new Set(named.flatMap((person) => person?.id ?? []))];
  const list = (cell: string | undefined, kept: readonly string[] | undefined): readonly string[] =>
    cell ? listIn(cell) : (kept ?? []);
  return {
    name: before?.name ?? cells["name"] ?? "",
    description: cells["description"] || (before?.description ?? ""),
    type: codeIn<DomainType>(cells["type"], TYPE_LABELS) ?? before?.type ?? null,
    sensitivity:
      codeIn<Sensitivity>(cells["sensitivity"], SENSITIVITY_LABELS) ??
      before?.sensitivity ??
      parent?.sensitivity ??
      null,
    ownerIds: ids(owners, before?.ownerIds),
    deputyIds: ids(deputies, before?.deputyIds),
    ownerAreaIds: owners === undefined ? (before?.ownerAreaIds ?? []) : [],
    deputyAreaIds: deputies === undefined ? (before?.deputyAreaIds ?? []) : [],
    expertIds: ids(experts, before?.expertIds),
    products: list(cells["products"], before?.products),
    parentId: parent?.id ?? before?.parentId ?? null,
    // What a row says is the domain's own from then on; a part that is new takes the rest from above.
    inherits: (before?.inherits ?? (parent ? INHERITED_FIELDS : [])).filter((field) => !isSaid(field)),
    databases: list(cells["databases"], before?.databases),
    readRoles: list(cells["read_roles"], before?.readRoles),
    writeRoles: list(cells["write_roles"], before?.writeRoles),
  };
}

function peopleIn(cell: string | undefined, people: KnownPeople): NamedNow["owners"] {
  const emails = listIn(cell ?? "");
  return emails.length === 0 ? undefined : emails.map(people.withEmail);
}

function byIds(ids: readonly string[], people: KnownPeople) {
  return ids.flatMap((id) => people.byId(id) ?? []);
}

/** The word of the code or of the screen. */
function codeIn<Code extends string>(cell: string | undefined, labels: Readonly<Record<Code, string>>): Code | null {
  const word = (cell ?? "").trim().toLowerCase();
  const codes = Object.keys(labels) as Code[];
  return codes.find((code) => code === word || labels[code].toLowerCase() === word) ?? null;
}

function isUnknown(cell: string | undefined, labels: Readonly<Record<string, string>>): boolean {
  return (cell ?? "") !== "" && codeIn(cell, labels) === null;
}

/** Roles are compared as they would be afterwards: one domain of a file may take over what another gives up. */
function rolesTwice(planned: readonly PlannedDomain[], known: readonly KnownDomain[]): SheetProblem[] {
  const inFile = new Set(planned.map(({ before }) => before));
  const others = known.filter(({ name }) => !inFile.has(name));
  const takenBy = new Map<string, number>();
  const problems: SheetProblem[] = [];
  for (const { row, domain } of planned) {
    const { readRoles, writeRoles } = domainClashes(domain, others);
    if (readRoles) problems.push({ row, column: "read_roles", message: readRoles });
    if (writeRoles) problems.push({ row, column: "write_roles", message: writeRoles });
    for (const [column, roles] of [
      ["read_roles", domain.readRoles],
      ["write_roles", domain.writeRoles],
    ] as const) {
      for (const role of roles) {
        const other = takenBy.get(role);
        if (other !== undefined && other !== row)
          problems.push({ row, column, message: `${role} is also in row ${other}. A role belongs to one domain.` });
        takenBy.set(role, row);
      }
    }
  }
  return problems;
}

function tooMany(planned: readonly PlannedDomain[], known: readonly KnownDomain[]): SheetProblem[] {
  const after = known.length + planned.filter(({ does }) => does === "create").length;
  return after > MAX_DOMAINS
    ? [{ row: null, column: null, message: `There would be ${after} data domains; at most ${MAX_DOMAINS} are kept.` }]
    : [];
}
