// @ts-check
// Builds what `server/main.ts` serves: dist/client and dist/server by Vite, dist/convex by esbuild.
// A stamp in dist holds a hash over everything that goes into them, so that a start with nothing
// changed builds nothing. Hashing reads a few hundred small files: tens of milliseconds.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { runOrFail } from "./process.mjs";
import { step } from "./progress.mjs";
import { pinnedNode, root } from "./runtime.mjs";

const dist = path.join(root, "dist");
const stamp = path.join(dist, "build-stamp");

/** Folders and files that go into what is built, or build it. */
export const inputs = [
  "src",
  "contracts",
  "convex",
  "demo",
  "packages/engine",
  "public",
  "vite.config.ts",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
  "tools",
];
/** Environment that changes what is built. Everything else is read when the server starts. */
const buildFlags = ["NODE_ENV", "PORTAL_TEST_ROUTES"];

/** The hash of everything a build depends on. */
function buildHash() {
  const hash = createHash("sha256");
  for (const input of inputs) {
    for (const file of filesUnder(path.join(root, input))) {
      hash
        .update(`${path.relative(root, file)}\0`)
        .update(readFileSync(file))
        .update("\0");
    }
  }
  for (const flag of buildFlags) hash.update(`${flag}=${process.env[flag] ?? ""}\0`);
  return hash.digest("hex");
}

/** True when dist was built from the files as they are now. */
function isBuildCurrent() {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === buildHash();
}

/** Builds unless nothing changed since the last build. */
export async function ensureBuilt() {
  if (!isBuildCurrent()) await build();
}

/** Builds everything, from an empty dist. */
export async function build() {
  const hash = buildHash();
  rmSync(dist, { recursive: true, force: true });
  await step("Checking the function list", () => node("tools/codegen.ts", "--check"));
  await step("Building the web app", () =>
    node("node_modules/vite/bin/vite.js", "build", "--manifest", "--logLevel", "warn"),
  );
  keepManifestPrivate();
  await step("Compressing the web app", compressTexts);
  await step("Bundling the backend functions", () => node("tools/bundle-convex.ts"));
  mkdirSync(dist, { recursive: true });
  writeFileSync(stamp, hash);
}

/** Vite's manifests name source files: useful to the size budget, nothing a browser should be able to fetch. */
function keepManifestPrivate() {
  renameSync(path.join(dist, "client/.vite/manifest.json"), path.join(dist, "client-manifest.json"));
  rmSync(path.join(dist, "client/.vite"), { recursive: true });
  rmSync(path.join(dist, "server/.vite"), { recursive: true, force: true });
}

/** Texts from a size on have a compressed copy beside them, so that no visitor waits until the server has made one. */
async function compressTexts() {
  const client = path.join(dist, "client");
  const texts = readdirSync(client, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.(js|css|svg|html|json|txt|webmanifest)$/.test(file),
  );
  await Promise.all(
    texts.map(async (file) => {
      const data = await readFile(path.join(client, file));
      if (data.length >= 1_024) await writeFile(path.join(client, `${file}.br`), await promisify(brotliCompress)(data));
    }),
  );
}

/** @param {string[]} args */
function node(...args) {
  return runOrFail(pinnedNode, args, { env: { NODE_ENV: process.env.NODE_ENV ?? "production" } });
}

/**
 * Every file at or under a place, in a fixed order. Tests are never built; *.gen.ts is written by the build itself.
 * @param {string} place
 * @returns {string[]}
 */
function filesUnder(place) {
  if (!existsSync(place)) return [];
  const entries = readdirSafely(place);
  if (entries === null) return [place];
  return entries
    .filter((entry) => !entry.name.startsWith(".") && !/\.(test|gen)\.tsx?$/.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesUnder(path.join(place, entry.name)) : [path.join(place, entry.name)],
    );
}

/** @param {string} place */
function readdirSafely(place) {
  try {
    return readdirSync(place, { withFileTypes: true });
  } catch {
    return null; // a file
  }
}
