/**
 * The process under attack: an engine in memory over the tests' functions. Prints `ready URL`, answers each
 * line on stdin with `figures JSON` after collecting garbage, and reports its own trouble. node --expose-gc
 */

import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { createEngine } from "../../src/engine.ts";
import { listen } from "../../src/http/listener.ts";
import { folderModules } from "../../src/testing/folder-modules.ts";

const say = (line: string): void => void writeSync(1, `${line}\n`);
const quiet = (): void => undefined;
const engine = await createEngine({
  modules: folderModules(process.argv[2] as string),
  dataDir: ":memory:",
  adminKey: "fuzz|0123456789abcdef",
  // Small, so that going beyond it costs little.
  limits: { messageBytes: 256 * 1024, queuedMutations: 50, queriesPerSocket: 64 },
  logger: {
    debug: quiet,
    info: quiet,
    warn: quiet,
    error: (message, fields) => say(`trouble ${message} ${JSON.stringify(fields)}`),
  },
});
const { url } = await listen(engine, { port: 0, host: "127.0.0.1" });
createInterface(process.stdin)
  .on("line", () => {
    globalThis.gc?.();
    const { connections, subscriptions } = engine.figures();
    say(`figures ${JSON.stringify({ connections, subscriptions, heapBytes: process.memoryUsage().heapUsed })}`);
  })
  .on("close", () => process.exit(0));
say(`ready ${url}`);
