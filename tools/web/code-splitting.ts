import type { Plugin } from "vite";
import { type ModuleGraph, planChunks } from "./chunks.ts";

/** The route that frames the pages below it. All that loads late opens within it, but for the pages outside. */
const frame = /\/src\/routes\/_portal\.tsx\?/;
/** Home: where whoever signs in arrives. */
const home = /\/src\/routes\/_portal\/index\.tsx/;
const outside = /\/src\/routes\/(?!_portal)/;

/** Puts the modules of the web app into few chunks (`chunks.ts`), planned once the bundler knows the whole graph. */
export function fewChunks(): Plugin {
  let plan: ReadonlyMap<string, string> = new Map();
  return {
    name: "few-chunks",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    outputOptions: (options) => ({
      ...options,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          { debugName: "few chunks", name: (id: string) => plan.get(id) ?? (id.startsWith("\0") ? "start" : null) },
        ],
      },
    }),
    buildEnd(error) {
      if (error !== undefined) return;
      const { root } = this.environment.config;
      const graph: ModuleGraph = new Map(
        [...this.getModuleIds()].flatMap((id) => {
          const info = this.getModuleInfo(id);
          if (info === null || !isScript(id)) return [];
          const { importedIds: imports, dynamicallyImportedIds: lazy, isEntry, code } = info;
          return [[id, { imports: [...imports], lazy: [...lazy], isEntry, bytes: lengthOf(code, root) }] as const];
        }),
      );
      const frameId = [...graph.keys()].find((id) => frame.test(id));
      if (frameId === undefined) this.error("src/routes/_portal.tsx has no part that loads late any more");
      plan = planChunks(
        graph,
        (page) => (outside.test(page) ? undefined : frameId),
        (page) => home.test(page),
      );
    },
  };
}

/** How long a module is wherever the project lies: some name others by their whole path. */
function lengthOf(code: string | null, root: string): number {
  return code?.replaceAll(root, "").length ?? 0;
}

/** Styles have files of their own, and the bundler places its own runtime. */
function isScript(id: string): boolean {
  return !id.endsWith(".css") && !id.startsWith("\0rolldown");
}
