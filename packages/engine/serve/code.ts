/**
 * The functions folder as modules. Node never forgets a module it has loaded, so each version of the code
 * lies in a folder of its own, outside of the data folder: a second server on the same data must not touch it.
 */

import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, watch, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { bundleConvex, externalPackages } from "../bundler/index.ts";
import type { ComponentLoaders, ModuleLoaders } from "../src/index.ts";
import { messageOf } from "../src/lib/message-of.ts";
import { KeptCode, type Kept } from "./kept-code.ts";

/** Editors save several files at once; the last save counts. */
const SETTLE_MS = 100;
/** Scripts, what they may import, and folders that were moved. */
const CODE = /\.([cm]?[jt]s|[jt]sx|json)$|(^|[/\\])[^./\\]+$/;

/** Code that cannot be served as it is. */
export class CodeError extends Error {
  override readonly name = "CodeError";
}

type Bundled = Kept & { readonly folder: string };

/** One version of the code, as the engine takes it. */
export interface CodeVersion {
  readonly modules: ModuleLoaders;
  readonly components: ComponentLoaders;
  readonly bundled: Bundled;
}

/** The version that runs, and the one before: functions of it may be under way. */
const MAX_RUNNING = 2;

/** Versions of one functions folder. */
export class Code {
  readonly #source: string;
  readonly #kept: KeptCode;
  readonly #versions = mkdtempSync(path.join(os.tmpdir(), "engine-code-"));
  #count = 0;
  /** The versions that ran last, the newest first. */
  #running: readonly Bundled[] = [];

  /** `keepIn` is where the last bundle is kept for the next start. */
  constructor(source: string, keepIn: string) {
    this.#source = source;
    this.#kept = new KeptCode(keepIn, source);
  }

  /** Bundles the folder as it is now. Throws CodeError with file and line. */
  async bundle(): Promise<CodeVersion> {
    const folder = this.#newFolder();
    const { modules, components } = this.#kept.take(folder) ?? (await this.#bundleInto(folder));
    return versionOf({ folder, modules, components });
  }

  /** Says that a version was deployed: it is kept, whatever becomes of those bundled after it. */
  runs({ bundled }: CodeVersion): void {
    this.#running = [bundled, ...this.#running].slice(0, MAX_RUNNING);
  }

  async #bundleInto(outDir: string): Promise<Kept> {
    const convexDir = this.#source;
    const bundling = async (): ReturnType<typeof bundleConvex> =>
      await bundleConvex({
        outDir,
        convexDir,
        external: externalPackages(convexDir),
        isQuiet: true,
        isCopied: true,
      });
    const bundle = await bundling().catch((error: unknown) => {
      throw new CodeError(explain(error, this.#source));
    });
    if (Object.keys(bundle.modules).length === 0)
      throw new CodeError(`${this.#source} holds no functions: no script in it imports or exports anything.`);
    writeFileSync(path.join(outDir, "package.json"), '{"type":"module"}\n');
    this.#kept.keep(outDir, bundle);
    return bundle;
  }

  /** The code that runs once more, to be evaluated afresh. */
  again(): CodeVersion {
    const [running] = this.#running;
    if (running === undefined) throw new CodeError("Nothing is deployed yet.");
    const folder = this.#newFolder();
    cpSync(running.folder, folder, { recursive: true });
    return versionOf({ ...running, folder });
  }

  /** Calls `onChange` after the folder changed; returns how to stop. */
  watch(onChange: () => void, onFailure: (error: Error) => void): () => void {
    let timer: NodeJS.Timeout | undefined;
    const watcher = watch(this.#source, { recursive: true }, (_event, file) => {
      if (file === null || file.startsWith("_generated") || !CODE.test(file) || /\.test\.\w+$/.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(onChange, SETTLE_MS);
    });
    watcher.on("error", onFailure);
    return () => {
      clearTimeout(timer);
      watcher.close();
    };
  }

  /** Removes every version. */
  close(): void {
    rmSync(this.#versions, { recursive: true, force: true });
  }

  /** Kept beside it is what runs or ran just before, not what was bundled and never ran. */
  #newFolder(): string {
    const kept = new Set(this.#running.map(({ folder }) => path.basename(folder)));
    for (const name of readdirSync(this.#versions))
      if (!kept.has(name)) rmSync(path.join(this.#versions, name), { recursive: true, force: true });
    const folder = path.join(this.#versions, String(++this.#count));
    mkdirSync(folder, { recursive: true });
    return folder;
  }
}

function versionOf(bundled: Bundled): CodeVersion {
  const { folder, modules, components } = bundled;
  const ofComponents = Object.entries(components).map(([definition, files]) => [definition, loadersOf(folder, files)]);
  return {
    modules: loadersOf(folder, modules),
    components: Object.fromEntries(ofComponents) as ComponentLoaders,
    bundled,
  };
}

function loadersOf(folder: string, files: Readonly<Record<string, string>>): ModuleLoaders {
  return Object.fromEntries(
    Object.entries(files).map(([name, file]) => [
      name,
      () => import(pathToFileURL(path.join(folder, file)).href) as Promise<Record<string, unknown>>,
    ]),
  );
}

function explain(error: unknown, source: string): string {
  const text = messageOf(error);
  const hint = existsSync(path.join(source, "_generated"))
    ? ""
    : `\n${source} has no _generated folder: npx convex codegen makes it.`;
  return `${text}${hint}`;
}
