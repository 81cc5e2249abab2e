/** The files of the app's code, as failures name them: `../convex/requests/queries.ts`. */

import path from "node:path";

/** One file: how its path ends without the extension, and how a failure shows it. */
export interface SourceFile {
  readonly ending: string;
  readonly shown: string;
  /** The package it lies in; null outside of packages. */
  readonly inPackage: string | null;
}

/** By component whose code runs: its own files come first, the longest ending before a shorter one. */
export type Sources = ReadonlyMap<string, readonly SourceFile[]>;

const FUNCTIONS = "../convex";
/** No name of a package begins with a dot; folders of tools below node_modules do. */
const PACKAGE = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^./][^/]*)(?!.*\/node_modules\/)/;

/** The files of the app and its components, given the keys of their modules. */
export function sourcesOf(
  appModules: readonly string[],
  components: readonly {
    readonly path: string;
    readonly definitionPath: string;
    readonly modules: readonly string[];
  }[],
): Sources {
  const app = appModules.map((key) => ({ ending: key, shown: `${FUNCTIONS}/${key}`, inPackage: null }));
  const files = components.map(({ definitionPath, modules }) => {
    const inPackage = packageOf(`${definitionPath}/`);
    return modules.map((key) => ({ key, shown: path.posix.join(FUNCTIONS, definitionPath, key), inPackage }));
  });
  // Where the app's code runs, a component's file is known by all that is known of where it lies.
  const foreign = files.flat().map((file) => ({ ...file, ending: file.shown.replace(/^(?:\.\.\/)+/, "") }));
  return new Map([
    ["", longestFirst([...app, ...foreign])],
    ...components.map(({ path: component }, i) => {
      const own = (files[i] ?? []).map((file) => ({ ...file, ending: file.key }));
      return [component, [...longestFirst(own), ...longestFirst(app)]] as const;
    }),
  ]);
}

/** The files whose frames a failure of a component's code tells. */
export function sourcesFor({ sources }: { readonly sources: Sources }, component = ""): readonly SourceFile[] {
  return sources.get(component) ?? [];
}

/** A frame of a stack; `where` is "" for code outside of functions. */
export interface Frame {
  readonly where: string;
  readonly file: string;
  readonly row: string;
  readonly column: string;
}

const FRAME = /^\s+at (?:(.*?) \()?(?:file:\/\/)?([^()]*?)(?:\?[^:()]*)?:(\d+):(\d+)\)?$/;

/** Reads a line of a stack; null when it is no frame with a place. */
export function frameOf(line: string): Frame | null {
  const [isFrame, where = "", file = "", row = "", column = ""] = FRAME.exec(line) ?? [];
  return isFrame === undefined ? null : { where, file, row, column };
}

/** How a failure shows a file; null when it is none of the app's. */
export function shownFile(file: string, sources: readonly SourceFile[]): string | null {
  if (file === "") return null;
  const dot = file.lastIndexOf(".");
  const stem = dot < 0 ? file : file.slice(0, dot);
  const inPackage = packageOf(file);
  const source = sources.find(
    (known) =>
      (inPackage === null || inPackage === known.inPackage) &&
      stem.endsWith(known.ending) &&
      (stem.length === known.ending.length || stem.at(-known.ending.length - 1) === "/"),
  );
  return source === undefined ? null : `${source.shown}${dot < 0 ? "" : file.slice(dot)}`;
}

function packageOf(file: string): string | null {
  return PACKAGE.exec(file)?.[1] ?? null;
}

function longestFirst(files: readonly SourceFile[]): SourceFile[] {
  return [...files].sort((a, b) => b.ending.length - a.ending.length);
}
