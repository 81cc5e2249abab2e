/**
 * The hash chain, version 2. An event is a header and contents. The header holds the SHA-256 of the contents;
 * the event's hash is SHA-256 over the hash of the event before it, a line break, and the header as canonical
 * JSON. So contents can be removed while everything else stays provable: a removal is an event of the chain
 * itself, and it names what it removed. Whoever changes, removes or inserts an event changes every hash after it.
 *
 * Version 1, which older audit trails begin with, hashed an event as a whole. Nothing can be computed of such an event
 * once its contents are gone, so its removal is proven by a digest of what was left.
 *
 * What the chain alone cannot show is that its end was cut off, or that all of it was computed again: for that,
 * compare with a hash that was noted elsewhere.
 */

import { convexToJson, type Value } from "convex/values";
import { canonicalJson } from "../../../lib/pure/canonicalJson";
import { MINUTE_MS } from "../../../lib/pure/time";
import type { AuditBreak, AuditLink } from "../table";
import { isEmptied, isSealed, whyNotProven, type ChainedEvent } from "./removal";

export type { ChainedEvent } from "./removal";

/** What stands before the first event of the chain. */
export const GENESIS = "0".repeat(64);

/** SHA-256 as hexadecimal digits. */
export type HashOf = (text: string) => string;

/** Fields the chain leaves out: its own result, what a removal adds, and what the database adds. */
const OUTSIDE = new Set(["hash", "removedAt", "removedBy", "_id", "_creationTime"]);
/** What the retention rule takes: who, about what, from where, and what changed. */
export const CONTENTS = new Set(["actor", "impersonator", "targets", "context", "origin", "changes"]);

function textOf(event: object, isPart: (field: string) => boolean): string {
  const fields = Object.fromEntries(
    Object.entries(event).filter(([field, value]) => isPart(field) && value !== undefined),
  );
  return canonicalJson(convexToJson(fields as Value));
}

/** The text a content hash is taken of. */
export function contentText(event: object): string {
  return textOf(event, (field) => CONTENTS.has(field));
}

/** The text an event's hash is taken of, by its version. */
export function chainText(previousHash: string, event: ChainedEvent): string {
  const isNew = event.hashVersion !== undefined;
  return `${previousHash}\n${textOf(event, (field) => !OUTSIDE.has(field) && !(isNew && CONTENTS.has(field)))}`;
}

/** What is left of an event of version 1 without its contents: the text a removal keeps a digest of. */
export function keptText(event: object): string {
  return textOf(event, (field) => !CONTENTS.has(field) && field !== "removedBy" && !field.startsWith("_"));
}

/** How far a walk along the chain has come. */
export interface ChainWalk {
  readonly checkedSequence: number;
  readonly unhashed: number;
  readonly checked: number;
  /** Events whose contents were removed by the retention rule. */
  readonly removed?: number | undefined;
  /** The last event that proves a removal met so far: the walk has to reach it. */
  readonly proofSequence?: number | undefined;
  /** The first event that was emptied before removals were proven: once the chain was sealed, it had to be named. */
  readonly unsealed?: number | undefined;
  /** The first event whose removal is not proven. Said at the end: what broke the proof itself says more. */
  readonly unproven?: number | undefined;
  /** Whether events of version 2 have begun. */
  readonly isNew?: boolean | undefined;
  readonly first?: AuditLink | undefined;
  readonly last?: AuditLink | undefined;
  readonly broken?: AuditBreak | undefined;
}

/** A walk that has not begun. */
export const WALK_START: ChainWalk = { checkedSequence: 0, unhashed: 0, checked: 0 };

/** What a step along the chain needs besides the event. */
export interface WalkTools {
  readonly hashOf: HashOf;
  /** The event that an emptied event says it was removed by. */
  readonly proof: ChainedEvent | null;
}

/** Takes the next event of the audit trail. A broken walk stays where it is. */
export function walk(before: ChainWalk, event: ChainedEvent, { hashOf, proof }: WalkTools): ChainWalk {
  if (before.broken) return before;
  const { sequence } = event;
  const found = event.hash ?? null;
  const broken = (problem: AuditBreak["problem"], expected: string | null = null, at = sequence): ChainWalk => ({
    ...before,
    broken: { sequence: at, problem, expected, found: expected === null ? null : found },
  });
  const awaited = before.checkedSequence + 1;
  if (sequence !== awaited) return sequence > awaited ? broken("missing", null, awaited) : broken("extra");
  if (found === null && event.hashVersion === undefined && !before.last)
    return { ...before, checkedSequence: sequence, unhashed: before.unhashed + 1 };
  const isNew = event.hashVersion !== undefined;
  if (!isNew && before.isNew === true) return broken("older");
  // Only a chain of version 1 may have begun after events without a hash: one of version 2 begins with the audit trail.
  if (isNew && !before.last && before.unhashed > 0) return broken("unhashed", null, 1);
  const isRemoved = event.removedAt !== undefined;
  const link = { sequence, hash: found ?? "" };
  const after: ChainWalk = {
    ...before,
    checkedSequence: sequence,
    first: before.first ?? link,
    last: link,
    ...(isNew && { isNew }),
  };
  if (isNew || !isRemoved) {
    const expected = hashOf(chainText(before.last?.hash ?? GENESIS, event));
    if (found === null) return broken("unhashed", expected);
    if (isNew && !isRemoved && event.contentHash !== hashOf(contentText(event))) return broken("contents");
    if (found !== expected) return broken("altered", expected);
  } else if (found === null) return broken("unhashed");
  if (isRemoved) return afterRemoval({ ...after, removed: (before.removed ?? 0) + 1 }, event, { hashOf, proof });
  return {
    ...after,
    checked: before.checked + 1,
    ...(isSealed(event) && { unproven: before.unproven ?? before.unsealed }),
  };
}

function afterRemoval(after: ChainWalk, event: ChainedEvent, { hashOf, proof }: WalkTools): ChainWalk {
  const { sequence, hashVersion, removedBy } = event;
  if (!isEmptied(event)) return { ...after, broken: { sequence, problem: "contents", expected: null, found: null } };
  // An audit trail of version 1 that this version never ran on has no proofs yet; once it has, they are asked for (the seal).
  if (hashVersion === undefined && removedBy === undefined) return { ...after, unsealed: after.unsealed ?? sequence };
  if (whyNotProven(event, proof, () => hashOf(keptText(event))))
    return { ...after, unproven: after.unproven ?? sequence };
  return { ...after, proofSequence: Math.max(after.proofSequence ?? 0, proof?.sequence ?? 0) };
}

/**
 * The end of a walk: events that should have come and did not are missing, and an audit trail without any hash shows nothing.
 */
export function endWalk(walked: ChainWalk, untilSequence: number): ChainWalk {
  if (walked.broken) return walked;
  const end = Math.max(untilSequence, walked.proofSequence ?? 0);
  const broken = (problem: AuditBreak["problem"], sequence: number): ChainWalk => ({
    ...walked,
    broken: { sequence, problem, expected: null, found: null },
  });
  if (walked.checkedSequence < end) return broken("missing", walked.checkedSequence + 1);
  if (walked.unproven !== undefined) return broken("unproven", walked.unproven);
  return walked.last ? walked : broken("nothing", 0);
}

/** What a break means, in a sentence. */
export function breakWords({ sequence, problem }: Pick<AuditBreak, "sequence" | "problem">): string {
  switch (problem) {
    case "missing":
      return `Event ${sequence} is missing.`;
    case "extra":
      return `Event ${sequence} appears more than once, or was inserted.`;
    case "unhashed":
      return `Event ${sequence} has no hash although the chain had begun.`;
    case "altered":
      return `Event ${sequence}, or the one before it, is not what was written: its hash does not follow from its action, time, outcome and place.`;
    case "contents":
      return `The contents of event ${sequence} are not what was written: who did it, to what, from where, or what changed.`;
    case "unproven":
      return `The contents of event ${sequence} are gone, and no event of the chain says that they were removed.`;
    case "older":
      return `Event ${sequence} is hashed in the old way although newer events come before it.`;
    case "nothing":
      return "No event has a hash, so nothing shows what was written.";
    default:
      return problem satisfies never;
  }
}

/** A check that did not get on for so long has died, as with the process that took its steps. */
export const STALLED_MS = 5 * MINUTE_MS;

/** Whether a check of the chain runs no more although it never came to its end. */
export function isStalled(
  {
    startedAt,
    steppedAt = startedAt,
    finishedAt,
  }: { readonly startedAt: number; readonly steppedAt?: number; readonly finishedAt?: number },
  now: number,
): boolean {
  return finishedAt === undefined && now - steppedAt >= STALLED_MS;
}
