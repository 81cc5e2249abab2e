// @ts-check
// `npm run bench`: installs what is missing, then measures on the pinned Node: the engine beside its floor, with
// `pages` what each click costs beside another commit, with `company` what a whole company costs, with `lists` the
// first page of each list of a large one, or with `reviews` what 50 items of an access review cost those who decide.
import { handOver } from "./lib/hand-over.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { explainAndExit, stopChildrenWithUs } from "./lib/process.mjs";
import { requireRuntime } from "./lib/runtime.mjs";

requireRuntime();
stopChildrenWithUs();
await ensureInstalled().catch(explainAndExit);
const OTHERS = {
  pages: "e2e/bench/main.ts",
  company: "e2e/bench/company/main.ts",
  reviews: "e2e/bench/reviews/main.ts",
};
const other = OTHERS[/** @type {keyof typeof OTHERS} */ (process.argv[2])];
const LISTS = [
  "convex/lists/firstPages.test.ts",
  "convex/tickets/large.test.ts",
  "convex/feedback/large.test.ts",
  "convex/articles/large.test.ts",
  "convex/notifications/large.test.ts",
];
const SIZES = { LIST_PEOPLE: "10000", TICKETS: "20000", IDEAS: "2000", ARTICLES: "300", NOTICES: "10000" };
if (process.argv[2] === "lists") handOver("node_modules/vitest/vitest.mjs", ["run", ...LISTS], SIZES);
else if (other !== undefined) handOver(other, process.argv.slice(2));
else handOver("packages/engine/bench/main.ts", process.argv.slice(2));
