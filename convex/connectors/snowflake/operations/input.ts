/** Reads the input of an operation, which comes from a form by way of the database. Every refusal names the field. */

import { ConnectorError } from "../../contract/contract";
import { whyNotName } from "../api/identifiers";

/** The fields of one input. Each reader gives the checked value or throws what the person can correct. */
export interface Fields {
  name(field: string): string;
  optionalName(field: string): string | null;
  names(field: string, max: number): string[];
  text(field: string, maxLength: number): string;
  /** Text of several lines. */
  lines(field: string, maxLength: number): string;
  optionalText(field: string, maxLength: number): string;
  email(field: string): string;
  integer(field: string, min: number, max: number): number;
  oneOf<T extends string>(field: string, options: readonly T[]): T;
  /** A nested input; null when it is absent. */
  group(field: string, known: readonly string[]): Fields | null;
}

/** Reads `raw`, which may hold the known fields and no others. */
export function fieldsOf(raw: unknown, known: readonly string[]): Fields {
  if (raw === null || typeof raw !== "object" || Array.isArray(raw)) throw bad("The input must be an object.");
  const stranger = Object.keys(raw).find((field) => !known.includes(field));
  if (stranger !== undefined) throw bad(`"${stranger}" is not a field of this request.`);
  return readers((field) => (raw as Record<string, unknown>)[field]);
}

function readers(get: (field: string) => unknown): Fields {
  const isAbsent = (field: string): boolean => get(field) === undefined || get(field) === null || get(field) === "";
  const text = (field: string, maxLength: number, unwanted = /[\u0000-\u001F\u007F]/): string => {
    const value = get(field);
    if (typeof value !== "string" || value.trim() === "") throw bad(`"${field}" is missing.`);
    if (Array.from(value).length > maxLength) throw bad(`"${field}" may have up to ${maxLength} characters.`);
    if (unwanted.test(value) || !value.isWellFormed()) throw bad(`"${field}" must not contain control characters.`);
    return value;
  };
  return {
    name: (field) => checkedName(field, get(field)),
    optionalName: (field) => (isAbsent(field) ? null : checkedName(field, get(field))),
    names(field, max) {
      const values = get(field) ?? [];
      if (!Array.isArray(values) || values.length > max) throw bad(`"${field}" must be a list of up to ${max} names.`);
      const names = values.map((value) => checkedName(field, value));
      if (new Set(names).size < names.length) throw bad(`"${field}" names something twice.`);
      return names;
    },
    text: (field, maxLength) => text(field, maxLength),
    lines: (field, maxLength) => text(field, maxLength, /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/),
    optionalText: (field, maxLength) => (isAbsent(field) ? "" : text(field, maxLength)),
    email(field) {
      const value = text(field, 254);
      if (!/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(value)) throw bad(`"${field}" must be an e-mail address.`);
      return value;
    },
    integer(field, min, max) {
      const value = get(field);
      if (typeof value !== "number" || !Number.isInteger(value) || value < min || value > max)
        throw bad(`"${field}" must be a whole number from ${min} to ${max}.`);
      return value;
    },
    oneOf(field, options) {
      const option = options.find((candidate) => candidate === get(field));
      if (option === undefined) throw bad(`"${field}" must be one of ${options.join(", ")}.`);
      return option;
    },
    group: (field, known) => (isAbsent(field) ? null : fieldsOf(get(field), known)),
  };
}

function checkedName(field: string, value: unknown): string {
  const problem = typeof value === "string" ? whyNotName(value) : "A name is missing.";
  if (problem !== null) throw bad(`"${field}": ${problem}`);
  return value as string; // whyNotName was asked about a string
}

function bad(message: string): ConnectorError {
  return new ConnectorError("user-fixable", "bad-input", message);
}
