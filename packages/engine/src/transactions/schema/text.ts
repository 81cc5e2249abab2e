/** Schemas as text, which is how a data folder keeps them: written and read once for engines that are given the same. */

import { readSchema, type TableSchema } from "./schema.ts";

/** Texts of schemas that are given as objects, for the engines that are given the same one. */
const texts = new WeakMap<object, string>();

/** The text of a schema; of one without tables for none. */
export function textOf(schemaJson: unknown): string {
  if (typeof schemaJson === "string") return schemaJson;
  const schema = (schemaJson ?? { tables: [], schemaValidation: true }) as object;
  const text = texts.get(schema) ?? JSON.stringify(schema);
  texts.set(schema, text);
  return text;
}

/** The schema that was read last. */
let lastRead: { readonly text: string; readonly schema: readonly TableSchema[] } | null = null;

/** What a schema's text says; an engine that opens what another one left need not read it again. */
export function readSchemaText(text: string): readonly TableSchema[] {
  if (lastRead?.text !== text) lastRead = { text, schema: readSchema(text) };
  return lastRead.schema;
}
