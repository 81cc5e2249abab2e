/** Timestamps on the wire: u64 nanoseconds as standard base64 of the eight little-endian bytes. */

import { ProtocolError } from "./read.ts";

/** Largest accepted timestamp: the backend keeps them in a signed 64-bit integer. */
const MAX_TS = 2n ** 63n - 1n;
const ENCODED_LENGTH = 12;

/** The two timestamps of a Transition repeat on every socket it is pushed to. */
let newest = { ts: 0n, text: "AAAAAAAAAAA=" };
let older = newest;

/** Base64 text of a timestamp. */
export function encodeTs(ts: bigint): string {
  if (ts === newest.ts) return newest.text;
  if (ts === older.ts) return older.text;
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, ts, true);
  older = newest;
  newest = { ts, text: btoa(String.fromCharCode(...bytes)) };
  return newest.text;
}

/** Reads a timestamp, refusing anything but eight canonical base64 bytes below 2^63. */
export function decodeTs(text: unknown): bigint {
  if (typeof text !== "string" || text.length !== ENCODED_LENGTH)
    throw new ProtocolError("Timestamp is not 8 base64 bytes");
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    throw new ProtocolError("Timestamp is not base64");
  }
  if (binary.length !== 8) throw new ProtocolError("Timestamp is not 8 base64 bytes");
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  const ts = new DataView(bytes.buffer).getBigUint64(0, true);
  if (ts > MAX_TS) throw new ProtocolError("Timestamp is out of range");
  return ts;
}
