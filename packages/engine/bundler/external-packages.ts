/**
 * `node.externalPackages` of convex.json: packages that "use node" modules load from node_modules as they are. The
 * bundle lies elsewhere, so each import becomes the file it means.
 */

import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Plugin } from "esbuild";
import { messageOf } from "../src/lib/message-of.ts";

const LISTS = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"] as const;
const PACKAGE = /^(?:@[^/]+\/)?[^/.][^/]*/;
const NOT_FROM_REGISTRY = /^(?:file:|git[+:]|https?:)/;
const NAMESPACE = "external-packages";

/** The packages a project wants left alone; "*" stands for all that its package.json names. Throws naming the file. */
export function externalPackages(convexDir: string): ReadonlySet<string> {
  const root = projectOf(convexDir);
  const config = root === null ? null : readJson(path.join(root, "convex.json"));
  const listed: unknown = (config?.["node"] as Record<string, unknown> | undefined)?.["externalPackages"] ?? [];
  if (root === null || config === null) return new Set();
  if (!Array.isArray(listed) || listed.some((name) => typeof name !== "string"))
    throw new Error(`${path.join(root, "convex.json")}: node.externalPackages must be a list of package names`);
  const isWanted = (name: string): boolean => listed.includes("*") || listed.includes(name);
  // As upstream: only what package.json names, from the registry, and never the client library.
  return new Set(installedBy(readJson(path.join(root, "package.json"))).filter((n) => n !== "convex" && isWanted(n)));
}

/** Where the package.json lies that a functions folder belongs to; null when there is none. */
export function projectOf(convexDir: string): string | null {
  for (let folder = path.dirname(convexDir); ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, "package.json"))) return folder;
    if (folder === path.dirname(folder)) return null;
  }
}

function readJson(file: string): Record<string, unknown> | null {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  } catch (error) {
    throw new Error(`${file} is no JSON: ${messageOf(error)}`, { cause: error });
  }
}

function installedBy(manifest: Record<string, unknown> | null): string[] {
  return LISTS.flatMap((list) => Object.entries((manifest?.[list] as object | undefined) ?? {}))
    .filter(([, version]) => typeof version === "string" && !NOT_FROM_REGISTRY.test(version))
    .map(([name]) => name);
}

/** Leaves imports of these packages to Node. */
export function leaveToNode(packages: ReadonlySet<string>): Plugin {
  return {
    name: NAMESPACE,
    setup(build) {
      const imports = new Map<string, Promise<string | null>>();
      const imported = (wanted: string, from: string): Promise<string | null> => {
        const key = `${from}\0${wanted}`;
        const found = imports.get(key) ?? asImported(wanted, from);
        imports.set(key, found);
        return found;
      };
      build.onResolve({ filter: /^[^./]/ }, async ({ path: wanted, kind, resolveDir, importer, pluginData }) => {
        if (pluginData === NAMESPACE || !packages.has(PACKAGE.exec(wanted)?.[0] ?? "")) return undefined;
        const asEsbuild = await build.resolve(wanted, { kind, resolveDir, importer, pluginData: NAMESPACE });
        if (asEsbuild.errors.length > 0) return { errors: asEsbuild.errors };
        const isRequired = kind === "require-call" || kind === "require-resolve";
        const asNode = isRequired ? null : await imported(wanted, resolveDir);
        const file = asNode ?? asRequired(wanted, resolveDir) ?? asEsbuild.path;
        return { path: isRequired ? file : pathToFileURL(file).href, external: true };
      });
    },
  };
}

const RESOLVE = "process.stdout.write(import.meta.resolve(process.argv[1]))";

/**
 * What an import finds by Node's own rules, which know nothing of builds meant for bundlers. Only a Node that stands in
 * the folder can be asked for them.
 */
async function asImported(wanted: string, resolveDir: string): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", RESOLVE, wanted], {
      cwd: resolveDir,
    });
    const file = fileURLToPath(stdout);
    return existsSync(file) ? file : null;
  } catch {
    return null; // It can only be required.
  }
}

/** What require finds by them. */
function asRequired(wanted: string, resolveDir: string): string | null {
  try {
    return createRequire(path.join(resolveDir, "from.js")).resolve(wanted);
  } catch {
    return null; // It can only be imported.
  }
}
