/**
 * The test world: the whole backend in memory, with a clock that only tests move. This file is the one
 * place that knows which backend runs the functions.
 */
import { convexTest } from "convex-test";
import type { FunctionArgs, FunctionReference, FunctionReturnType, UserIdentity } from "convex/server";
import { vi } from "vitest";
import { internal } from "../_generated/api";
import type { Doc, Id, TableNames } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import schema from "../schema";
import type { PersonFields } from "../people/table";

const found = import.meta.glob(["../**/*.{ts,js}", "!../**/*.*.ts", "!../schema.ts"]);
/** Modules by path; the glob writes those of this folder as ./name. */
const modules = Object.fromEntries(Object.entries(found).map(([path, load]) => [path.replace(/^\.\//, "../dev/"), load]));

/** The moment every test world begins. */
export const DAWN = Date.UTC(2026, 2, 2, 9, 0, 0);

/** Someone who calls functions: a person with a token, or nobody. */
export interface Caller {
  query<F extends FunctionReference<"query", "public">>(fn: F, args: FunctionArgs<F>): Promise<FunctionReturnType<F>>;
  mutation<F extends FunctionReference<"mutation", "public">>(fn: F, args: FunctionArgs<F>): Promise<FunctionReturnType<F>>;
}

/** A person of the test world: their row, their token. */
export interface TestPerson extends Caller {
  readonly id: Id<"people">;
  readonly token: Partial<UserIdentity>;
}

/** An empty world. End it with `endWorld` after each test. */
export function aWorld() {
  vi.useFakeTimers({ now: DAWN });
  const backend = convexTest({ schema, modules });
  const nobody: Caller = callerOf(backend);

  return {
    nobody,
    /** Runs a step directly on the database, as the backend itself would. */
    run: <T>(step: (ctx: MutationCtx) => Promise<T>): Promise<T> => backend.run((ctx) => step(ctx as unknown as MutationCtx)),
    /** Calls an internal mutation, as the server, a cron or the scheduler would. */
    internal: <F extends FunctionReference<"mutation", "internal">>(fn: F, args: FunctionArgs<F>): Promise<FunctionReturnType<F>> =>
      (backend as Functions).mutation(fn, args),
    /** Calls an internal query. */
    internalQuery: <F extends FunctionReference<"query", "internal">>(fn: F, args: FunctionArgs<F>): Promise<FunctionReturnType<F>> =>
      (backend as Functions).query(fn, args),
    /** Every row of a table, oldest first. */
    rows: <T extends TableNames>(table: T): Promise<Doc<T>[]> => backend.run((ctx) => ctx.db.query(table).collect() as Promise<Doc<T>[]>),
    /** A caller with this token. */
    as: (token: Partial<UserIdentity>): Caller => callerOf(backend.withIdentity(token)),
    /** A person who is known and signed in, active unless told otherwise. */
    person: async (name: string, fields: Partial<PersonFields> = {}): Promise<TestPerson> => {
      const token = tokenOf(name);
      const id = await backend.run((ctx) => ctx.db.insert("people", personFields(name, fields)));
      return { id, token, ...callerOf(backend.withIdentity(token)) };
    },
    /** Lets time pass and everything that falls due in it happen, to the end of what it schedules for the same time. */
    advance: async (ms: number): Promise<void> => {
      await vi.advanceTimersByTimeAsync(ms);
      await backend.finishInProgressScheduledFunctions();
    },
    /** One run of the monitor by the clock. */
    clockRun: (): Promise<null> => (backend as Functions).mutation(internal.workflow.internal.runMonitor, {}),
  };
}

/** Gives the real clock back. */
export function endWorld(): void {
  vi.useRealTimers();
}

/** The token of somebody, as the portal's own sign-in issues it. */
export function tokenOf(name: string, claims: Record<string, string | boolean> = {}): Partial<UserIdentity> {
  return {
    issuer: "https://portal.test",
    subject: name,
    tokenIdentifier: `https://portal.test|${name}`,
    sid: `session-of-${name}`,
    email: `${name}@ao.com`,
    email_verified: true,
    given_name: name.charAt(0).toUpperCase() + name.slice(1),
    family_name: "Tester",
    has_changed_initial_password: true,
    ...claims,
  };
}

function personFields(name: string, fields: Partial<PersonFields>): PersonFields {
  const roles = fields.roles ?? ["staff"];
  return {
    tokenIdentifier: `https://portal.test|${name}`,
    email: `${name}@ao.com`,
    firstName: name.charAt(0).toUpperCase() + name.slice(1),
    lastName: "Tester",
    hasChangedInitialPassword: true,
    status: "active",
    updatedAt: DAWN,
    ...fields,
    roles,
    isSuperAdmin: roles.includes("superAdmin"),
  };
}

/** The calls of a backend without the overloads, which a generic caller cannot satisfy. */
interface Functions {
  // oxlint-disable-next-line no-explicit-any -- each caller states the type that belongs to its function
  query(fn: unknown, args: unknown): Promise<any>;
  // oxlint-disable-next-line no-explicit-any -- as above
  mutation(fn: unknown, args: unknown): Promise<any>;
}

function callerOf(backend: unknown): Caller {
  const functions = backend as Functions;
  return { query: (fn, args) => functions.query(fn, args), mutation: (fn, args) => functions.mutation(fn, args) };
}

/** The code a call was refused with; fails when it was not refused. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    const data: unknown = (error as { data?: unknown }).data;
    const parsed = typeof data === "string" ? (JSON.parse(data) as unknown) : data;
    if (parsed && typeof parsed === "object" && "code" in parsed) return String(parsed.code);
    throw error;
  }
  throw new Error("The call was allowed");
}
