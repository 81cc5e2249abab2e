/** Public keys as forms take them: only as far as a form must understand one, without asking a cryptography library. */

import { fromBase64 } from "../../../lib/pure/base64";

export const KEY_ALGORITHMS = ["rsa", "ec"] as const;
export type KeyAlgorithm = (typeof KEY_ALGORITHMS)[number];

/** DER of the two algorithm identifiers: rsaEncryption, and ecPublicKey of elliptic curves. */
const RSA_OID = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];
const EC_OID = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01];
const SEQUENCE = 0x30;
const OBJECT_ID = 0x06;
const BIT_STRING = 0x03;
/** A modulus of 2048 bits in its wrapping; anything shorter is an unsafe key or no key. */
const MIN_RSA_BITS_BYTES = 256;

/** Whether a text holds a private key, whole or in part: it must not even be kept in a draft. */
export function holdsPrivateKey(text: string): boolean {
  return /PRIVATE\s+KEY/i.test(text);
}

/** A public key as it is stored, or why it is none. */
export type ReadKey = { readonly body: string; readonly algorithm: KeyAlgorithm } | { readonly problem: string };

/** Reads PEM (BEGIN PUBLIC KEY) or what stands between its lines. */
export function readPublicKey(text: string): ReadKey {
  if (holdsPrivateKey(text))
    return { problem: "This is a private key. Enter the public key, and replace the private one: it has been exposed" };
  const body = text
    .replace("-----BEGIN PUBLIC KEY-----", "")
    .replace("-----END PUBLIC KEY-----", "")
    .replaceAll(/\s/g, "");
  const bytes = bytesOf(body);
  const parts = bytes && partsOf(bytes);
  if (!parts) return { problem: "must be a public key in PEM form (BEGIN PUBLIC KEY)" };
  if (startsWith(parts.algorithm, EC_OID)) return { body, algorithm: "ec" };
  if (!startsWith(parts.algorithm, RSA_OID)) return { problem: "must be an RSA or elliptic curve key" };
  return parts.keyBytes > MIN_RSA_BITS_BYTES
    ? { body, algorithm: "rsa" }
    : { problem: "must be an RSA key of at least 2048 bits" };
}

function bytesOf(body: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]{40,4000}={0,2}$/.test(body) || body.length % 4 !== 0) return null;
  return fromBase64(body);
}

/** SubjectPublicKeyInfo: SEQUENCE { SEQUENCE { algorithm, parameters }, BIT STRING }. */
function partsOf(bytes: Uint8Array): { readonly algorithm: Uint8Array; readonly keyBytes: number } | null {
  const outer = elementAt(bytes, 0);
  if (outer?.tag !== SEQUENCE || outer.end !== bytes.length) return null;
  const header = elementAt(outer.content, 0);
  const algorithm = header?.tag === SEQUENCE ? elementAt(header.content, 0) : null;
  const key = header && elementAt(outer.content, header.end);
  if (algorithm?.tag !== OBJECT_ID || key?.tag !== BIT_STRING || key.end !== outer.content.length) return null;
  return { algorithm: algorithm.content, keyBytes: key.content.length };
}

function elementAt(
  bytes: Uint8Array,
  at: number,
): { readonly tag: number; readonly content: Uint8Array; readonly end: number } | null {
  const first = bytes[at + 1];
  const tag = bytes[at];
  if (tag === undefined || first === undefined) return null;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (lengthBytes > 3) return null;
  const start = at + 2 + lengthBytes;
  const length = lengthBytes === 0 ? first : bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0);
  if (start + length > bytes.length) return null;
  return { tag, content: bytes.subarray(start, start + length), end: start + length };
}

function startsWith(bytes: Uint8Array, wanted: readonly number[]): boolean {
  return bytes.length === wanted.length && wanted.every((byte, index) => bytes[index] === byte);
}
