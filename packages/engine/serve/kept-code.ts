/**
 * The last bundle of a functions folder, kept beside the data by the content of all it was made of: a start with nothing
 * changed bundles nothing. Whatever cannot be read is as good as nothing kept.
 */

import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { listModules, listWiring, projectOf, type ConvexBundle } from "../bundler/index.ts";

/** A bundle, as the modules of a version need it. */
export type Kept = Pick<ConvexBundle, "modules" | "components">;

interface KeptRecord extends ConvexBundle {
  readonly digest: string;
}

/** Other bundlers make other bundles. */
const BUNDLER = path.join(import.meta.dirname, "../bundler");
const NAME = "bundle-";

/** The kept bundle of one functions folder. */
export class KeptCode {
  readonly #folder: string;
  readonly #source: string;

  /** `folder` is made when there is something to keep. */
  constructor(folder: string, source: string) {
    this.#folder = folder;
    this.#source = source;
  }

  /** Copies the bundle into `outDir` when it is what bundling would make now; null when it is not. */
  take(outDir: string): Kept | null {
    try {
      const { digest, ...bundle } = JSON.parse(readFileSync(this.#record, "utf8")) as KeptRecord;
      if (this.#digestOf(bundle.inputs) !== digest) return null;
      cpSync(path.join(this.#folder, nameOf(digest)), outDir, { recursive: true });
      return bundle;
    } catch {
      return null;
    }
  }

  /** Keeps what was bundled into `outDir`, in place of what was kept; where that fails, the next start bundles again. */
  keep(outDir: string, bundle: ConvexBundle): void {
    try {
      this.#replace(outDir, bundle);
    } catch {
      // A folder that cannot be written is told of by the engine, whose data is beside it.
    }
  }

  /** Under other names first: nobody takes half a bundle. */
  #replace(outDir: string, { modules, components, inputs }: ConvexBundle): void {
    const digest = this.#digestOf(inputs);
    const place = path.join(this.#folder, nameOf(digest));
    const beside = `${place}.${process.pid}`;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    cpSync(outDir, beside, { recursive: true });
    rmSync(place, { recursive: true, force: true });
    renameSync(beside, place);
    writeFileSync(`${this.#record}.${process.pid}`, JSON.stringify({ digest, modules, components, inputs }));
    renameSync(`${this.#record}.${process.pid}`, this.#record);
    for (const old of readdirSync(this.#folder))
      if (old.startsWith(NAME) && old !== nameOf(digest))
        rmSync(path.join(this.#folder, old), { recursive: true, force: true });
  }

  get #record(): string {
    return path.join(this.#folder, "record.json");
  }

  /** Over the names of all modules and the contents of all files; of what the project says of its packages, too. */
  #digestOf(inputs: readonly string[]): string {
    const modules = [...listModules(this.#source), ...listWiring(this.#source)].map(({ file }) => file);
    const bundler = readdirSync(BUNDLER).map((file) => path.join(BUNDLER, file));
    const root = projectOf(this.#source) ?? path.dirname(this.#source);
    const project = ["package.json", "convex.json"].map((file) => path.join(root, file));
    const hash = createHash("sha256").update(JSON.stringify([this.#source, modules]));
    for (const file of [...inputs, ...bundler, ...project])
      hash.update(`\0${file}\0`).update(existsSync(file) ? readFileSync(file) : "");
    return hash.digest("hex");
  }
}

function nameOf(digest: string): string {
  return `${NAME}${digest.slice(0, 16)}`;
}
