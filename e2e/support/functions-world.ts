/**
 * The test world of the backend's functions: the whole of convex/ in memory, people with tokens, and a
 * clock that only tests move. It runs on the portal's own engine; FUNCTIONS_BACKEND=convex-test runs the
 * same tests on the reference fake instead, which is how we know that convex/ holds to Convex's rules.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestEngine, type TestEngine } from "@data-portal/engine/testing";
import { convexTest } from "convex-test";
import {
  makeFunctionReference,
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
  type UserIdentity,
} from "convex/server";
import { vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { Doc, Id, TableNames } from "../../convex/_generated/dataModel";
import { internalAction, internalMutation, type MutationCtx, query } from "../../convex/_generated/server";
import type { PersonFields } from "../../convex/core/people/table";
import { mailboxOf } from "../../convex/lib/pure/mailbox";
import { MINUTE_MS } from "../../convex/lib/pure/time";
import schema from "../../convex/schema";

type Modules = Record<string, () => Promise<Record<string, unknown>>>;
/** Claims of a token; `subject` is all that is needed. */
export type Token = Partial<UserIdentity> & Pick<UserIdentity, "subject">;

/** The moment every test world begins. */
export const DAWN = Date.UTC(2026, 2, 2, 9, 0, 0);

/** Someone who calls functions: a person with a token, or nobody. */
export interface Caller {
  query<F extends FunctionReference<"query", "public">>(fn: F, args: FunctionArgs<F>): Promise<FunctionReturnType<F>>;
  mutation<F extends FunctionReference<"mutation", "public">>(
    fn: F,
    args: FunctionArgs<F>,
  ): Promise<FunctionReturnType<F>>;
}

/** A person of the test world: their row, their token. */
export interface TestPerson extends Caller {
  readonly id: Id<"people">;
  readonly token: Token;
  /**
   * They have their password at hand for five minutes: whatever asks for it gets it, for what it asks, and is done, as
   * the dialog of the screens does it.
   */
  stepUp(): Promise<null>;
  /**
   * Their page shows this impersonation from now on, and names it with every write as pages do; null when it shows
   * none.
   */
  shows(impersonationSessionId: Id<"impersonationSessions"> | null): void;
}

/** What runs the functions. */
interface Backend {
  // Each caller states the types that belong to its function.
  // oxlint-disable-next-line typescript/no-explicit-any
  call(kind: "query" | "mutation" | "action", fn: unknown, args: unknown, token: Token | null): Promise<any>;
  advance(ms: number): Promise<void>;
  now(): number;
  close(): Promise<void>;
}

const found = import.meta.glob<Record<string, unknown>>([
  "../../convex/**/*.{ts,js}",
  "!../../convex/**/*.test.ts",
  "!../../convex/**/*.testing.ts",
  "!../../convex/**/*.d.ts",
]);
// Crons are left out: in a test, time passes and nothing happens but what the test asks for.
const modules: Modules = Object.fromEntries(
  Object.entries(found)
    .map(([path, load]) => [path.replace(/^.*\/convex\//, ""), once(load)] as const)
    .filter(([path]) => path !== "crons.ts"),
);

const ofEngine = withEngineNames(modules);

/** Every world asks for every module: vitest, which looks each of them up anew, is asked once. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
}

/** For so long somebody has their password at hand. */
const AT_HAND_MS = 5 * MINUTE_MS;

/** Steps handed to the one internal function that runs them. */
const steps = new Map<string, (ctx: MutationCtx) => Promise<unknown>>();
const bench = {
  /** How many documents a query reads, as its caller. */
  reads: query({
    handler: async (ctx, { name, args }: { name: string; args: Record<string, unknown> }) => {
      await ctx.runQuery(makeFunctionReference<"query">(name), args);
      return (await ctx.meta.getTransactionMetrics()).documentsRead.used;
    },
  }),
  run: internalMutation(async (ctx: MutationCtx, { step }: { step: string }) => {
    await steps.get(step)?.(ctx);
    return null;
  }),
  /** Only actions can keep a file's content. */
  keep: internalAction(async (ctx, { file }: { file: string }) => {
    const content = contents.get(file);
    if (content) kept.set(file, await ctx.storage.store(content));
    return null;
  }),
};
/** Files on their way into the storage, and the ids they got. */
const contents = new Map<string, Blob>();
const kept = new Map<string, Id<"_storage">>();

const open = new Set<Backend>();
let made = 0;

/**
 * An empty world, with further modules if a test needs functions of its own, and with variables that functions see. On
 * a data folder, it is the world that lies there, on the portal's own engine.
 */
export async function aWorld(
  extra: Record<string, Record<string, unknown>> = {},
  env: Record<string, string> = {},
  dataDir = ":memory:",
) {
  const added = Object.fromEntries(
    Object.entries({ ...extra, "bench/steps": bench }).map(([name, module]) => [`${name}.ts`, async () => module]),
  );
  const backend = await (process.env["FUNCTIONS_BACKEND"] === "convex-test" ? onConvexTest : onEngine)(
    added,
    env,
    dataDir,
  );
  open.add(backend);
  return worldOn(backend);
}

/** Ends every world of a test. */
export async function endWorld(): Promise<void> {
  await Promise.all([...open].map((backend) => backend.close()));
  open.clear();
  steps.clear();
}

/** Runs a step directly on the database behind these calls, in one transaction. */
export async function runStep<T>(
  mutate: (path: string, args: { step: string }) => Promise<unknown>,
  step: (ctx: MutationCtx) => Promise<T>,
): Promise<T> {
  const name = `step-${(made += 1)}`;
  let result: { value: T } | undefined;
  steps.set(name, async (ctx) => {
    result = { value: await step(ctx) };
  });
  await mutate("bench/steps:run", { step: name });
  steps.delete(name);
  if (!result) throw new Error("The step did not run");
  return result.value;
}

function worldOn(backend: Backend) {
  /** Runs a step directly on the database, in one transaction, as the backend itself would. */
  const run = <T>(step: (ctx: MutationCtx) => Promise<T>): Promise<T> =>
    runStep((path, args) => backend.call("mutation", path, args, null), step);
  /** Since when they have their password at hand, by the session they have it in. */
  const atHand = new Map<string, number>();
  const stepUp = async (sessionId: string): Promise<null> => {
    atHand.set(sessionId, backend.now());
    return null;
  };
  const callerOf = (token: Token | null, speaksAs = (): object => ({})): Caller => ({
    query: (fn, args) => backend.call("query", fn, args, token),
    mutation: async (fn, args) => {
      const call = () => backend.call("mutation", fn, { ...speaksAs(), ...args }, token);
      const sessionId = String(token?.sid ?? "");
      const since = atHand.get(sessionId);
      if (since === undefined || backend.now() - since >= AT_HAND_MS) return await call();
      try {
        return await call();
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal?.["code"] !== "step-up-required") throw error;
        const proof = { tokenIdentifier: token?.tokenIdentifier ?? "", sessionId, for: refusal["for"] };
        await backend.call("mutation", internal.people.internal.recordStepUp, proof, null);
        return await call();
      }
    },
  });
  return {
    run,
    nobody: callerOf(null),
    /** Calls an internal mutation, as the server, a cron or the scheduler would. */
    internal: <F extends FunctionReference<"mutation", "internal">>(
      fn: F,
      args: FunctionArgs<F>,
    ): Promise<FunctionReturnType<F>> => backend.call("mutation", fn, args, null),
    /** Calls an internal action, as the server would. */
    internalAction: <F extends FunctionReference<"action", "internal">>(
      fn: F,
      args: FunctionArgs<F>,
    ): Promise<FunctionReturnType<F>> => backend.call("action", fn, args, null),
    /** Calls an internal query. */
    internalQuery: <F extends FunctionReference<"query", "internal">>(
      fn: F,
      args: FunctionArgs<F>,
    ): Promise<FunctionReturnType<F>> => backend.call("query", fn, args, null),
    /** Keeps a file in the storage, as an upload would. */
    file: async (...parts: BlobPart[]): Promise<Id<"_storage">> => {
      const file = `file-${(made += 1)}`;
      contents.set(file, new Blob(parts));
      await run((ctx) => ctx.scheduler.runAfter(0, makeFunctionReference<"action">("bench/steps:keep"), { file }));
      await backend.advance(0);
      const id = kept.get(file);
      if (!id) throw new Error("The file was not kept");
      return id;
    },
    /** Every row of a table, oldest first. */
    rows: <T extends TableNames>(table: T): Promise<Doc<T>[]> =>
      run((ctx) => ctx.db.query(table).collect() as Promise<Doc<T>[]>),
    /** Whoever calls in this session has their password at hand, as `TestPerson.stepUp`. */
    stepUp,
    /** A caller with this token. */
    as: (token: Token): Caller => callerOf(token),
    /** A person who is known and signed in, active unless told otherwise. */
    person: async (name: string, fields: Partial<PersonFields> = {}): Promise<TestPerson> => {
      const token = tokenOf(name);
      const id = await run((ctx) => ctx.db.insert("people", personFields(name, fields)));
      let page = {};
      const shows: TestPerson["shows"] = (impersonationSessionId) => {
        page = impersonationSessionId === null ? {} : { impersonationSessionId };
      };
      return { id, token, stepUp: () => stepUp(String(token.sid)), shows, ...callerOf(token, () => page) };
    },
    /** Lets time pass and everything that falls due in it happen. */
    advance: (ms: number): Promise<void> => backend.advance(ms),
    /** What the world's clock shows. */
    now: (): number => backend.now(),
    /** Ends this world alone, before the test does. */
    end: async (): Promise<void> => {
      open.delete(backend);
      await backend.close();
    },
    /** One run of the monitor by the clock. */
    clockRun: (): Promise<null> => backend.call("mutation", internal.workflow.internal.runMonitor, {}, null),
  };
}

/** The backend behind a real socket, accepting tokens by convex/auth.config.ts as the server configures it. */
export async function aServedBackend(env: Record<string, string>): Promise<TestEngine> {
  const served = await createTestEngine({ modules: servedModules(), env, now: Date.now() });
  await served.serve();
  return served;
}

/** The functions of a backend that accepts tokens, with the one that runs steps of tests. */
export function servedModules(): Modules {
  // It reads the settings when it is evaluated, so each backend has its own; the other modules are shared by all tests.
  const settings = `../../convex/auth.config.ts?of=${(made += 1)}`;
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
async function emptyFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "functions-world-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const { close } = await createTestEngine({ modules: ofEngine, now: DAWN, dataDir: folder });
  await close();
  return folder;
}

async function onEngine(added: Modules, env: Record<string, string>, given: string): Promise<Backend> {
  const dataDir = given === ":memory:" ? `:memory:${await (worker.emptyWorld ??= emptyFolder())}` : given;
  const { engine, clock, close } = await createTestEngine({ modules: engineModules(added), now: DAWN, env, dataDir });
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

async function onConvexTest(added: Modules, env: Record<string, string>): Promise<Backend> {
  vi.useFakeTimers({ now: DAWN });
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

/** The token of somebody, as the portal's own sign-in issues it. */
export function tokenOf(name: string, claims: Record<string, string | boolean> = {}): Token {
  return {
    issuer: "https://portal.test",
    subject: name,
    tokenIdentifier: `https://portal.test|${name}`,
    sid: `session-of-${name}`,
    email: `${name}@ao.com`,
    email_verified: true,
    given_name: capital(name),
    family_name: "Tester",
    has_changed_initial_password: true,
    ...claims,
  };
}

/** A row of a person, with what their roles make of it. */
export function personFields(name: string, fields: Partial<PersonFields>): PersonFields {
  const roles = fields.roles ?? ["staff"];
  return {
    tokenIdentifier: `https://portal.test|${name}`,
    email: `${name}@ao.com`,
    firstName: capital(name),
    lastName: "Tester",
    hasChangedInitialPassword: true,
    status: "active",
    searchText: `${capital(name)} Tester ${name}@ao.com`,
    sortName: `${name} tester`,
    updatedAt: DAWN,
    mailbox: mailboxOf(fields.email ?? `${name}@ao.com`),
    ...fields,
    roles,
    isSuperAdmin: roles.includes("superAdmin"),
    isElevated: roles.some((role) => role !== "staff"),
  };
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The code a call was refused with; fails when it was not refused. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  return String((await refusalBy(call))["code"]);
}

/** All that a refused call says; fails when it was not refused. */
export async function refusalBy(call: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await call;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal) return refusal;
    throw error;
  }
  throw new Error("The call was allowed");
}

/** What a refused call says; null for any other error. */
function refusalOf(error: unknown): Record<string, unknown> | null {
  const data: unknown = (error as { data?: unknown }).data;
  const parsed: unknown = typeof data === "string" ? JSON.parse(data) : data;
  return parsed && typeof parsed === "object" && "code" in parsed ? { ...parsed } : null;
}
