// @ts-check
// `npm start`: brings a fresh clone, or a changed one, to a running portal. Installs and builds only
// what is not current, then hands over to server/main.ts, as one file, on the pinned Node.
import { ensureBuilt } from "./lib/build.mjs";
import { handOver } from "./lib/hand-over.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { processBundle } from "./lib/process-bundle.mjs";
import { explainAndExit, stopChildrenWithUs } from "./lib/process.mjs";
import { requireRuntime } from "./lib/runtime.mjs";

requireRuntime();
stopChildrenWithUs();
await ensureInstalled().then(ensureBuilt).catch(explainAndExit);
const program = await processBundle("server/main.ts", "portal").catch(explainAndExit);
handOver(program, process.argv.slice(2), { NODE_ENV: "production" }, { restarts: true });
