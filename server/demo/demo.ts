/**
 * The demo world as it plugs into the portal: its functions, the sandbox it works on, its people and its heartbeat. It is
 * loaded only where a demo is asked for; nothing else knows this folder.
 */

import { loadBackendModules } from "../backend/modules.ts";
import type { Backend } from "../backend/port.ts";
import type { Demo, DemoOptions } from "../demo-port.ts";
import type { Connections } from "../settings/connected.ts";
import { type DemoCollate, startDemoCollate } from "./collate.ts";
import { type DemoHeartbeat, startDemoHeartbeat } from "./heartbeat.ts";
import { readLastUse } from "./lastUse.ts";
import { type LoadingWatch, watchLoading } from "./loading.ts";
import { resolveDemoPassword } from "./password.ts";
import { type DemoSnowflake, startDemoSnowflake } from "./snowflake.ts";
import { demoTable, fillDemoWorld } from "./world.ts";

/**
 * Starts the sandboxes: always the one tasks work on (SD7), the catalogue's where there is no connection to one. `folder` holds
 * the demo's functions as built.
 */
export async function startDemo({ env, log, print, folder }: DemoOptions): Promise<Demo> {
  const modules = await loadBackendModules(folder);
  const snowflake = await startDemoSnowflake(env.dataDir);
  const collate = env.connections.collate === undefined ? await startDemoCollate() : null;
  const standIns: Connections = {
    snowflake: snowflake.settings,
    ...(collate && { collate: collate.settings }),
  };
  let heartbeat: DemoHeartbeat | null = null;
  let loading: LoadingWatch | null = null;
  return {
    modules: Object.fromEntries(Object.entries(modules).map(([name, load]) => [`demo/${name}`, load])),
    standIns,
    async open({ backend, provisioning }) {
      const demoPassword = resolveDemoPassword(env.dataDir, env.demoPassword);
      const fill = async (): Promise<void> => {
        const state = await fillDemoWorld({
          backend,
          provisioning,
          demoPassword,
          prepare: (isNewWorld) => fillSandboxes({ snowflake, collate }, backend, isNewWorld),
          onBegin: () =>
            print(
              "\n  Filling the demo world: six months of a company. This happens once and takes about half a minute.",
            ),
        });
        print(
          state === "open"
            ? `\n  Demo accounts:\n\n${demoTable(demoPassword.password)}`
            : "\n  The demo data was cleared. Start with PORTAL_DEMO=0 and connect your own systems, or load it again.",
        );
      };
      await fill();
      await backend.mutation("demo/loading/order:offer", {});
      heartbeat = startDemoHeartbeat({ backend, log });
      loading = watchLoading({ backend, load: fill, log });
    },
    rest: async () => void (await Promise.all([loading?.close(), heartbeat?.close()])),
    close: async () => void (await Promise.all([snowflake.close(), collate?.close()])),
  };
}

/** The sandboxes first: what the demo's tasks work on has to be there when they go on. */
async function fillSandboxes(
  { snowflake, collate }: { readonly snowflake: DemoSnowflake; readonly collate: DemoCollate | null },
  backend: Backend,
  isNewWorld: boolean,
): Promise<void> {
  await collate?.link(backend, isNewWorld);
  await snowflake.fill(backend, isNewWorld);
  if (isNewWorld) await readLastUse(backend);
}
