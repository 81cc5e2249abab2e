/**
 * `npm run dev`: the portal with its pages served by Vite and its backend bundled anew on every change.
 * A change in src/ reaches the open page by Vite's own hot reload; a change in convex/ is deployed into
 * the running engine, and every live query runs again. A change in server/ or packages/ needs a restart.
 */

import { watch } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { createServer, isRunnableDevEnvironment, type ViteDevServer } from "vite";
import { loadBackendModules } from "../server/backend/modules.ts";
import type { BackendModules } from "../server/backend/port.ts";
import { startDemo } from "../server/demo/demo.ts";
import type { AppHandler } from "../server/http/routes.ts";
import type { StaticFiles } from "../server/http/static.ts";
import { createLog } from "../server/lib/log.ts";
import { messageOf } from "../server/lib/message-of.ts";
import { startPortal } from "../server/portal.ts";
import { explainProblems, parseEnv } from "../server/settings/env.ts";
import { writeApiDeclaration } from "./codegen.ts";
import { bundleDemo, bundlePortal } from "./lib/bundle-functions.ts";
import { freePort } from "./lib/free-port.ts";
import { root } from "./lib/runtime.mjs";

/** Editors save several files at once; the last save counts. */
const settleMs = 120;
const convexDir = path.join(root, "convex");
const demoBundle = path.join(root, "node_modules/.cache/dev-demo");
const bundles = path.join(root, "node_modules/.cache/dev-convex");
/** TanStack Start's name for the module that renders pages. */
const serverEntry = "virtual:tanstack-start-server-entry";

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Bundles convex/ into a folder of its own, because Node never forgets a module it has loaded. */
async function bundleVersion(version: number): Promise<BackendModules> {
  writeApiDeclaration(convexDir);
  const outDir = path.join(bundles, String(version));
  await bundlePortal(outDir);
  return await loadBackendModules(outDir);
}

/** Calls `deploy` with a fresh bundle after each change; a change that does not bundle leaves the old one running. */
function deployOnChange(deploy: (modules: BackendModules) => Promise<void>): void {
  let version = 1;
  let timer: NodeJS.Timeout | undefined;
  let queue = Promise.resolve();
  const redeploy = async (): Promise<void> => {
    version += 1;
    try {
      await deploy(await bundleVersion(version));
      say("  convex/ deployed");
    } catch (error) {
      say(`  convex/ not deployed: ${messageOf(error)}`);
    }
  };
  watch(convexDir, { recursive: true }, (_event, file) => {
    if (file === null || file.startsWith("_generated") || !file.endsWith(".ts") || file.endsWith(".test.ts")) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      queue = queue.then(redeploy);
    }, settleMs);
  });
}

/** Vite answers for whatever it knows; everything else is the portal's. */
function filesFrom(vite: ViteDevServer): StaticFiles {
  return (request, answer) =>
    new Promise((resolve, reject) => {
      answer.once("finish", () => resolve(true));
      vite.middlewares(request, answer, (error: unknown) =>
        error === undefined ? resolve(false) : reject(error as Error),
      );
    });
}

/** Renders with the modules as they are now; Vite reloads them when they change. */
function appFrom(vite: ViteDevServer): AppHandler {
  return async (request, options) => {
    const environment = vite.environments["ssr"];
    if (environment === undefined || !isRunnableDevEnvironment(environment))
      throw new Error("Vite has no server environment to render in");
    const entry = (await environment.runner.import(serverEntry)) as { default: { fetch: AppHandler } };
    return await entry.default.fetch(request, options);
  };
}

const parsed = parseEnv(process.env);
if (!parsed.ok) {
  process.stderr.write(`${explainProblems(parsed.problems)}\n`);
  process.exit(1);
}
await rm(bundles, { recursive: true, force: true });
const vite = await createServer({
  root,
  appType: "custom",
  server: { middlewareMode: true, ws: { port: await freePort() } },
});
await bundleDemo(demoBundle);
const { env } = parsed;
const log = createLog(env.logLevel);
const demo = env.isDemo ? await startDemo({ env, log, print: say, folder: demoBundle }) : null;
const portal = await startPortal({
  env,
  log,
  demo,
  print: say,
  modules: await bundleVersion(1),
  app: appFrom(vite),
  files: filesFrom(vite),
  isDevelopment: true,
});
deployOnChange((modules) => portal.backend.deploy({ ...modules, ...demo?.modules }));

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    Promise.all([portal.close(), vite.close()]).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}
