/** What a call came back with, before anybody says what it means. */

/** See the file's head. */
export interface Answer {
  readonly status: number;
  /** The JSON of the body; null when there is none. */
  readonly body: unknown;
  readonly text: string;
  /** The other side's clock, in milliseconds. */
  readonly date: number | null;
  readonly retryAfterMs: number | null;
  /** Where the typed APIs say the result of a long call will be. */
  readonly location: string | null;
}
