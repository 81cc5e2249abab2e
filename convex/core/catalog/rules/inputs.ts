/** What a task of a template works with: its input, and its texts with places filled. */

import { ACCOUNT_FIELDS, type AccountNames } from "../../../connectors/manifests";
import { impossible } from "../../../lib/pure/impossible";
import type { AccessLevel, InputSource, TemplateTask } from "../table";
import { type FormValues, isSet } from "./conditions";

/** What of a person a text or an input may name. Names in outside systems are absent while there is no account. */
export interface PersonPlaces extends AccountNames {
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** What the places of a text stand for. `form` holds raw values for inputs, and words for texts that people read. */
export interface Places {
  readonly form: FormValues;
  /** The answers as what is asked for: a role as "Read Cloud cost"; other answers as in `form`. */
  readonly words?: FormValues;
  /** `level` is whether it only reads or can change something, for requests that open data. */
  readonly request: { readonly key: string; readonly level?: AccessLevel | null };
  readonly requester: PersonPlaces;
  readonly beneficiary: PersonPlaces;
  readonly area?: { readonly name: string; readonly code: string; readonly costCentre: string };
}

export const PLACE_SOURCES = ["form", "words", "request", "requester", "beneficiary", "area"] as const;
/** Fields of a person that an input may come from. */
export const PERSON_PLACES = [
  "name",
  "firstName",
  "lastName",
  "email",
  ...ACCOUNT_FIELDS,
] as const satisfies readonly (keyof PersonPlaces)[];

const PLACE = /\{([a-z]+)\.([A-Za-z0-9_]+)\}/g;

/** The places of a text, as "form.reason". */
export function placesIn(text: string): string[] {
  return [...text.matchAll(PLACE)].map(([, source, name]) => `${source}.${name}`);
}

/**
 * A text with its places filled. A place without a value is left empty; what is filled in is not read for places again.
 */
export function fillText(text: string, places: Places): string {
  return filled(text, places, "");
}

/** What stands for a single missing value in a line that has others. */
const NOT_GIVEN = "(not given)";
/** The number a step of instructions begins with. */
const STEP = /^\d+(?=\. )/;

/**
 * What people read, with its places filled. A line that names answers of the form and got none of them is not about
 * this request: it is left out, and the steps after it are counted without it. A single missing value is said to be
 * missing, so that no sentence has a hole.
 */
export function fillLines(text: string, places: Places): string {
  let left = 0;
  const lines = text.split("\n").flatMap((line) => {
    const step = STEP.exec(line)?.[0];
    if (step === "1") left = 0;
    if (!isAbout(line, places)) {
      if (step !== undefined) left += 1;
      return [];
    }
    return step === undefined || left === 0 ? [line] : [line.replace(STEP, String(Number(step) - left))];
  });
  return filled(lines.join("\n"), places, NOT_GIVEN);
}

function isAbout(line: string, places: Places): boolean {
  const answers = placesIn(line).filter((place) => /^(?:form|words)\./.test(place));
  return answers.length === 0 || answers.some((place) => isSet(valueOf(places, place)));
}

function filled(text: string, places: Places, missing: string): string {
  return text
    .replaceAll(PLACE, (_place, source: string, name: string) => shown(placeValue(places, source, name), missing))
    .trim();
}

function valueOf(places: Places, place: string): unknown {
  const [source = "", name = ""] = place.split(".");
  return placeValue(places, source, name);
}

function placeValue(places: Places, source: string, name: string): unknown {
  // The source is a word of a template: it may be none of the names, and each group has fields of its own.
  const group = (places as unknown as Record<string, Readonly<Record<string, unknown>> | undefined>)[source];
  return group && Object.hasOwn(group, name) ? group[name] : undefined;
}

function shown(value: unknown, missing: string): string {
  if (!isSet(value)) return missing;
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** A task's input. Names with dots make nested objects; a source without a value leaves its name out. */
export function inputOf(task: Pick<TemplateTask, "input">, places: Places): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, source] of Object.entries(task.input ?? {})) {
    const value = sourceValue(source, places);
    if (isSet(value) || source.from === "constant") put(input, name.split("."), value);
  }
  return input;
}

function sourceValue(source: InputSource, places: Places): unknown {
  switch (source.from) {
    case "form":
      return places.form[source.field];
    case "constant":
      return source.value as unknown;
    case "requester":
    case "beneficiary":
      return placeValue(places, source.from, source.field);
    case "text":
      return fillText(source.text, places);
    default:
      return impossible(source);
  }
}

function put(target: Record<string, unknown>, [first, ...rest]: readonly string[], value: unknown): void {
  if (first === undefined) return;
  if (rest.length === 0) target[first] = value;
  else {
    const inner = (target[first] ?? {}) as Record<string, unknown>;
    target[first] = inner;
    put(inner, rest, value);
  }
}

/** Inputs that come from a person and have no value: "beneficiary.snowflakeUser". The task could not work without. */
export function missingFromPeople(task: Pick<TemplateTask, "input">, places: Places): string[] {
  return Object.values(task.input ?? {}).flatMap((source) => {
    if (source.from !== "requester" && source.from !== "beneficiary") return [];
    return isSet(placeValue(places, source.from, source.field)) ? [] : [`${source.from}.${source.field}`];
  });
}
