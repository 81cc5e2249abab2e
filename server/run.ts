/**
 * The portal's process from its first line to its last: environment, start, errors nobody caught, stop on SIGINT or
 * SIGTERM.
 */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { watchProcess } from "@data-portal/engine";
import { DeploymentRefusal } from "./backend/deployment.ts";
import { loadBackendModules } from "./backend/modules.ts";
import type { Demo, DemoOptions } from "./demo-port.ts";
import type { AppHandler } from "./http/routes.ts";
import { createStaticFiles } from "./http/static.ts";
import { createLog, type Log } from "./lib/log.ts";
import { NewerData } from "./lib/newer-data.ts";
import { startPortal, type Portal } from "./portal.ts";
import { explainProblems, parseEnv, type Env } from "./settings/env.ts";

/** After this long a stop is forced: something does not let go. */
const FORCED_STOP_MS = 10_000;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function loadApp(dist: string): Promise<AppHandler> {
  const built = (await import(pathToFileURL(join(dist, "server/server.js")).href)) as {
    default: { fetch: AppHandler };
  };
  return built.default.fetch;
}

/** Loaded only here, and only where a demo is asked for. */
async function loadDemo(options: DemoOptions): Promise<Demo> {
  const { startDemo } = await import("./demo/demo.ts");
  return await startDemo(options);
}

/** Stops the portal, and the process with it, on Ctrl-C and when it is asked to end. */
export function stopOnSignals(portal: Pick<Portal, "close">, log: Log): void {
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
  if (!env.isDemo && env.smtpUrl === null)
    print("SMTP_URL is not set: no mail leaves this machine, so nobody can verify an address or reset a password.");
  if (env.clerk === null) return;
  print(
    `CLERK_PUBLISHABLE_KEY is in order (${env.clerk.frontendHost}), but this version signs in with the built-in adapter only.`,
  );
}

/** Starts the portal that was built into this folder; who calls says what happens to errors, and when it stops. */
export async function startBuilt(dist: string, { env, log }: { env: Env; log: Log }): Promise<Portal> {
  sayWhatIsNotUsed(env);
  const modules = await loadBackendModules(join(dist, "convex"));
  return await startPortal({
    env,
    log,
    print,
    modules,
    demo: env.isDemo ? await loadDemo({ env, log, print, folder: join(dist, "demo") }) : null,
    app: await loadApp(dist),
    files: createStaticFiles(join(dist, "client")),
  });
}

async function start(dist: string): Promise<void> {
  const parsed = parseEnv(process.env);
  if (!parsed.ok) {
    process.stderr.write(`${explainProblems(parsed.problems)}\n`);
    process.exit(1);
  }
  const { env } = parsed;
  const log = createLog(env.logLevel);
  let portal: Portal | null = null;
  // Before anything is started: half a portal that goes on after an error would be neither ready nor gone.
  watchProcess({
    logger: { error: (message, fields) => log.error(fields ?? {}, message) },
    isReady: () => portal !== null,
    close: async () => await portal?.close(),
  });
  portal = await startBuilt(dist, { env, log });
  stopOnSignals(portal, log);
}

function explainStartFailure(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "EADDRINUSE") return "The port is taken by another program. Choose another one, for example: PORT=3001";
  if (error instanceof DeploymentRefusal || error instanceof NewerData) return error.message;
  if (code === "EACCES") return "This port or folder may not be used by this account. Choose another PORT or DATA_DIR.";
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Runs the portal that was built into this folder until it is stopped; the process ends with it. */
export async function runPortal(dist: string): Promise<void> {
  try {
    await start(dist);
  } catch (error) {
    process.stderr.write(`The portal could not start.\n${explainStartFailure(error)}\n`);
    process.exit(1);
  }
}
