/**
 * Refused attempts for the audit trail. A mutation that refuses is rolled back, an event it wrote with it;
 * so the engine tells this process, and this process calls the backend again. Only refusals that somebody
 * should look into are passed on, and of one person only so many: more are counted, and the count goes
 * along with the next one.
 */

import type { RefusedCall } from "@data-portal/engine";
import * as z from "zod";
import { HOUR_MS } from "../convex/lib/pure/time.ts";
import type { RateLimiter, RateRule } from "./auth/rate-limit.ts";

/** How many refusals of one person reach the audit trail. */
export const PERSON_RULE: RateRule = { name: "refusals of a person", limit: 30, windowMs: HOUR_MS };
/** The same refusal again and again says nothing new: live queries and impatient fingers repeat. */
export const SAME_RULE: RateRule = { name: "the same refusal of a person", limit: 3, windowMs: HOUR_MS };
/** People whose withheld refusals are counted at a time. */
const MAX_COUNTED = 5_000;
const MAX_SUBJECTS = 5;
const MAX_ID_LENGTH = 64;

/** Codes that tell of something tried that is not this person's to do. Others are everyday mistakes. */
const report = z.object({
  code: z.enum(["not-allowed", "not-eligible", "not-while-impersonating", "impersonation-mismatch"]),
  capability: z.string().optional(),
});

/** What the backend is told about one refusal. */
export interface RefusalReport {
  readonly tokenIdentifier: string;
  readonly sessionId?: string;
  readonly kind: RefusedCall["kind"];
  readonly path: string;
  readonly code: string;
  readonly capability?: string;
  readonly origin: { readonly requestId: string; readonly ip?: string; readonly userAgent?: string };
  /** Ids among the arguments, by their names. */
  readonly subjects: Readonly<Record<string, string>>;
  /** Refusals of the same person that were not told since the last one that was. */
  readonly withheld: number;
}

/** Makes what the engine calls with every refused call. */
export function createRefusalRecorder(options: {
  readonly limiter: RateLimiter;
  readonly send: (report: RefusalReport) => void;
}): (refused: RefusedCall) => void {
  const withheld = new Map<string, number>();
  return ({ kind, path, args, identity, requestId, origin, data }) => {
    const parsed = report.safeParse(data);
    if (!parsed.success) return;
    const { code, capability } = parsed.data;
    // A page left open while an impersonation begins or ends asks for what is no longer its own.
    if (kind === "query" && code !== "not-allowed") return;
    const person = identity.tokenIdentifier;
    const attempts = [
      { rule: PERSON_RULE, key: person },
      { rule: SAME_RULE, key: `${person} ${path} ${code}` },
    ];
    if (!options.limiter.take(attempts).allowed) return count(withheld, person);
    const sessionId = identity["sid"];
    options.send({
      tokenIdentifier: person,
      ...(typeof sessionId === "string" && { sessionId }),
      kind,
      path,
      code,
      origin: {
        requestId,
        ...(origin.ip !== null && { ip: origin.ip }),
        ...(origin.userAgent !== null && { userAgent: origin.userAgent }),
      },
      ...(capability !== undefined && { capability }),
      subjects: idsAmong(args),
      withheld: withheld.get(person) ?? 0,
    });
    withheld.delete(person);
  };
}

function count(withheld: Map<string, number>, person: string): void {
  const before = withheld.get(person) ?? 0;
  withheld.delete(person);
  withheld.set(person, before + 1);
  const oldest = withheld.keys().next();
  if (withheld.size > MAX_COUNTED && oldest.done !== true) withheld.delete(oldest.value);
}

function idsAmong(args: RefusedCall["args"]): Record<string, string> {
  const ids = Object.entries(args).filter(
    (entry): entry is [string, string] =>
      entry[0].endsWith("Id") && typeof entry[1] === "string" && entry[1].length <= MAX_ID_LENGTH,
  );
  return Object.fromEntries(ids.slice(0, MAX_SUBJECTS));
}
