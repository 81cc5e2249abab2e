/** Loading modules: their top level runs in a scope of its own, so that it sees the engine's environment. */
import type { Clock } from "../lib/clock.ts";
import { LogBuffer } from "./console.ts";
import { trackedEnv } from "./env.ts";
import { loadDeployment, type ComponentLoaders, type Deployment, type ModuleLoaders } from "./registry.ts";
import { runInScope, type Scope } from "./scope.ts";

/** Imports and analyses modules as the app's own code. */
export function loadModules(loaders: ModuleLoaders, env: Readonly<Record<string, string>>, clock: Clock, components: ComponentLoaders = {}): Promise<Deployment> {
  return runInScope(importScope(env, clock), () => loadDeployment(loaders, components));
}

function importScope(env: Readonly<Record<string, string>>, clock: Clock): Scope {
  const refuse = (): never => {
    throw new Error("Convex functions cannot run while modules are being loaded");
  };
  return {
    kind: "import",
    logs: new LogBuffer(),
    env: trackedEnv(env, new Set()),
    nowMs: () => clock.nowMs(),
    random: () => 0.5,
    syscall: refuse,
    asyncSyscall: refuse,
    jsSyscall: refuse,
    noteUnhandled: () => undefined,
  };
}
