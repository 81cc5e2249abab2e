/** What is wrong with a version of a request type: where, what, and what to do about it. */

import type { RoleName } from "../../../../access/roles";
import type { FormField, RequestTypeDefinition } from "../../table";
import { PERSON_PLACES, placesIn } from "../inputs";

/** The parts of a version an editor shows. */
export type TemplatePart = "texts" | "fields" | "tasks" | "grant";

/** Where a problem is. `key` names the text, field or task; `index` tells two of the same name apart. */
export interface TemplatePlace {
  readonly part: TemplatePart;
  readonly key: string;
  readonly index?: number;
}

/** One problem. A version with any cannot be published. */
export interface TemplateProblem {
  readonly place: TemplatePlace;
  readonly message: string;
  readonly fix: string;
}

/** What validation has to know about a task type. */
export interface KnownTaskType {
  readonly title: string;
  readonly executor: "approval" | "manual" | "connector" | "portal";
  readonly inputs: readonly { readonly name: string; readonly isRequired: boolean }[];
  readonly compensation: string | null;
}

/** What validation has to know about the portal. Undefined: not known here; the server always knows. */
export interface TemplateFacts {
  readonly taskTypes: Readonly<Record<string, KnownTaskType>>;
  /** How many active people hold a role. */
  holders(role: RoleName): number | undefined;
  isActive(personId: string): boolean | undefined;
}

/** How problems are collected at one place. */
export type Report = (message: string, fix: string) => void;

/** What every check looks at. */
export interface Checked {
  readonly definition: RequestTypeDefinition;
  readonly facts: TemplateFacts;
}

/** The field with this name, or undefined. */
export function fieldOf({ fields }: Pick<RequestTypeDefinition, "fields">, name: string): FormField | undefined {
  return fields.find((field) => field.name === name);
}

const REQUEST_PLACES = ["key", "level"];
const AREA_PLACES = ["name", "code", "costCentre"];

/** Reports every place of a text that stands for nothing. */
export function checkPlaces(text: string, definition: RequestTypeDefinition, report: Report): void {
  for (const place of placesIn(text)) {
    if (!isPlace(place, definition))
      report(
        `The text names {${place}}, which stands for nothing`,
        `Use a field of the form, as in {form.reason}, or one of ${knownPlaces()}`,
      );
  }
  // What is left of braces once every place is taken out was meant to be one.
  if (/[{}]/.test(text.replaceAll(/\{[a-z]+\.[A-Za-z0-9_]+\}/g, "")))
    report("The text has a brace that belongs to no place", "Write places as {form.reason}, with both braces");
}

function isPlace(place: string, definition: RequestTypeDefinition): boolean {
  const [source = "", name = ""] = place.split(".");
  switch (source) {
    case "form":
    case "words":
      return fieldOf(definition, name) !== undefined;
    case "request":
      return REQUEST_PLACES.includes(name);
    case "requester":
    case "beneficiary":
      return (PERSON_PLACES as readonly string[]).includes(name);
    case "area":
      return AREA_PLACES.includes(name);
    default:
      return false;
  }
}

function knownPlaces(): string {
  return "{request.key}, {requester.name}, {beneficiary.email}, {area.costCentre}";
}
