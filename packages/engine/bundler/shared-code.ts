/**
 * What several modules share, as one file. esbuild cuts shared code by which modules need it: a large folder becomes
 * hundreds of files with thousands of imports between them, and finding and linking those is most of what a start costs
 * (the portal's: 340 files and 9,738 imports, with one file 113 and 223).
 */

import { readFileSync } from "node:fs";
import path from "node:path";
import { build, type BuildOptions, type Plugin } from "esbuild";

const NAME = "shared-code";
/** The name of what a plugin made begins with its namespace. */
const GENERATED = /^[\w-]+:/;

/** Whether an input of esbuild's metafile is a file. */
export function isFile(input: string): boolean {
  return !GENERATED.test(input);
}

/**
 * Options for a second pass in which every module needs all that any two of them share, so that esbuild puts it into one
 * file. Packages come with the code that imports them. What only one module needs stays in its own file, whose name
 * failures show. A module that another one imports is left alone: it would be evaluated after what it is needed by.
 */
export async function withSharedCodeInOneFile(
  options: BuildOptions & { entryPoints: string[] },
): Promise<BuildOptions> {
  const { metafile } = await build({ ...options, write: false, metafile: true, sourcemap: false });
  const shared = Object.values(metafile.outputs)
    .filter(({ entryPoint }) => entryPoint === undefined)
    .flatMap(({ inputs }) => Object.keys(inputs))
    .filter((input) => !input.includes("node_modules/") && isFile(input))
    .map((input) => path.resolve(input));
  if (shared.length === 0) return options;
  const modules = options.entryPoints.map((file) => path.resolve(file)).filter((file) => !shared.includes(file));
  return {
    ...options,
    plugins: [...(options.plugins ?? []), needing(new Set(modules), shared)],
    // Of a project that says "sideEffects": false: such a file comes with those that use what it exports.
    logOverride: { "ignored-bare-import": "silent" },
  };
}

/** Has these modules import all that is shared, below their last line, so that no line of theirs moves. */
function needing(modules: ReadonlySet<string>, shared: readonly string[]): Plugin {
  const all = shared.map((file) => `import ${JSON.stringify(file)};`).join("\n");
  return {
    name: NAME,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: new RegExp(`^${NAME}$`) }, () => ({ path: NAME, namespace: NAME }));
      onLoad({ filter: /.*/, namespace: NAME }, () => ({ contents: all, resolveDir: process.cwd() }));
      onLoad({ filter: /.*/ }, ({ path: file }) =>
        modules.has(file)
          ? { contents: `${readFileSync(file, "utf8")}\nimport "${NAME}";\n`, loader: "default" }
          : undefined,
      );
    },
  };
}
