/** What the writer's thread and the thread that searches vectors say to each other. Answers come in any order. */

import type { VectorShape } from "./layout.ts";
import type { VectorCondition } from "./plan.ts";

/** Reads the entries of these documents again, from the file as it is now. */
export interface SyncRequest {
  readonly kind: "sync";
  readonly index: number;
  readonly ids: readonly Uint8Array[];
}

/** Brings an index to a state, and searches it. */
export interface SearchRequest {
  readonly kind: "search";
  readonly index: number;
  /** It is read from the file as it is now; null: it is in memory and these changes lead from there to the state. */
  readonly load: LoadOrder | null;
  readonly changes: readonly VectorChange[];
  readonly direction: Float32Array<ArrayBuffer>;
  readonly conditions: readonly VectorCondition[];
  readonly limit: number;
  /** Of an index with more vectors only the count is told. */
  readonly most: number;
}

/** What an index is and may take. */
export interface LoadOrder extends VectorShape {
  /** Others are dropped where all together would take more. */
  readonly bytes: number;
}

/** The entry a document has now; null when it has none. */
export interface VectorChange {
  readonly id: Uint8Array;
  readonly entry: Uint8Array | null;
}

/** The index will not be asked for again. Not answered. */
export interface ForgetRequest {
  readonly kind: "forget";
  readonly index: number;
}

export type VectorRequest = SyncRequest | SearchRequest;

/** A document found. */
export interface Neighbour {
  readonly id: Uint8Array;
  readonly score: number;
}

export type VectorReply =
  | { readonly kind: "done" }
  | { readonly kind: "found"; readonly neighbours: readonly Neighbour[] }
  /** The index is not in memory any more: it must be loaded again. */
  | { readonly kind: "gone" }
  /** The index holds so many vectors, which is more than may be searched. */
  | { readonly kind: "tooMany"; readonly count: number }
  | { readonly kind: "failed"; readonly message: string };

/** A request with the number its reply carries. */
export interface Numbered<T> {
  readonly turn: number;
  readonly body: T;
}
