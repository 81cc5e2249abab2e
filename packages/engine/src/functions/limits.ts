import type { TransactionLimits } from "../transactions/limits.ts";
import type { TransactionUsage } from "../transactions/types.ts";

/** Ceilings of the running half. Every queue, loop and wait has one of these. */
export interface EngineLimits {
  /** A query or mutation that has not settled by then is failed (it would hold the writer for ever). */
  readonly transactionMs: number;
  readonly actionMs: number;
  /** Functions calling functions. */
  readonly callDepth: number;
  readonly argsBytes: number;
  readonly resultBytes: number;
  /** What an HTTP action may answer. */
  readonly httpActionBytes: number;
  readonly functionsScheduled: number;
  readonly scheduledArgsBytes: number;
  /** Waiting mutations of one socket. */
  readonly queuedMutations: number;
  /** Running actions of one socket. */
  readonly concurrentActions: number;
  /** Queries one socket may subscribe to. */
  readonly queriesPerSocket: number;
  readonly connections: number;
  /** Sockets of one signed-in identity. */
  readonly connectionsPerIdentity: number;
  /** Sockets nobody has signed in on. */
  readonly anonymousConnections: number;
  /** A function that holds the process up for this long is reported. */
  readonly blockedMs: number;
  /** One WebSocket message, one HTTP body. */
  readonly messageBytes: number;
  /** One stored file. */
  readonly fileBytes: number;
  /** One stored file that a mutation writes or reads: it is held in memory while everybody else waits. */
  readonly mutationFileBytes: number;
  /** Jobs of the scheduler running at once. */
  readonly scheduledParallelism: number;
}

/** The ceilings of one transaction by the names of its usage. */
export function ceilingsOf(limits: EngineLimits, transaction: TransactionLimits): Record<keyof TransactionUsage, number> {
  const { rangesRead: databaseQueries, ...rest } = transaction;
  return { ...rest, databaseQueries, functionsScheduled: limits.functionsScheduled, scheduledFunctionArgsBytes: limits.scheduledArgsBytes };
}

const MIB = 1024 * 1024;

export const DEFAULT_LIMITS: EngineLimits = {
  transactionMs: 10_000,
  actionMs: 10 * 60_000,
  callDepth: 8,
  argsBytes: 16 * MIB,
  resultBytes: 16 * MIB,
  httpActionBytes: 20 * MIB,
  functionsScheduled: 1000,
  scheduledArgsBytes: 16 * MIB,
  queuedMutations: 1000,
  concurrentActions: 1000,
  queriesPerSocket: 4096,
  connections: 10_000,
  connectionsPerIdentity: 200,
  anonymousConnections: 8_000,
  blockedMs: 1_000,
  messageBytes: 16 * MIB + 2000,
  fileBytes: 1024 * MIB,
  mutationFileBytes: 16 * MIB,
  scheduledParallelism: 8,
};
