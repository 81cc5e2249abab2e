// @ts-check
// `npm run engine -- serve ...`: hands over to packages/engine/serve/main.ts, as one file, on the pinned Node.
import { handOver } from "./lib/hand-over.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { processBundle } from "./lib/process-bundle.mjs";
import { explainAndExit, stopChildrenWithUs } from "./lib/process.mjs";
import { requireRuntime } from "./lib/runtime.mjs";

requireRuntime();
stopChildrenWithUs();
await ensureInstalled().catch(explainAndExit);
const program = await processBundle("packages/engine/serve/main.ts", "engine").catch(explainAndExit);
handOver(program, process.argv.slice(2), {}, { restarts: true });
