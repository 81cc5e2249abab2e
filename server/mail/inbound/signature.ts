/**
 * Whether a delivery of mail comes from the gateway that shares the secret: HMAC-SHA-256 over "<seconds>.<body>", not older
 * or newer than five minutes. What is delivered again within them is told apart by its Message-ID, not here.
 */

import { createHmac, timingSafeEqual } from "node:crypto";

const MAX_AGE_SECONDS = 300;

/** What a delivery proves itself with, as its headers say it. */
export interface Proof {
  /** Unix time in seconds. */
  readonly timestamp: string | undefined;
  /** "v1=" and 64 hexadecimal digits. */
  readonly signature: string | undefined;
}

/** Whether the body need be read at all: the headers have their shape, and the time is now. */
export function isProofFresh({ timestamp, signature }: Proof, nowMs: number): boolean {
  if (timestamp === undefined || !/^\d{9,11}$/.test(timestamp)) return false;
  if (signature === undefined || !/^v1=[0-9a-f]{64}$/.test(signature)) return false;
  return Math.abs(nowMs / 1000 - Number(timestamp)) <= MAX_AGE_SECONDS;
}

/** The signature of a body sent at a time. */
export function signatureOf(secret: string, timestamp: string, body: Uint8Array): string {
  return `v1=${createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex")}`;
}

/** Whether the signature is that of this body and time; compared in constant time. */
export function isSigned(secret: string, { timestamp = "", signature = "" }: Proof, body: Uint8Array): boolean {
  const expected = Buffer.from(signatureOf(secret, timestamp, body));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
