// @ts-check
// A program as one file. Started from its sources a program finds, reads and links hundreds of modules one by one,
// which is most of what its start costs; so it is bundled, and kept by the content of what went into it. What it looks
// for beside its sources (workers, texts, package.json) it finds there as before.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { step } from "./progress.mjs";
import { root } from "./runtime.mjs";

const FOLDER = path.join(root, ".cache/process");
/** Packages change with the lockfile alone; the others say what the names of imports mean. */
const SETTINGS = ["package-lock.json", "package.json", "packages/engine/package.json"].map((file) =>
  path.join(root, file),
);

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
 * The file to run instead of `entry`, bundled now unless a bundle of the same content is there.
 * @param {string} entry relative to the repository
 * @param {string} name of the program, in the file's name
 * @returns {Promise<string>} relative to the repository
 */
export async function processBundle(entry, name) {
  const kept = keptBundle(name);
  if (kept !== null) return path.relative(root, kept);
  return path.relative(root, await step("Bundling the server", () => bundle(entry, name)));
}

/** @param {string} name */
function keptBundle(name) {
  const record = recordOf(name);
  if (record === null) return null;
  const file = fileOf(name, record.digest);
  return existsSync(file) && digestOf(record.inputs) === record.digest ? file : null;
}

/**
 * What the last bundle was made of; null before there was one, or when its record cannot be read.
 * @param {string} name
 * @returns {{ inputs: string[], digest: string } | null}
 */
function recordOf(name) {
  try {
    return JSON.parse(readFileSync(path.join(FOLDER, `${name}.json`), "utf8"));
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} digest
 */
function fileOf(name, digest) {
  return path.join(FOLDER, `${name}-${digest.slice(0, 16)}.js`);
}

/** @param {string[]} inputs relative to the repository */
function digestOf(inputs) {
  const hash = createHash("sha256");
  for (const file of [import.meta.filename, ...SETTINGS, ...inputs.map((input) => path.join(root, input))])
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(existsSync(file) ? readFileSync(file) : "gone")
      .update("\0");
  return hash.digest("hex");
}

/**
 * Written under another name first: several may bundle at once, and each runs a whole file.
 * @param {string} entry
 * @param {string} name
 */
async function bundle(entry, name) {
  const { build } = await import("esbuild");
  const { metafile, outputFiles } = await build({
    entryPoints: [path.join(root, entry)],
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "esnext",
    outfile: path.join(FOLDER, `${name}.js`),
    sourcemap: "external",
    sourcesContent: false,
    metafile: true,
    write: false,
    banner: { js: BANNER },
    define: { "import.meta.url": "__sourceUrl", "import.meta.dirname": "__sourceDirname" },
    // It starts a program that lies beside its own files.
    external: ["esbuild"],
    plugins: [knowingTheirPlace],
    logLevel: "silent",
  });
  const inputs = Object.keys(metafile.inputs).filter((input) => !input.includes("node_modules/"));
  const digest = digestOf(inputs);
  const file = fileOf(name, digest);
  mkdirSync(FOLDER, { recursive: true });
  for (const { path: made, contents } of outputFiles) put(made.endsWith(".map") ? `${file}.map` : file, contents);
  put(path.join(FOLDER, `${name}.json`), JSON.stringify({ inputs, digest }));
  for (const old of readdirSync(FOLDER))
    if (old.startsWith(`${name}-`) && !old.startsWith(path.basename(file)))
      rmSync(path.join(FOLDER, old), { force: true });
  return file;
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
 * @type {import("esbuild").Plugin}
 */
const knowingTheirPlace = {
  name: "knowing-their-place",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
      const text = file.includes("node_modules") ? "" : readFileSync(file, "utf8");
      if (!/\bimport\.meta\.(url|dirname)\b/.test(text)) return undefined;
      const place = JSON.stringify(path.relative(FOLDER, file).split(path.sep).join("/"));
      const asked = `const __sourceUrl = new URL(${place}, __bundle).href, __sourceDirname = __dirnameOf(__pathOf(__sourceUrl));`;
      return { contents: `${asked} ${text}`, loader: "ts" };
    });
  },
};
