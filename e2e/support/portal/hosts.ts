/**
 * Loaded processes of this worker that wait for the portal of its next file, and the ports that its portals had: by the
 * address a browser knows what it has loaded and compiled before.
 */

import type { ChildProcess } from "node:child_process";
import { freePort } from "../../../tools/lib/free-port.ts";
import type { Answer, Order } from "./host.ts";

/**
 * Vitest evaluates modules again for every file, in the same worker too: what lives as long as the worker hangs on its
 * globals.
 */
const kept = globalThis as typeof globalThis & { idleHosts?: ChildProcess[]; idlePorts?: number[] };

/** A port that nobody listens on: one that an earlier portal of this worker had, where there is one. */
export async function takePort(): Promise<number> {
  return kept.idlePorts?.pop() ?? (await freePort());
}

/** Its portal stopped for good. */
export function returnPort(port: number): void {
  (kept.idlePorts ??= []).push(port);
}

/** A host that serves nothing at the moment; null when there is none. */
export function takeHost(): ChildProcess | null {
  for (let host = kept.idleHosts?.pop(); host !== undefined; host = kept.idleHosts?.pop())
    if (host.connected) return host;
  return null;
}

/** Stops the host's portal. Rejects when the host ends instead. */
export async function restHost(host: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    host.once("exit", () => reject(new Error("The portal's process ended instead of resting")));
    host.once("message", (answer: Answer) => answer === "rested" && resolve());
    host.send("rest" satisfies Order);
  });
  host.removeAllListeners();
  host.stdout?.removeAllListeners("data").resume();
  host.stderr?.removeAllListeners("data").resume();
}

/** Keeps a host that rests for the next portal. */
export function keepHost(host: ChildProcess): void {
  (kept.idleHosts ??= []).push(host);
}
