/**
 * Removals that prove themselves. The event that tells of a removal names every event it emptied, so nobody can
 * empty one more, or write something else into one that was emptied. These events are never emptied themselves.
 */

import { canonicalJson } from "../../../lib/pure/canonicalJson";
import { isLawfulRemoval } from "./retention";

/** An event as far as the chain sees it; anything else it holds belongs to its header. */
export interface ChainedEvent {
  readonly sequence: number;
  readonly hash?: string | undefined;
  readonly hashVersion?: number | undefined;
  readonly contentHash?: string | undefined;
  readonly action?: string | undefined;
  readonly occurredAt?: number | undefined;
  readonly removedAt?: number | undefined;
  readonly removedBy?: number | undefined;
  readonly context?: unknown;
}

/** Contents went because they were kept long enough. */
export const CONTENTS_REMOVED = "audit.contentsRemoved";
/** What had gone before removals were proven was named. */
export const CHAIN_SEALED = "audit.chainSealed";

/** Whether an action proves removals. */
export function isProof(action: string | undefined): boolean {
  return action === CONTENTS_REMOVED || action === CHAIN_SEALED;
}

/** What an event is left with. */
export const EMPTY = { actor: { kind: "system", label: "Removed" }, targets: [], context: {}, changes: [] } as const;

/** Whether nothing but that is in an event. */
export function isEmptied(event: object): boolean {
  const { actor, impersonator, targets, context, origin, changes } = event as Record<string, unknown>;
  return (
    impersonator === undefined &&
    origin === undefined &&
    canonicalJson({ actor, targets, context, changes }) === canonicalJson(EMPTY)
  );
}

/** What a removal names: all events by their place, those of version 1 with a digest of what was left. */
export interface RemovalNames {
  readonly sequences: string;
  readonly kept: readonly string[];
}

/** The context of an event that tells of a removal. */
export function namesOf(removed: readonly { readonly sequence: number; readonly kept: string | null }[]): RemovalNames {
  return {
    sequences: rangesOf(removed.map(({ sequence }) => sequence)),
    kept: removed.flatMap(({ sequence, kept }) => (kept === null ? [] : [`${sequence}:${kept}`])),
  };
}

/** Whether an event of the chain says that old removals have all been named. */
export function isSealed({ action, context }: ChainedEvent): boolean {
  return action === CHAIN_SEALED && (context as { isComplete?: unknown } | undefined)?.isComplete === true;
}

/** Why a removal is not proven; null when it is. `keptDigest` is that of what was left of an event of version 1. */
export function whyNotProven(
  event: ChainedEvent,
  proof: ChainedEvent | null,
  keptDigest: () => string,
): "no-proof" | "too-early" | "not-named" | null {
  if (!proof || isProof(event.action) || proof.sequence <= event.sequence || proof.sequence !== event.removedBy)
    return "no-proof";
  if (!isProof(proof.action) || proof.removedAt !== undefined) return "no-proof";
  const { occurredAt = 0, removedAt = 0 } = event;
  // The day of a removal is outside of the chain, the day of its proof is not.
  const isSameDay = proof.action === CHAIN_SEALED || proof.occurredAt === removedAt;
  if (!isSameDay || !isLawfulRemoval({ occurredAt, removedAt })) return "too-early";
  const { sequences, kept } = proof.context as Partial<RemovalNames>;
  if (event.hashVersion === undefined)
    return kept?.includes(`${event.sequence}:${keptDigest()}`) === true ? null : "not-named";
  return holds(sequences ?? "", event.sequence) ? null : "not-named";
}

/** "3-5, 9" for 3, 4, 5 and 9. */
export function rangesOf(sequences: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const sequence of sequences.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && sequence <= last[1] + 1) last[1] = sequence;
    else ranges.push([sequence, sequence]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(", ");
}

function holds(ranges: string, sequence: number): boolean {
  return ranges.split(", ").some((range) => {
    const [from = "", to = from] = range.split("-");
    return from !== "" && sequence >= Number(from) && sequence <= Number(to);
  });
}
