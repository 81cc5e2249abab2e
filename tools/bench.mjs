// @ts-check
// `npm run bench`: installs what is missing, then measures the engine beside its floor on the pinned Node.
import { handOver } from "./lib/hand-over.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { explainAndExit, stopChildrenWithUs } from "./lib/process.mjs";
import { requireRuntime } from "./lib/runtime.mjs";

requireRuntime();
stopChildrenWithUs();
await ensureInstalled().catch(explainAndExit);
handOver("packages/engine/bench/main.ts", process.argv.slice(2));
