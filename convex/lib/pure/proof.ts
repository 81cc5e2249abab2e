/** Proofs of several pieces of work, read as one. */

import type { Change, Proof, ProvenFact } from "./plan";

/** What one piece of work changed, and what was read back of it. */
export interface ReadBack {
  readonly changes: readonly Change[];
  readonly proof: Proof;
}

/**
 * One proof of many. Of each piece of work counts what it changed: what it merely looked at may have been
 * changed since, by a later task of the same request. Work that had nothing to change counts as it was found.
 */
export function joinProofs(found: readonly ReadBack[], readAt: number): Proof {
  const facts = new Map<string, ProvenFact>();
  const changed = new Set(found.flatMap(({ changes }) => changes.map(({ subject }) => subject)));
  for (const { changes, proof } of found) {
    const own = new Set(changes.map(({ subject }) => subject));
    for (const fact of proof.facts) {
      if (changes.length === 0 ? !changed.has(fact.subject) : own.has(fact.subject)) facts.set(fact.subject, fact);
    }
  }
  const all = [...facts.values()];
  return { isProven: all.every(({ expected, actual }) => expected === actual), facts: all, readAt };
}
