/** What a deploy consists of: the app's modules, analysed once. */

import type { AuthProvider } from "../../auth/config.ts";
import { messageOf } from "../../lib/message-of.ts";
import { analyseModule, type FunctionEntry } from "./analysis.ts";
import {
  appPrefix,
  functionKey,
  installedComponents,
  type Component,
  type HttpMount,
  type HttpRouter,
} from "./components.ts";
import { isExporter, readAuth, readRouter, readSchema } from "./defaults.ts";
import { canonicalPath } from "./paths.ts";
import { sourcesOf, type Sources } from "./sources.ts";

/** Module loaders by path without extension, relative to the functions folder. */
export type ModuleLoaders = Readonly<Record<string, () => Promise<Record<string, unknown>>>>;

/** Modules of components by the path of their definition, as convex.config names it. */
export type ComponentLoaders = Readonly<Record<string, ModuleLoaders>>;

/** One entry of `convex/crons.ts`. */
export interface CronSpec {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly schedule: { readonly type: string; readonly [field: string]: unknown };
  /** Absent for the app's own. */
  readonly component?: string;
}

/** Everything a deploy brings, ready to run. */
export interface Deployment {
  readonly sources: Sources;
  /** By `functionKey`. */
  readonly functions: ReadonlyMap<string, FunctionEntry>;
  readonly handles: ReadonlyMap<string, FunctionEntry>;
  readonly schemaJson: unknown;
  readonly providers: readonly AuthProvider[];
  readonly crons: Readonly<Record<string, CronSpec>>;
  readonly router: HttpRouter | null;
  /** By path. */
  readonly components: ReadonlyMap<string, Component>;
  /** HTTP actions of components, the longest prefix first. */
  readonly mounts: readonly HttpMount[];
}

/** A deployment without any module. */
export const EMPTY_DEPLOYMENT: Deployment = {
  sources: new Map(),
  functions: new Map(),
  handles: new Map(),
  schemaJson: null,
  providers: [],
  crons: {},
  router: null,
  components: new Map(),
  mounts: [],
};

const NOT_FUNCTIONS = new Set(["schema", "auth.config", "crons", "convex.config"]);

/** What the modules of the app or of one component bring. */
type Part = Pick<Deployment, "schemaJson" | "providers" | "crons" | "router"> & {
  readonly modules: readonly string[];
  readonly functions: readonly FunctionEntry[];
  readonly config: Record<string, unknown> | undefined;
};

/** Imports and analyses every module, also those of installed components. Throws naming the module that is at fault. */
export async function loadDeployment(loaders: ModuleLoaders, ofComponents: ComponentLoaders = {}): Promise<Deployment> {
  const { modules, ...app } = await loadPart(loaders, "");
  const components = installedComponents(app.config);
  const parts = await Promise.all(components.map((component) => loadComponent(component, ofComponents)));
  const functions = [app, ...parts].flatMap((part) => part.functions);
  const schemas = parts.map(({ schemaJson }, i) => [(components[i] as Component).path, schemaJson] as const);
  return {
    ...app,
    sources: sourcesOf(
      modules,
      components.map((component, i) => ({ ...component, modules: parts[i]?.modules ?? [] })),
    ),
    functions: new Map(functions.map((entry) => [functionKey(entry), entry])),
    handles: new Map(functions.map((entry) => [entry.handleId, entry])),
    schemaJson:
      parts.length === 0
        ? app.schemaJson
        : {
            ...((app.schemaJson as object | null) ?? { tables: [], schemaValidation: true }),
            components: Object.fromEntries(schemas),
          },
    crons: allCrons([app, ...parts]),
    components: new Map(components.map((component) => [component.path, component])),
    router: appPrefix(app.config) === "" ? app.router : null,
    mounts: mountsOf(app, components, parts),
  };
}

/** A mounted component answers for all below its prefix, also when it has no HTTP actions. */
function mountsOf(app: Omit<Part, "modules">, components: readonly Component[], parts: readonly Part[]): HttpMount[] {
  const own = appPrefix(app.config);
  const mounts = components.flatMap(({ path, mount }, i) =>
    mount === null ? [] : [{ component: path, prefix: mount, router: parts[i]?.router ?? null }],
  );
  if (own !== "") mounts.push({ component: "", prefix: own, router: app.router });
  return mounts.sort((a, b) => b.prefix.length - a.prefix.length);
}

/** The crons of the app and its components. Throws when two have one name: one of them would never run. */
function allCrons(parts: readonly Pick<Part, "crons">[]): Deployment["crons"] {
  const all: Record<string, CronSpec> = {};
  for (const [identifier, spec] of parts.flatMap(({ crons }) => Object.entries(crons))) {
    if (Object.hasOwn(all, identifier))
      throw new Error(
        `crons: "${identifier}" is also a cron of component "${spec.component ?? ""}"; give it another name`,
      );
    all[identifier] = spec;
  }
  return all;
}

async function loadComponent({ path, definitionPath }: Component, ofComponents: ComponentLoaders): Promise<Part> {
  const loaders = ofComponents[definitionPath];
  if (loaders === undefined)
    throw new Error(`convex.config: the modules of component "${path}" (${definitionPath}) were not given`);
  try {
    return await loadPart(loaders, path);
  } catch (error) {
    throw new Error(`Component "${path}": ${messageOf(error)}`, { cause: error });
  }
}

async function loadPart(loaders: ModuleLoaders, component: string): Promise<Part> {
  const modules = Object.keys(loaders).filter((key) => !key.startsWith("_generated/") && !/\.(test|spec)$/.test(key));
  const loaded = new Map<string, Record<string, unknown>>();
  for (const key of modules) {
    try {
      loaded.set(key, await (loaders[key] as ModuleLoaders[string])());
    } catch (error) {
      throw new Error(`Could not load module "${key}": ${messageOf(error)}`, {
        cause: error,
      });
    }
  }
  const functions = new Map<string, FunctionEntry>();
  for (const [key, exports] of loaded) {
    if (NOT_FUNCTIONS.has(key)) continue;
    for (const entry of analyseModule(key, exports, component)) functions.set(entry.path, entry);
  }
  return {
    modules,
    functions: [...functions.values()],
    schemaJson: readSchema(loaded.get("schema")),
    providers: component === "" ? readAuth(loaded.get("auth.config")) : [],
    crons: readCrons(loaded.get("crons"), functions, component),
    router: readRouter(loaded.get("http")),
    config: component === "" ? loaded.get("convex.config") : undefined,
  };
}

function readCrons(
  module: Record<string, unknown> | undefined,
  functions: ReadonlyMap<string, FunctionEntry>,
  component: string,
): Record<string, CronSpec> {
  const crons = module?.["default"];
  if (crons === undefined) return {};
  if (!isExporter(crons) || !("isCrons" in crons))
    throw new Error("crons: the default export must be made with cronJobs()");
  const specs = JSON.parse(crons.export()) as Record<string, CronSpec>;
  for (const [identifier, spec] of Object.entries(specs)) {
    const entry = functions.get(canonicalPath(spec.name));
    if (!entry) throw new Error(`crons: "${identifier}" schedules ${spec.name}, which does not exist`);
    if (entry.kind === "query") throw new Error(`crons: "${identifier}" schedules ${spec.name}, which is a query`);
  }
  if (component === "") return specs;
  return Object.fromEntries(
    Object.entries(specs).map(([identifier, spec]) => [`${component}/${identifier}`, { ...spec, component }]),
  );
}
