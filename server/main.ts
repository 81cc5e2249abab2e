/** `node server/main.ts`: reads the environment, starts the portal, stops it on SIGINT or SIGTERM. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DeploymentRefusal } from "./backend/deployment.ts";
import { watchProcess } from "#packages/engine/src/index.ts";
import { loadBackendModules } from "./backend/modules.ts";
import { explainProblems, parseEnv, type Env } from "./env.ts";
import type { AppHandler } from "./http/routes.ts";
import { createStaticFiles } from "./http/static.ts";
import { createLog, type Log } from "./log.ts";
import { startPortal, type Portal } from "./portal.ts";

const DIST = join(import.meta.dirname, "../dist");
/** After this long a stop is forced: something does not let go. */
const FORCED_STOP_MS = 10_000;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function loadApp(): Promise<AppHandler> {
  const built = (await import(pathToFileURL(join(DIST, "server/server.js")).href)) as { default: { fetch: AppHandler } };
  return built.default.fetch;
}

function stopOnSignals(portal: Portal, log: Log): void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), FORCED_STOP_MS).unref();
    portal.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "the portal did not stop cleanly");
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

function sayWhatIsNotUsed(env: Env): void {
  if (!env.isDemo && env.smtpUrl === null) print("SMTP_URL is not set: no mail leaves this machine, so nobody can verify an address or reset a password.");
  if (env.clerk === null) return;
  print(`CLERK_PUBLISHABLE_KEY is in order (${env.clerk.frontendHost}), but this version signs in with the built-in adapter only.`);
}

async function main(): Promise<void> {
  const parsed = parseEnv(process.env);
  if (!parsed.ok) {
    process.stderr.write(`${explainProblems(parsed.problems)}\n`);
    process.exit(1);
  }
  const { env } = parsed;
  const log = createLog(env.logLevel);
  sayWhatIsNotUsed(env);
  const modules = await loadBackendModules(join(DIST, "convex"));
  const portal = await startPortal({ env, log, print, modules, app: await loadApp(), files: createStaticFiles(join(DIST, "client")) });
  stopOnSignals(portal, log);
  watchProcess({ logger: { error: (message, fields) => log.error(fields ?? {}, message) }, close: () => portal.close() });
}

function explainStartFailure(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "EADDRINUSE") return "The port is taken by another program. Choose another one, for example: PORT=3001";
  if (error instanceof DeploymentRefusal) return error.message;
  if (code === "EACCES") return "This port or folder may not be used by this account. Choose another PORT or DATA_DIR.";
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch((error: unknown) => {
  process.stderr.write(`The portal could not start.\n${explainStartFailure(error)}\n`);
  process.exit(1);
});
