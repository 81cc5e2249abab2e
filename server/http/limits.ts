/**
 * What callers may ask of this process. Who has signed in counts as one person, in however many sessions; who has not
 * counts by address, and many people may sit behind one: five hundred who open their pages within the same minute have
 * to get in, so the numbers below are far above what they need and far below what would be felt by the others. Where
 * more come from one address (a proxy that is not told about by TRUST_PROXY), ADDRESS_LIMIT_FACTOR multiplies them.
 */

import type { EngineLimits } from "@data-portal/engine";
import { MINUTE_MS } from "../../convex/lib/pure/time.ts";
import type { RateRule } from "../auth/rate-limit.ts";

const KIB = 1024;

/** The longest body of each part. */
export const LIMIT_BYTES = { auth: 16 * KIB, clientError: 256 * KIB, app: 256 * KIB, backend: 20 * KIB * KIB };

/** Reports of errors from one address: a page sends twenty at most. */
export const CLIENT_ERRORS: RateRule = { name: "client errors by address", limit: 60, windowMs: 10 * MINUTE_MS };

/** Rendered pages and server functions for one address: two for each page somebody opens or reloads. */
export function pagesRule(factor: number): RateRule {
  return { name: "pages by address", limit: 3_000 * factor, windowMs: MINUTE_MS };
}

/** Ceilings of the embedded engine: its own are those of a backend without a portal around it. */
export function engineLimits(factor: number): Partial<EngineLimits> {
  return {
    fileBytes: LIMIT_BYTES.backend,
    // A second file of the same URL could not be claimed by anybody.
    filesPerUploadUrl: 1,
    // A socket begins with its token, of 2 kB at most; what there is to ask without one is less.
    anonymousMessageBytes: 64 * KIB,
    // A socket counts here until its token is checked, a few milliseconds; beyond it a page comes back after three
    // seconds.
    anonymousConnectionsPerAddress: 512 * factor,
    anonymousConnections: 4_000,
    // Tabs of one person, in all their browsers.
    connectionsPerIdentity: 128,
    // A page shows a few hundred kB.
    answerBytesPerSocket: 64 * KIB * KIB,
    unusedConnectionMs: MINUTE_MS,
    statesHeldMs: MINUTE_MS / 2,
    concurrentCalls: 64,
    // A tenth of one processor for everybody at one address without a sign-in; nothing in the pages asks that way.
    anonymousWorkMs: 6_000 * factor,
    // Programs with a token: half of one processor, in slices.
    identityWorkMs: 30_000,
  };
}
