/**
 * The process that is killed: the real engine with the real functions, connected to the sandbox its parent
 * runs. Usage: node child.ts BUNDLE_FOLDER DATA_FOLDER. The settings of Snowflake are in its environment.
 *
 * Commands come as lines of JSON on stdin, answers go as lines of JSON to stdout. Its clock is the real one
 * plus what the parent says, so that leases and pauses of minutes are over when a test wants it.
 */

import { writeSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { createEngine, systemClock } from "@data-portal/engine";
import { internalMutationGeneric, internalQueryGeneric } from "convex/server";
import type { liveExecutor } from "../../convex/process/executing/executor.ts";
import type { submitRequest } from "../../convex/process/settling/requestMoves.ts";
import { loadBackendModules } from "../../server/backend/modules.ts";

const [bundle = "", dataDir = ""] = process.argv.slice(2);
const SYSTEM = { actor: { kind: "system" as const, label: "Crash harness" } };
let aheadMs = Number(process.env["AHEAD_MS"] ?? 0);

const say = (line: object): void => void writeSync(1, `${JSON.stringify(line)}\n`);
const load = async <T>(module: string): Promise<T> =>
  (await import(pathToFileURL(join(bundle, `${module}.js`)).href)) as T;

type Ctx = Parameters<typeof submitRequest>[0]["ctx"] & Parameters<typeof liveExecutor>[0];
interface Work {
  readonly type: string;
  readonly input: Record<string, unknown>;
}

/** Submits a request of one connector task, through the workflow's own step. */
const submit = internalMutationGeneric({
  handler: async (ctx, args) => {
    const { type, input } = args as unknown as Work; // from the parent, which writes them
    const { submitRequest: begin } = await load<{ submitRequest: typeof submitRequest }>(
      "process/settling/requestMoves",
    );
    const { liveExecutor: executorOf } = await load<{ liveExecutor: typeof liveExecutor }>(
      "process/executing/executor",
    );
    // The generic context has the same functions; the schema's types are known to the bundle only.
    const typed = ctx as unknown as Ctx;
    const personId = await ctx.db.insert("people", {
      email: "rita@ao.com",
      firstName: "Rita",
      lastName: "Tester",
      roles: ["staff"],
      isSuperAdmin: false,
      hasChangedInitialPassword: true,
      status: "active",
      updatedAt: Date.now(),
    });
    const draft = {
      typeId: "crash",
      templateVersion: 1,
      title: type,
      requesterId: personId,
      beneficiaryId: personId,
      form: {},
      risk: "low",
    };
    const at = Date.now();
    const step = { ctx: typed, at, by: SYSTEM, executor: executorOf(typed, at) };
    await begin(step, draft as unknown as Parameters<typeof begin>[1], [
      { type, input, order: 1 },
      { type: "verify", order: 2 },
    ]);
    return null;
  },
});

/** How far the tasks are. */
const look = internalQueryGeneric({
  handler: async (ctx) => {
    const tasks = await ctx.db.query("requestTasks").collect();
    const request = await ctx.db.query("requests").first();
    return {
      request: request?.["status"] ?? null,
      tasks: tasks.map(({ status, outcome, attempt, error, proof, lateResult, output }) => ({
        status,
        outcome,
        attempt,
        error,
        technical: JSON.stringify((output as { technical?: unknown } | undefined)?.technical ?? null),
        isProven: (proof as { isProven?: boolean } | undefined)?.isProven ?? null,
        hasLateResult: lateResult !== undefined,
      })),
    };
  },
});

const modules = { ...(await loadBackendModules(bundle)), "crash/bench": async () => ({ submit, look }) };
const quiet = (): void => undefined;
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[0].startsWith("SNOWFLAKE_") && entry[1] !== undefined,
  ),
);
const engine = await createEngine({
  modules,
  dataDir,
  env,
  clock: { nowMs: () => Date.now() + aheadMs, setTimer: (ms, fn) => systemClock.setTimer(ms, fn) },
  logger: { debug: quiet, info: quiet, warn: quiet, error: (message, fields) => say({ trouble: message, fields }) },
});
say({ ready: true });

interface Command {
  readonly id: number;
  readonly do: "submit" | "look" | "pass";
  readonly args?: Record<string, unknown>;
  readonly ms?: number;
}

async function obey({ do: what, args = {}, ms = 0 }: Command): Promise<unknown> {
  if (what === "submit") return await engine.mutation("crash/bench:submit", args);
  if (what === "look") return await engine.query("crash/bench:look", {});
  aheadMs += ms;
  // Not waited for: a job may hang, which is what this is about.
  void engine.scheduler.runDue();
  return null;
}

createInterface(process.stdin)
  .on("line", (line) => {
    const command = JSON.parse(line) as Command; // from the parent, which writes them
    obey(command).then(
      (answer) => say({ id: command.id, answer }),
      (error: unknown) => say({ id: command.id, error: String(error) }),
    );
  })
  .on("close", () => process.exit(0));
