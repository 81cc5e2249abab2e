/** Timestamps on the wire: u64 nanoseconds as standard base64 of the eight little-endian bytes. */
import { ProtocolError } from "./read.ts";

/** Largest accepted timestamp: the backend keeps them in a signed 64-bit integer. */
const MAX_TS = 2n ** 63n - 1n;
const ENCODED_LENGTH = 12;

let lastTs = 0n;
let lastText = "AAAAAAAAAAA=";

/** Base64 text of a timestamp. One commit reaches many sockets, so the newest text is remembered. */
export function encodeTs(ts: bigint): string {
  if (ts === lastTs) return lastText;
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, ts, true);
  lastText = btoa(String.fromCharCode(...bytes));
  lastTs = ts;
  return lastText;
}

/** Reads a timestamp, refusing anything but eight canonical base64 bytes below 2^63. */
export function decodeTs(text: unknown): bigint {
  if (typeof text !== "string" || text.length !== ENCODED_LENGTH) throw new ProtocolError("Timestamp is not 8 base64 bytes");
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
