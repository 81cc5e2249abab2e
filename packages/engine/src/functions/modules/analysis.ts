/** What modules export: registered functions, taken apart once. */

import { createHash } from "node:crypto";
import { checkFieldNames } from "../../values/field-names.ts";
import type { ValidatorJson } from "../../values/validators.ts";
import { functionKey } from "./components.ts";
import { canonicalPath } from "./paths.ts";

export type FunctionKind = "query" | "mutation" | "action";

/** One registered function. `invoke` takes JSON text of `[args]` and returns JSON text. */
export interface FunctionEntry {
  /** Path of the component it belongs to; "" for the app. */
  readonly component: string;
  readonly path: string;
  /** The row id of its handle: stable over deploys and restarts. */
  readonly handleId: string;
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

function handleId(entry: Pick<FunctionEntry, "component" | "path">): string {
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

/** A module as it was analysed last. */
interface Analysed {
  readonly key: string;
  readonly component: string;
  readonly entries: readonly FunctionEntry[];
}

/** What modules bring, by what they export: one that is given to several engines is analysed once. */
const analysed = new WeakMap<Record<string, unknown>, Analysed>();

/** The functions a module exports. */
export function analyseModule(
  key: string,
  exports: Record<string, unknown>,
  component: string,
): readonly FunctionEntry[] {
  const known = analysed.get(exports);
  if (known?.key === key && known.component === component) return known.entries;
  const entries = entriesOf(key, exports, component);
  analysed.set(exports, { key, component, entries });
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
    handleId: handleId({ component, path }),
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
