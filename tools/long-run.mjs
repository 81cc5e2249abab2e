// @ts-check
// `npm run crash`, `npm run history`, `npm run fuzz`, `npm run late`: the long runs of the engine's tests, on the
// pinned Node.
import { handOver } from "./lib/hand-over.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { explainAndExit, stopChildrenWithUs } from "./lib/process.mjs";
import { requireRuntime } from "./lib/runtime.mjs";

requireRuntime();
stopChildrenWithUs();
await ensureInstalled().catch(explainAndExit);
const [name, ...args] = process.argv.slice(2);
handOver(`packages/engine/test/${name}/main.ts`, args);
