/**
 * The stack of an error as functions read it: frames of the app's own files, as `convex:/user/requests/queries.ts:3:9`.
 * Where the code lies on the machine is not for it to see, nor what of the engine or of a package is between.
 */

import { frameOf, shownFile, type SourceFile } from "../modules/sources.ts";
import { currentScope, type Scope } from "./scope.ts";

type Prepare = (error: Error, sites: readonly NodeJS.CallSite[]) => unknown;

/** How a function shows stacks itself, for as long as it runs. */
const ownWays = new WeakMap<Scope, Prepare>();

/** Host code keeps its way of showing stacks. */
export function installStackGuard(): void {
  let hosts = Error.prepareStackTrace as Prepare | undefined;
  const shown: Prepare = (error, sites) => {
    const head = headOf(error);
    return [head, ...userFrames(hostFrames(hosts, error, sites, head), functionScope()?.sources ?? [])].join("\n");
  };
  Object.defineProperty(Error, "prepareStackTrace", {
    configurable: true,
    get: () => {
      const scope = functionScope();
      return scope === undefined ? hosts : (ownWays.get(scope) ?? shown);
    },
    set: (value: Prepare | undefined) => {
      const scope = functionScope();
      if (scope === undefined) hosts = value;
      else if (typeof value !== "function" || value === shown) ownWays.delete(scope);
      else ownWays.set(scope, value);
    },
  });
}

/** The platform's own way shows what was written, where the host asked for source maps. */
function hostFrames(
  hosts: Prepare | undefined,
  error: Error,
  sites: readonly NodeJS.CallSite[],
  head: string,
): readonly string[] {
  if (hosts === undefined) return sites.map((site) => `    at ${String(site)}`);
  const text = String(hosts(error, sites));
  // The message of a failed call holds the frames of what was called.
  return (text.startsWith(head) ? text.slice(head.length) : text).split("\n");
}

function functionScope(): Scope | undefined {
  const scope = currentScope();
  return scope?.kind === "import" ? undefined : scope;
}

function headOf(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return "Error";
  }
}

function userFrames(lines: readonly string[], sources: readonly SourceFile[]): string[] {
  return lines.flatMap((line) => {
    const frame = frameOf(line);
    const file = frame === null ? null : shownFile(frame.file, sources);
    if (frame === null || file === null) return [];
    const place = `${file.replace(/^(?:\.\.\/)+(?:convex\/)?/, "convex:/user/")}:${frame.row}:${frame.column}`;
    return [frame.where === "" ? `    at ${place}` : `    at ${frame.where} (${place})`];
  });
}
