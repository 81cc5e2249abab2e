/** What sessions need from the engine, and what they need from a socket. */

import type { Identity } from "../auth/identity.ts";
import type { CallOrigin, Runner } from "../functions/call.ts";
import type { Snapshot, Timestamp } from "../functions/seam.ts";
import type { Clock } from "../lib/clock.ts";
import type { EngineLogger } from "../lib/log.ts";
import type { Spending } from "../lib/spending.ts";
import type { Turns } from "../lib/turns.ts";
import type { Authenticate } from "../protocol/authenticate.ts";
import type { Part } from "../protocol/frame.ts";
import type { QueryHub } from "./hub.ts";
import type { RequestLedger } from "./ledger.ts";
import type { Pacer } from "./pacer.ts";
import type { SessionLimits } from "./session.ts";

/** Ceilings of one socket that its driver looks at. */
export interface SocketLimits {
  readonly anonymousMessageBytes: number;
  readonly unusedConnectionMs: number;
  readonly answerBytesPerSocket: number;
}

export interface SessionServices {
  readonly clock: Clock;
  readonly logger: EngineLogger;
  readonly limits: SessionLimits & SocketLimits;
  readonly redactErrors: boolean;
  readonly runner: Runner;
  readonly ledger: RequestLedger;
  readonly hub: QueryHub;
  readonly pacer: Pacer;
  /** Queries of all sockets and of HTTP take turns, so that the loop is free in between. */
  readonly turns: Turns;
  /** What those without a sign-in cost, over HTTP and over sockets. */
  readonly anonymousSpending: Spending;
  latestTs(): Timestamp;
  snapshot(): Snapshot;
  identify(request: Authenticate): Promise<Identity>;
}

/** A socket as a session sees it. */
export interface Transport {
  /** Who opened it; absent when the embedding process does not say. */
  readonly origin?: CallOrigin;
  /** Whether this client puts the parts of a long Transition together. */
  readonly takesChunks: boolean;
  /** Hands one text frame over. */
  send(text: string): void;
  /** Hands the text frames of one Transition over, each in its parts. `onSent` is called once all left this process. */
  sendTransition(frames: readonly (readonly Part[])[], onSent: () => void): void;
  /**
   * Like `send` for a frame that the next one belongs with: both leave in one write, at the latest in the next turn.
   */
  sendWithNext(text: string): void;
  /** A token was checked: what was not read meanwhile may be read. */
  readOn(): void;
  close(code: number, reason: string): void;
}
