/** Decisions about data domains: which of a domain's roles can be asked for, and what a domain may be. */

import type { Refusal } from "../../lib/pure/refusal";
import { isSystemRole } from "../../lib/pure/systemRoles";
import { nameKey, whyNotText } from "../../lib/pure/text";
import { type NamedPerson, whyNotDeputies, whyNotInCharge } from "../people/rules/owners";
import type { DataDomain } from "./table";

/** More domains than a company keeps apart. */
export const MAX_DOMAINS = 300;
const NAME_MAX_LENGTH = 50;
const DESCRIPTION_MAX_LENGTH = 500;
/** Of each: owners, deputies; databases, roles. */
const MAX_PEOPLE = 10;
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

/** A domain as somebody wants it; its key and status follow. */
export interface Domain {
  readonly name: string;
  readonly description: string;
  readonly sensitivity: Sensitivity | null;
  readonly ownerIds: readonly string[];
  readonly deputyIds: readonly string[];
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
  | "sensitivity"
  | "owners"
  | "deputies"
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
    databases: names(domain.databases),
    readRoles: names(domain.readRoles),
    writeRoles: names(domain.writeRoles),
  };
}

/** What is wrong with what is typed about a (tidy) domain. */
export function domainTextProblems(domain: Domain): DomainProblems {
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

function whyNotNames(label: string, names: readonly string[]): string | null {
  if (names.length > MAX_OBJECTS) return `${label}: at most ${MAX_OBJECTS}`;
  const bad = names.find((name) => !/^[A-Z_][A-Z0-9_$]{0,254}$/.test(name));
  return bad === undefined
    ? null
    : `${label}: “${bad.slice(0, 40)}” is no name in Snowflake. Use letters, digits and underscores, and begin with a letter`;
}

/** Roles that hold the account itself are nobody's to ask for. */
function whyNotRoles(names: readonly string[]): string | null {
  const system = names.find(isSystemRole);
  return system === undefined ? null : `${system} holds the whole account and cannot be asked for`;
}

/**
 * What is wrong with a domain beside the others that are there. A role or database opens one domain: its owners would
 * not be asked elsewhere.
 */
export function domainClashes(
  domain: Domain,
  others: readonly Pick<KnownDomain, "name" | "allRoles">[],
): DomainProblems {
  const sameName = others.find(({ name }) => nameKey(name) === nameKey(domain.name));
  const taken = (list: readonly string[]): string | null => {
    for (const role of list) {
      const other = others.find(({ allRoles }) => allRoles.includes(role));
      if (other) return `${role} belongs to ${other.name} already`;
    }
    return null;
  };
  return {
    ...problem("name", sameName ? `There is a data domain called ${sameName.name} already` : null),
    ...problem("readRoles", taken(domain.readRoles)),
    ...problem("writeRoles", taken(domain.writeRoles)),
  };
}

/** Those named as owners and deputies now, null for somebody unknown; undefined where they stay as before. */
export interface NamedNow {
  readonly owners: readonly (NamedPerson | null)[] | undefined;
  readonly deputies: readonly (NamedPerson | null)[] | undefined;
}

/**
 * What is wrong with those who are named now, and with owners and deputies as they would be. Nobody has to be named: a
 * domain without an owner stays a draft.
 */
export function domainPeopleProblems(
  now: NamedNow,
  after: { readonly owners: readonly NamedPerson[]; readonly deputies: readonly NamedPerson[] },
): DomainProblems {
  const why = (named: NamedNow["owners"], all: readonly NamedPerson[]): string | null => {
    if (all.length > MAX_PEOPLE) return `At most ${MAX_PEOPLE} people`;
    return (named ?? []).map(whyNotInCharge).find((no) => no !== null) ?? null;
  };
  const both = now.owners || now.deputies ? whyNotDeputies(after.owners, after.deputies) : null;
  return {
    ...problem("owners", why(now.owners, after.owners)),
    ...problem("deputies", why(now.deputies, after.deputies) ?? both),
  };
}

/** Who saves a domain: super admins decide alone, governance proposes and a second of them activates. */
export type DomainEditor = "superAdmin" | "governance";

/** Why a domain of this status cannot be changed by them, or null. */
export function whyNotChange(editor: DomainEditor, status: DataDomain["status"] | null): Refusal | null {
  if (status === "archived")
    return { code: "not-eligible", message: "An archived data domain can no longer be changed." };
  if (editor === "superAdmin" || status === null || status === "draft") return null;
  return { code: "not-eligible", message: "This data domain is open for requests. Only a super admin can change it." };
}

/** The status of a domain after it was saved: open for requests once a super admin named who decides about them. */
export function statusAfter(
  editor: DomainEditor,
  status: DataDomain["status"] | null,
  owners: number,
): DataDomain["status"] {
  if (status !== null && status !== "draft") return status;
  return editor === "superAdmin" && owners > 0 ? "active" : "draft";
}

/** What an activation is decided on. */
export interface ActivationFacts {
  readonly editor: DomainEditor;
  readonly status: DataDomain["status"];
  readonly viewer: { readonly mailbox: string };
  /** Who saved it last. */
  readonly author: NamedPerson | null;
  readonly owners: readonly NamedPerson[];
  readonly deputies: readonly NamedPerson[];
}

/**
 * Why somebody cannot open a draft for requests, or null: never who wrote it or is named in it, whatever account they
 * use.
 */
export function whyNotActivate({ editor, status, viewer, author, owners, deputies }: ActivationFacts): Refusal | null {
  if (status !== "draft") return { code: "wrong-state", status };
  if (!owners.some((owner) => owner.status === "active"))
    return {
      code: "not-eligible",
      message: "Name an active owner first: requests for this domain would reach nobody.",
    };
  if (editor === "superAdmin") return null;
  if (!deputies.some((deputy) => deputy.status === "active"))
    return { code: "not-eligible", message: "Name an active deputy first." };
  if (author?.mailbox === viewer.mailbox)
    return {
      code: "not-eligible",
      message: "You saved this draft last. Another person from data governance has to activate it.",
    };
  const isNamed = [...owners, ...deputies].some(({ mailbox }) => mailbox === viewer.mailbox);
  return isNamed
    ? {
        code: "not-eligible",
        message: "You are named in this draft. Another person from data governance has to activate it.",
      }
    : null;
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
    a.sensitivity === b.sensitivity &&
    list(a.ownerIds, b.ownerIds) &&
    list(a.deputyIds, b.deputyIds) &&
    list(a.databases, b.databases) &&
    list(a.readRoles, b.readRoles) &&
    list(a.writeRoles, b.writeRoles)
  );
}

function problem(field: DomainField, message: string | null): DomainProblems {
  return message === null ? {} : { [field]: message };
}
