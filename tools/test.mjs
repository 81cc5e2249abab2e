// @ts-check
// `npm test` and `npm run check`: installs what is missing, then runs tools/checks on the pinned Node.

import { handOver } from "./lib/hand-over.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { explainAndExit, stopChildrenWithUs } from "./lib/process.mjs";
import { requireRuntime } from "./lib/runtime.mjs";

requireRuntime();
stopChildrenWithUs();
await ensureInstalled().catch(explainAndExit);
handOver("tools/checks/main.ts", process.argv.slice(2));
