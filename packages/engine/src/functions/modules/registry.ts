/** What a deploy consists of: the app's modules, analysed once. */

import { createHash } from "node:crypto";
import type { AuthProvider } from "../../auth/config.ts";
import { checkFieldNames } from "../../values/field-names.ts";
import type { ValidatorJson } from "../../values/validators.ts";
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

export type FunctionKind = "query" | "mutation" | "action";

/** One registered function. `invoke` takes JSON text of `[args]` and returns JSON text. */
export interface FunctionEntry {
  /** Path of the component it belongs to; "" for the app. */
  readonly component: string;
  readonly path: string;
  readonly kind: FunctionKind;
  readonly isPublic: boolean;
  readonly args: ValidatorJson;
  readonly returns: ValidatorJson | null;
  invoke(argsText: string): Promise<string>;
  /** The function itself, where the client library it was registered with keeps it. */
  readonly handler: Handler | null;
}

/** What an app wrote. */
export type Handler = (ctx: object, ...args: unknown[]) => unknown;

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
    handles: new Map(functions.map((entry) => [handleId(entry), entry])),
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
    throw new Error(`Component "${path}": ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

async function loadPart(loaders: ModuleLoaders, component: string): Promise<Part> {
  const modules = Object.keys(loaders).filter((key) => !key.startsWith("_generated/") && !/\.(test|spec)$/.test(key));
  const loaded = new Map<string, Record<string, unknown>>();
  for (const key of modules) {
    try {
      loaded.set(key, await (loaders[key] as ModuleLoaders[string])());
    } catch (error) {
      throw new Error(`Could not load module "${key}": ${error instanceof Error ? error.message : String(error)}`, {
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

/** The row id of a function's handle: stable over deploys and restarts. */
export function handleId(entry: Pick<FunctionEntry, "component" | "path">): string {
  return createHash("sha256")
    .update(`function handle:${functionKey(entry)}`)
    .digest("hex")
    .slice(0, 32);
}

interface Registered {
  isQuery?: true;
  isMutation?: true;
  isAction?: true;
  isPublic?: true;
  isInternal?: true;
  invokeQuery(args: string): Promise<string>;
  invokeMutation(args: string): Promise<string>;
  invokeAction(requestId: string, args: string): Promise<string>;
  readonly _handler?: unknown;
  exportArgs?(): string;
  exportReturns?(): string;
}

/** A function that is called as it is, without being part of a deploy. Throws when it is no registered function. */
export function inlineFunction(path: string, value: object): FunctionEntry {
  const kind = kindOf(value);
  if (kind === null) throw new Error("Not a registered function");
  return analyseFunction(path, kind, value as unknown as Registered);
}

/** What a registered function is; null for anything else. */
export function kindOf(value: object): FunctionKind | null {
  return "isQuery" in value ? "query" : "isMutation" in value ? "mutation" : "isAction" in value ? "action" : null;
}

/** What modules bring, by what they export: one that is given to several engines is analysed once. */
const analysed = new WeakMap<Record<string, unknown>, Map<string, readonly FunctionEntry[]>>();

function analyseModule(key: string, exports: Record<string, unknown>, component: string): readonly FunctionEntry[] {
  const byName = analysed.get(exports) ?? new Map<string, readonly FunctionEntry[]>();
  analysed.set(exports, byName);
  const name = `${component}\u0000${key}`;
  const entries = byName.get(name) ?? entriesOf(key, exports, component);
  byName.set(name, entries);
  return entries;
}

function entriesOf(key: string, exports: Record<string, unknown>, component: string): FunctionEntry[] {
  const entries: FunctionEntry[] = [];
  for (const [name, value] of Object.entries(exports)) {
    if ((typeof value !== "function" && typeof value !== "object") || value === null) continue;
    const kind = kindOf(value);
    if (kind === null || !("isPublic" in value || "isInternal" in value)) continue;
    entries.push(analyseFunction(canonicalPath(`${key}:${name}`), kind, value as unknown as Registered, component));
  }
  return entries;
}

function analyseFunction(path: string, kind: FunctionKind, registered: Registered, component = ""): FunctionEntry {
  return {
    component,
    path,
    kind,
    isPublic: "isPublic" in registered,
    ...declaredTypes(path, registered),
    invoke: invoker(kind, registered),
    handler: typeof registered._handler === "function" ? (registered._handler as Handler) : null,
  };
}

/** What functions declare never changes, so a module that is given to several engines is asked once. */
const declared = new WeakMap<Registered, Pick<FunctionEntry, "args" | "returns">>();

function declaredTypes(path: string, registered: Registered): Pick<FunctionEntry, "args" | "returns"> {
  const known = declared.get(registered);
  if (known !== undefined) return known;
  const args = JSON.parse(registered.exportArgs?.() ?? '{"type":"any"}') as ValidatorJson;
  checkFieldNames(args, `${path}: the argument`);
  const returns = JSON.parse(registered.exportReturns?.() ?? "null") as ValidatorJson | null;
  declared.set(registered, { args, returns });
  return { args, returns };
}

function invoker(kind: FunctionKind, registered: Registered): FunctionEntry["invoke"] {
  switch (kind) {
    case "query":
      return (args) => registered.invokeQuery(args);
    case "mutation":
      return (args) => registered.invokeMutation(args);
    case "action":
      return (args) => registered.invokeAction("", args);
    default:
      return kind satisfies never;
  }
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
