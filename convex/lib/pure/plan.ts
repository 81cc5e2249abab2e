/**
 * What a connector would do and what it did, as plain JSON: stored with the task, shown on screens, never holding a
 * secret.
 */

/** One statement or one call, exactly as it will be sent. */
export type Call =
  | { readonly kind: "sql"; readonly statement: string; readonly role: string }
  | {
      readonly kind: "http";
      readonly method: "POST" | "PUT" | "DELETE";
      readonly path: string;
      readonly body: string | null;
      readonly role: string;
    };

/** One line of "what is true": the subject names one thing and is unique among the facts of a plan. */
export interface Fact {
  readonly subject: string;
  readonly value: string;
}

/** One line of a difference. */
export interface Change {
  readonly subject: string;
  readonly before: string;
  readonly after: string;
}

/** One step of a plan. Its call changes all of its `changes` or none. */
export interface PlanStep {
  readonly title: string;
  readonly call: Call;
  readonly changes: readonly Change[];
  /** What takes the step back; empty when nothing can. */
  readonly undo: readonly Call[];
  /** Left as it is when the rest is taken back: what was taken from somebody on the way does not come back with it. */
  readonly stays?: true;
}

/** What would be done, and what it was based on. */
export interface Plan {
  readonly operation: string;
  /** The checked input; JSON. */
  readonly input: unknown;
  /** Everything the plan looked at, as it was. */
  readonly facts: readonly Fact[];
  /** Empty when everything asked for is already so. */
  readonly steps: readonly PlanStep[];
  readonly diff: readonly Change[];
}

/** One line of a proof. */
export interface ProvenFact {
  readonly subject: string;
  readonly expected: string;
  readonly actual: string;
}

/** What was read back. */
export interface Proof {
  /** Whether every fact is as expected. */
  readonly isProven: boolean;
  readonly facts: readonly ProvenFact[];
  readonly readAt: number;
}
