/** What is typed and chosen in the form of a domain, what it becomes, and what it changes in words. */

import {
  INHERITED_LABELS,
  type Sensitivity,
  SENSITIVITY_LABELS,
  tidyDomain,
  TYPE_LABELS,
} from "../../../convex/core/domains/rules";
import { CATALOGUE } from "../../../convex/core/domains/rules/linking";
import type { CatalogueField, DomainType, InheritedField } from "../../../convex/core/domains/table";
import { listIn } from "../../../convex/lib/pure/text";
import type { DomainInput, DomainPage } from "./api";

type Places = DomainPage["own"];

/** The form as it stands. */
export interface Typed extends Places {
  readonly name: string;
  readonly description: string;
  readonly type: DomainType | null;
  readonly sensitivity: Sensitivity | null;
  readonly databases: string;
  readonly readRoles: string;
  readonly writeRoles: string;
  readonly products: string;
  readonly parent: { readonly id: string; readonly name: string } | null;
  readonly inherits: readonly InheritedField[];
}

/** How a field is found by what is wrong with it. */
export const idOf = (field: string): string => `domain-${field}`;
/** Why a field cannot be typed in. */
export const FROM_CATALOGUE = `From ${CATALOGUE}. Changes are made there.`;

/** What each part of the form is given. */
export interface FieldsProps {
  readonly typed: Typed;
  readonly type: (changes: Partial<Typed>) => void;
  readonly problems: Readonly<Record<string, string | undefined>>;
  /** What the catalogue leads: it is changed there. */
  readonly leads: readonly CatalogueField[];
}

const NEW: Typed = {
  name: "",
  description: "",
  type: null,
  sensitivity: null,
  databases: "",
  readRoles: "",
  writeRoles: "",
  products: "",
  parent: null,
  inherits: [],
  owners: [],
  deputies: [],
  experts: [],
  ownerAreas: [],
  deputyAreas: [],
};

/** The form of a domain as it is; an empty one for a new domain. */
export function typedOf(domain: DomainPage | null): Typed {
  if (domain === null) return NEW;
  const { name, description, type, sensitivity, databases, readRoles, writeRoles, products, parent, inherits, own } =
    domain;
  const list = (items: readonly string[]): string => items.join(", ");
  return {
    ...own,
    name,
    description,
    type,
    sensitivity,
    databases: list(databases),
    readRoles: list(readRoles),
    writeRoles: list(writeRoles),
    products: list(products),
    parent,
    inherits,
  };
}

/** What the form says, as the rules look at it. */
export function wantedOf(typed: Typed) {
  const ids = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);
  return tidyDomain({
    name: typed.name,
    description: typed.description,
    type: typed.type,
    sensitivity: typed.sensitivity,
    ownerIds: ids(typed.owners),
    deputyIds: ids(typed.deputies),
    expertIds: ids(typed.experts),
    ownerAreaIds: ids(typed.ownerAreas),
    deputyAreaIds: ids(typed.deputyAreas),
    products: listIn(typed.products),
    parentId: typed.parent?.id ?? null,
    inherits: typed.inherits,
    databases: listIn(typed.databases),
    readRoles: listIn(typed.readRoles),
    writeRoles: listIn(typed.writeRoles),
  });
}

/** What is sent; the ids are those the pickers were given. */
export function inputOf(typed: Typed): Omit<DomainInput, "saveKey" | "reason" | "domainId" | "shownAt"> {
  const wanted = wantedOf(typed);
  return {
    name: wanted.name,
    description: wanted.description,
    type: wanted.type,
    sensitivity: wanted.sensitivity ?? "restricted",
    ownerIds: typed.owners.map(({ id }) => id),
    deputyIds: typed.deputies.map(({ id }) => id),
    expertIds: typed.experts.map(({ id }) => id),
    ownerAreaIds: typed.ownerAreas.map(({ id }) => id),
    deputyAreaIds: typed.deputyAreas.map(({ id }) => id),
    products: [...wanted.products],
    parentId: (typed.parent?.id ?? null) as DomainInput["parentId"],
    inherits: [...wanted.inherits],
    databases: [...wanted.databases],
    readRoles: [...wanted.readRoles],
    writeRoles: [...wanted.writeRoles],
  };
}

/** What the form changes, field by field, as it is and as it would be. */
export function changesOf(before: Typed, after: Typed): { field: string; before: string; after: string }[] {
  const [old, next] = [wordsOf(before), wordsOf(after)];
  return Object.entries(next).flatMap(([field, value]) => {
    const was = old[field] ?? "None";
    return was === value ? [] : [{ field, before: was, after: value }];
  });
}

function wordsOf(typed: Typed): Record<string, string> {
  const wanted = wantedOf(typed);
  const from = (field: InheritedField, own: string): string =>
    wanted.inherits.includes(field) ? `From ${typed.parent?.name ?? "above"}` : own;
  const names = (...lists: (readonly { readonly name: string }[])[]): string =>
    lists
      .flat()
      .map(({ name }) => name)
      .join(", ") || "None";
  const list = (items: readonly string[]): string => items.join(", ") || "None";
  return {
    Name: wanted.name,
    Description: wanted.description || "None",
    Type: wanted.type === null ? "None" : TYPE_LABELS[wanted.type],
    "Part of": typed.parent?.name ?? "None",
    [INHERITED_LABELS.sensitivity]: from(
      "sensitivity",
      wanted.sensitivity === null ? "None" : SENSITIVITY_LABELS[wanted.sensitivity],
    ),
    [INHERITED_LABELS.owners]: from("owners", names(typed.ownerAreas, typed.owners)),
    [INHERITED_LABELS.deputies]: from("deputies", names(typed.deputyAreas, typed.deputies)),
    [INHERITED_LABELS.experts]: from("experts", names(typed.experts)),
    Databases: list(wanted.databases),
    "Roles for reading": list(wanted.readRoles),
    "Roles for changing": list(wanted.writeRoles),
    "Data products": list(wanted.products),
  };
}
