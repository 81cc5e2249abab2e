// @ts-check
// `npm run build`: everything that `npm start` serves, built from an empty dist.
import { build } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { explainAndExit, stopChildrenWithUs } from "./lib/process.mjs";
import { requireRuntime } from "./lib/runtime.mjs";

requireRuntime();
stopChildrenWithUs();
await ensureInstalled().then(build).catch(explainAndExit);
