/** How values are written in HTTP answers. */

import { Base64 } from "convex/values";
import { isJsonObject, unwrap, wrapperKey, type Json } from "../values/json.ts";
import { HttpRefusal } from "./errors.ts";

export type ValueFormat = "encoded" | "clean" | "export";

/** Reads the `format` of a request; `fallback` when it names none. */
export function readFormat(name: Json | undefined, fallback: ValueFormat): ValueFormat {
  switch (name) {
    case undefined:
    case null:
      return fallback;
    case "convex_encoded_json":
    case "convex_json":
      return "encoded";
    case "json":
    case "convex_clean_json":
      return "clean";
    case "export_json":
    case "convex_export_json":
      return "export";
    default:
      throw new HttpRefusal(400, "BadFormat", `Unknown format ${JSON.stringify(name)}`);
  }
}

/** Rewrites a value's encoded JSON text in another format. */
export function formatValue(encodedJson: string, format: ValueFormat): string {
  if (format === "encoded") return encodedJson;
  const value = JSON.parse(encodedJson) as Json;
  return format === "clean" ? JSON.stringify(clean(value)) : exported(value);
}

/** Plain JSON for people: int64 and special floats as strings, bytes as base64. */
function clean(value: Json): Json {
  if (Array.isArray(value)) return value.map(clean);
  if (!isJsonObject(value)) return value;
  const wrapper = wrapperKey(value);
  if (wrapper === null) return Object.fromEntries(Object.entries(value).map(([field, item]) => [field, clean(item)]));
  const scalar = unwrap(value, wrapper);
  if (scalar.kind === "bytes") return Base64.fromByteArray(scalar.value);
  if (scalar.kind === "float64") return Object.is(scalar.value, -0) ? 0 : String(scalar.value);
  return "value" in scalar ? String(scalar.value) : null;
}

/** Snapshot JSON: a number with a dot or exponent is a float, one without is an int64. */
function exported(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(exported).join(",")}]`;
  if (typeof value === "number") return /[.e]/i.test(String(value)) ? String(value) : `${value}.0`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const wrapper = wrapperKey(value);
  if (wrapper === null)
    return `{${Object.entries(value)
      .map(([field, item]) => `${JSON.stringify(field)}:${exported(item)}`)
      .join(",")}}`;
  const scalar = unwrap(value, wrapper);
  if (scalar.kind === "int64") return String(scalar.value);
  return scalar.kind === "float64" && Object.is(scalar.value, -0) ? "-0.0" : JSON.stringify(value);
}
