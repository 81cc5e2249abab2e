/**
 * A company's day on the engine with the portal's own functions: everybody's Home open, one request and one saved
 * theme, and everybody coming back at once. Each figure stands beside its goal, and their ratio beside both.
 *
 *   npm run bench -- company                  2,000 people
 *   npm run bench -- company --people 500     fewer
 *   npm run bench -- company --profile DIR    writes a CPU profile of the server there
 */

import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { root } from "../../../tools/lib/runtime.mjs";
import { Client, HOME } from "./client.ts";
import { makeTokens } from "./people.ts";
import type { Work } from "./worker.ts";

/** Sockets that open at a time while nobody is in a hurry. */
const OPENING = 25;
/** The first of them pay for code and pools that are there once. */
const WARM = 50;
const REPEATS = 15;

interface Usage {
  readonly cpuMs: number;
  readonly heldMs: number;
  /** Queries that were run. */
  readonly runs: number;
}

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { people: { type: "string", default: "2000" }, profile: { type: "string" } },
});
const profiling = values.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${path.resolve(values.profile)}`];
const people = Number(values.people);
// Within the repository, so that what the bundle leaves to Node is found.
const folder = mkdtempSync(path.join(root, "node_modules", ".bench-company-"));
const tokens = await makeTokens();
const all = await Promise.all(Array.from({ length: people + WARM }, (_, i) => tokens.of(i)));
const server = fork(
  path.join(import.meta.dirname, "server.ts"),
  [path.join(folder, "data"), path.join(folder, "code"), String(people + WARM), JSON.stringify(tokens.env)],
  { execArgv: ["--disable-warning=ExperimentalWarning", "--max-semi-space-size=16", "--expose-gc", ...profiling] },
);
const waiting = new Map<number, (value: unknown) => void>();
server.on("message", ({ id, value }: { id: number; value: unknown }) => waiting.get(id)?.(value));
server.on("exit", (code) => {
  if (waiting.size > 0 && code !== 0) process.exit(1);
});
let asked = 0;

try {
  await new Promise((resolve) => waiting.set(0, resolve));
  const { url, areas } = await ask<{ url: string; areas: string[] }>("about");
  console.log(
    `${people} people, ${HOME.length} queries each; ${cpus().length} processors, load ${loadavg()[0]?.toFixed(1) ?? "?"}\n`,
  );
  console.log("| figure | measured | goal | ratio |\n|---|---|---|---|");
  await day(url, areas);
} finally {
  if (server.connected) server.disconnect();
  rmSync(folder, { recursive: true, force: true });
}

async function day(url: string, areas: readonly string[]): Promise<void> {
  const warm = await opened(url, all.slice(people));
  const residentBefore = await ask<number>("resident");
  const before = await ask<Usage>("usage");
  const everybody = await opened(url, all.slice(0, people));
  const open = await ask<Usage>("usage");
  row("memory per person", "kB", ((await ask<number>("resident")) - residentBefore) / people / 1000, 150);
  row("opening Home, processor", "ms", (open.cpuMs - before.cpuMs) / people);
  await cost("a saved theme", everybody, (client, i) =>
    client.mutate("people/mutations:saveTheme", { themePreference: i % 2 === 0 ? "dark" : "light" }),
  );
  await cost("a request", everybody, (client, i) =>
    client.mutate("requests/mutations:submit", {
      typeKey: "bi-access",
      form: {
        businessArea: areas[i % areas.length],
        tool: "sigma",
        team: "Logistics",
        license: "viewer",
        durationDays: 30,
        reason: "She looks at the boards of the logistics area every week.",
      },
      submitKey: `submit ${i}`,
    }),
  );
  for (const client of everybody) client.close();
  // What closing them costs belongs to none of the figures.
  await sleep(1000);
  await storm(url, all.at(-1) as string);
  for (const client of warm) client.close();
}

/** Everybody comes back at once, while one who is there goes on working. */
async function storm(url: string, token: string): Promise<void> {
  const worker = new Worker(new URL("worker.ts", import.meta.url), { workerData: { url, token } });
  try {
    await once(worker, "message");
    await ask("resident");
    await ask("watch");
    worker.postMessage("begin");
    const before = await ask<Usage>("usage");
    const startMs = performance.now();
    const clients = all.slice(0, people).map((of) => new Client(url, of));
    const shownMs = await Promise.all(clients.map(({ shown }) => shown));
    const tookMs = performance.now() - startMs;
    worker.postMessage("over");
    const [{ answered, shown }] = (await once(worker, "message")) as [Work];
    const after = await ask<Usage>("usage");
    row(`all ${people} back at once`, "ms", tookMs);
    row("its processor per person", "ms", (after.cpuMs - before.cpuMs) / people);
    row("longest hold of the loop meanwhile", "ms", after.heldMs, 50);
    row("longest answer to a mutation meanwhile", "ms", Math.max(...answered), 250);
    row("median answer to a mutation meanwhile", "ms", percentile(answered, 0.5));
    row("longest until it was shown", "ms", Math.max(...shown));
    row("first answers, median", "ms", percentile(shownMs, 0.5));
    row("first answers, last", "ms", Math.max(...shownMs));
    for (const client of clients) client.close();
  } finally {
    await worker.terminate();
  }
}

async function cost(
  what: string,
  clients: readonly Client[],
  run: (client: Client, i: number) => Promise<{ ms: number }>,
): Promise<void> {
  const before = await ask<Usage>("usage");
  const took: number[] = [];
  for (let i = 0; i < REPEATS; i++) took.push((await run(clients[i % clients.length] as Client, i)).ms);
  // What was changed is pushed to everybody before it is counted.
  await sleep(500);
  const after = await ask<Usage>("usage");
  row(`${what}: answer, median`, "ms", percentile(took, 0.5));
  row(`${what}: processor`, "ms", (after.cpuMs - before.cpuMs) / REPEATS);
  row(`${what}: queries run again`, "of all", (after.runs - before.runs) / REPEATS);
}

async function opened(url: string, ofTokens: readonly string[]): Promise<Client[]> {
  const clients: Client[] = [];
  for (let from = 0; from < ofTokens.length; from += OPENING) {
    const some = ofTokens.slice(from, from + OPENING).map((token) => new Client(url, token));
    await Promise.all(some.map(({ shown }) => shown));
    clients.push(...some);
  }
  return clients;
}

function ask<T>(name: string): Promise<T> {
  const id = ++asked;
  return new Promise((resolve) => {
    waiting.set(id, (value) => resolve(value as T));
    server.send({ id, name });
  });
}

function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function row(figure: string, unit: string, measured: number, goal?: number): void {
  const shown = measured >= 100 ? measured.toFixed(0) : measured.toFixed(1);
  const beside =
    goal === undefined
      ? "| |"
      : `${goal} ${measured <= goal ? "met" : "**missed**"} | ${(measured / goal).toFixed(2)} |`;
  console.log(`| ${figure} (${unit}) | ${shown} | ${beside}`);
}
