/**
 * The hash chain. An event's hash is SHA-256 over the hash of the event before it, a line break, and the
 * event's fields as canonical JSON. Whoever changes, removes or inserts an event changes every hash after
 * it. What the chain alone cannot show is that its end was cut off: for that, compare with a last hash that
 * was noted elsewhere.
 */
import { convexToJson, type Value } from "convex/values";
import { canonicalJson } from "../../lib/pure/fingerprint";
import { isLawfulRemoval } from "./retention";
import type { AuditBreak, AuditLink } from "../table";

/** What stands before the first event of the chain. */
export const GENESIS = "0".repeat(64);

/** An event as far as the chain sees it; anything else it holds is hashed, too. */
export interface ChainedEvent {
  readonly sequence: number;
  readonly hash?: string | undefined;
  readonly occurredAt?: number | undefined;
  readonly removedAt?: number | undefined;
}

/** Fields the chain leaves out: its own result, and what the database adds. */
const OUTSIDE = new Set(["hash", "_id", "_creationTime"]);

/** The text an event's hash is taken of. */
export function chainText(previousHash: string, event: ChainedEvent): string {
  const fields = Object.fromEntries(Object.entries(event).filter(([field, value]) => !OUTSIDE.has(field) && value !== undefined));
  return `${previousHash}\n${canonicalJson(convexToJson(fields as Value))}`;
}

/** How far a walk along the chain has come. */
export interface ChainWalk {
  readonly checkedSequence: number;
  readonly unhashed: number;
  readonly checked: number;
  /** Events whose contents were removed by the retention rule: their hash is taken as it stands. */
  readonly removed?: number | undefined;
  readonly first?: AuditLink | undefined;
  readonly last?: AuditLink | undefined;
  readonly broken?: AuditBreak | undefined;
}

/** A walk that has not begun. */
export const WALK_START: ChainWalk = { checkedSequence: 0, unhashed: 0, checked: 0 };

/** Takes the next event of the trail. `hashOf` is SHA-256 as hexadecimal digits. A broken walk stays where it is. */
export function walk(before: ChainWalk, event: ChainedEvent, hashOf: (text: string) => string): ChainWalk {
  if (before.broken) return before;
  const found = event.hash ?? null;
  const awaited = before.checkedSequence + 1;
  if (event.sequence !== awaited) return { ...before, broken: { sequence: awaited, problem: "missing", expected: null, found: null } };
  if (found === null && !before.last) return { ...before, checkedSequence: event.sequence, unhashed: before.unhashed + 1 };
  if (found !== null && wasRemoved(event)) {
    return { ...before, checkedSequence: event.sequence, removed: (before.removed ?? 0) + 1, first: before.first ?? { sequence: event.sequence, hash: found }, last: { sequence: event.sequence, hash: found } };
  }
  const expected = hashOf(chainText(before.last?.hash ?? GENESIS, event));
  if (found !== expected) {
    return { ...before, broken: { sequence: event.sequence, problem: found === null ? "unhashed" : "altered", expected, found } };
  }
  const link = { sequence: event.sequence, hash: found };
  return { ...before, checkedSequence: event.sequence, checked: before.checked + 1, first: before.first ?? link, last: link };
}

function wasRemoved({ occurredAt, removedAt }: ChainedEvent): boolean {
  return occurredAt !== undefined && removedAt !== undefined && isLawfulRemoval({ occurredAt, removedAt });
}

/** The end of a walk: events that should have come and did not are missing. */
export function endWalk(walked: ChainWalk, untilSequence: number): ChainWalk {
  if (walked.broken || walked.checkedSequence >= untilSequence) return walked;
  return { ...walked, broken: { sequence: walked.checkedSequence + 1, problem: "missing", expected: null, found: null } };
}

/** What a break means, in a sentence. */
export function breakWords({ sequence, problem }: Pick<AuditBreak, "sequence" | "problem">): string {
  switch (problem) {
    case "missing":
      return `Event ${sequence} is missing.`;
    case "unhashed":
      return `Event ${sequence} has no hash although the chain had begun.`;
    case "altered":
      return `Event ${sequence}, or the one before it, is not what was written: its hash does not follow.`;
    default:
      return problem satisfies never;
  }
}
