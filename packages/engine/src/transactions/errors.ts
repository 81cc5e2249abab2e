import type { RecordedResponse } from "./types.ts";

/**
 * `Committer.run` rejects with this when the mutation it was asked to record was recorded while it
 * waited: a client resent a mutation whose first copy was still queued. Answer with `response`.
 */
export class AlreadyRecordedError extends Error {
  readonly response: RecordedResponse;

  constructor(response: RecordedResponse) {
    super("This mutation was already executed and recorded.");
    this.name = "AlreadyRecordedError";
    this.response = response;
  }
}
