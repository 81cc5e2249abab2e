/** Answers made of documents as they were read: told by their stored texts, without making text of them again. */

import type { Json, JsonObject } from "../../values/json.ts";
import type { SharedDocument } from "../../values/plain-document.ts";
import { asHanded, type Handed, type Told } from "./handed.ts";
import { isPlainName, ODD, plainJson } from "./values.ts";

/**
 * An answer that is a document as it was handed out, a list of such, or an object with lists of such among its fields (a
 * page); null for any other, and for one that is longer than `longest`.
 */
export function toldAsHanded(answer: unknown, handed: Handed, textOf: TextOfList, longest: number): Told | null {
  if (typeof answer !== "object" || answer === null) return null;
  const alone = asHanded(answer, handed);
  const told =
    alone !== null
      ? { text: alone.text, json: alone.plain.json }
      : Array.isArray(answer)
        ? listTold(answer, handed, textOf)
        : pageTold(answer, handed, textOf);
  return told === null || told.text.length > longest ? null : told;
}

/** The text of a list of documents, which others may have told, too. */
export type TextOfList = (documents: readonly SharedDocument[]) => string;

function listTold(list: readonly unknown[], handed: Handed, textOf: TextOfList): Told | null {
  if (list.length === 0) return null;
  const documents: SharedDocument[] = [];
  const json: Json[] = [];
  for (let i = 0; i < list.length; i++) {
    const document = asHanded(list[i], handed);
    if (document === null) return null;
    documents.push(document);
    json.push(document.plain.json);
  }
  return { text: textOf(documents), json };
}

/** Only where there is a list to save. */
function pageTold(page: object, handed: Handed, textOf: TextOfList): Told | null {
  if (Object.getPrototypeOf(page) !== Object.prototype) return null;
  const texts: string[] = [];
  const json: JsonObject = {};
  let lists = 0;
  for (const [field, child] of Object.entries(page).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (child === undefined) continue;
    // Fields that are numbers are put first by what makes text of an object.
    if (!isPlainName(field) || /^\d/.test(field)) return null;
    const list = Array.isArray(child) ? listTold(child, handed, textOf) : null;
    if (list !== null) lists++;
    const made = list?.json ?? plainJson(child, "drop", 1);
    if (made === ODD) return null;
    json[field] = made;
    texts.push(`${JSON.stringify(field)}:${list?.text ?? JSON.stringify(made)}`);
  }
  return lists === 0 ? null : { text: `{${texts.join(",")}}`, json };
}
