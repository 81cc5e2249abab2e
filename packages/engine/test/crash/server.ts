/**
 * The process that is killed. It loads its code, says `standby`, and opens the data folder when it is told
 * to: node server.ts FIXTURE DATA_DIR ACTION_LOG. Lines on stdout tell how far it is; it ends with its parent.
 */

import { writeSync } from "node:fs";
import { createEngine } from "../../src/engine.ts";
import { listen } from "../../src/http/listener.ts";
import { folderModules } from "../../src/testing/folder-modules.ts";

const [fixture = "", dataDir = "", actionLog = ""] = process.argv.slice(2);
const say = (line: string): void => void writeSync(1, `${line}\n`);
const trouble = (message: string, fields: unknown): void => say(`trouble ${message} ${JSON.stringify(fields)}`);
const quiet = (): void => undefined;

const modules = folderModules(fixture);
await Promise.all(Object.values(modules).map((load) => load()));
say("standby");
process.stdin.on("end", () => process.exit(0));
await new Promise<void>((resolve) => process.stdin.once("data", () => resolve()));
say("opening");
const engine = await createEngine({
  modules,
  dataDir,
  env: { ACTION_LOG: actionLog },
  logger: { debug: quiet, info: quiet, warn: quiet, error: trouble },
});
const { url } = await listen(engine, { port: 0, host: "127.0.0.1" });
say(`ready ${url}`);
