/** What is kept of queries that nobody watches. */

import { expect, test } from "vitest";
import { NO_IDENTITY } from "../src/auth/identity.ts";
import type { QueryRun, Runner } from "../src/functions/call.ts";
import type { Snapshot } from "../src/functions/seam.ts";
import { seededRandom } from "../src/lib/random.ts";
import { Turns } from "../src/lib/turns.ts";
import { QueryHub } from "../src/session/hub.ts";
import { EVERYONE, keyOf, type LiveQuery, type QuerySpec } from "../src/session/live-query.ts";
import type { SessionServices } from "../src/session/services.ts";
import { WatchedQueries } from "../src/session/watched.ts";
import { createSubscriptionIndex } from "../src/subscriptions/subscription-index.ts";
import { manualClock } from "../src/testing/index.ts";

const who = { identity: NO_IDENTITY, identityKey: "" };
const snapshot = { ts: 1n, release: () => undefined } as unknown as Snapshot;

function specOf(path: string): QuerySpec {
  const base = `|${path}\n{}`;
  return { component: "", path, args: {}, base, journal: null, sharedKey: keyOf(base, EVERYONE, null) };
}

function hubWith(valueJson: string, onRun: () => void = () => undefined) {
  const index = createSubscriptionIndex<LiveQuery>();
  const runQuery = async (): Promise<QueryRun> => {
    onRun();
    return {
      outcome: { ok: true, valueJson, logLines: [] },
      ts: 1n,
      reads: { ranges: [] },
      envReads: new Set(),
      didReadIdentity: false,
      didReadTime: false,
      journal: null,
    };
  };
  const runner = { runQuery } as unknown as Runner;
  const options = { clock: manualClock(), random: seededRandom(1), redactErrors: false, turns: new Turns() };
  return { index, hub: new QueryHub({ runner, index, ...options }) };
}

test("[FUZ1] queries whose socket was gone by the time they had run are kept in a bounded number", async () => {
  const { hub, index } = hubWith("1");
  for (let i = 0; i < 2_000; i++) await hub.obtain(specOf(`q${i}`), who, snapshot, true);
  expect(index.size).toBeLessThanOrEqual(513);
});

test("[FUZ1] a long answer that nobody was left for is not kept", async () => {
  const { hub, index } = hubWith(JSON.stringify("x".repeat(100_000)));
  const { live } = await hub.obtain(specOf("long"), who, snapshot, true);
  hub.letGo(live);
  expect(index.size).toBe(0);
});

test("[FUZ1] an answer whose socket went away while it was made is let go", async () => {
  let isOpen = true;
  const { hub, index } = hubWith(JSON.stringify("x".repeat(100_000)), () => (isOpen = false));
  const services = { hub, turns: new Turns(), snapshot: () => snapshot, latestTs: () => 1n };
  const subscriber = { identityKey: "", onStale: () => undefined };
  const watched = new WatchedQueries(services as unknown as SessionServices, subscriber, () => isOpen);
  const query = { queryId: 0, component: "", path: "q", args: {}, journal: null, sent: null };
  const { results } = await watched.atSnapshot([query], who, { isFirst: false, onSpent: () => undefined });
  expect([results.length, index.size]).toEqual([1, 0]);
});

test("[SUB1] who comes to a query that was let go meanwhile is told to ask again", async () => {
  const { hub } = hubWith("1");
  const { live } = await hub.obtain(specOf("first"), who, snapshot, true);
  for (let i = 0; i < 2_000; i++) await hub.obtain(specOf(`q${i}`), who, snapshot, true);
  let told = 0;
  hub.attach(live, { identityKey: "", onStale: () => void told++ });
  expect(told).toBe(1);
});
