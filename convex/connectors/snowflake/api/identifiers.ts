/**
 * Names and texts on their way into SQL, and back out of what SHOW prints.
 *
 * The portal stores a name as the account stores it and always sends it quoted, so case is decided once and no name
 * can be read as anything but a name. `$$...$$` is never used: it has no escape.
 */

import { ConnectorError } from "../../contract/contract";

/** Longest name Snowflake takes. */
const MAX_IDENTIFIER_LENGTH = 255;

/** A name as a quoted identifier. */
export function quoteIdent(name: string): string {
  const problem = whyNotName(name);
  if (problem !== null) throw new ConnectorError("user-fixable", "bad-name", problem);
  return `"${name.replaceAll('"', '""')}"`;
}

/** Why a text cannot be a name, as a sentence; null when it can. */
export function whyNotName(name: string): string | null {
  if (name === "") return "A name is missing.";
  const length = Array.from(name).length;
  if (length > MAX_IDENTIFIER_LENGTH)
    return `A name may have up to ${MAX_IDENTIFIER_LENGTH} characters; this one has ${length}.`;
  if (/[\u0000-\u001F\u007F-\u009F]/.test(name))
    return "A name must not contain line breaks or other control characters.";
  // They turn the reading order around, so that an approver would read another name than the one that is used.
  if (/[\u202A-\u202E\u2066-\u2069]/.test(name))
    return "A name must not contain characters that change the writing direction.";
  return name.isWellFormed() ? null : "The name is not valid text.";
}

/** A name of several parts: database, schema, object. */
export function qualify(...parts: readonly string[]): string {
  return parts.map(quoteIdent).join(".");
}

/** A text as a literal. Backslash is an escape in single quotes, so both it and the quote are doubled. */
export function quoteLiteral(text: string): string {
  if (text.includes("\u0000") || !text.isWellFormed())
    throw new ConnectorError("user-fixable", "bad-text", "A text contains characters that Snowflake cannot store.");
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/** A whole number inside its bounds; the bounds are part of every error. */
export function wholeNumber(value: number, what: string, min: number, max: number): string {
  if (!Number.isInteger(value) || value < min || value > max)
    throw new ConnectorError("user-fixable", "bad-number", `${what} must be a whole number from ${min} to ${max}.`);
  return String(value);
}

/** The parts of a name as SHOW prints it: quoted where needed, joined by periods. Null when it is no such name. */
export function parseShownName(text: string): string[] | null {
  const parts: string[] = [];
  const pattern = /"((?:[^"]|"")+)"|([^".]+)/y;
  for (;;) {
    const match = pattern.exec(text);
    if (match === null) return null;
    parts.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (pattern.lastIndex === text.length) return parts;
    if (text[pattern.lastIndex] !== ".") return null;
    pattern.lastIndex++;
  }
}

/** Whether a name SHOW printed is the one of these parts. Some columns print the bare name, some the quoted one. */
export function isShownAs(shown: string, ...parts: readonly string[]): boolean {
  if (parts.length === 1 && shown === parts[0]) return true;
  const found = parseShownName(shown);
  return found !== null && found.length === parts.length && found.every((part, index) => part === parts[index]);
}
