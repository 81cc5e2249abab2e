// @ts-check
// `npm run engine -- serve ...`: hands over to packages/engine/serve/main.ts on the pinned Node.
import { handOver } from "./lib/hand-over.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { explainAndExit, stopChildrenWithUs } from "./lib/process.mjs";
import { requireRuntime } from "./lib/runtime.mjs";

requireRuntime();
stopChildrenWithUs();
await ensureInstalled().catch(explainAndExit);
handOver("packages/engine/serve/main.ts", process.argv.slice(2), {}, { restarts: true });
