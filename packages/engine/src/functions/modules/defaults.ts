/** What the default exports of schema, auth.config and http say. Each throws naming its module when it is something else. */

import { parseAuthConfig, type AuthProvider } from "../../auth/config.ts";
import { checkFieldNames } from "../../values/field-names.ts";
import { isJsonObject } from "../../values/json.ts";
import type { ValidatorJson } from "../../values/validator-json.ts";
import type { HttpRouter } from "./components.ts";

/** What schemas say, for the engines that are given the same one. */
const exported = new WeakMap<object, unknown>();

/** The schema as JSON; null without one. Whoever is given it only reads it. */
export function readSchema(module: Record<string, unknown> | undefined): unknown {
  const schema = module?.["default"];
  if (schema === undefined) return null;
  if (!isExporter(schema)) throw new Error("schema: the default export must be made with defineSchema()");
  const json = exported.get(schema) ?? readExported(schema.export());
  exported.set(schema, json);
  return json;
}

function readExported(text: string): unknown {
  const json = JSON.parse(text) as { tables?: readonly { tableName: string; documentType: ValidatorJson | null }[] };
  for (const { tableName, documentType } of json.tables ?? [])
    checkFieldNames(documentType, `schema: in table "${tableName}" the field`);
  return json;
}

/** Who may issue tokens. */
export function readAuth(module: Record<string, unknown> | undefined): AuthProvider[] {
  return module === undefined ? [] : parseAuthConfig(module["default"]);
}

/** HTTP actions by path; null without any. */
export function readRouter(module: Record<string, unknown> | undefined): HttpRouter | null {
  const router = module?.["default"];
  if (router === undefined) return null;
  if (!isJsonObject(router) || !("isRouter" in router))
    throw new Error("http: the default export must be made with httpRouter()");
  return router as unknown as HttpRouter;
}

/** Whether it tells what it consists of, as schemas and crons do. */
export function isExporter(value: unknown): value is { export(): string } {
  return typeof value === "object" && value !== null && typeof (value as { export?: unknown }).export === "function";
}
