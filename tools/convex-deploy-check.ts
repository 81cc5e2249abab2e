/**
 * Would convex/ deploy to Convex as it is? Bundles it with the official bundler's settings, looks at
 * what went into the bundle, and loads the result to see what every module registers. The engine is
 * more forgiving than Convex in places; this check keeps the folder portable.
 */

import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { bundleOptions, type ConvexModule, listModules, listWiring } from "@data-portal/engine/bundler";
import { build, type BuildFailure, type Metafile, type Plugin } from "esbuild";
import { messageOf } from "../server/lib/message-of.ts";
import { whatRegistrationsLack, whatSchemaLacks } from "./lib/convex-registrations.ts";

/** Convex: "Path component can only contain alphanumeric characters, underscores, or periods." */
const legalPathComponent = /^[A-Za-z0-9_.]+$/;
const alwaysDefaultRuntime = ["http", "crons", "schema", "auth.config"];
const forbiddenFolders = ["demo", "src", "contracts", "server", "packages", "sandbox", "tools", "e2e"];

/** Everything that would keep `convexDir` from deploying, one line each; empty when it would deploy. */
export async function whyNotDeploy(convexDir: string): Promise<string[]> {
  const modules = [...listModules(convexDir), ...listWiring(convexDir)];
  const outDir = await mkdtemp(path.join(os.tmpdir(), "convex-deploy-"));
  try {
    const problems = [...modules.flatMap(whyNotModulePath), ...modules.flatMap(whyNotRuntime)];
    const bundles = await Promise.all(
      (["convex", "node"] as const).map((runtime) => bundle(runtime, { modules, convexDir, outDir })),
    );
    problems.push(...bundles.flatMap(({ errors }) => errors));
    if (bundles.some(({ errors }) => errors.length > 0)) return problems;
    return [...problems, ...bundles.flatMap(({ foreign }) => foreign), ...(await whatModulesLack(modules, outDir))];
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

function whyNotModulePath({ name }: ConvexModule): string[] {
  const bad = name.split("/").filter((component) => !legalPathComponent.test(component));
  return bad.map(
    (component) => `${name}: path component "${component}" may only hold letters, digits, underscores and periods`,
  );
}

function whyNotRuntime({ name, runtime }: ConvexModule): string[] {
  if (runtime === "node" && alwaysDefaultRuntime.includes(name))
    return [`${name}: "use node" is not allowed in this file`];
  if (runtime === "convex" && name.startsWith("actions/"))
    return [`${name}: files under convex/actions/ must start with "use node"`];
  return [];
}

interface BundleInput {
  readonly modules: readonly ConvexModule[];
  readonly convexDir: string;
  readonly outDir: string;
}

async function bundle(
  runtime: ConvexModule["runtime"],
  { modules, convexDir, outDir }: BundleInput,
): Promise<{ errors: string[]; foreign: string[] }> {
  const mine = modules.filter((module) => module.runtime === runtime);
  if (mine.length === 0) return { errors: [], foreign: [] };
  try {
    const { metafile } = await build({
      ...bundleOptions(runtime, { convexDir, outDir }),
      entryPoints: mine.map(({ file }) => file),
      absWorkingDir: path.dirname(convexDir),
      plugins: runtime === "convex" ? [asyncHooks] : [],
      sourcemap: false,
      metafile: true,
      logLevel: "silent",
    });
    const nodeFiles = new Set(
      modules
        .filter((module) => module.runtime === "node")
        .map(({ file }) => path.relative(path.dirname(convexDir), file)),
    );
    return { errors: [], foreign: whatDoesNotBelong(runtime, metafile, nodeFiles) };
  } catch (error) {
    const { errors } = error as BuildFailure; // esbuild rejects with nothing else
    return {
      errors: errors.map(({ text, location }) => `${location?.file ?? "convex"}:${location?.line ?? 0}: ${text}`),
      foreign: [],
    };
  }
}

function whatDoesNotBelong(
  runtime: ConvexModule["runtime"],
  { inputs }: Metafile,
  nodeFiles: ReadonlySet<string>,
): string[] {
  return Object.entries(inputs).flatMap(([file, { imports }]) =>
    imports.flatMap(({ path: imported }) => {
      if (forbiddenFolders.includes(imported.split("/")[0] ?? ""))
        return [`${file} imports ${imported}, which is not part of the backend`];
      if (runtime === "convex" && nodeFiles.has(imported))
        return [`${file} imports ${imported}, which starts with "use node"`];
      return [];
    }),
  );
}

/** Convex's own runtime offers this one Node module. */
const asyncHooks: Plugin = {
  name: "async-hooks",
  setup(setup) {
    setup.onResolve({ filter: /^(node:)?async_hooks$/ }, ({ path: name }) => ({ path: name, external: true }));
  },
};

async function whatModulesLack(modules: readonly ConvexModule[], outDir: string): Promise<string[]> {
  const problems: string[] = [];
  for (const { name, runtime } of modules) {
    if (name === "auth.config") continue; // reads the deployment's environment as it loads
    try {
      const exports = (await import(pathToFileURL(path.join(outDir, `${name}.js`)).href)) as Record<string, unknown>;
      problems.push(
        ...(name === "schema" ? whatSchemaLacks(exports["default"]) : whatRegistrationsLack(name, runtime, exports)),
      );
    } catch (error) {
      problems.push(`${name}: cannot be loaded: ${messageOf(error)}`);
    }
  }
  return problems;
}

if (import.meta.main) {
  const problems = await whyNotDeploy(path.resolve(import.meta.dirname, "../convex"));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
