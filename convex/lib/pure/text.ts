/** Small rules about text that both the server and the forms follow. */

import { latin } from "./lookalikes.ts";

/** Longest first or last name (specification, section 9). */
export const NAME_MAX_LENGTH = 50;

/** Control characters, marks that change the direction of writing, and others that nobody sees. */
const HIDDEN_MARKS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u;

/** Which name of a person a text is, as forms call it. */
export type PersonNameLabel = "First name" | "Last name";

/**
 * Letters of any script with their accents, digits, spaces, and what keyboards and word processors write for hyphens
 * and apostrophes. Marks nobody sees are none of these: they would show other people another name than the one kept.
 */
const PERSON_NAME = /^(?:[\p{L}\p{N}]\p{M}*|[ '‘’‐‑-])+$/u;
const BEGINS_WITH_LETTER = /^[^\p{L}\p{N}]*\p{L}/u;

/**
 * The first message for a first or last name that cannot be taken, or null (specification, section 5). Sign-up,
 * profile, invitations and requests for accounts all ask this.
 */
export function whyNotPersonName(label: PersonNameLabel, name: string): string | null {
  const trimmed = name.trim();
  if (trimmed === "") return `${label} is required`;
  if (trimmed.length > NAME_MAX_LENGTH) return `${label} must be less than ${NAME_MAX_LENGTH} characters`;
  if (!PERSON_NAME.test(trimmed)) return `${label} can only contain letters, numbers, spaces, hyphens, and apostrophes`;
  return label === "Last name" && !BEGINS_WITH_LETTER.test(trimmed) ? "Last name must start with a letter" : null;
}

/** What a spreadsheet runs as a formula, in every width. */
const FORMULA_SIGN = /^[=+\-@＝＋－＠﹦﹢﹣﹫−]/u;

/**
 * The message for a text that names or describes a thing and cannot be taken, or null. Only several lines may have line
 * breaks and tabs.
 */
export function whyNotText(
  label: string,
  text: string,
  {
    maxLength,
    isRequired = false,
    hasLines = false,
  }: { readonly maxLength: number; readonly isRequired?: boolean; readonly hasLines?: boolean },
): string | null {
  const trimmed = text.trim();
  if (trimmed === "") return isRequired ? `${label} is required` : null;
  if (trimmed.length > maxLength) return `${label} must be at most ${maxLength} characters`;
  // Lists are exported to spreadsheets, and a name that is a formula there is one here.
  if (FORMULA_SIGN.test(trimmed)) return `${label} must not begin with =, +, - or @`;
  return HIDDEN_MARKS.test(hasLines ? trimmed.replaceAll(/[\r\n\t]/g, " ") : trimmed) || !trimmed.isWellFormed()
    ? `${label} must not contain invisible characters`
    : null;
}

/**
 * What two names have in common that people would read as the same: case, width, spaces and look-alike letters left
 * aside.
 */
export function nameKey(name: string): string {
  return latin(name.normalize("NFKC").toLowerCase().trim().replaceAll(/\s+/gu, " "));
}

/** Punctuation before digits before letters, as collations have it; the code of a character is its place here. */
const ORDERED = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz";

/** A text whose plain order is the one people expect of titles: case and accents left aside. */
export function orderKey(text: string): string {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return Array.from(plain, (char) => {
    const place = ORDERED.indexOf(char);
    return place === -1 ? char : String.fromCharCode(" ".charCodeAt(0) + place);
  }).join("");
}

/** A text that ends as a sentence does: with a full stop, when it has no mark of its own. */
export function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** "3 tasks", "1 task". */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}

/** The form in which e-mail addresses are stored and compared. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Text cut to a length, with an ellipsis when something was cut. */
export function shorten(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}

/** Whether a text may name a save: the browser makes them, one for each form that is opened. */
export function isSaveKey(text: string): boolean {
  return text !== "" && text.length <= 100;
}

/** Several values in one cell, separated by "|", ";", "," or line breaks. */
export function listIn(cell: string): string[] {
  return cell
    .split(/[|;,\r\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
