/**
 * A process that is a portal for one file of journeys after the other: told to begin, it starts the built portal with
 * this environment; told to rest, it stops that portal and stays, loaded, for the next. Signals end it as they end
 * `server/main.ts`.
 */

import { join } from "node:path";
import { createLog } from "../../../server/lib/log.ts";
import type { Portal } from "../../../server/portal.ts";
import { startBuilt, stopOnSignals } from "../../../server/run.ts";
import { parseEnv } from "../../../server/settings/env.ts";
import { liveAhead } from "./ahead.ts";

/** What a host is told: to begin a portal, how much later than on the machine; or to stop it. */
export type Order = { readonly begin: Readonly<Record<string, string>>; readonly aheadMs: number } | "rest";
/** What it answers when it has stopped its portal. That one began, its output says. */
export type Answer = "rested";

const dist = join(import.meta.dirname, "../../../dist");

let portal: Portal | null = null;

async function begin(environment: Readonly<Record<string, string>>, aheadMs: number): Promise<void> {
  liveAhead(aheadMs);
  const parsed = parseEnv(environment);
  if (!parsed.ok) throw new Error(`The environment of a journey is refused: ${JSON.stringify(parsed.problems)}`);
  portal = await startBuilt(dist, { env: parsed.env, log: createLog(parsed.env.logLevel) });
}

async function rest(): Promise<void> {
  await portal?.close();
  portal = null;
  process.send?.("rested" satisfies Answer);
}

stopOnSignals({ close: async () => await portal?.close() }, createLog("warn"));
process.on("message", (order: Order) => {
  // Without a catch on purpose: a portal that cannot start or stop ends its process, and the journey says so.
  void (order === "rest" ? rest() : begin(order.begin, order.aheadMs));
});
