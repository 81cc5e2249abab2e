/**
 * Checks values against validators in their JSON form (`exportArgs()`, `exportReturns()`, schema
 * `documentType`). One function serves arguments, results and documents; the callers only differ
 * in the words before the message.
 */

import { displayValidator, displayValue } from "./display.ts";
import { isJsonObject, unwrap, wrapperKey } from "./json.ts";
import type { Json, JsonObject } from "./json.ts";
import { compareJson } from "./keys.ts";
import type { FieldValidatorJson, ValidatorJson } from "./validator-json.ts";

export type { ValidatorJson } from "./validator-json.ts";

/** What a check must know about the database: which table an id belongs to (null: not an id of any table). */
export interface IdTables {
  tableOfId(id: string): string | null;
}

function mismatch(path: string, value: Json | undefined, validator: ValidatorJson): string {
  return `Value does not match validator.\n${pathLine(path)}Value: ${displayValue(value)}\nValidator: ${displayValidator(validator)}`;
}

function pathLine(path: string): string {
  return path === "" ? "" : `Path: ${path}\n`;
}

/** The type a scalar validator names, of a value; "array" and "object" for the compound ones. */
function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value !== "object") return typeof value;
  const wrapper = wrapperKey(value);
  if (wrapper === null) return "object";
  const { kind } = unwrap(value, wrapper);
  if (kind === "int64" || kind === "commitTs") return "bigint";
  return kind === "float64" ? "number" : kind;
}

function checkId(
  value: Json,
  validator: ValidatorJson & { type: "id" },
  path: string,
  tables: IdTables,
): string | null {
  const found = typeof value === "string" ? tables.tableOfId(value) : null;
  if (found === validator.tableName) return null;
  if (found === null) return mismatch(path, value, validator);
  return (
    `Found ID ${displayValue(value)} from table \`${found}\`, which does not match the table name in validator ` +
    `\`${displayValidator(validator)}\`.${path === "" ? "" : `\nPath: ${path}`}`
  );
}

function checkObject(
  value: JsonObject,
  validator: ValidatorJson & { type: "object" },
  path: string,
  tables: IdTables,
): string | null {
  const fields = validator.value;
  const where = `\n\n${pathLine(path)}Object: `;
  for (const field in fields) {
    const { fieldType, optional } = fields[field] as FieldValidatorJson;
    if (!Object.hasOwn(value, field)) {
      if (optional) continue;
      return (
        `Object is missing the required field \`${field}\`. Consider wrapping the field validator in ` +
        `\`v.optional(...)\` if this is expected.${where}${displayValue(value)}\nValidator: ${displayValidator(validator)}`
      );
    }
    const failure = checkValidator(fieldType, value[field] as Json, tables, `${path}.${field}`);
    if (failure !== null) return failure;
  }
  for (const field in value) {
    if (Object.hasOwn(fields, field)) continue;
    return (
      `Object contains extra field \`${field}\` that is not in the validator.` +
      `${where}${displayValue(value)}\nValidator: ${displayValidator(validator)}`
    );
  }
  return null;
}

function checkRecord(
  value: JsonObject,
  validator: ValidatorJson & { type: "record" },
  path: string,
  tables: IdTables,
): string | null {
  for (const field in value) {
    const failure =
      checkValidator(validator.keys, field, tables, `${path}.${field}`) ??
      checkValidator(validator.values.fieldType, value[field] as Json, tables, `${path}.${field}`);
    if (failure !== null) return failure;
  }
  return null;
}

/**
 * The reason why `value` does not match `validator`, naming path, value and validator; null when it
 * matches. `path` is where the value lies in what is being checked ("" for the whole).
 */
export function checkValidator(validator: ValidatorJson, value: Json, tables: IdTables, path = ""): string | null {
  switch (validator.type) {
    case "any":
      return null;
    case "id":
      return checkId(value, validator, path, tables);
    case "literal":
      return compareJson(validator.value, value) === 0 ? null : mismatch(path, value, validator);
    case "union":
      return validator.value.some((member) => checkValidator(member, value, tables, path) === null)
        ? null
        : mismatch(path, value, validator);
    case "array":
      if (!Array.isArray(value)) return mismatch(path, value, validator);
      for (let i = 0; i < value.length; i++) {
        const failure = checkValidator(validator.value, value[i] as Json, tables, `${path}[${i}]`);
        if (failure !== null) return failure;
      }
      return null;
    case "object":
    case "record":
      if (!isJsonObject(value) || wrapperKey(value) !== null) return mismatch(path, value, validator);
      return validator.type === "object"
        ? checkObject(value, validator, path, tables)
        : checkRecord(value, validator, path, tables);
    case "commitTs":
      return typeOf(value) === "bigint" ? null : mismatch(path, value, validator);
    default:
      return typeOf(value) === validator.type ? null : mismatch(path, value, validator);
  }
}

/** Throws `ArgumentValidationError: ...` when the arguments do not match. */
export function checkArgs(validator: ValidatorJson, args: Json, tables: IdTables): void {
  const failure = checkValidator(validator, args, tables);
  if (failure !== null) throw new Error(`ArgumentValidationError: ${failure}`);
}

/** Throws `ReturnsValidationError: ...` when a result does not match. */
export function checkReturns(validator: ValidatorJson | null, result: Json, tables: IdTables): void {
  const failure = validator === null ? null : checkValidator(validator, result, tables);
  if (failure !== null) throw new Error(`ReturnsValidationError: ${failure}`);
}

/** The system fields every document carries; validators of a schema leave them out. */
export function withoutSystemFields(document: JsonObject): JsonObject {
  const { _id, _creationTime, ...fields } = document;
  return fields;
}
