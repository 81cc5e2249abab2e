/**
 * The built portal as a separate process, as journeys use it: own port, own copy of the demo world, known
 * password. A journey may stop it, kill it and start it again on the same data, as an operator or a power
 * cut would.
 */

import { cp, rm } from "node:fs/promises";
import { inject } from "vitest";
import { returnPort, takePort } from "./hosts.ts";
import { newFolder, newProcess } from "./portal-process.ts";

export { demoPassword } from "./portal-process.ts";

/** A running portal. */
export interface Portal {
  /** Where it answers, without a slash at the end. */
  readonly url: string;
  readonly dataDir: string;
  /** Everything the process printed so far, over all restarts. */
  readonly log: () => string;
  /** Stops it as Ctrl-C does, and starts it again on the same port and data. */
  restart(): Promise<void>;
  /** Lets time pass: stops it and starts it again this many milliseconds later, on the same port and data. */
  later(ms: number): Promise<void>;
  /** Ends it at once, without a chance to tidy up. Start it again with `start`. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops it for good and removes its data. */
  close(): Promise<void>;
}

/** What may differ from the demo portal. */
export interface PortalOptions {
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a portal and resolves when it is ready. */
export async function startPortal({ env = {} }: PortalOptions = {}): Promise<Portal> {
  const dataDir = await newFolder();
  const isDemo = env["PORTAL_DEMO"] !== "0";
  if (isDemo) await cp(inject("filledFolder"), dataDir, { recursive: true });
  const port = await takePort();
  const host = await newProcess(dataDir, env, port);
  await host.startInHost();
  return {
    url: host.url,
    dataDir,
    log: () => host.log,
    restart: async () => {
      await host.stop("SIGTERM");
      await host.start();
    },
    later: (ms) => host.later(ms),
    kill: () => host.stop("SIGKILL"),
    start: () => host.start(),
    close: async () => {
      await host.end();
      returnPort(port);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
