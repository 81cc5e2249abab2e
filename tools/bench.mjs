// @ts-check
// `npm run bench`: installs what is missing, then measures on the pinned Node: the engine beside its floor, with
// `pages` what each click costs beside another commit, or with `company` what a whole company costs.
import { handOver } from "./lib/hand-over.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { explainAndExit, stopChildrenWithUs } from "./lib/process.mjs";
import { requireRuntime } from "./lib/runtime.mjs";

requireRuntime();
stopChildrenWithUs();
await ensureInstalled().catch(explainAndExit);
const OTHERS = { pages: "e2e/bench/main.ts", company: "e2e/bench/company/main.ts" };
const script = OTHERS[/** @type {keyof typeof OTHERS} */ (process.argv[2])] ?? "packages/engine/bench/main.ts";
handOver(script, process.argv.slice(2));
