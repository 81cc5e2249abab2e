/**
 * One who is there and goes on working while everybody else comes back, in a thread of their own: what the others'
 * sockets cost on their side is not part of the answer.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { Client } from "./client.ts";

const PAUSE_MS = 100;

/** How long each mutation took until it was answered, and until what it wrote was shown. */
export interface Work {
  readonly answered: readonly number[];
  readonly shown: readonly number[];
}

const { url, token } = workerData as { url: string; token: string };
const client = new Client(url, token);
await client.shown;
parentPort?.postMessage("ready");
await new Promise((resolve) => parentPort?.once("message", resolve));
let isOver = false;
parentPort?.once("message", () => (isOver = true));
const answered: number[] = [];
const shown: number[] = [];
for (let i = 0; !isOver; i++) {
  const { ms, shownMs } = await client.mutate("people/mutations:saveTheme", {
    themePreference: i % 2 ? "dark" : "light",
  });
  answered.push(ms);
  shown.push(await shownMs);
  await sleep(PAUSE_MS);
}
client.close();
parentPort?.postMessage({ answered, shown } satisfies Work);
