import { expect, test } from "vitest";
import type { ClientMessage } from "../src/protocol/client.ts";
import { parseClientMessage } from "../src/protocol/client.ts";
import { SharedText } from "../src/protocol/frame.ts";
import { MAX_UNSENT, type Effect, type SessionEvent, type SessionState } from "../src/session/session.ts";
import { newSession, step } from "../src/session/state.ts";
import { add, connect, querySet } from "./raw-socket.ts";

const limits = { queuedMutations: 3, concurrentActions: 2, queriesPerSocket: 2 };
const read = (message: object): ClientMessage => parseClientMessage(JSON.stringify(message));
const says = (message: object): SessionEvent => ({ kind: "message", message: read(message), latestTs: 100n, nowMs: 5 });
const done = (requestId: number): SessionEvent => ({
  kind: "mutationDone",
  response: { type: "MutationResponse", requestId, success: true, resultJson: "null", ts: 1n, logLines: [] },
});
const mutation = (requestId: number): object => ({ type: "Mutation", requestId, udfPath: "m:f", args: [{}] });
const kinds = (effects: readonly Effect[]): string[] =>
  effects.map((effect) => (effect.do === "send" ? effect.message.type : effect.do));

function open(): SessionState {
  const state = newSession(limits);
  expect(step(state, says(connect()))).toEqual([]);
  return state;
}

/** Computes one transition at `ts` if the session asks for one. */
function settle(state: SessionState, ts: bigint): string[] {
  const asked = step(state, { kind: "pump" });
  if (asked[0]?.do !== "compute") return kinds(asked);
  const results = asked[0].queries.map((query) => ({
    query,
    type: "QueryUpdated" as const,
    fingerprint: `${ts}`,
    resultJson: new SharedText('"value":1'),
    journal: null,
  }));
  return kinds(step(state, { kind: "computed", ts, results, nowMs: 5 }));
}

test("[SES1] messages behind an Authenticate wait until it is decided", () => {
  const state = open();
  expect(kinds(step(state, says({ type: "Authenticate", tokenType: "User", value: "t", baseVersion: 0 })))).toEqual([
    "authenticate",
  ]);
  expect(step(state, says(mutation(0)))).toEqual([]);
  expect(step(state, says(querySet(0, add(0, "m:q"))))).toEqual([]);
  expect(kinds(step(state, { kind: "authenticated", latestTs: 100n, nowMs: 5 }))).toEqual(["wake", "mutate", "wake"]);
  expect(state.wanted).toEqual({ querySet: 1, identity: 1 });
});

test("[SES2] one computation at a time, and what happens meanwhile coalesces into the next", () => {
  const state = open();
  step(state, says(querySet(0, add(0, "m:q"))));
  expect(kinds(step(state, { kind: "pump" }))).toEqual(["compute"]);
  step(state, says(querySet(1, add(1, "m:q"))));
  step(state, { kind: "stale" });
  expect(step(state, { kind: "pump" })).toEqual([]);
  const [sent, wake] = step(state, { kind: "computed", ts: 7n, results: [], nowMs: 5 });
  expect(sent).toMatchObject({ message: { endVersion: { querySet: 1, identity: 0, ts: 7n } } });
  expect(wake).toEqual({ do: "wake", urgency: "urgent" });
  expect(kinds(step(state, { kind: "pump" }))).toEqual(["compute"]);
});

test("[SES13] what was owed while a computation ran is woken for, and computed, by the most urgent of it", () => {
  const state = open();
  step(state, says(querySet(0, add(0, "m:q"))));
  step(state, { kind: "pump" });
  step(state, { kind: "stale" });
  step(state, done(0));
  step(state, { kind: "stale" });
  const [, wake] = step(state, { kind: "computed", ts: 7n, results: [], nowMs: 5 });
  expect(wake).toEqual({ do: "wake", urgency: "answer" });
  expect(step(state, { kind: "pump" })).toMatchObject([{ do: "compute", urgency: "answer" }]);
  step(state, { kind: "stale" });
  step(state, { kind: "computed", ts: 8n, results: [], nowMs: 5 });
  step(state, done(1));
  expect(step(state, { kind: "sent" })).toEqual([{ do: "wake", urgency: "answer" }]);
});

test("[SES3] a slow reader has at most two transitions waiting", () => {
  const state = open();
  step(state, says(querySet(0, add(0, "m:q"))));
  for (let i = 1; i <= MAX_UNSENT; i++) {
    step(state, { kind: "stale" });
    expect(settle(state, BigInt(i))).toEqual(["Transition"]);
  }
  for (let i = 0; i < 10; i++) step(state, { kind: "stale" });
  expect(settle(state, 9n)).toEqual([]);
  expect(kinds(step(state, { kind: "sent" }))).toEqual(["wake"]);
  expect(settle(state, 10n)).toEqual(["Transition"]);
  expect(state.owes).toBeNull();
});

test("[SES4] limits of a socket close it with the reason the client backs off from", () => {
  const tooMany = open();
  for (let i = 0; i < 3; i++) expect(kinds(step(tooMany, says(mutation(i))))).toEqual(["mutate"]);
  expect(step(tooMany, says(mutation(3)))).toEqual([
    { do: "close", reason: { code: 1013, reason: "TooManyConcurrentMutations" } },
  ]);
  const queries = open();
  expect(kinds(step(queries, says(querySet(0, add(0, "a"), add(1, "b"), add(2, "c")))))).toEqual(["close"]);
});

test("[SES4] removals that a slow reader has not been told of are bounded like its queries", () => {
  const state = open();
  let version = 0;
  const swap = (id: number): string[] =>
    kinds(step(state, says(querySet(version++, add(id, "m:q"), { type: "Remove", queryId: id }))));
  // One beyond the limit is removed only after those before it were told.
  expect(swap(0)).toEqual(["forget", "wake"]);
  expect(swap(1)).toEqual(["forget", "wake"]);
  expect(settle(state, 1n)).toEqual(["Transition"]);
  expect(swap(2)).toEqual(["forget", "wake"]);
  expect(swap(3)).toEqual(["forget", "wake"]);
  expect(step(state, says(querySet(version, add(4, "m:q"), { type: "Remove", queryId: 4 })))).toEqual([
    { do: "close", reason: { code: 1013, reason: "TooManyConcurrentRequests" } },
  ]);
});

test("[WIR5] a query that is not there cannot be removed", () => {
  const state = open();
  step(state, says(querySet(0, add(0, "m:q"))));
  expect(step(state, says(querySet(1, { type: "Remove", queryId: 7 })))).toMatchObject([
    { do: "send", message: { type: "FatalError", error: "Nonexistent query id: 7" } },
    { do: "close", reason: { code: 1011, reason: "BadRequest" } },
  ]);
  const twice = open();
  step(twice, says(querySet(0, add(0, "m:q"))));
  const remove = { type: "Remove", queryId: 0 };
  expect(kinds(step(twice, says(querySet(1, remove, remove))))).toEqual(["FatalError", "close"]);
});

test("[SES5] a closed session does nothing any more", () => {
  const state = open();
  expect(kinds(step(state, { kind: "failed", code: "InternalServerError" }))).toEqual(["close"]);
  for (const event of [says(mutation(0)), done(0), { kind: "stale" }, { kind: "pump" }] as const)
    expect(step(state, event)).toEqual([]);
});

test("[SES6] [WIR14] a response comes with a wake for the transition that covers it, which is asked for first", () => {
  const state = open();
  step(state, says(mutation(0)));
  const effects = step(state, done(0));
  expect(effects[0]).toEqual({ do: "wake", urgency: "answer" });
  expect(kinds(effects.slice(1))).toEqual(["MutationResponse"]);
  expect(settle(state, 50n)).toEqual(["Transition"]);
});

test("[WIR4] an id that was given up and taken for another query while it was computed is not shown the first one's answer", () => {
  const state = open();
  step(state, says(querySet(0, add(0, "m:first"))));
  const [asked] = step(state, { kind: "pump" });
  const queries = asked?.do === "compute" ? asked.queries : [];
  step(state, says(querySet(1, { type: "Remove", queryId: 0 }, add(0, "m:second"))));
  const results = queries.map((query) => ({
    query,
    type: "QueryUpdated" as const,
    fingerprint: "same",
    resultJson: new SharedText('"value":1'),
    journal: "of the first",
  }));
  const [sent] = step(state, { kind: "computed", ts: 1n, results, nowMs: 5 });
  expect(sent).toMatchObject({ message: { endVersion: { querySet: 1 }, modifications: [] } });
  const [again] = step(state, { kind: "pump" });
  const [second] = again?.do === "compute" ? again.queries : [];
  expect(second).toMatchObject({ path: "m:second", journal: null, sent: null });
});
