/** What a deploy consists of: the app's modules, analysed once. */
import { createHash } from "node:crypto";
import { parseAuthConfig, type AuthProvider } from "../auth/config.ts";
import { isJsonObject } from "../values/json.ts";
import type { ValidatorJson } from "../values/validators.ts";
import { canonicalPath } from "./paths.ts";

/** Module loaders by path without extension, relative to the functions folder. */
export type ModuleLoaders = Readonly<Record<string, () => Promise<Record<string, unknown>>>>;

export type FunctionKind = "query" | "mutation" | "action";

/** One registered function. `invoke` takes JSON text of `[args]` and returns JSON text. */
export interface FunctionEntry {
  readonly path: string;
  readonly kind: FunctionKind;
  readonly isPublic: boolean;
  readonly args: ValidatorJson;
  readonly returns: ValidatorJson | null;
  invoke(argsText: string): Promise<string>;
}

/** `convex/http.ts`'s default export, as far as the engine uses it. */
export interface HttpRouter {
  lookup(path: string, method: string): readonly [{ invokeHttpAction(request: Request): Promise<Response> }, string, string] | null;
}

/** One entry of `convex/crons.ts`. */
export interface CronSpec {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly schedule: { readonly type: string; readonly [field: string]: unknown };
}

/** Everything a deploy brings, ready to run. */
export interface Deployment {
  readonly modules: readonly string[];
  readonly functions: ReadonlyMap<string, FunctionEntry>;
  readonly handles: ReadonlyMap<string, FunctionEntry>;
  readonly schemaJson: unknown;
  readonly providers: readonly AuthProvider[];
  readonly crons: Readonly<Record<string, CronSpec>>;
  readonly router: HttpRouter | null;
}

/** A deployment without any module. */
export const EMPTY_DEPLOYMENT: Deployment = {
  modules: [],
  functions: new Map(),
  handles: new Map(),
  schemaJson: null,
  providers: [],
  crons: {},
  router: null,
};

const NOT_FUNCTIONS = new Set(["schema", "auth.config", "crons", "convex.config"]);

/** Imports and analyses every module. Throws naming the module that is at fault. */
export async function loadDeployment(loaders: ModuleLoaders): Promise<Deployment> {
  const modules = Object.keys(loaders).filter((key) => !key.startsWith("_generated/") && !/\.(test|spec)$/.test(key));
  const loaded = new Map<string, Record<string, unknown>>();
  for (const key of modules) {
    try {
      loaded.set(key, await (loaders[key] as ModuleLoaders[string])());
    } catch (error) {
      throw new Error(`Could not load module "${key}": ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
  const functions = new Map<string, FunctionEntry>();
  for (const [key, exports] of loaded) {
    if (NOT_FUNCTIONS.has(key)) continue;
    for (const entry of analyseModule(key, exports)) functions.set(entry.path, entry);
  }
  const handles = new Map([...functions.values()].map((entry) => [handleId(entry.path), entry]));
  return {
    modules: modules.sort((a, b) => b.length - a.length),
    functions,
    handles,
    schemaJson: readSchema(loaded.get("schema")),
    providers: readAuth(loaded.get("auth.config")),
    crons: readCrons(loaded.get("crons"), functions),
    router: readRouter(loaded.get("http")),
  };
}

/** The row id of a function's handle: stable over deploys and restarts. */
export function handleId(path: string): string {
  return createHash("sha256").update(`function handle:${path}`).digest("hex").slice(0, 32);
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

function analyseModule(key: string, exports: Record<string, unknown>): FunctionEntry[] {
  const entries: FunctionEntry[] = [];
  for (const [name, value] of Object.entries(exports)) {
    if ((typeof value !== "function" && typeof value !== "object") || value === null) continue;
    const kind = kindOf(value);
    if (kind === null || !("isPublic" in value || "isInternal" in value)) continue;
    entries.push(analyseFunction(canonicalPath(`${key}:${name}`), kind, value as unknown as Registered));
  }
  return entries;
}

function analyseFunction(path: string, kind: FunctionKind, registered: Registered): FunctionEntry {
  const args = JSON.parse(registered.exportArgs?.() ?? '{"type":"any"}') as ValidatorJson;
  const returns = JSON.parse(registered.exportReturns?.() ?? "null") as ValidatorJson | null;
  return { path, kind, isPublic: "isPublic" in registered, args, returns, invoke: invoker(kind, registered) };
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

function readSchema(module: Record<string, unknown> | undefined): unknown {
  const schema = module?.["default"];
  if (schema === undefined) return null;
  if (!isExporter(schema)) throw new Error("schema: the default export must be made with defineSchema()");
  return JSON.parse(schema.export());
}

function readAuth(module: Record<string, unknown> | undefined): AuthProvider[] {
  return module === undefined ? [] : parseAuthConfig(module["default"]);
}

function readCrons(module: Record<string, unknown> | undefined, functions: ReadonlyMap<string, FunctionEntry>): Record<string, CronSpec> {
  const crons = module?.["default"];
  if (crons === undefined) return {};
  if (!isExporter(crons) || !("isCrons" in crons)) throw new Error("crons: the default export must be made with cronJobs()");
  const specs = JSON.parse(crons.export()) as Record<string, CronSpec>;
  for (const [identifier, spec] of Object.entries(specs)) {
    const entry = functions.get(canonicalPath(spec.name));
    if (!entry) throw new Error(`crons: "${identifier}" schedules ${spec.name}, which does not exist`);
    if (entry.kind === "query") throw new Error(`crons: "${identifier}" schedules ${spec.name}, which is a query`);
  }
  return specs;
}

function readRouter(module: Record<string, unknown> | undefined): HttpRouter | null {
  const router = module?.["default"];
  if (router === undefined) return null;
  if (!isJsonObject(router) || !("isRouter" in router)) throw new Error("http: the default export must be made with httpRouter()");
  return router as unknown as HttpRouter;
}

function isExporter(value: unknown): value is { export(): string } {
  return typeof value === "object" && value !== null && typeof (value as { export?: unknown }).export === "function";
}
