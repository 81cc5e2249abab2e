/** console.* inside functions becomes log lines; host code keeps the console it has. */

import type { LogBuffer, LogLevel } from "./console.ts";
import { currentScope, type Scope } from "./scope.ts";

const LEVELS: Readonly<Record<string, LogLevel>> = {
  log: "LOG",
  debug: "DEBUG",
  info: "INFO",
  warn: "WARN",
  error: "ERROR",
  dir: "LOG",
  table: "LOG",
};

/** Wraps the methods of the console that exists now. */
export function installConsoleGuard(): void {
  for (const [method, level] of Object.entries(LEVELS)) guard(method, ({ logs }, args) => logs.add(level, args));
  guard("trace", ({ logs }, args) => logs.add("LOG", ["Trace:", ...args]));
  guard("assert", ({ logs }, [claim, ...args]) => {
    if (!claim) logs.add("ERROR", ["Assertion failed", ...args]);
  });
  guard("count", ({ logs }, [label = "default"]) => count(logs, String(label)));
  guard("countReset", ({ logs }, [label = "default"]) => void logs.counters.delete(String(label)));
  guard("time", (scope, [label = "default"]) => begin(scope, String(label)));
  guard("timeLog", (scope, [label = "default", ...args]) => elapsed(scope, String(label), args));
  guard("timeEnd", (scope, [label = "default"]) => {
    elapsed(scope, String(label), []);
    scope.logs.timers.delete(String(label));
  });
  for (const method of ["group", "groupCollapsed"]) {
    guard(method, ({ logs }, args) => {
      if (args.length > 0) logs.add("LOG", args);
      logs.indent(1);
    });
  }
  guard("groupEnd", ({ logs }) => logs.indent(-1));
}

function guard(method: string, capture: (scope: Scope, args: unknown[]) => void): void {
  const holder = console as unknown as Record<string, (...args: unknown[]) => unknown>;
  const original = holder[method];
  if (original === undefined) return;
  holder[method] = (...args: unknown[]) => {
    const scope = currentScope();
    if (scope === undefined || scope.kind === "import") return Reflect.apply(original, console, args);
    capture(scope, args);
    return undefined;
  };
}

function count(logs: LogBuffer, label: string): void {
  const next = (logs.counters.get(label) ?? 0) + 1;
  logs.counters.set(label, next);
  logs.addText("LOG", `${label}: ${next}`);
}

/** A second start does not move the first. */
function begin(scope: Scope, label: string): void {
  if (scope.logs.timers.has(label)) scope.logs.addText("WARN", `Timer '${label}' already exists`);
  else scope.logs.timers.set(label, scope.nowMs());
}

function elapsed(scope: Scope, label: string, args: unknown[]): void {
  const startedMs = scope.logs.timers.get(label);
  if (startedMs === undefined) return scope.logs.addText("WARN", `Timer '${label}' does not exist`);
  scope.logs.addText("INFO", [`${label}: ${scope.nowMs() - startedMs}ms`, ...args.map(String)].join(" "));
}
