/** Values as functions hold them, straight from stored text: what the client library would make of the same text. */

import { jsonToConvex, type Value } from "convex/values";
import type { DocumentJson } from "../../transactions/types.ts";
import type { Json } from "../../values/json.ts";

/**
 * Text in which the client library has something to do: wrapped scalars (or a text that begins with `$`), and the one
 * field name that is no plain field of an object. What is stored has no other that it would refuse.
 */
const IS_SPECIAL = /"\$|"__proto__"/;

/** A stored document as a function sees it. Each call gives a fresh one, which the function may change. */
export function documentValue(text: DocumentJson): Value {
  const json = JSON.parse(text) as Json;
  return IS_SPECIAL.test(text) ? jsonToConvex(json as Parameters<typeof jsonToConvex>[0]) : (json as Value);
}
