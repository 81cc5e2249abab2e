/** Loading modules: their top level runs in a scope of its own, so that it sees the engine's environment. */

import type { Clock } from "../../lib/clock.ts";
import type { EngineLogger } from "../../lib/log.ts";
import type { UncaughtEvent } from "../../lib/process-faults.ts";
import { describeThrown } from "../failure.ts";
import { LogBuffer } from "../globals/console.ts";
import { trackedEnv } from "../globals/env.ts";
import { runInScope, type Scope } from "../globals/scope.ts";
import { loadDeployment, type ComponentLoaders, type Deployment, type ModuleLoaders } from "./registry.ts";

/** What modules see while they are loaded, and who hears of their trouble. */
interface LoadParts {
  readonly env: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly logger: EngineLogger;
}

/**
 * Imports and analyses modules as the app's own code. What they start and nobody waits for fails the loading, or is
 * logged after it.
 */
export async function loadModules(
  loaders: ModuleLoaders,
  { env, clock, logger }: LoadParts,
  components: ComponentLoaders = {},
): Promise<Deployment> {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  let isLoading = true;
  const noteUncaught = (event: UncaughtEvent, reason: unknown): void => {
    const { text: error } = describeThrown(reason, []);
    if (isLoading) reject(new Error(`A module failed while it was loaded: ${error.trimEnd()}`, { cause: reason }));
    else logger.error("a module failed after it had been loaded", { event, error });
  };
  try {
    return await Promise.race([
      runInScope({ ...importScope(env, clock), noteUncaught }, () => loadDeployment(loaders, components)),
      failed,
    ]);
  } finally {
    isLoading = false;
  }
}

function importScope(env: Readonly<Record<string, string>>, clock: Clock): Omit<Scope, "noteUncaught"> {
  const refuse = (): never => {
    throw new Error("Convex functions cannot run while modules are being loaded");
  };
  return {
    kind: "import",
    logs: new LogBuffer(),
    sources: [],
    env: trackedEnv(env, new Set()),
    nowMs: () => clock.nowMs(),
    random: () => 0.5,
    syscall: refuse,
    asyncSyscall: refuse,
    jsSyscall: refuse,
  };
}
