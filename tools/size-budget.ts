/**
 * How much JavaScript a page makes a browser fetch, and in how many files, against what we allow. Read from Vite's manifest:
 * a page is the entry, its frame routes and its own route, each with everything it imports statically.
 */

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

/** One chunk of Vite's manifest, as far as sizes need it. */
export interface ManifestChunk {
  readonly file: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

/** Vite's manifest: chunk key to chunk. */
export type ClientManifest = Readonly<Record<string, ManifestChunk>>;

/** One line of the budget. `bytes` is gzip. */
export interface SizeLine {
  readonly name: string;
  readonly bytes: number;
  readonly limitBytes: number;
  readonly files: number;
  readonly limitFiles: number;
}

const kB = 1000;
const pages = [
  { name: "Home, signed in", routes: ["_portal", "_portal/index"], limitBytes: 230 * kB, limitFiles: 20 },
  { name: "Sign-in page", routes: ["signin"], limitBytes: 190 * kB, limitFiles: 8 },
] as const;
const routeLimitBytes = 60 * kB;
const routeLimitFiles = 30;
/** Route files whose chunks are part of every page below them, so they are not weighed as a step of their own. */
const frames = ["__root", "_portal"];

/** Every line of the budget for this build. `gzipBytes` says how large a file is on the wire. */
export function weigh(manifest: ClientManifest, gzipBytes: (file: string) => number): SizeLine[] {
  const entry = Object.keys(manifest).filter((key) => manifest[key]?.isEntry === true && isScript(manifest[key]));
  const cost = (keys: ReadonlySet<string>): { bytes: number; files: number } => {
    const scripts = new Set([...keys].map((key) => manifest[key]?.file ?? "").filter((file) => file.endsWith(".js")));
    return { bytes: [...scripts].reduce((total, file) => total + gzipBytes(file), 0), files: scripts.size };
  };
  const pageLines = pages.map(({ name, routes, ...limits }) => {
    const roots = routes.flatMap((route) => chunksOfRoute(manifest, route));
    const isMissing = chunksOfRoute(manifest, routes[routes.length - 1] ?? "").length === 0;
    return {
      name: isMissing ? `${name} (no chunk of its own)` : name,
      ...cost(closure(manifest, [...entry, ...roots])),
      ...limits,
    };
  });
  const loadedAlready = closure(manifest, [...entry, ...frames.flatMap((route) => chunksOfRoute(manifest, route))]);
  const routeLines = routesOf(manifest)
    .filter((route) => !frames.includes(route))
    .map((route) => {
      const added = [...closure(manifest, chunksOfRoute(manifest, route))].filter((key) => !loadedAlready.has(key));
      const limits = { limitBytes: routeLimitBytes, limitFiles: routeLimitFiles };
      return { name: `route ${route}`, ...cost(new Set(added)), ...limits };
    });
  return [...pageLines, ...routeLines];
}

function isScript(chunk: ManifestChunk | undefined): boolean {
  return chunk?.file.endsWith(".js") === true;
}

/** "_portal/index" of "src/routes/_portal/index.tsx?tsr-split=component". */
function routeOf(key: string): string | null {
  return /(?:^|\/)src\/routes\/(.+?)\.tsx?(?:\?.*)?$/.exec(key)?.[1] ?? null;
}

function chunksOfRoute(manifest: ClientManifest, route: string): string[] {
  return Object.keys(manifest).filter((key) => routeOf(key) === route && isScript(manifest[key]));
}

function routesOf(manifest: ClientManifest): string[] {
  return [...new Set(Object.keys(manifest).flatMap((key) => routeOf(key) ?? []))].sort();
}

function closure(manifest: ClientManifest, roots: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const open = [...roots];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    open.push(...(manifest[key]?.imports ?? []));
  }
  return seen;
}

if (import.meta.main) {
  const dist = path.resolve(import.meta.dirname, "../dist");
  const manifestFile = path.join(dist, "client-manifest.json");
  if (!existsSync(manifestFile)) {
    process.stderr.write("There is no build to weigh. Run: npm run build\n");
    process.exit(1);
  }
  const manifest = JSON.parse(readFileSync(manifestFile, "utf8")) as ClientManifest; // written by Vite
  const lines = weigh(manifest, (file) => gzipSync(readFileSync(path.join(dist, "client", file))).length);
  for (const { name, bytes, limitBytes, files, limitFiles } of lines) {
    const isOver = bytes > limitBytes || files > limitFiles;
    const size = `${(bytes / kB).toFixed(1).padStart(6)} kB of ${limitBytes / kB}`;
    const text = `${isOver ? "✗" : "✓"} ${name.padEnd(44)} ${size}, ${files} files of ${limitFiles}\n`;
    (isOver ? process.stderr : process.stdout).write(text);
    if (isOver) process.exitCode = 1;
  }
}
