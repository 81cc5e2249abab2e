/** Which function a syscall means: by name, by reference path or by handle. */

import { kindName } from "../call.ts";
import { CallRefusal } from "../failure.ts";
import type { FunctionEntry, FunctionKind } from "./analysis.ts";
import { functionKey } from "./components.ts";
import { canonicalPath, displayName } from "./paths.ts";
import type { Deployment } from "./registry.ts";

const REFERENCE = /^_reference\/function\/(.+)$/;
const CHILD = /^_reference\/childComponent\/([^/]+)\/(.+)$/;
const HANDLE = /^function:\/\/([^#]*)(?:#.*)?$/;

/** The function an address names, as code of `component` wrote it. Throws when there is none. */
export function resolveAddress(
  deployment: Deployment,
  address: Record<string, unknown>,
  component: string,
): FunctionEntry {
  const { name, reference, functionHandle } = address;
  if (typeof functionHandle === "string") return byHandle(deployment, functionHandle);
  if (typeof reference === "string") return byReference(deployment, reference, component);
  if (typeof name === "string")
    return name.startsWith("function://") ? byHandle(deployment, name) : byName(deployment, name, component);
  throw new Error("Expected exactly one of name, reference and functionHandle");
}

function byReference(deployment: Deployment, reference: string, component: string): FunctionEntry {
  const path = REFERENCE.exec(reference)?.[1];
  if (path !== undefined) return byName(deployment, path, component);
  const [, child = "", rest = ""] = CHILD.exec(reference) ?? [];
  const steps = rest.split("/");
  const within = component === "" ? child : `${component}/${child}`;
  if (!deployment.components.has(within))
    throw new Error(`Component ${within === "" ? reference : within} is not installed`);
  const entry = deployment.functions.get(
    functionKey({ component: within, path: `${steps.slice(0, -1).join("/")}:${steps.at(-1) ?? ""}` }),
  );
  if (entry === undefined || !entry.isPublic)
    throw new Error(`Component ${within} has no public function ${steps.join("/")}`);
  return entry;
}

/** The string `createFunctionHandle` returns. Only the part before `#` counts. */
export function handleOf(entry: FunctionEntry): string {
  return `function://${entry.handleId}#${entry.path}`;
}

/** The public (or any) function of this name, or the refusal Convex gives. */
export function findFunction(
  deployment: Deployment,
  written: string,
  visibility: "public" | "any",
  component = "",
): FunctionEntry {
  // Most callers write the very path.
  const exact = deployment.functions.get(functionKey({ component, path: written }));
  const path = exact?.path ?? readPath(written);
  const entry = exact ?? (path === null ? undefined : deployment.functions.get(functionKey({ component, path })));
  // Functions of components are reached by who installed them, and by admins.
  if (entry === undefined || (visibility === "public" && (!entry.isPublic || component !== ""))) {
    const shown = path === null ? written : displayName(path);
    if (visibility === "public")
      throw new CallRefusal(`Could not find public function for '${shown}'${inComponent(component)}.`);
    throw new CallRefusal(notFound(shown));
  }
  return entry;
}

/** Throws when the function is of another kind. */
export function requireKind(entry: FunctionEntry, kind: FunctionKind): void {
  if (entry.kind === kind) return;
  throw new CallRefusal(
    `Trying to execute ${entry.path} as ${kindName(kind)}, but it is defined as ${kindName(entry.kind)}.`,
  );
}

/** Follows the name of a function in messages. */
export function inComponent(component: string): string {
  return component === "" ? "" : ` in '${component}'`;
}

/** The canonical form of a written name; null when it can be none. */
export function readPath(written: string): string | null {
  try {
    return canonicalPath(written);
  } catch {
    return null;
  }
}

function notFound(name: string): string {
  return `Could not find function for '${name}'. Did you forget to run \`npx convex dev\` or \`npx convex deploy\`?`;
}

function byName(deployment: Deployment, name: string, component: string): FunctionEntry {
  const found = deployment.functions.get(functionKey({ component, path: canonicalPath(name) }));
  if (found === undefined) {
    throw new Error(notFound(name));
  }
  return found;
}

function byHandle(deployment: Deployment, handle: string): FunctionEntry {
  const id = HANDLE.exec(handle)?.[1] ?? "";
  const entry = deployment.handles.get(id);
  if (entry === undefined) throw new Error(`Function handle ${handle} names no deployed function`);
  return entry;
}
