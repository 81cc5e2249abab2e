/**
 * Bundles a functions folder for the engine: one ES module per backend module, what they share in one file, and a
 * manifest that lists them. The same choices as the official bundler (conditions, one pass per
 * runtime), except that names stay readable in error messages.
 */

import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { componentDefinitions } from "./component-definitions.ts";
import { leaveToNode } from "./external-packages.ts";
import { type ConvexModule, listModules, listWiring } from "./functions-folder.ts";
import { isFile, withSharedCodeInOneFile } from "./shared-code.ts";

/** What manifest.json in the output folder says. */
export interface ConvexManifest {
  /** Module name ("requests/queries", "schema", "auth.config") to file, relative to the manifest. */
  readonly modules: Readonly<Record<string, string>>;
  /** The same of every installed component, by the path of its definition; files relative to the manifest too. */
  readonly components: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Options of bundleConvex. */
export interface BundleConvexOptions {
  readonly outDir: string;
  /** The functions folder. */
  readonly convexDir: string;
  /**
   * Which modules of the folder hold functions, by name; all of them when absent. What the others hold comes with those
   * that import it: far fewer files, which is most of what a start costs.
   */
  readonly holdsFunctions?: (module: string) => boolean;
  /** Packages that "use node" modules load from node_modules as they are. */
  readonly external?: ReadonlySet<string>;
  /** Leaves telling of errors to the caller, who finds them in what is thrown. */
  readonly isQuiet?: boolean;
  /** The files will be copied to other folders: their maps name the sources by where they are on this machine. */
  readonly isCopied?: boolean;
}

/** What was bundled, and the files it was made of. */
export interface ConvexBundle extends ConvexManifest {
  /** Absolute paths, also of files in packages. */
  readonly inputs: readonly string[];
}

/** Writes the bundle and its manifest to an emptied `outDir`. */
export async function bundleConvex({
  outDir,
  convexDir,
  holdsFunctions = () => true,
  external = new Set(),
  isQuiet = false,
  isCopied = false,
}: BundleConvexOptions): Promise<ConvexBundle> {
  const logLevel = isQuiet ? "silent" : "warning";
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  const found = new Map<string, string>();
  const inputs = new Set<string>();
  const modules = await bundleFolder({
    convexDir,
    outDir,
    logLevel,
    isCopied,
    inputs,
    holdsFunctions,
    plugins: [componentDefinitions(convexDir, found)],
    external,
  });
  const components: Record<string, Readonly<Record<string, string>>> = {};
  for (const [definition, folder] of found) {
    const place = `_components/${Object.keys(components).length}`;
    const files = await bundleFolder({
      convexDir: folder,
      outDir: path.join(outDir, place),
      logLevel,
      isCopied,
      inputs,
      holdsFunctions: () => true,
      isConfigLeftOut: true,
    });
    components[definition] = Object.fromEntries(
      Object.entries(files).map(([name, file]) => [name, `${place}/${file}`]),
    );
  }
  const manifest: ConvexManifest = { modules, components };
  await writeFile(path.join(outDir, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  return { ...manifest, inputs: [...inputs].sort() };
}

interface Folder {
  readonly convexDir: string;
  readonly outDir: string;
  readonly logLevel: "silent" | "warning";
  readonly isCopied: boolean;
  /** Takes the files that were read. */
  readonly inputs: Set<string>;
  readonly holdsFunctions: (module: string) => boolean;
  readonly plugins?: Plugin[];
  readonly external?: ReadonlySet<string>;
  /** A component's own config was evaluated with the app's. */
  readonly isConfigLeftOut?: boolean;
}

/** Bundles one folder; its files by module name, relative to `outDir`. */
async function bundleFolder({
  convexDir,
  outDir,
  logLevel,
  isCopied,
  inputs,
  holdsFunctions,
  plugins = [],
  external = new Set(),
  isConfigLeftOut = false,
}: Folder): Promise<Record<string, string>> {
  const functions = listModules(convexDir).filter(({ name }) => holdsFunctions(name));
  const wiring = listWiring(convexDir).filter(({ name }) => !isConfigLeftOut || name !== "convex.config");
  const modules = [...functions, ...wiring];
  const of = async (runtime: ConvexModule["runtime"]): Promise<void> => {
    const files = await bundle(
      modules.filter((module) => module.runtime === runtime),
      {
        ...bundleOptions(runtime, { convexDir, outDir }),
        logLevel,
        plugins: runtime === "node" ? [...plugins, leaveToNode(external)] : plugins,
        ...(isCopied && { sourceRoot: `${pathToFileURL(outDir).href}/` }),
      },
    );
    for (const file of files) inputs.add(file);
  };
  // Both to their end, also when one fails: whoever hears of it may remove the folder at once.
  for (const done of await Promise.allSettled([of("convex"), of("node")]))
    if (done.status === "rejected") throw done.reason;
  return Object.fromEntries(modules.map((module) => [module.name, `${module.name}.js`]));
}

/** CommonJS packages ask `require` for parts of Node; an ES module has none of its own. */
const REQUIRE =
  'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);';

/** esbuild's options for the modules of one runtime. */
export function bundleOptions(
  runtime: ConvexModule["runtime"],
  { convexDir, outDir }: { convexDir: string; outDir: string },
): BuildOptions {
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

/** The files that were read. */
async function bundle(modules: readonly ConvexModule[], options: BuildOptions): Promise<readonly string[]> {
  if (modules.length === 0) return [];
  const entryPoints = modules.map((module) => module.file);
  const { metafile } = await build({ ...(await withSharedCodeInOneFile({ ...options, entryPoints })), metafile: true });
  return Object.keys(metafile.inputs)
    .filter(isFile)
    .map((input) => path.resolve(input));
}
