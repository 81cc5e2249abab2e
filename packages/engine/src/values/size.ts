import { Base64 } from "convex/values";
import { wrapperKey } from "./json.ts";
import type { Json } from "./json.ts";

/** Bytes of a text in UTF-8; a lone surrogate counts three. */
export function utf8Length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) continue;
    if (code < 0x800) {
      length += 1;
    } else {
      length += 2;
      // A pair is two units and four bytes: the second unit is already counted once.
      if (code >= 0xd800 && code < 0xdc00 && isLowSurrogate(text.charCodeAt(i + 1))) i++;
    }
  }
  return length;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}

const SIZE_UNITS = ["B", "KiB", "MiB", "GiB"] as const;

/** A size as messages tell it: `8 MiB`, `8.58 MiB`. */
export function shownSize(bytes: number): string {
  let [size, unit] = [bytes, 0];
  for (; size >= 1024 && unit < SIZE_UNITS.length - 1; unit++) size /= 1024;
  return `${Number.isInteger(size) ? size : size.toFixed(2)} ${SIZE_UNITS[unit]}`;
}

/** Size of a wrapped scalar by its `$` key. */
export function wrappedSize(value: Record<string, Json>, wrapper: string): number {
  if (wrapper === "$undefined") return 0;
  if (wrapper !== "$bytes") return 9;
  const encoded = value[wrapper];
  return 2 + (typeof encoded === "string" ? Base64.byteLength(encoded) : 0);
}

/** Size of a value as Convex counts it for limits and bandwidth. */
export function valueSize(value: Json | undefined): number {
  if (value === undefined) return 0;
  if (value === null || typeof value === "boolean") return 1;
  if (typeof value === "number") return 9;
  if (typeof value === "string") return 2 + utf8Length(value);
  let size = 2;
  if (Array.isArray(value)) {
    for (const element of value) size += valueSize(element);
    return size;
  }
  const wrapper = wrapperKey(value);
  if (wrapper !== null) return wrappedSize(value, wrapper);
  for (const field in value) size += utf8Length(field) + 1 + valueSize(value[field]);
  return size;
}
