/**
 * What runs the functions of a test world: the portal's own engine, or with FUNCTIONS_BACKEND=convex-test the reference
 * fake, which is how we know that convex/ holds to Convex's rules.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestEngine, type TestEngine } from "@data-portal/engine/testing";
import { convexTest } from "convex-test";
import { makeFunctionReference, type UserIdentity } from "convex/server";
import { vi } from "vitest";
import schema from "../schema";
import { bench } from "./steps.testing";

type Modules = Record<string, () => Promise<Record<string, unknown>>>;
/** Claims of a token; `subject` is all that is needed. */
export type Token = Partial<UserIdentity> & Pick<UserIdentity, "subject">;

/** How a backend begins: with these modules besides the portal's own, and on what lies in the data folder. */
interface Beginning {
  readonly added: Modules;
  readonly env: Record<string, string>;
  readonly now: number;
  readonly dataDir: string;
}

/** What runs the functions. */
export interface Backend {
  // Each caller states the types that belong to its function.
  // oxlint-disable-next-line typescript/no-explicit-any
  call(kind: "query" | "mutation" | "action", fn: unknown, args: unknown, token: Token | null): Promise<any>;
  advance(ms: number): Promise<void>;
  now(): number;
  close(): Promise<void>;
}

const found = import.meta.glob<Record<string, unknown>>([
  "../**/*.{ts,js}",
  "!../**/*.test.ts",
  "!../**/*.testing.ts",
  "!../**/*.d.ts",
]);
// Crons are left out: in a test, time passes and nothing happens but what the test asks for.
const modules: Modules = Object.fromEntries(
  Object.entries(found)
    .map(([path, load]) => [path.replace(/^\.\.\//, ""), once(load)] as const)
    .filter(([path]) => path !== "crons.ts"),
);

let served = 0;

const ofEngine = withEngineNames(modules);

/** Every world asks for every module: vitest, which looks each of them up anew, is asked once. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
}

/** The backend behind a real socket, accepting tokens by convex/auth.config.ts as the server configures it. */
export async function aServedBackend(env: Record<string, string>): Promise<TestEngine> {
  const engine = await createTestEngine({ modules: servedModules(), env, now: Date.now() });
  await engine.serve();
  return engine;
}

/** The functions of a backend that accepts tokens, with the one that runs steps of tests. */
export function servedModules(): Modules {
  // It reads the settings when it is evaluated, so each backend has its own; the other modules are shared by all tests.
  const settings = `../auth.config.ts?of=${(served += 1)}`;
  return engineModules({
    "bench/steps.ts": async () => bench,
    "auth.config.ts": (): Promise<Record<string, unknown>> => import(/* @vite-ignore */ settings),
  });
}

/** The modules of the backend and these, by the names the engine knows them by. */
function engineModules(added: Modules): Modules {
  return { ...ofEngine, ...withEngineNames(added) };
}

function withEngineNames(all: Modules): Modules {
  const loaders = Object.entries(all).filter(([path]) => !path.startsWith("_generated/"));
  return Object.fromEntries(loaders.map(([path, load]) => [path.replace(/\.[jt]s$/, ""), load]));
}

/** Vitest evaluates modules again for every file: what lives as long as the worker hangs on its globals. */
const worker = globalThis as typeof globalThis & { emptyWorld?: Promise<string> };

/** A folder whose tables and indexes are those of the schema: a world that begins as its copy need not make them. */
async function emptyFolder(now: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "test-world-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const { close } = await createTestEngine({ modules: ofEngine, now, dataDir: folder });
  await close();
  return folder;
}

/** The portal's own engine. */
export async function onEngine({ added, env, now, dataDir: given }: Beginning): Promise<Backend> {
  const dataDir = given === ":memory:" ? `:memory:${await (worker.emptyWorld ??= emptyFolder(now))}` : given;
  const { engine, clock, close } = await createTestEngine({ modules: engineModules(added), now, env, dataDir });
  return {
    call: (kind, fn, args, token) =>
      (token ? engine.withIdentity(token) : engine)[kind](fn as string, args as Record<string, unknown>),
    advance: async (ms) => {
      clock.advance(ms);
      await engine.scheduler.runDue();
    },
    now: () => clock.nowMs(),
    close,
  };
}

/** The reference fake, always in memory. */
export async function onConvexTest({ added, env, now }: Omit<Beginning, "dataDir">): Promise<Backend> {
  vi.useFakeTimers({ now });
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const loaders = Object.entries({ ...modules, ...added }).filter(
    ([path]) => !["schema.ts", "auth.config.ts"].includes(path),
  );
  const backend = convexTest({
    schema,
    modules: Object.fromEntries(loaders.map(([path, load]) => [`../${path}`, load])),
  });
  return {
    call: (kind, fn, args, token) => {
      // Without the overloads, which no generic caller can satisfy.
      const caller = (token ? backend.withIdentity(token) : backend) as unknown as Record<
        typeof kind,
        (fn: unknown, args: unknown) => Promise<unknown>
      >;
      return caller[kind](typeof fn === "string" ? makeFunctionReference(fn) : fn, args);
    },
    advance: async (ms) => {
      await vi.advanceTimersByTimeAsync(ms);
      await backend.finishInProgressScheduledFunctions();
    },
    now: () => Date.now(),
    close: async () => {
      vi.unstubAllEnvs();
      vi.useRealTimers();
    },
  };
}
