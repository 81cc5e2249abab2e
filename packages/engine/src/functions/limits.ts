import type { TransactionLimits } from "../transactions/limits.ts";
import type { TransactionUsage } from "../transactions/types.ts";

/** Ceilings of the running half. Every queue, loop and wait has one of these. */
export interface EngineLimits {
  /** A query or mutation that has not settled by then is failed (it would hold the writer for ever). */
  readonly transactionMs: number;
  readonly actionMs: number;
  /** Functions calling functions. */
  readonly callDepth: number;
  /** Sizes of values, as Convex counts them. */
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
  /** What one socket is shown at a time, the answers of all its queries, is kept for it. */
  readonly answerBytesPerSocket: number;
  readonly connections: number;
  /** Sockets of one person who has signed in, whatever tokens they have. */
  readonly connectionsPerIdentity: number;
  /** Sockets nobody has signed in on. */
  readonly anonymousConnections: number;
  /** Sockets from one address nobody has signed in on. */
  readonly anonymousConnectionsPerAddress: number;
  /** A socket on which nobody has signed in or asked for anything for this long is closed. */
  readonly unusedConnectionMs: number;
  /** For this long old states may be held for `query_at_ts` without a pause. */
  readonly statesHeldMs: number;
  /** HTTP calls of one person, or from one address without a sign-in, running at once. */
  readonly concurrentCalls: number;
  /** Milliseconds of work that those without a sign-in may cause per minute and address. */
  readonly anonymousWorkMs: number;
  /** Milliseconds of work that one person may cause per minute by HTTP calls. */
  readonly identityWorkMs: number;
  /** Long reads and queries that wait let the event loop turn after so long. */
  readonly sliceMs: number;
  /** A function that holds the process up for this long is reported. */
  readonly blockedMs: number;
  /** One WebSocket message, one HTTP body. */
  readonly messageBytes: number;
  /** The same of those who have not signed in. */
  readonly anonymousMessageBytes: number;
  /** Vectors an index may hold to be searched: every search looks at all of them. */
  readonly vectorsPerIndex: number;
  /** Bytes of vectors kept in memory; a single index may take more. */
  readonly vectorBytes: number;
  /** One stored file. */
  readonly fileBytes: number;
  /** Files that may be sent to one upload URL. Convex takes any number for an hour. */
  readonly filesPerUploadUrl: number;
  /** One stored file that a mutation writes or reads: it is held in memory while everybody else waits. */
  readonly mutationFileBytes: number;
  /** Jobs of the scheduler running at once. */
  readonly scheduledParallelism: number;
}

/** The ceilings of one transaction by the names of its usage. */
export type Ceilings = Readonly<Record<keyof TransactionUsage, number>>;

/** What one transaction may use. */
export function ceilingsOf(limits: EngineLimits, transaction: TransactionLimits): Ceilings {
  const { rangesRead: databaseQueries, rowsPerStep: _, ...rest } = transaction;
  return {
    ...rest,
    databaseQueries,
    functionsScheduled: limits.functionsScheduled,
    scheduledFunctionArgsBytes: limits.scheduledArgsBytes,
  };
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
  answerBytesPerSocket: 256 * MIB,
  connections: 10_000,
  connectionsPerIdentity: 200,
  anonymousConnections: 8_000,
  anonymousConnectionsPerAddress: 8_000,
  unusedConnectionMs: 120_000,
  statesHeldMs: Infinity,
  concurrentCalls: 1000,
  anonymousWorkMs: Infinity,
  identityWorkMs: Infinity,
  sliceMs: 6,
  blockedMs: 1_000,
  messageBytes: 16 * MIB + 2000,
  anonymousMessageBytes: 16 * MIB + 2000,
  vectorsPerIndex: 100_000,
  vectorBytes: 2048 * MIB,
  fileBytes: 1024 * MIB,
  filesPerUploadUrl: Infinity,
  mutationFileBytes: 16 * MIB,
  scheduledParallelism: 8,
};
