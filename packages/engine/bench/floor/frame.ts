/** A text frame of a server, written by itself: header, and parts as they are, in one write without a copy. */

import type { Duplex } from "node:stream";

const FINAL_TEXT = 0x81;

/** Sends one frame made of these parts. Texts are ASCII. */
export function sendFrame(wire: Duplex, parts: readonly (string | Buffer)[]): void {
  let length = 0;
  for (const part of parts) length += part.length;
  wire.cork();
  wire.write(headerOf(length));
  for (const part of parts) wire.write(part, "latin1");
  wire.uncork();
}

function headerOf(length: number): Buffer {
  if (length < 126) return Buffer.from([FINAL_TEXT, length]);
  if (length < 65_536) {
    const header = Buffer.from([FINAL_TEXT, 126, 0, 0]);
    header.writeUInt16BE(length, 2);
    return header;
  }
  const header = Buffer.from([FINAL_TEXT, 127, 0, 0, 0, 0, 0, 0, 0, 0]);
  header.writeUInt32BE(length, 6);
  return header;
}
