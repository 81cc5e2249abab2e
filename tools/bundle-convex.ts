/**
 * Bundles convex/ for the embedded engine: one ES module per backend module, shared code in chunks,
 * and a manifest that lists them. The same choices as the official bundler (conditions, one pass per
 * runtime), except that names stay readable in error messages.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { build, type BuildOptions } from "esbuild";
import { type ConvexModule, listModules, listWiring } from "./lib/convex-modules.ts";

/** What manifest.json in the output folder says. */
export interface ConvexManifest {
  /** Module name ("requests/queries", "schema", "auth.config") to file, relative to the manifest. */
  readonly modules: Readonly<Record<string, string>>;
}

/** Options of bundleConvex. */
export interface BundleConvexOptions {
  readonly outDir: string;
  /** The backend's folder; convex/ of this repository when absent. */
  readonly convexDir?: string;
  /** Leaves telling of errors to the caller, who finds them in what is thrown. */
  readonly isQuiet?: boolean;
}

/** Writes the bundle and its manifest to an emptied `outDir`. */
export async function bundleConvex({ outDir, convexDir = path.resolve(import.meta.dirname, "../convex"), isQuiet = false }: BundleConvexOptions): Promise<ConvexManifest> {
  const modules = [...listModules(convexDir), ...listWiring(convexDir)];
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  await Promise.all([
    bundle(modules.filter((module) => module.runtime === "convex"), { ...bundleOptions("convex", { convexDir, outDir }), ...(isQuiet && { logLevel: "silent" as const }) }),
    bundle(modules.filter((module) => module.runtime === "node"), { ...bundleOptions("node", { convexDir, outDir }), ...(isQuiet && { logLevel: "silent" as const }) }),
  ]);
  const manifest: ConvexManifest = { modules: Object.fromEntries(modules.map((module) => [module.name, `${module.name}.js`])) };
  await writeFile(path.join(outDir, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/** CommonJS packages ask `require` for parts of Node; an ES module has none of its own. */
const REQUIRE = 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);';

/** esbuild's options for the modules of one runtime. */
export function bundleOptions(runtime: ConvexModule["runtime"], { convexDir, outDir }: { convexDir: string; outDir: string }): BuildOptions {
  return {
    bundle: true,
    platform: runtime === "node" ? "node" : "browser",
    format: "esm",
    target: "esnext",
    jsx: "automatic",
    outdir: outDir,
    outbase: convexDir,
    conditions: ["convex", "module"],
    splitting: true,
    chunkNames: `_deps/${runtime}/[hash]`,
    sourcemap: "linked",
    sourcesContent: false,
    ...(runtime === "node" && { banner: { js: REQUIRE } }),
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "warning",
  };
}

async function bundle(modules: readonly ConvexModule[], options: BuildOptions): Promise<void> {
  if (modules.length === 0) return;
  await build({ ...options, entryPoints: modules.map((module) => module.file) });
}

if (import.meta.main) await bundleConvex({ outDir: path.resolve(import.meta.dirname, "../dist/convex") });
