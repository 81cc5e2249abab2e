/** The parts of the transaction seam that callers of functions need. */
export type {
  Commit,
  ReadSet,
  SessionRequestKey,
  Snapshot,
  SubscriptionIndex,
  Timestamp,
  WriteSet,
} from "../transactions/types.ts";
