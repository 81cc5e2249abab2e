// @ts-check
// `npm run dev`: installs what is missing, then runs tools/dev.ts on the pinned Node.
import { handOver } from "./lib/hand-over.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { explainAndExit, stopChildrenWithUs } from "./lib/process.mjs";
import { requireRuntime } from "./lib/runtime.mjs";

requireRuntime();
stopChildrenWithUs();
await ensureInstalled().catch(explainAndExit);
handOver("tools/dev.ts", process.argv.slice(2), { NODE_ENV: "development" });
