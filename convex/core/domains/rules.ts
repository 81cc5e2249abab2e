/** Decisions about data domains: which of a domain's roles can be asked for, and what a domain may be. */

import { isSystemRole } from "../../lib/pure/systemRoles";
import { nameKey, whyNotText } from "../../lib/pure/text";
import { type NamedPerson, whyNotDeputies, whyNotInCharge } from "../people/rules/owners";
import type { DataDomain, DomainType, InheritedField } from "./table";

/** More domains than a company keeps apart. */
export const MAX_DOMAINS = 2000;
/** Rows of one file: what a second person can be shown at once. */
export const MAX_FILE_DOMAINS = 500;
const NAME_MAX_LENGTH = 50;
export const DESCRIPTION_MAX_LENGTH = 500;
const PRODUCT_MAX_LENGTH = 60;
/** Of each: owners, deputies; databases, roles. */
export const MAX_PEOPLE = 10;
const MAX_OBJECTS = 50;

/** The roles of a domain in an environment; all of them where the form asks for none. */
export function rolesIn<R extends DataDomain["roles"][number]>(
  roles: readonly R[],
  environment: string | null,
): readonly R[] {
  return environment === null ? roles : roles.filter((role) => (role.environment ?? "production") === environment);
}

export type Sensitivity = DataDomain["sensitivity"];
export const SENSITIVITY_LABELS: Readonly<Record<Sensitivity, string>> = {
  public: "Public",
  internal: "Internal",
  pii: "Personal data",
  restricted: "Restricted",
};

/** From the least sensitive to the most. */
export const BY_SENSITIVITY: readonly Sensitivity[] = ["public", "internal", "pii", "restricted"];

/** What a domain is there for, in words. */
export const TYPE_LABELS: Readonly<Record<DomainType, string>> = {
  source: "Source-aligned",
  aggregate: "Aggregate",
  consumer: "Consumer-aligned",
};

/** What a domain is of after a change; a change that says nothing of it leaves it. */
export function typeAfter(wanted: DomainType | null | undefined, before: DomainType | undefined) {
  return wanted === undefined ? before : (wanted ?? undefined);
}

/** In the order screens show them. */
export const DOMAIN_TYPES = Object.keys(TYPE_LABELS) as DomainType[];

/** What a domain may take from the one above it, in words. */
export const INHERITED_LABELS: Readonly<Record<InheritedField, string>> = {
  owners: "Owners",
  deputies: "Deputies",
  experts: "Experts",
  sensitivity: "Sensitivity",
};

/** In the order screens show them. */
export const INHERITED_FIELDS = Object.keys(INHERITED_LABELS) as InheritedField[];

/** A domain as somebody wants it; its key and status follow. */
export interface Domain {
  readonly name: string;
  readonly description: string;
  readonly type: DomainType | null;
  readonly sensitivity: Sensitivity | null;
  readonly ownerIds: readonly string[];
  readonly deputyIds: readonly string[];
  /** Business areas in the same places. */
  readonly ownerAreaIds: readonly string[];
  readonly deputyAreaIds: readonly string[];
  readonly expertIds: readonly string[];
  readonly products: readonly string[];
  /** The domain it is a part of, or null. */
  readonly parentId: string | null;
  /** What it takes from there. */
  readonly inherits: readonly InheritedField[];
  readonly databases: readonly string[];
  /** Names of the roles in Snowflake that open its production data. */
  readonly readRoles: readonly string[];
  readonly writeRoles: readonly string[];
}

/** A domain that is there. */
export interface KnownDomain extends Domain {
  readonly status: DataDomain["status"];
  /** Every role of it, also those of the test environment. */
  readonly allRoles: readonly string[];
}

/** A field of the form. */
export type DomainField =
  | "name"
  | "description"
  | "type"
  | "sensitivity"
  | "owners"
  | "deputies"
  | "experts"
  | "products"
  | "parent"
  | "databases"
  | "readRoles"
  | "writeRoles";
/** What is wrong, by field. */
export type DomainProblems = Partial<Record<DomainField, string>>;

/** The texts as they are kept: names of databases and roles in capitals, as Snowflake stores what is not quoted. */
export function tidyDomain<D extends Domain>(domain: D): D {
  const names = (list: readonly string[]): string[] => [
    ...new Set(list.map((name) => name.trim().toUpperCase()).filter((name) => name !== "")),
  ];
  return {
    ...domain,
    name: domain.name.trim().replaceAll(/\s+/gu, " "),
    description: domain.description.trim(),
    products: [...new Set(domain.products.map((name) => name.trim().replaceAll(/\s+/gu, " ")))].filter(
      (name) => name !== "",
    ),
    // Nothing above it, nothing to take from there; and what it takes is not said twice.
    inherits: inheritedOf(domain),
    ...(inheritedOf(domain).includes("owners") && { ownerIds: [], ownerAreaIds: [] }),
    ...(inheritedOf(domain).includes("deputies") && { deputyIds: [], deputyAreaIds: [] }),
    ...(inheritedOf(domain).includes("experts") && { expertIds: [] }),
    databases: names(domain.databases),
    readRoles: names(domain.readRoles),
    writeRoles: names(domain.writeRoles),
  };
}

function inheritedOf({ parentId, inherits }: Domain): readonly InheritedField[] {
  return parentId === null ? [] : INHERITED_FIELDS.filter((field) => inherits.includes(field));
}

/** What is wrong with what is typed about a (tidy) domain. */
export function domainTextProblems(domain: Omit<Domain, "type">): DomainProblems {
  const { readRoles, writeRoles } = domain;
  const both = readRoles.find((name) => writeRoles.includes(name));
  return {
    ...problem("name", whyNotText("Name", domain.name, { maxLength: NAME_MAX_LENGTH, isRequired: true })),
    ...problem(
      "description",
      whyNotText("Description", domain.description, { maxLength: DESCRIPTION_MAX_LENGTH, hasLines: true }),
    ),
    ...problem(
      "sensitivity",
      domain.sensitivity === null ? `Sensitivity is required: ${Object.values(SENSITIVITY_LABELS).join(", ")}` : null,
    ),
    ...problem("products", whyNotProducts(domain.products)),
    ...problem("databases", whyNotNames("Databases", domain.databases)),
    ...problem("readRoles", whyNotNames("Roles", readRoles) ?? whyNotRoles(readRoles)),
    ...problem(
      "writeRoles",
      whyNotNames("Roles", writeRoles) ??
        whyNotRoles(writeRoles) ??
        (both ? `${both} cannot be for reading and for changing` : null),
    ),
  };
}

function whyNotProducts(products: readonly string[]): string | null {
  if (products.length > MAX_OBJECTS) return `Data products: at most ${MAX_OBJECTS}`;
  return (
    products.map((name) => whyNotText("Data product", name, { maxLength: PRODUCT_MAX_LENGTH })).find(Boolean) ?? null
  );
}

function whyNotNames(label: string, names: readonly string[]): string | null {
  if (names.length > MAX_OBJECTS) return `${label}: at most ${MAX_OBJECTS}`;
  const bad = names.find((name) => !/^[A-Z_][A-Z0-9_$]{0,254}$/.test(name));
  return bad === undefined
    ? null
    : `${label}: “${bad.slice(0, 40)}” is not a name in Snowflake. Use letters, digits and underscores, and begin with a letter`;
}

/** Roles that hold the account itself are nobody's to ask for. */
function whyNotRoles(names: readonly string[]): string | null {
  const system = names.find(isSystemRole);
  return system === undefined ? null : `${system} covers the whole account and cannot be requested`;
}

/**
 * What is wrong with a domain beside the others that are there. A role opens one domain: its owners would not be asked
 * elsewhere.
 */
export function domainClashes(
  domain: Pick<Domain, "name" | "readRoles" | "writeRoles">,
  others: readonly Pick<KnownDomain, "name" | "allRoles">[],
): DomainProblems {
  const sameName = others.find(({ name }) => nameKey(name) === nameKey(domain.name));
  const taken = (list: readonly string[]): string | null => {
    for (const role of list) {
      const other = others.find(({ allRoles }) => allRoles.includes(role));
      if (other) return `${role} already belongs to ${other.name}`;
    }
    return null;
  };
  return {
    ...problem("name", sameName ? `There is already a data domain called ${sameName.name}` : null),
    ...problem("readRoles", taken(domain.readRoles)),
    ...problem("writeRoles", taken(domain.writeRoles)),
  };
}

/** Those named now, null for somebody unknown; undefined where they stay as before. */
export type NamedNow = Readonly<Record<"owners" | "deputies" | "experts", readonly (NamedPerson | null)[] | undefined>>;

/**
 * What is wrong with those who are named now, and with all of them as they would be. Nobody has to be named: a domain
 * without an owner stays a draft.
 */
export function domainPeopleProblems(
  now: Partial<NamedNow>,
  after: Readonly<Record<"owners" | "deputies", readonly NamedPerson[]>> & {
    readonly experts?: readonly NamedPerson[];
  },
): DomainProblems {
  const why = (named: NamedNow["owners"], all: readonly NamedPerson[]): string | null => {
    if (all.length > MAX_PEOPLE) return `At most ${MAX_PEOPLE} people`;
    return (named ?? []).map(whyNotInCharge).find((no) => no !== null) ?? null;
  };
  const both = now.owners || now.deputies ? whyNotDeputies(after.owners, after.deputies) : null;
  return {
    ...problem("owners", why(now.owners, after.owners)),
    ...problem("deputies", why(now.deputies, after.deputies) ?? both),
    ...problem("experts", why(now.experts, after.experts ?? [])),
  };
}

/** The roles by name, with the words they had; those of the test environment stay as they are. */
export function rolesAfter(
  { name, readRoles, writeRoles }: Pick<Domain, "name" | "readRoles" | "writeRoles">,
  before: DataDomain["roles"] = [],
): DataDomain["roles"] {
  const role = (text: string, level: "read" | "write"): DataDomain["roles"][number] => {
    const same = before.find((one) => one.name === text && one.level === level && one.environment !== "test");
    return same ?? { name: text, level, description: level === "read" ? `Read ${name}` : `Read and change ${name}` };
  };
  const test = before.filter(({ environment }) => environment === "test");
  return [...readRoles.map((text) => role(text, "read")), ...writeRoles.map((text) => role(text, "write")), ...test];
}

/** A key for links and forms that stays when the name changes: "Store sales" is store-sales, or store-sales-2. */
export function domainKeyFor(name: string, taken: ReadonlySet<string>): string {
  const plain =
    name
      .normalize("NFKD")
      .replaceAll(/\p{M}/gu, "")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .slice(0, 40)
      .replaceAll(/^-|-$/g, "") || "domain";
  for (let number = 1; ; number++) {
    const key = number === 1 ? plain : `${plain}-${number}`;
    if (!taken.has(key)) return key;
  }
}

/** Whether two domains hold the same. */
export function isSameDomain(a: Domain, b: Domain): boolean {
  const list = (one: readonly string[], other: readonly string[]): boolean =>
    one.length === other.length && one.every((item) => other.includes(item));
  return (
    a.name === b.name &&
    a.description === b.description &&
    a.type === b.type &&
    a.sensitivity === b.sensitivity &&
    list(a.ownerIds, b.ownerIds) &&
    list(a.deputyIds, b.deputyIds) &&
    list(a.ownerAreaIds, b.ownerAreaIds) &&
    list(a.deputyAreaIds, b.deputyAreaIds) &&
    list(a.expertIds, b.expertIds) &&
    list(a.products, b.products) &&
    a.parentId === b.parentId &&
    list(a.inherits, b.inherits) &&
    list(a.databases, b.databases) &&
    list(a.readRoles, b.readRoles) &&
    list(a.writeRoles, b.writeRoles)
  );
}

function problem(field: DomainField, message: string | null): DomainProblems {
  return message === null ? {} : { [field]: message };
}
