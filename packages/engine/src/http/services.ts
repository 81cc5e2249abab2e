/** What the HTTP half needs from the engine. */

import type { Authority } from "../auth/authority.ts";
import type { Signer } from "../auth/signing.ts";
import type { Runner } from "../functions/call.ts";
import type { FileStore } from "../functions/files/files.ts";
import type { EngineLimits } from "../functions/limits.ts";
import type { Deployment } from "../functions/modules/registry.ts";
import type { HttpActionRunner } from "../functions/runner.ts";
import type { Snapshot, Timestamp } from "../functions/seam.ts";
import type { Clock } from "../lib/clock.ts";
import type { EngineLogger } from "../lib/log.ts";
import type { RandomSource } from "../lib/random.ts";
import type { Spending } from "../lib/spending.ts";
import type { Turns } from "../lib/turns.ts";

export interface HttpServices {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly logger: EngineLogger;
  readonly limits: EngineLimits;
  readonly redactErrors: boolean;
  readonly instanceName: string;
  readonly files: FileStore;
  readonly authority: Authority;
  readonly signer: Signer;
  readonly turns: Turns;
  /** What those without a sign-in cost, over HTTP and over sockets. */
  readonly anonymousSpending: Spending;
  readonly runner: Runner & { readonly runHttpAction: HttpActionRunner };
  deployment(): Deployment;
  snapshot(): Snapshot;
  latestTs(): Timestamp;
}
