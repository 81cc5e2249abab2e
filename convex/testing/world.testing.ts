/**
 * The test world of the backend's functions: the whole of convex/ in memory, people with tokens, and a clock that only
 * tests move.
 */

import {
  makeFunctionReference,
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
} from "convex/server";
import { internal } from "../_generated/api";
import type { Doc, Id, TableNames } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { PersonFields } from "../core/people/table";
import { mailboxOf } from "../lib/pure/mailbox";
import { MINUTE_MS } from "../lib/pure/time";
import { type Backend, onConvexTest, onEngine, type Token } from "./backends.testing";
import { bench, forgetSteps, keepFile, runStep } from "./steps.testing";

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

/** For so long somebody has their password at hand. */
const AT_HAND_MS = 5 * MINUTE_MS;

const open = new Set<Backend>();
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
  const make = process.env["FUNCTIONS_BACKEND"] === "convex-test" ? onConvexTest : onEngine;
  const backend = await make({ added, env, now: DAWN, dataDir });
  open.add(backend);
  return worldOn(backend);
}

/** Ends every world of a test. */
export async function endWorld(): Promise<void> {
  await Promise.all([...open].map((backend) => backend.close()));
  open.clear();
  forgetSteps();
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
    file: (...parts: BlobPart[]): Promise<Id<"_storage">> =>
      keepFile(new Blob(parts), async (file) => {
        await run((ctx) => ctx.scheduler.runAfter(0, makeFunctionReference<"action">("bench/steps:keep"), { file }));
        await backend.advance(0);
      }),
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
