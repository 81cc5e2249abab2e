/** SHA-256 for the hash chain: synchronous, so that writing an event waits for nothing. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { chainText, GENESIS, type ChainedEvent } from "./rules/chain";

export { endWalk, breakWords, walk, WALK_START } from "./rules/chain";

/** The hash of a text as hexadecimal digits. */
export function hashOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** The hash of an event that follows another one, or begins the chain. */
export function linkOf(previousHash: string | undefined, event: ChainedEvent): string {
  return hashOf(chainText(previousHash ?? GENESIS, event));
}
