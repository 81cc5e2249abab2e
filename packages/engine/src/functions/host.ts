/** What running functions need from the engine around them. */

import type { Signer } from "../auth/signing.ts";
import type { AtOnce } from "../lib/at-once.ts";
import type { Clock } from "../lib/clock.ts";
import type { EngineLogger } from "../lib/log.ts";
import type { RandomSource } from "../lib/random.ts";
import type { Turns } from "../lib/turns.ts";
import type { Committer, Database, Snapshot } from "../transactions/types.ts";
import type { IdTables } from "../values/validators.ts";
import type { BlockingWatch } from "./blocking.ts";
import type { RefusedCall, ScheduledJob } from "./call.ts";
import type { FileStore } from "./files/files.ts";
import type { Ceilings, EngineLimits } from "./limits.ts";
import type { Deployment } from "./modules/registry.ts";
import type { ExecutionWatch } from "./watch.ts";

export interface FunctionHost {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly logger: EngineLogger;
  readonly onRefusedCall: (refused: RefusedCall) => void;
  readonly limits: EngineLimits;
  /** Ceilings of one transaction. */
  readonly ceilings: Ceilings;
  readonly watch: ExecutionWatch;
  readonly blocking: BlockingWatch;
  /** Where long reads have their slices of the event loop. */
  readonly turns: Turns;
  /** Queries of actions: each holds a state while it is run, and those are bounded. */
  readonly actionReads: AtOnce;
  readonly committer: Committer;
  readonly files: FileStore;
  readonly signer: Signer;
  readonly ids: IdTables;
  readonly vectors: Pick<Database, "searchVectors">;
  readonly instanceName: string;
  /** Hands everything to functions as text, through the client library: what the straight path is held against. */
  readonly isThroughText: boolean;
  /** The newest committed state; the caller releases it. */
  snapshot(): Snapshot;
  /** The current deploy. */
  deployment(): Deployment;
  /** The environment of functions now; replaced as a whole when it changes. */
  env(): Readonly<Record<string, string>>;
  /** Jobs that a commit made durable. */
  onScheduled(jobs: readonly ScheduledJob[]): void;
}
