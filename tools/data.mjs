// @ts-check
// `npm run data -- export|import ...`: hands over to server/data/main.ts on the pinned Node.
import { handOver } from "./lib/hand-over.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { explainAndExit, stopChildrenWithUs } from "./lib/process.mjs";
import { requireRuntime } from "./lib/runtime.mjs";

requireRuntime();
stopChildrenWithUs();
await ensureInstalled().catch(explainAndExit);
handOver("server/data/main.ts", process.argv.slice(2));
