/** Puts an event at the end of the hash chain. */

import { hashOf } from "../../lib/hash";
import { chainText, contentText, GENESIS, type ChainedEvent } from "./rules/chain";

export { hashOf } from "../../lib/hash";
export { endWalk, breakWords, walk, WALK_START } from "./rules/chain";

/** An event with its hashes, that follows another one or begins the chain. */
export function chained<E extends ChainedEvent>(
  previousHash: string | undefined,
  event: E,
): E & { readonly hashVersion: 2; readonly contentHash: string; readonly hash: string } {
  const whole = { ...event, hashVersion: 2 as const, contentHash: hashOf(contentText(event)) };
  return { ...whole, hash: hashOf(chainText(previousHash ?? GENESIS, whole)) };
}
