/**
 * The demo's own Collate: a sandbox on a free port of this machine that holds what the demo company's catalogue says. The
 * portal reads it as it would the real one.
 */

import { CATALOGUED } from "../../demo/world/catalogued.ts";
import type { Backend } from "../backend/port.ts";
import type { ConnectionEnv } from "../settings/connected.ts";

/** A running demo catalogue. */
export interface DemoCollate {
  readonly settings: ConnectionEnv;
  /** Links what the demo has in it, and reads it once; a world that is known already keeps the links it has. */
  link(backend: Pick<Backend, "mutation" | "action">, isNewWorld: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Starts the sandbox. */
export async function startDemoCollate(): Promise<DemoCollate> {
  // Loaded only here: a portal with a real catalogue has no use for it.
  const { startCollateSandbox } = await import("../../sandbox/collate/main.ts");
  const { fullName, description, owners, experts } = CATALOGUED;
  const sandbox = await startCollateSandbox({ [fullName]: { description, owners, experts } });
  return {
    settings: { COLLATE_URL: sandbox.url, COLLATE_TOKEN: sandbox.token },
    async link(backend, isNewWorld) {
      if (!isNewWorld) return;
      await backend.mutation("demo/catalogue:link", {});
      // The clock's next turn is minutes away.
      await backend.action("domains/actions:readLinked", {});
    },
    close: () => sandbox.close(),
  };
}
