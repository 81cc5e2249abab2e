/**
 * What functions see through db.system: two tables of the engine's, without the fields that are the
 * engine's own business. Its other tables read as if they did not exist.
 */

import { writtenTable } from "../../transactions/schema/names.ts";
import type { DocumentJson, QueryJson } from "../../transactions/types.ts";
import { isJsonObject, type Json } from "../../values/json.ts";

const PUBLIC_TABLES = new Set(["_scheduled_functions", "_storage"]);
/** No table can have this name. */
const NO_TABLE = "_";

/** Whether a table can be read through db.system. */
export function isPublicSystemTable(name: string): boolean {
  return PUBLIC_TABLES.has(name);
}

/** The table a query reads. */
export function tableOfQuery(query: QueryJson): string {
  const { source } = query as { source?: { tableName?: string; indexName?: string } };
  return source?.tableName ?? source?.indexName?.split(".")[0] ?? "";
}

/** The same query, or, for one of the engine's private tables, one that finds nothing. */
export function visibleQuery(query: QueryJson): QueryJson {
  const table = tableOfQuery(query);
  if (!table.startsWith("_") || isPublicSystemTable(table)) return query;
  return { source: { type: "FullTableScan", tableName: NO_TABLE, order: "asc" }, operators: [] };
}

/** A document of this table as functions of a component see it; null when it is another component's. */
export function visibleDocument(table: string, document: DocumentJson, component: string): DocumentJson | null {
  if (table !== "_storage" && table !== "_scheduled_functions") return document;
  const row = JSON.parse(document) as Json;
  if (!isJsonObject(row)) return document;
  const { internalId: _hidden, owner = "", component: _target, ...visible } = row;
  if (owner !== component) return null;
  return JSON.stringify(visible);
}

/** The same query over the tables of a component. */
export function queryWithin(component: string, query: QueryJson): QueryJson {
  const { source } = query as { source: { tableName?: string; indexName?: string } };
  // Made for the app, too: a name that belongs to a component is refused.
  const named = {
    ...(source.tableName !== undefined && { tableName: qualifiedName(component, source.tableName) }),
    ...(source.indexName !== undefined && { indexName: qualifiedName(component, source.indexName) }),
  };
  // The app's tables are called as they are written.
  return component === "" ? query : { ...(query as object), source: { ...source, ...named } };
}

/** An index is named `table.index`, and only the table is the component's business. */
function qualifiedName(component: string, name: string): string {
  const dot = name.indexOf(".");
  return dot < 0 ? writtenTable(component, name) : `${writtenTable(component, name.slice(0, dot))}${name.slice(dot)}`;
}
