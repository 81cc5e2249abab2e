/** Checks the audit trail's hash chain in a data folder, a backup or an export, without running the portal. */

import type { ChainedEvent, ChainWalk } from "../../convex/core/audit/rules/chain.ts";
import { documentsByIndex } from "@data-portal/engine";

/** The backend's own way along the chain, as it was built. */
export type AuditChain = Pick<typeof import("../../convex/core/audit/chain.ts"), "walk" | "endWalk" | "WALK_START" | "hashOf" | "breakWords">;

/** A hash that was noted earlier: the end of the audit trail cannot have been cut off below it. */
export interface KnownLink {
  readonly sequence: number;
  readonly hash: string;
}

const KNOWN_LINK = /^(\d{1,15}):([0-9a-f]{64})$/i;

/** "1204:5d41…" as a link, or null. */
export function parseKnownLink(text: string): KnownLink | null {
  const [, sequence, hash] = KNOWN_LINK.exec(text) ?? [];
  return sequence === undefined || hash === undefined ? null : { sequence: Number(sequence), hash: hash.toLowerCase() };
}

/** What the walk found, in lines; `isWhole` tells whether all is as it should be. */
export function verifyAudit(engineFolder: string, chain: AuditChain, known: KnownLink | null): { readonly isWhole: boolean; readonly lines: readonly string[] } {
  const { proofs, until, knownHash, events } = survey(engineFolder, known);
  let walked: ChainWalk = chain.WALK_START;
  for (const event of events()) walked = chain.walk(walked, event, { hashOf: chain.hashOf, proof: proofs.get(event.removedBy ?? 0) ?? null });
  walked = chain.endWalk(walked, until);
  const lines = [...linesOf(walked, chain)];
  const isKnownThere = known === null || knownHash === known.hash;
  if (known !== null) lines.push(isKnownThere ? `The hash of event ${known.sequence} is the one you noted.` : `The hash of event ${known.sequence} is not the one you noted: ${knownHash ?? "there is no such event"}. The audit trail was cut off, or written again.`);
  return { isWhole: walked.broken === undefined && isKnownThere, lines };
}

/** A first reading, for what a walk has to know ahead. */
interface Survey {
  /** The events that prove removals, by their place. */
  readonly proofs: ReadonlyMap<number, ChainedEvent>;
  readonly until: number;
  readonly knownHash: string | null;
  /** The audit trail in its order. */
  events(): Iterable<ChainedEvent>;
}

function survey(engineFolder: string, known: KnownLink | null): Survey {
  // The table itself, not an index over the sequence: a folder that was imported into and never started has none,
  // and what is in the table but in no index was tampered with, too.
  const read = () => documentsByIndex(engineFolder, "auditEvents", "by_creation_time") as Iterable<unknown> as Iterable<ChainedEvent>;
  const proofs = new Map<number, ChainedEvent>();
  const proofsAt = new Set<number>();
  let until = 0;
  let knownHash: string | null = null;
  let isInOrder = true;
  for (const event of read()) {
    if (event.removedBy !== undefined) proofsAt.add(event.removedBy);
    isInOrder &&= event.sequence > until;
    until = Math.max(until, event.sequence);
    if (event.sequence === known?.sequence) knownHash = event.hash ?? null;
  }
  if (proofsAt.size > 0) for (const event of read()) if (proofsAt.has(event.sequence)) proofs.set(event.sequence, event);
  // Only an audit trail that was meddled with is out of order: then all of it is held in memory.
  return { proofs, until, knownHash, events: isInOrder ? read : () => [...read()].sort((a, b) => a.sequence - b.sequence) };
}

function* linesOf({ checked, unhashed, removed = 0, first, last, broken }: ChainWalk, { breakWords }: AuditChain): Generator<string> {
  if (unhashed > 0) yield `${unhashed} events are from before the chain began.`;
  if (removed > 0) yield `${removed} events lost their contents to the retention rule; the chain says which.`;
  if (first) yield `First: ${first.sequence}:${first.hash}`;
  if (last) yield `Last${broken ? " before the break" : ""}: ${last.sequence}:${last.hash}`;
  if (!broken) return yield `The audit trail is intact: ${checked + removed} events follow each other. Note the last line above elsewhere and give it to --expect next time.`;
  yield `The audit trail is broken. ${breakWords(broken)}`;
  if (broken.expected !== null) yield `  expected ${broken.expected}\n  found    ${broken.found ?? "no hash"}`;
}
