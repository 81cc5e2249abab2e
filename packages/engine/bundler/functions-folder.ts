/**
 * Which files of convex/ are modules, by the rules of the official bundler: every script except
 * those under _generated/, schema.ts, names with more than one dot (tests, auth.config.ts), hidden
 * files and files without any import or export. schema.ts and auth.config.ts are bundled beside them.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** One module of the backend. */
export interface ConvexModule {
  /** Path relative to convex/ without extension, as in a function reference: "requests/queries". */
  readonly name: string;
  /** Absolute path of the source file. */
  readonly file: string;
  /** Files that start with "use node" run in Node.js on Convex, all others in its own runtime. */
  readonly runtime: "convex" | "node";
}

const scriptExtension = /\.([cm]?[jt]s|[jt]sx)$/;

/** The modules that hold functions, crons or routes, sorted by name. */
export function listModules(convexDir: string): ConvexModule[] {
  return filesUnder(convexDir)
    .filter((file) => isEntry(path.relative(convexDir, file).split(path.sep).join("/"), file))
    .map((file) => describe(convexDir, file))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * schema, auth.config and convex.config (.ts or .js), as far as they exist: read by the backend, no functions inside.
 */
export function listWiring(convexDir: string): ConvexModule[] {
  return ["auth.config.ts", "auth.config.js", "convex.config.ts", "convex.config.js", "schema.ts", "schema.js"]
    .map((name) => path.join(convexDir, name))
    .filter((file) => existsSync(file))
    .map((file) => describe(convexDir, file));
}

function describe(convexDir: string, file: string): ConvexModule {
  const name = path.relative(convexDir, file).split(path.sep).join("/").replace(scriptExtension, "");
  const runtime = /^\s*(?:(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/)\s*)*["']use node["']/.test(readFileSync(file, "utf8"))
    ? "node"
    : "convex";
  return { name, file, runtime };
}

function isEntry(relative: string, file: string): boolean {
  const base = path.posix.basename(relative);
  const isSkipped =
    !scriptExtension.test(base) ||
    relative.startsWith("_generated/") ||
    /^[.#]/.test(base) ||
    base === "schema.ts" ||
    base === "schema.js" ||
    base.split(".").length > 2 ||
    relative.includes(" ");
  return !isSkipped && /^\s{0,100}(import|export)/m.test(readFileSync(file, "utf8"));
}

function filesUnder(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(directory, entry.name);
    return entry.isDirectory() ? filesUnder(place) : [place];
  });
}
