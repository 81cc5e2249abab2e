// @ts-check
// `npm run mutants -- --sample 300 --seed S`: small faults put into the backend, one at a time, to see whether a test
// notices.
import { handOver } from "./lib/hand-over.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { explainAndExit, stopChildrenWithUs } from "./lib/process.mjs";
import { requireRuntime } from "./lib/runtime.mjs";

requireRuntime();
stopChildrenWithUs();
await ensureInstalled().catch(explainAndExit);
handOver("tools/mutants/main.ts", process.argv.slice(2));
