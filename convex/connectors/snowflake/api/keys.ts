/**
 * RSA keys as Snowflake wants them. Web Crypto can sign with a private key but does not give its public half, which
 * the issuer of a token must name; so the two numbers of the public key are taken out of the private key's DER.
 */

import { fromBase64, toBase64 } from "../../../lib/pure/base64";
import { ConnectorError } from "../../contract/contract";
import { sha256 } from "./bytes";

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
/** AlgorithmIdentifier of rsaEncryption with its NULL parameter. */
const RSA_ALGORITHM = [0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00];
const MIN_MODULUS_BYTES = 256;

/** A private key ready to sign, and the fingerprint of its public half. */
export interface SigningKey {
  readonly key: CryptoKey;
  /** "SHA256:..." */
  readonly fingerprint: string;
}

/** Reads an unencrypted PKCS#8 PEM. */
export async function signingKey(pem: string): Promise<SigningKey> {
  const der = pemBody(pem, "PRIVATE KEY");
  if (der === null)
    throw badKey(
      /ENCRYPTED/.test(pem)
        ? "The private key is locked with a passphrase; store it without one."
        : "The private key must be a PKCS#8 PEM text (BEGIN PRIVATE KEY).",
    );
  try {
    const fingerprint = await fingerprintOf(publicDer(der));
    const key = await crypto.subtle.importKey("pkcs8", der, { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }, false, [
      "sign",
    ]);
    return { key, fingerprint };
  } catch {
    // The runtime's own message may quote the key.
    throw badKey("The private key cannot be read; it must be an RSA key in PKCS#8 form.");
  }
}

/** A public key in the form RSA_PUBLIC_KEY takes: what stands between the lines of its PEM, or is given alone. */
export function publicKeyBody(text: string): string {
  return text.replace("-----BEGIN PUBLIC KEY-----", "").replace("-----END PUBLIC KEY-----", "").replaceAll(/\s/g, "");
}

/** The fingerprint of a public key, which must be an RSA key of a safe size. */
export async function publicKey(text: string): Promise<{ readonly fingerprint: string }> {
  if (text.includes("PRIVATE KEY"))
    throw new ConnectorError(
      "user-fixable",
      "private-key-given",
      "This is a private key. Enter the public key, and replace the private one: it has been exposed.",
    );
  const body = publicKeyBody(text);
  const no = new ConnectorError(
    "user-fixable",
    "bad-public-key",
    "The public key must be an RSA key of at least 2048 bits in PEM form (BEGIN PUBLIC KEY).",
  );
  if (!/^[A-Za-z0-9+/]{100,4000}={0,2}$/.test(body)) throw no;
  try {
    const der = fromBase64(body);
    await crypto.subtle.importKey("spki", der, { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }, false, ["verify"]);
    if (der.length < MIN_MODULUS_BYTES + RSA_ALGORITHM.length) throw no;
    return { fingerprint: await fingerprintOf(der) };
  } catch {
    throw no;
  }
}

function badKey(message: string): ConnectorError {
  return new ConnectorError("admin-fixable", "bad-private-key", message);
}

async function fingerprintOf(der: Uint8Array<ArrayBuffer>): Promise<string> {
  return `SHA256:${toBase64(await sha256(der))}`;
}

function pemBody(pem: string, label: string): Uint8Array<ArrayBuffer> | null {
  const match = new RegExp(`-----BEGIN ${label}-----([A-Za-z0-9+/=\\s]+)-----END ${label}-----`).exec(pem);
  if (match === null) return null;
  try {
    return fromBase64((match[1] ?? "").replaceAll(/\s/g, ""));
  } catch {
    return null;
  }
}

/** SubjectPublicKeyInfo of a PKCS#8 RSA private key. */
function publicDer(pkcs8: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const outer = readElements(readElements(pkcs8)[0]?.content ?? pkcs8);
  const wrapped = outer.find(({ tag }) => tag === OCTET_STRING)?.content ?? new Uint8Array();
  const [, modulus, exponent] = readElements(readElements(wrapped)[0]?.content ?? wrapped);
  if (modulus?.tag !== INTEGER || exponent?.tag !== INTEGER) throw new Error("not an RSA key");
  const rsaKey = element(SEQUENCE, [...element(INTEGER, modulus.content), ...element(INTEGER, exponent.content)]);
  return Uint8Array.from(element(SEQUENCE, [...RSA_ALGORITHM, ...element(BIT_STRING, [0, ...rsaKey])]));
}

interface DerElement {
  readonly tag: number;
  readonly content: Uint8Array;
}

function readElements(bytes: Uint8Array): DerElement[] {
  const elements: DerElement[] = [];
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at + 1] ?? 0;
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    const start = at + 2 + lengthBytes;
    const length = lengthBytes === 0 ? first : bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0);
    if (start + length > bytes.length) throw new Error("DER ends early");
    elements.push({ tag: bytes[at] ?? 0, content: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return elements;
}

function element(tag: number, content: ArrayLike<number>): number[] {
  const bytes = Array.from(content);
  if (bytes.length < 0x80) return [tag, bytes.length, ...bytes];
  const length = bytes.length > 0xff ? [bytes.length >> 8, bytes.length & 0xff] : [bytes.length];
  return [tag, 0x80 | length.length, ...length, ...bytes];
}
