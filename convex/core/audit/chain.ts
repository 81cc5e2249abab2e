/** SHA-256 for the hash chain: synchronous, so that writing an event waits for nothing. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { chainText, contentText, GENESIS, type ChainedEvent } from "./rules/chain";

export { endWalk, breakWords, walk, WALK_START } from "./rules/chain";

/** The hash of a text as hexadecimal digits. */
export function hashOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** An event with its hashes, that follows another one or begins the chain. */
export function chained<E extends ChainedEvent>(
  previousHash: string | undefined,
  event: E,
): E & { readonly hashVersion: 2; readonly contentHash: string; readonly hash: string } {
  const whole = { ...event, hashVersion: 2 as const, contentHash: hashOf(contentText(event)) };
  return { ...whole, hash: hashOf(chainText(previousHash ?? GENESIS, whole)) };
}
