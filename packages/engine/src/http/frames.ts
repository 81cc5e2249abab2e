/** Text frames of a server, written by themselves: a header, then the parts as they are, in one write. */

import type { Duplex } from "node:stream";
import type { Part } from "../protocol/frame.ts";

const FINAL_TEXT = 0x81;
/** Bytes of the longest header. */
const LONGEST_HEADER = 10;

/** Sends one frame of these parts. What it begins with is copied behind the header, what is shared is not. */
export function sendFrame(socket: Duplex, parts: readonly Part[], onSent?: (error?: Error | null) => void): void {
  let bytes = 0;
  const lengths = parts.map((part) => (typeof part === "string" ? Buffer.byteLength(part) : part.length));
  for (const length of lengths) bytes += length;
  const [first = ""] = parts;
  const begins = typeof first === "string" ? (lengths[0] ?? 0) : 0;
  const head = Buffer.allocUnsafe(LONGEST_HEADER + begins);
  const at = writeHeader(head, bytes);
  const rest = begins === 0 ? parts : parts.slice(1);
  if (begins > 0) head.write(first as string, at);
  socket.cork();
  socket.write(head.subarray(0, at + begins), rest.length === 0 ? onSent : undefined);
  for (const [i, part] of rest.entries()) socket.write(part, i === rest.length - 1 ? onSent : undefined);
  socket.uncork();
}

/** Writes the header of a whole text frame; gives where its text begins. */
function writeHeader(to: Buffer, bytes: number): number {
  to[0] = FINAL_TEXT;
  if (bytes < 126) {
    to[1] = bytes;
    return 2;
  }
  if (bytes < 65_536) {
    to[1] = 126;
    to.writeUInt16BE(bytes, 2);
    return 4;
  }
  to[1] = 127;
  to.writeUInt32BE(0, 2);
  to.writeUInt32BE(bytes, 6);
  return LONGEST_HEADER;
}
