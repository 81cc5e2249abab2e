// @ts-check
// `npm run bench`: installs what is missing, then measures on the pinned Node: the engine beside its floor, or with
// `pages` what each click costs beside another commit.
import { handOver } from "./lib/hand-over.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { explainAndExit, stopChildrenWithUs } from "./lib/process.mjs";
import { requireRuntime } from "./lib/runtime.mjs";

requireRuntime();
stopChildrenWithUs();
await ensureInstalled().catch(explainAndExit);
handOver(process.argv[2] === "pages" ? "e2e/bench/main.ts" : "packages/engine/bench/main.ts", process.argv.slice(2));
