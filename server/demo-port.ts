/** What a demo world plugs into the portal. A portal without one has nothing of it: no function, no clock, no account. */

import type { Provisioning } from "./auth/provisioning.ts";
import type { Backend, BackendModules } from "./backend/port.ts";
import type { Log } from "./lib/log.ts";
import type { Connections } from "./settings/connected.ts";
import type { Env } from "./settings/env.ts";

/** What a demo is started with. */
export interface DemoOptions {
  readonly env: Env;
  readonly log: Log;
  /** Lines a person starting the portal should read. */
  readonly print: (text: string) => void;
  /** Where its functions lie, as they were built. */
  readonly folder: string;
}

/** A demo that has been started. */
export interface Demo {
  /** Its functions, which the engine runs beside the portal's. */
  readonly modules: BackendModules;
  /** Connections to systems that it stands in for itself. */
  readonly standIns: Connections;
  /** Fills its world, opens its accounts and keeps both moving from then on. */
  open(parts: { readonly backend: Backend; readonly provisioning: Provisioning }): Promise<void>;
  /** Stops moving; what is under way ends first. */
  rest(): Promise<void>;
  /** Stops the stand-ins, once the backend has stopped. */
  close(): Promise<void>;
}
