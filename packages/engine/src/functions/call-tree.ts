/** What a function shares with those it calls. */

import type { Identity } from "../auth/identity.ts";
import type { ReadTransaction, WriteTransaction } from "../transactions/types.ts";
import type { CallOrigin, FunctionCall, Runner, ScheduledJob } from "./call.ts";
import type { FileEffects } from "./files/files.ts";
import type { LogBuffer } from "./globals/console.ts";
import type { FunctionHost } from "./host.ts";
import type { Deployment } from "./modules/registry.ts";
import type { RunUses } from "./straight/used.ts";

/** What all functions of one transaction (or of one action) share. */
export interface CallTree {
  readonly host: FunctionHost;
  readonly runner: Runner;
  readonly deployment: Deployment;
  readonly identity: Identity;
  /** Names the request. Asked for where somebody is told of it: a socket's name takes a hash. */
  readonly named: Pick<FunctionCall, "requestId">;
  readonly jobId: string | null;
  readonly origin: CallOrigin;
  readonly logs: LogBuffer;
  readonly read: ReadTransaction | null;
  readonly write: WriteTransaction | null;
  /** Frozen time of a transaction; null where time flows. */
  readonly frozenMs: number | null;
  readonly envReads: Set<string>;
  readonly scheduled: ScheduledJob[];
  readonly fileEffects: FileEffects;
  didReadIdentity: boolean;
  didReadTime: boolean;
  readonly journalGiven: string | null;
  journalProduced: string | null;
  /** What of its documents the query used; null where nobody asks. */
  readonly uses: RunUses | null;
}
