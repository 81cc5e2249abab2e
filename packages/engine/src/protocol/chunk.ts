/** TransitionChunk: a Transition too long for one frame, in parts that follow each other without a gap. */

import { bytesOf, type Part } from "./frame.ts";

/** Above this many bytes a Transition is cut. */
export const MAX_WHOLE_BYTES = 5_000_000;
/** The first official client that puts parts together. */
const FIRST_VERSION = [1, 28, 0] as const;

/** Whether a client of this version, as its URL names it, takes chunks. */
export function takesChunks(clientVersion: string): boolean {
  const numbers = /^(?:npm-)?(\d+)\.(\d+)\.(\d+)/.exec(clientVersion)?.slice(1).map(Number);
  if (numbers === undefined) return false;
  for (const [place, first] of FIRST_VERSION.entries()) {
    const number = numbers[place] ?? 0;
    if (number !== first) return number > first;
  }
  return true;
}

/** The frames that carry a Transition: itself, or the parts of its text cut between characters. */
export function transitionFrames(whole: readonly Part[], transitionId: string): readonly (readonly Part[])[] {
  if (bytesOf(whole) <= MAX_WHOLE_BYTES) return [whole];
  const bytes = Buffer.concat(whole.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
  const parts: string[] = [];
  const decoder = new TextDecoder();
  for (let start = 0; start < bytes.length;) {
    let end = Math.min(start + MAX_WHOLE_BYTES, bytes.length);
    // Bytes 10xxxxxx continue a character.
    while (end < bytes.length && ((bytes[end] as number) & 0xc0) === 0x80) end--;
    parts.push(decoder.decode(bytes.subarray(start, end)));
    start = end;
  }
  return parts.map((chunk, partNumber) => [
    JSON.stringify({ type: "TransitionChunk", chunk, partNumber, totalParts: parts.length, transitionId }),
  ]);
}
