/** How values and validators are written in error messages: Convex's own notation. */

import { isJsonObject, unwrap, wrapperKey } from "./json.ts";
import type { Json, JsonObject } from "./json.ts";
import type { FieldValidatorJson, ValidatorJson } from "./validator-json.ts";

/** Longer renderings are cut: an error message is read by people. */
const MAX_DISPLAY_LENGTH = 16_384;

function clip(text: string): string {
  const mark = "[...truncated]";
  return text.length <= MAX_DISPLAY_LENGTH ? text : text.slice(0, MAX_DISPLAY_LENGTH - mark.length) + mark;
}

function float(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "inf" : "-inf";
  if (Object.is(value, -0)) return "-0.0";
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function wrapped(value: JsonObject, wrapper: string): string {
  const scalar = unwrap(value, wrapper);
  if (scalar.kind === "int64") return `${scalar.value}n`;
  if (scalar.kind === "float64") return float(scalar.value);
  if (scalar.kind === "bytes") return `[${scalar.value.length} bytes]`;
  return scalar.kind === "undefined" ? "undefined" : "commitTs";
}

function render(value: Json | undefined): string {
  if (value === undefined) return "undefined";
  if (typeof value === "number") return float(value);
  if (Array.isArray(value)) return `[${value.map(render).join(", ")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const wrapper = wrapperKey(value);
  if (wrapper !== null) return wrapped(value, wrapper);
  return `{${Object.keys(value)
    .sort()
    .map((field) => `${fieldName(field)}: ${render(value[field])}`)
    .join(", ")}}`;
}

function fieldName(field: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(field) ? field : JSON.stringify(field);
}

/** A value as text. */
export function displayValue(value: Json | undefined): string {
  return clip(render(value));
}

function displayField(field: FieldValidatorJson): string {
  const inner = renderValidator(field.fieldType);
  return field.optional ? `v.optional(${inner})` : inner;
}

function renderValidator(validator: ValidatorJson): string {
  switch (validator.type) {
    case "null":
    case "boolean":
    case "string":
    case "bytes":
    case "any":
    case "commitTs":
      return `v.${validator.type}()`;
    case "number":
      return "v.float64()";
    case "bigint":
      return "v.int64()";
    case "id":
      return `v.id(${JSON.stringify(validator.tableName)})`;
    case "literal":
      return `v.literal(${render(validator.value)})`;
    case "array":
      return `v.array(${renderValidator(validator.value)})`;
    case "record":
      return `v.record(${renderValidator(validator.keys)}, ${displayField(validator.values)})`;
    case "object": {
      const fields = Object.keys(validator.value).sort();
      return `v.object({${fields.map((name) => `${fieldName(name)}: ${displayField(validator.value[name] as FieldValidatorJson)}`).join(", ")}})`;
    }
    case "union":
      return `v.union(${validator.value.map(renderValidator).join(", ")})`;
    default:
      return validator satisfies never;
  }
}

/** A validator as the code that would build it. */
export function displayValidator(validator: ValidatorJson): string {
  return clip(renderValidator(validator));
}
