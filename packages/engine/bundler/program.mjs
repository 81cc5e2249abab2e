// @ts-check
// A program as one file. Started from its sources a program finds, reads and links hundreds of modules one by one,
// which is most of what its start costs; so it is bundled, and kept by the content of what went into it. What it looks
// for beside its sources (workers, texts, package.json) it finds there as before.
//
// JavaScript, since the commands of a repository bundle before they hand over to a Node that reads TypeScript.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * What is bundled; all files relative to `root`, the folder that the bundle is kept in (`.cache/process`).
 * @typedef {object} Program
 * @property {string} root
 * @property {string} entry the file to run
 * @property {string} name of the program, in the bundle's name
 * @property {readonly string[]} settings files besides the sources that say what is bundled: a lockfile, package.json
 */

/**
 * Where the source of a module lies, for those that ask: packages get the bundle. esbuild knows nothing of a banner and may
 * give one of our modules the same name, hence `var`.
 */
const BANNER = [
  'import { createRequire as __createRequire } from "node:module";',
  'import { dirname as __dirnameOf } from "node:path";',
  'import { fileURLToPath as __pathOf } from "node:url";',
  "const __bundle = import.meta.url, require = __createRequire(__bundle);",
  "var __sourceUrl = __bundle, __sourceDirname = __dirnameOf(__pathOf(__bundle));",
].join(" ");

/**
 * The bundle there is, when it is what bundling would make now; null when it is not.
 * @param {Program} program
 * @returns {string | null}
 */
export function keptProgram(program) {
  const record = recordOf(program);
  if (record === null) return null;
  const file = fileOf(program, record.digest);
  return existsSync(file) && digestOf(program, record.inputs) === record.digest ? file : null;
}

/**
 * Bundles a program, in place of the bundle before. Written under another name first: several may bundle at once, and each
 * runs a whole file.
 * @param {Program} program
 * @returns {Promise<string>} the file to run
 */
export async function bundleProgram(program) {
  const { root, entry, name } = program;
  const folder = folderOf(program);
  const { build } = await import("esbuild");
  const { metafile, outputFiles } = await build({
    entryPoints: [path.join(root, entry)],
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "esnext",
    outfile: path.join(folder, `${name}.js`),
    sourcemap: "external",
    sourcesContent: false,
    metafile: true,
    write: false,
    banner: { js: BANNER },
    define: { "import.meta.url": "__sourceUrl", "import.meta.dirname": "__sourceDirname" },
    // It starts a program that lies beside its own files.
    external: ["esbuild"],
    plugins: [knowingTheirPlace(folder)],
    logLevel: "silent",
  });
  const inputs = Object.keys(metafile.inputs).filter((input) => !input.includes("node_modules/"));
  const digest = digestOf(program, inputs);
  const file = fileOf(program, digest);
  mkdirSync(folder, { recursive: true });
  for (const { path: made, contents } of outputFiles) put(made.endsWith(".map") ? `${file}.map` : file, contents);
  put(path.join(folder, `${name}.json`), JSON.stringify({ inputs, digest }));
  for (const old of readdirSync(folder))
    if (old.startsWith(`${name}-`) && !old.startsWith(path.basename(file)))
      rmSync(path.join(folder, old), { force: true });
  return file;
}

/**
 * What the last bundle was made of; null before there was one, or when its record cannot be read.
 * @param {Program} program
 * @returns {{ inputs: string[], digest: string } | null}
 */
function recordOf(program) {
  try {
    return JSON.parse(readFileSync(path.join(folderOf(program), `${program.name}.json`), "utf8"));
  } catch {
    return null;
  }
}

/** @param {Program} program */
function folderOf({ root }) {
  return path.join(root, ".cache/process");
}

/**
 * @param {Program} program
 * @param {string} digest
 */
function fileOf(program, digest) {
  return path.join(folderOf(program), `${program.name}-${digest.slice(0, 16)}.js`);
}

/**
 * @param {Program} program
 * @param {string[]} inputs
 */
function digestOf({ root, settings }, inputs) {
  const hash = createHash("sha256");
  for (const file of [import.meta.filename, ...[...settings, ...inputs].map((input) => path.join(root, input))])
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(existsSync(file) ? readFileSync(file) : "gone")
      .update("\0");
  return hash.digest("hex");
}

/**
 * @param {string} file
 * @param {string | Uint8Array} contents
 */
function put(file, contents) {
  const beside = `${file}.${process.pid}`;
  writeFileSync(beside, contents);
  renameSync(beside, file);
}

/**
 * Tells each of our modules that asks where its source lies, on its first line, so that no line moves.
 * @param {string} folder of the bundle
 * @returns {import("esbuild").Plugin}
 */
function knowingTheirPlace(folder) {
  return {
    name: "knowing-their-place",
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
        const text = file.includes("node_modules") ? "" : readFileSync(file, "utf8");
        if (!/\bimport\.meta\.(url|dirname)\b/.test(text)) return undefined;
        const place = JSON.stringify(path.relative(folder, file).split(path.sep).join("/"));
        const asked = `const __sourceUrl = new URL(${place}, __bundle).href, __sourceDirname = __dirnameOf(__pathOf(__sourceUrl));`;
        return { contents: `${asked} ${text}`, loader: "ts" };
      });
    },
  };
}
