/**
 * What one socket is owed: events in, effects out. No I/O, no time, no randomness here; `driver.ts` acts.
 *
 * Mechanism. `version` is where the last Transition ended; `wanted` is what the client asked for since. While
 * they differ, or a response or an invalidation waits to be covered, the session `owes` a Transition. It asks
 * for one computation at a time: all queries of the set at one timestamp. Its result becomes exactly one
 * Transition from `version` to the versions that were wanted when the computation started.
 *
 * Held:
 * - Transitions form one chain; timestamps never go back.
 * - A MutationResponse is sent before any computation that could cover it is started.
 * - At most MAX_UNSENT Transitions wait for the socket; further changes coalesce into the next one.
 * - Messages behind an Authenticate wait until it is decided.
 */

import type { ClientMessage } from "../protocol/client.ts";
import type { Connect } from "../protocol/connect.ts";
import type { ModifyQuerySet } from "../protocol/query-set.ts";
import type { ServerMessage } from "../protocol/server.ts";
import type { StateModification } from "../protocol/transition.ts";
import { closeFor } from "./close.ts";
import {
  MAX_UNSENT,
  type ComputedQuery,
  type Effect,
  type SessionEvent,
  type SessionLimits,
  type SessionState,
  type Urgency,
} from "./session.ts";

const NONE: readonly Effect[] = [];
/** The most urgent first. */
const URGENCIES: readonly Urgency[] = ["answer", "urgent", "passive"];

/** The state of a fresh socket. */
export function newSession(limits: SessionLimits): SessionState {
  return {
    limits,
    phase: "new",
    sessionId: null,
    clientClockSkew: null,
    version: { querySet: 0, identity: 0, ts: 0n },
    wanted: { querySet: 0, identity: 0 },
    queries: new Map(),
    removed: new Set(),
    owes: null,
    computing: null,
    unsent: 0,
    authenticating: null,
    held: [],
    mutations: 0,
    actions: 0,
  };
}

/** Takes one event. Everything that must happen in consequence is in the returned list, in order. */
export function step(state: SessionState, event: SessionEvent): readonly Effect[] {
  if (state.phase === "closed") return NONE;
  switch (event.kind) {
    case "message":
      return state.authenticating === null ? onMessage(state, event.message, event) : hold(state, event.message);
    case "authenticated":
      return onAuthenticated(state, event);
    case "authRefused":
      return refuseIdentity(state, event.error, true);
    case "identityExpired":
      return refuseIdentity(state, event.error, false);
    case "mutationDone":
      state.mutations--;
      // Its turn is asked for first, so that it comes before a response that waits for its Transition goes out alone.
      return [...owe(state, "answer"), { do: "send", message: event.response }];
    case "actionDone":
      state.actions--;
      return [{ do: "send", message: event.response }, ...owe(state, "answer")];
    case "stale":
      return owe(state, "passive");
    case "pump":
      return pump(state);
    case "computed":
      return onComputed(state, event);
    case "sent":
      state.unsent--;
      return wakeIfOwing(state);
    case "refused":
      return fatal(state, event.code, event.error);
    case "failed":
      return close(state, event.code);
    default:
      return event satisfies never;
  }
}

interface Now {
  readonly latestTs: bigint;
  readonly nowMs: number;
}

function onMessage(state: SessionState, message: ClientMessage, now: Now): readonly Effect[] {
  if (message.type === "Connect") return onConnect(state, message, now);
  if (state.phase === "new") return fatal(state, "BadRequest", "The first message must be Connect");
  switch (message.type) {
    case "Authenticate":
      if (message.baseVersion !== state.wanted.identity)
        return versionMismatch(state, "identity", message.baseVersion, state.wanted.identity);
      state.authenticating = message;
      return [{ do: "authenticate", request: message }];
    case "ModifyQuerySet":
      return onModifyQuerySet(state, message);
    case "Mutation":
      if (state.mutations >= state.limits.queuedMutations) return close(state, "TooManyConcurrentMutations");
      state.mutations++;
      return [{ do: "mutate", request: message }];
    case "Action":
      if (state.actions >= state.limits.concurrentActions) return close(state, "TooManyConcurrentActions");
      state.actions++;
      return [{ do: "act", request: message }];
    case "Event":
      return NONE;
    default:
      return message satisfies never;
  }
}

function onConnect(state: SessionState, message: Connect, now: Now): readonly Effect[] {
  if (state.phase !== "new") return fatal(state, "BadRequest", "Connect was sent twice");
  // The client has seen a state this engine does not have: an older copy of the data was put in place.
  if (message.maxObservedTimestamp !== null && message.maxObservedTimestamp > now.latestTs)
    return close(state, "InternalServerError");
  state.phase = "open";
  state.sessionId = message.sessionId;
  state.clientClockSkew = message.clientTs === null ? null : message.clientTs - now.nowMs;
  return NONE;
}

function onModifyQuerySet(state: SessionState, message: ModifyQuerySet): readonly Effect[] {
  const { querySet } = state.wanted;
  if (message.baseVersion !== querySet) return versionMismatch(state, "query set", message.baseVersion, querySet);
  if (message.newVersion <= message.baseVersion)
    return fatal(state, "BadRequest", "newVersion must be above baseVersion");
  const effects: Effect[] = [];
  for (const change of message.modifications) {
    if (change.type === "Remove") {
      if (!state.queries.delete(change.queryId))
        return fatal(state, "BadRequest", `Nonexistent query id: ${change.queryId}`);
      // Kept until a Transition tells of them, which waits for a slow reader.
      if (state.removed.size >= state.limits.queriesPerSocket) return close(state, "TooManyConcurrentRequests");
      state.removed.add(change.queryId);
      effects.push({ do: "forget", queryId: change.queryId });
      continue;
    }
    if (state.queries.has(change.queryId)) return fatal(state, "BadRequest", `Query ${change.queryId} was added twice`);
    if (state.queries.size >= state.limits.queriesPerSocket) return close(state, "TooManyConcurrentRequests");
    state.queries.set(change.queryId, {
      queryId: change.queryId,
      component: change.componentPath ?? "",
      path: change.udfPath,
      args: change.args,
      journal: change.journal,
      sent: null,
    });
  }
  state.wanted.querySet = message.newVersion;
  return [...effects, ...owe(state, "urgent")];
}

function onAuthenticated(state: SessionState, now: Now): readonly Effect[] {
  if (state.authenticating === null) return NONE;
  state.authenticating = null;
  state.wanted.identity += 1;
  const effects: Effect[] = [...owe(state, "urgent")];
  const waiting = state.held;
  state.held = [];
  for (const message of waiting)
    effects.push(...step(state, { kind: "message", message, latestTs: now.latestTs, nowMs: now.nowMs }));
  return effects;
}

function hold(state: SessionState, message: ClientMessage): readonly Effect[] {
  if (state.held.length >= state.limits.queuedMutations) return close(state, "TooManyConcurrentRequests");
  state.held.push(message);
  return NONE;
}

function owe(state: SessionState, urgency: Urgency): readonly Effect[] {
  if (state.owes === null || URGENCIES.indexOf(urgency) < URGENCIES.indexOf(state.owes)) state.owes = urgency;
  return [{ do: "wake", urgency }];
}

/** What could not be computed when it was owed has its turn by what it is owed for. */
function wakeIfOwing({ owes }: SessionState): readonly Effect[] {
  return owes === null ? NONE : [{ do: "wake", urgency: owes }];
}

/** Starts the one computation that is allowed now, if something is owed. */
function pump(state: SessionState): readonly Effect[] {
  const urgency = state.owes;
  if (state.phase !== "open" || urgency === null || state.computing !== null || state.unsent >= MAX_UNSENT) return NONE;
  state.owes = null;
  state.computing = { ...state.wanted, removed: state.removed };
  state.removed = new Set();
  return [{ do: "compute", queries: [...state.queries.values()], urgency }];
}

function onComputed(state: SessionState, event: SessionEvent & { kind: "computed" }): readonly Effect[] {
  const { computing } = state;
  if (computing === null) return NONE;
  const { querySet, identity, removed } = computing;
  state.computing = null;
  const endVersion = { querySet, identity, ts: event.ts };
  const message: ServerMessage = {
    type: "Transition",
    startVersion: state.version,
    endVersion,
    modifications: modificationsOf(state, event.results, removed),
    clientClockSkew: state.clientClockSkew,
    serverTs: event.nowMs * 1_000_000,
  };
  state.version = endVersion;
  state.unsent++;
  const send: Effect = { do: "send", message };
  return [send, ...wakeIfOwing(state)];
}

/** Ascending by query id; a removal comes before a new life of the same id. */
function modificationsOf(
  state: SessionState,
  results: readonly ComputedQuery[],
  removed: ReadonlySet<number>,
): StateModification[] {
  const modifications: StateModification[] = [];
  for (const queryId of removed) modifications.push({ type: "QueryRemoved", queryId });
  for (const { query, type, fingerprint, resultJson, journal } of results) {
    const { queryId } = query;
    if (state.queries.get(queryId) !== query) continue; // Removed while it was computed: reported by the next Transition.
    query.journal = journal;
    if (query.sent === fingerprint) continue;
    query.sent = fingerprint;
    modifications.push({ type, queryId, resultJson });
  }
  return modifications.sort((a, b) => a.queryId - b.queryId);
}

function refuseIdentity(state: SessionState, error: string, authUpdateAttempted: boolean): readonly Effect[] {
  const message: ServerMessage = { type: "AuthError", error, baseVersion: state.wanted.identity, authUpdateAttempted };
  return [{ do: "send", message }, ...close(state, "Unauthenticated")];
}

function versionMismatch(state: SessionState, what: string, given: number, current: number): readonly Effect[] {
  return fatal(
    state,
    "BaseVersionMismatch",
    `Base version ${given} of the ${what} does not match the current version ${current}`,
  );
}

function fatal(state: SessionState, code: string, error: string): readonly Effect[] {
  return [{ do: "send", message: { type: "FatalError", error } }, ...close(state, code)];
}

function close(state: SessionState, code: string): readonly Effect[] {
  state.phase = "closed";
  return [{ do: "close", reason: closeFor(code) }];
}
