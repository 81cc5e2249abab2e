// @ts-check
// `npm start`: brings a fresh clone, or a changed one, to a running portal. Installs and builds only
// what is not current, then hands over to server/main.ts on the pinned Node.
import { spawn } from "node:child_process";
import { build, isBuildCurrent } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { exitCode, explainAndExit, stopChildrenWithUs } from "./lib/process.mjs";
import { pinnedNode, requireRuntime, root } from "./lib/runtime.mjs";

/** Ctrl-C reaches us once from the terminal and once more from npm; both mean the same request. */
const sameRequestWithinMs = 1000;

requireRuntime();
stopChildrenWithUs();
await prepare().catch(explainAndExit);
serve();

async function prepare() {
  await ensureInstalled();
  if (!isBuildCurrent()) await build();
}

function serve() {
  process.removeAllListeners("SIGINT").removeAllListeners("SIGTERM").removeAllListeners("SIGHUP");
  // Its own process group: the terminal's Ctrl-C then reaches the server only through us, exactly once.
  const server = spawn(pinnedNode, ["--disable-warning=ExperimentalWarning", "server/main.ts", ...process.argv.slice(2)], {
    cwd: root,
    stdio: "inherit",
    detached: process.platform !== "win32",
    env: { ...process.env, NODE_ENV: process.env.NODE_ENV ?? "production" },
  });
  let askedAt = -Infinity;
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      if (Date.now() - askedAt < sameRequestWithinMs) return;
      askedAt = Date.now();
      server.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
    });
  }
  server.on("error", explainAndExit);
  server.on("exit", (code, signal) => process.exit(exitCode(code, signal)));
}
