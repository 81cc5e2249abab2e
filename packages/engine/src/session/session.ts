/** The state of one session, what happens to it and what it asks for. `state.ts` holds the rules. */

import type { Authenticate } from "../protocol/authenticate.ts";
import type { ActionRequest, ActionResponse, MutationRequest, MutationResponse } from "../protocol/call.ts";
import type { ClientMessage } from "../protocol/client.ts";
import type { SharedText } from "../protocol/frame.ts";
import type { AddQuery } from "../protocol/query-set.ts";
import type { ServerMessage } from "../protocol/server.ts";
import type { StateVersion } from "../protocol/transition.ts";
import type { CloseReason } from "./close.ts";

/** Transitions handed to a socket that has not taken them yet. */
export const MAX_UNSENT = 2;

/** Ceilings the state itself enforces. */
export interface SessionLimits {
  readonly queuedMutations: number;
  readonly concurrentActions: number;
  readonly queriesPerSocket: number;
}

/** A query of the set. */
export interface WantedQuery {
  readonly queryId: number;
  /** The component `path` is looked up in; "" is the app. */
  readonly component: string;
  readonly path: string;
  readonly args: AddQuery["args"];
  journal: string | null;
  /** Fingerprint of the result the client has; null before the first. */
  sent: string | null;
}

/** One query's result at the computed timestamp. */
export interface ComputedQuery {
  /** Its id may be another query's by now. */
  readonly query: WantedQuery;
  readonly type: "QueryUpdated" | "QueryFailed";
  readonly fingerprint: string;
  readonly resultJson: SharedText;
  readonly journal: string | null;
}

/** The state of one socket. Owned and changed by `step` alone. */
export interface SessionState {
  readonly limits: SessionLimits;
  phase: "new" | "open" | "closed";
  sessionId: string | null;
  clientClockSkew: number | null;
  version: StateVersion;
  wanted: { querySet: number; identity: number };
  readonly queries: Map<number, WantedQuery>;
  removed: Set<number>;
  /** What a Transition is owed for, the most urgent of it; null when none is. */
  owes: Urgency | null;
  computing: { readonly querySet: number; readonly identity: number; readonly removed: ReadonlySet<number> } | null;
  unsent: number;
  authenticating: Authenticate | null;
  held: ClientMessage[];
  mutations: number;
  actions: number;
}

export type SessionEvent =
  | { readonly kind: "message"; readonly message: ClientMessage; readonly latestTs: bigint; readonly nowMs: number }
  | { readonly kind: "authenticated"; readonly latestTs: bigint; readonly nowMs: number }
  | { readonly kind: "authRefused"; readonly error: string }
  | { readonly kind: "mutationDone"; readonly response: MutationResponse }
  | { readonly kind: "actionDone"; readonly response: ActionResponse }
  | { readonly kind: "stale" }
  | { readonly kind: "pump" }
  | {
      readonly kind: "computed";
      readonly ts: bigint;
      readonly results: readonly ComputedQuery[];
      readonly nowMs: number;
    }
  | { readonly kind: "identityExpired"; readonly error: string }
  | { readonly kind: "sent" }
  | { readonly kind: "refused"; readonly error: string; readonly code: string }
  | { readonly kind: "failed"; readonly code: string };

/** What a session waits for: its call was answered, it asked for something, or it watches what others change. */
export type Urgency = "answer" | "urgent" | "passive";

export type Effect =
  | { readonly do: "send"; readonly message: ServerMessage }
  | { readonly do: "authenticate"; readonly request: Authenticate }
  | { readonly do: "mutate"; readonly request: MutationRequest }
  | { readonly do: "act"; readonly request: ActionRequest }
  /** Ask for a `pump` soon. */
  | { readonly do: "wake"; readonly urgency: Urgency }
  | { readonly do: "compute"; readonly queries: readonly WantedQuery[]; readonly urgency: Urgency }
  | { readonly do: "forget"; readonly queryId: number }
  | { readonly do: "close"; readonly reason: CloseReason };
