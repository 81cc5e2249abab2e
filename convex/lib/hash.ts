/** SHA-256, synchronous: a transaction waits for nothing. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson } from "./pure/canonicalJson";

/** The hash of a text as hexadecimal digits. */
export function hashOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** The hash of a value: equal values have equal hashes whatever the order of their fields. */
export function hashOfJson(value: unknown): string {
  return hashOf(canonicalJson(value));
}
