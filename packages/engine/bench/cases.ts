/** The cases of the bench. Each drives both sides by turns and yields its figures. */

import { setTimeout as sleep } from "node:timers/promises";
import type { ClientKind } from "./clients.ts";
import { percentile, type Figure } from "./report.ts";
import type { Load, Side, SideName } from "./side.ts";
import type { Watched } from "./workload.ts";

/** What was asked for is answered by then. */
const QUIET_MS = 500;

/** How long and how often things are measured. */
export interface Effort {
  readonly rounds: number;
  readonly loadMs: number;
  readonly fanOuts: number;
}

export type Sides = Readonly<Record<SideName, Side>>;

interface Metric<T> {
  readonly name: string;
  readonly unit: Figure["unit"];
  readonly goal?: Figure["goal"];
  of(sample: T): number;
}

/** Runs `measure` on the sides by turns: each round sees both under the same disturbance. */
async function inTurns<T>(
  sides: Sides,
  rounds: number,
  measure: (side: Side) => Promise<T>,
  metrics: readonly Metric<T>[],
): Promise<Figure[]> {
  const samples: Record<SideName, T[]> = { floor: [], engine: [] };
  for (let round = 0; round < rounds; round++) {
    // Who goes first changes, so that neither always follows the other.
    const order: readonly SideName[] = round % 2 === 0 ? ["floor", "engine"] : ["engine", "floor"];
    for (const name of order) samples[name].push(await measure(sides[name]));
  }
  return metrics.map(({ name, unit, goal, of }) => ({
    name,
    unit,
    goal,
    rounds: { floor: samples.floor.map(of), engine: samples.engine.map(of) },
  }));
}

async function onBoth(sides: Sides, work: (side: Side) => Promise<void>): Promise<void> {
  await work(sides.floor);
  await work(sides.engine);
}

/** Writers alone, or beside subscribers that are there already. */
export async function writing(
  sides: Sides,
  kind: ClientKind,
  writers: number,
  effort: Effort,
  beside = "",
): Promise<Figure[]> {
  await onBoth(sides, async (side) => {
    await side.openWriters(kind, writers);
    await side.load(writers, effort.loadMs / 2); // Warms up code and pages.
  });
  const what = `${writers} writer${writers > 1 ? "s" : ""}${beside}, ${kind} client`;
  const isLone = writers === 1 && beside === "";
  const isGoal = kind === "lean" && beside === "";
  const figures = await inTurns<Load>(sides, effort.rounds, (side) => side.load(writers, effort.loadMs), [
    {
      name: `${what}: ack p50`,
      unit: "ms",
      of: ({ ackMs }) => percentile(ackMs, 0.5),
      ...(isLone && isGoal ? { goal: { ratioAtMost: 1.5 } } : {}),
    },
    { name: `${what}: ack p99`, unit: "ms", of: ({ ackMs }) => percentile(ackMs, 0.99) },
    {
      name: `${what}: durable mutations`,
      unit: "/s",
      of: ({ perSecond }) => perSecond,
      ...(writers > 1 && isGoal ? { goal: { ratioAtLeast: 0.45 } } : {}),
    },
    { name: `${what}: server CPU per 1,000 mutations`, unit: "ms", of: ({ cpuMsPerThousand }) => cpuMsPerThousand },
  ]);
  await onBoth(sides, (side) => side.closeWriters());
  return figures;
}

/** What subscribers cost and wait. */
export interface Audience {
  readonly kind: ClientKind;
  readonly count: number;
  readonly watched: Watched;
}

/** Lone writes, each seen by every subscriber before the next. */
export async function fanOut(sides: Sides, audience: Audience, effort: Effort, thenLoad: boolean): Promise<Figure[]> {
  const { kind, count, watched } = audience;
  await onBoth(sides, async (side) => {
    await side.subscribe({ kind, connections: count, subscriptions: 1, watched });
    await side.openWriters("lean", 1);
    for (let i = 0; i < 3; i++) await side.fanOut();
  });
  const what = `fan-out to ${count} ${watched}, ${kind} client`;
  const goal = kind === "lean" && count > 1 ? { ratioAtMost: watched === "shared" ? 1.5 : 3 } : undefined;
  const measure = async (side: Side): Promise<number[]> => {
    const samples: number[] = [];
    for (let i = 0; i < Math.ceil(effort.fanOuts / effort.rounds); i++) samples.push(await side.fanOut());
    return samples;
  };
  const figures = await inTurns<number[]>(sides, effort.rounds, measure, [
    { name: `${what}: p50`, unit: "ms", of: (samples) => percentile(samples, 0.5), goal },
    { name: `${what}: p99`, unit: "ms", of: (samples) => percentile(samples, 0.99), goal },
  ]);
  await onBoth(sides, (side) => side.closeWriters());
  if (thenLoad) figures.push(...(await writing(sides, "lean", 32, effort, ` beside ${count} ${watched} subscribers`)));
  await onBoth(sides, (side) => side.unsubscribe());
  return figures;
}

/** Subscriptions that no write touches must not slow writes. */
export async function idleSubscriptions(sides: Sides, subscriptions: number, effort: Effort): Promise<Figure[]> {
  const each = 5;
  const without: Record<SideName, number[]> = { floor: [], engine: [] };
  const beside: Record<SideName, number[]> = { floor: [], engine: [] };
  await onBoth(sides, (side) => side.openWriters("lean", 32));
  await onBoth(sides, async (side) => void (await side.load(32, effort.loadMs)));
  for (let round = 0; round < effort.rounds; round++) {
    for (const side of [sides.floor, sides.engine]) {
      without[side.name].push((await side.load(32, effort.loadMs)).perSecond);
      await side.subscribe({
        kind: "lean",
        connections: subscriptions / each,
        subscriptions: each,
        watched: "distinct",
        request: "idle",
      });
      await sleep(QUIET_MS);
      beside[side.name].push((await side.load(32, effort.loadMs)).perSecond);
      await side.unsubscribe();
    }
  }
  await onBoth(sides, (side) => side.closeWriters());
  const slowed = (name: SideName): number[] => beside[name].map((value, i) => value / (without[name][i] as number));
  const what = `32 writers beside ${subscriptions} idle subscriptions`;
  return [
    { name: `${what}: mutations`, unit: "/s", rounds: beside },
    {
      name: `${what}: of the throughput without`,
      unit: "/s",
      rounds: { floor: slowed("floor"), engine: slowed("engine") },
    },
  ];
}

/** Memory at rest and per idle connection with three subscriptions. */
export async function memory(sides: Sides, connections: number, watched: Watched): Promise<Figure[]> {
  const perConnection: Record<SideName, number[]> = { floor: [], engine: [] };
  const heap: Record<SideName, number[]> = { floor: [], engine: [] };
  const atRest: Record<SideName, number[]> = { floor: [], engine: [] };
  for (const side of [sides.floor, sides.engine]) {
    // The first connections also pay for code and pools that are there once.
    await side.subscribe({ kind: "lean", connections: 50, subscriptions: 3, watched });
    const before = await side.usage();
    atRest[side.name].push(before.residentBytes / 1e6);
    await side.subscribe({ kind: "lean", connections, subscriptions: 3, watched });
    await sleep(QUIET_MS);
    const after = await side.usage();
    await side.unsubscribe();
    perConnection[side.name].push((after.residentBytes - before.residentBytes) / connections / 1000);
    heap[side.name].push((after.heapBytes - before.heapBytes) / connections / 1000);
  }
  const what = `idle connection with 3 ${watched} subscriptions`;
  return [
    { name: `resident with 50 connections`, unit: "MB", rounds: atRest },
    {
      name: `${what}: resident`,
      unit: "kB",
      rounds: perConnection,
      ...(watched === "shared" ? { goal: { atMost: 30 } } : {}),
    },
    { name: `${what}: heap`, unit: "kB", rounds: heap },
  ];
}
