/** Answers made of documents as they were read: told by their stored texts, without making text of them again. */

import { textAsHanded } from "./handed.ts";
import { IS_PLAIN_NAME, ODD, plainJson } from "./values.ts";

/**
 * The text of an answer that is a document as it was read, a list of such, or an object with lists of such among its
 * fields (a page); null for any other.
 */
export function textOfDocuments(answer: unknown): string | null {
  if (typeof answer !== "object" || answer === null) return null;
  return textAsHanded(answer) ?? listText(answer) ?? pageText(answer);
}

function listText(value: unknown): string | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const texts: string[] = [];
  for (let i = 0; i < value.length; i++) {
    const text = textAsHanded(value[i]);
    if (text === null) return null;
    texts.push(text);
  }
  return `[${texts.join(",")}]`;
}

/** Only where there is a list to save: other fields are told as they are anywhere. */
function pageText(value: object): string | null {
  if (Array.isArray(value) || Object.getPrototypeOf(value) !== Object.prototype) return null;
  const children = value as Readonly<Record<string, unknown>>;
  const fields = Object.keys(value).sort();
  const lists = new Map<string, string>();
  for (const field of fields) {
    const text = listText(children[field]);
    if (text !== null) lists.set(field, text);
  }
  if (lists.size === 0) return null;
  const texts: string[] = [];
  for (const field of fields) {
    const child = children[field];
    if (child === undefined) continue;
    // Fields that are numbers are put first by what makes text of an object.
    if (!IS_PLAIN_NAME.test(field) || field === "__proto__" || /^\d/.test(field)) return null;
    const json = lists.has(field) ? null : plainJson(child, "drop", 1);
    if (json === ODD) return null;
    texts.push(`${JSON.stringify(field)}:${lists.get(field) ?? JSON.stringify(json)}`);
  }
  return `{${texts.join(",")}}`;
}
