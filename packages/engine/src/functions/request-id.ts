/** Request ids as error messages show them: 16 hex digits. */

import { hash } from "node:crypto";
import { toHex } from "../lib/bytes.ts";
import type { RandomSource } from "../lib/random.ts";

/** The id of a socket's request: derived, so that a log line can be matched to it. */
export function socketRequestId(sessionId: string, requestId: number): string {
  return hash("sha256", `${sessionId}|${requestId}`, "hex").slice(0, 16);
}

/** The id of a request that has no name of its own. */
export function freshRequestId(random: RandomSource): string {
  return toHex(random.bytes(8));
}
