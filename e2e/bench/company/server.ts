/**
 * The portal's functions served to a company, with the loop watched. Arguments: data folder, folder for the bundle,
 * people. Takes commands from the process that started it.
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createEngine, type Engine } from "@data-portal/engine";
import { bundleConvex } from "@data-portal/engine/bundler";
import { root } from "../../../tools/lib/runtime.mjs";
import { AREAS, fill } from "./people.ts";

const [dataDir = "", bundle = "", people = "0", env = "{}"] = process.argv.slice(2);

const { modules } = await bundleConvex({ outDir: bundle, convexDir: path.join(root, "convex"), isQuiet: true });
const engine: Engine = await createEngine({
  dataDir,
  env: JSON.parse(env) as Record<string, string>,
  modules: Object.fromEntries(
    Object.entries(modules)
      // The clock of the portal would work beside what is measured.
      .filter(([name]) => name !== "crons")
      .map(([name, file]) => [
        name,
        () => import(pathToFileURL(path.join(bundle, file)).href) as Promise<Record<string, unknown>>,
      ]),
  ),
});
const areas = await fill(engine, Number(people), AREAS);
const server = createServer((_, response) => response.end());
server.on("upgrade", (request, socket, head) => engine.handleUpgrade(request, socket, head) || socket.destroy());
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo;

/**
 * The longest the loop was held since the last question: processor time of its thread from one turn to the next, which
 * other work of the machine does not lengthen.
 */
let longestMs = 0;
let lastMs = 0;
function look(): void {
  const nowMs = threadMs();
  longestMs = Math.max(longestMs, nowMs - lastMs);
  lastMs = nowMs;
  setImmediate(look);
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const COMMANDS: Readonly<Record<string, () => unknown>> = {
  about: () => ({ url: `http://127.0.0.1:${port}`, areas }),
  /** Looking costs a processor, so it is done only where it is asked for. */
  watch: () => {
    lastMs = threadMs();
    longestMs = 0;
    look();
  },
  usage: () => {
    const heldMs = longestMs;
    const { user, system } = process.cpuUsage();
    return { cpuMs: (user + system) / 1000, heldMs, runs: engine.figures().executions };
  },
  /** Memory without what is garbage. It costs seconds where much is held, so nothing is measured meanwhile. */
  resident: () => {
    for (let i = 0; i < 3; i++) globalThis.gc?.();
    return process.memoryUsage().rss;
  },
};

process.on("message", ({ id, name }: { id: number; name: string }) => {
  process.send?.({ id, value: COMMANDS[name]?.() ?? null });
});
process.on("disconnect", () => process.exit(0));
process.send?.({ id: 0, value: null });
