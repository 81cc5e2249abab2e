/**
 * Nobody learns from an answer whether a thing that is not theirs exists. Every public function whose
 * arguments name a thing of one person is called by another, once with the real name of that thing and
 * once with the name of nothing: both answers must be the same to the letter.
 */

import { makeFunctionReference } from "convex/server";
import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Id, TableNames } from "../_generated/dataModel";
import { can, type Capability } from "../access/rules";
import { aWorld, endWorld, type TestPerson } from "../testing/world.testing";
import { aTicketRow } from "../tickets/scenes.testing";
import { ARGS } from "./publicApi.args.testing";
import type { Scene } from "./publicApi.scene.testing";
import { publicFunctions } from "./publicApi.testing";

afterEach(endWorld);

/** Tables whose rows belong to somebody; the directory of people and the catalog are for everybody. */
const PRIVATE: readonly TableNames[] = [
  "requests",
  "requestTasks",
  "approvals",
  "approvalSeats",
  "requestComments",
  "requestUploads",
  "ticketUploads",
  "ideaUploads",
  "grants",
  "delegations",
  "savedViews",
  "notifications",
  "articles",
  "tickets",
  "accessReviews",
  "reviewItems",
  "proposals",
  "dataDomains",
];

/** Everybody knows the data domains there are; one that is a draft is known to those who prepare it. */
function isPrivate(row: object): boolean {
  return !("sensitivity" in row) || ("status" in row && row.status === "draft");
}

type Outcome = { readonly answer: unknown } | { readonly refusal: unknown };
type Args = Record<string, unknown>;

/** The table among the private ones that a text names a row of. */
function ownTable(scene: Scene, text: unknown): Promise<TableNames | undefined> {
  return scene.world.run(async (ctx) => {
    for (const table of typeof text === "string" ? PRIVATE : []) {
      const id = ctx.db.normalizeId(table, String(text));
      const row = id && (await ctx.db.get(id));
      if (row && isPrivate(row)) return table;
    }
    return undefined;
  });
}

/** The same for a ticket, which addresses name by its key. */
async function isTicketKey({ world }: Scene, text: unknown): Promise<boolean> {
  return (await world.rows("tickets")).some(({ key }) => key === text);
}

/** A well-formed id of a row that is not there: a copy of the real one, deleted again. */
function idOfNothing({ world }: Scene, id: string): Promise<string> {
  return world.run(async (ctx) => {
    for (const table of PRIVATE) {
      const real = ctx.db.normalizeId(table, id);
      const row = real && (await ctx.db.get(real));
      if (!row) continue;
      const { _id, _creationTime, ...fields } = row;
      // The row was of this table a line ago; TypeScript cannot follow which of the tables it is.
      const copy = (await ctx.db.insert(table, fields as never)) as Id<TableNames>;
      await ctx.db.delete(copy);
      return copy;
    }
    return id;
  });
}

/** The arguments with every private id replaced by one of nothing, and whether there was any. */
async function ofNothing(scene: Scene, value: unknown): Promise<{ value: unknown; replaced: number }> {
  if (Array.isArray(value)) {
    const parts = [];
    for (const part of value) parts.push(await ofNothing(scene, part));
    return { value: parts.map((part) => part.value), replaced: parts.reduce((sum, part) => sum + part.replaced, 0) };
  }
  if (value && typeof value === "object") {
    const entries: [string, unknown][] = [];
    let replaced = 0;
    for (const [name, inner] of Object.entries(value)) {
      const part = await ofNothing(scene, inner);
      entries.push([name, part.value]);
      replaced += part.replaced;
    }
    return { value: Object.fromEntries(entries), replaced };
  }
  if (await isTicketKey(scene, value)) {
    named.add("tickets");
    return { value: "TKT-99999", replaced: 1 };
  }
  const table = await ownTable(scene, value);
  if (table && typeof value === "string") {
    named.add(table);
    return { value: await idOfNothing(scene, value), replaced: 1 };
  }
  return { value, replaced: 0 };
}

/** What a call came to. An answer may say back the ids it was given. */
async function outcome(call: Promise<unknown>, args: Args): Promise<Outcome> {
  const anonymous = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value ?? null, (_, inner: unknown) =>
        typeof inner === "string" && JSON.stringify(args).includes(`"${inner}"`) ? "given" : inner,
      ),
    );
  try {
    return { answer: anonymous(await call) };
  } catch (error) {
    const { data, message } = error as { data?: unknown; message: string };
    if (data === undefined) throw new Error(`Not a refusal: ${message}`, { cause: error });
    return { refusal: anonymous(data) };
  }
}

/** Tables of which something was named. */
const named = new Set<TableNames>();
/** Functions whose arguments named something of somebody. */
const tried = new Set<string>();
const targets = publicFunctions.filter(({ path, fn }) => ARGS[path] && fn.capability !== undefined);

describe("A colleague who has no part in it", () => {
  const facts = {
    roles: ["staff" as const],
    status: "active" as const,
    hasChangedInitialPassword: true,
    impersonation: null,
  };
  const open = targets.filter(({ fn }) => can(facts, fn.capability as Capability));

  test.each(open)("learns nothing from $path", async ({ path, fn }) => {
    const world = await aWorld();
    const victim = await world.person("victim");
    await world.clockRun();
    const [log] = await world.rows("taskMonitorLogs");
    const scene: Scene = { world, personId: victim.id };
    const real = ((await ARGS[path]?.(log?._id ?? "", scene)) ?? {}) as Args;
    await world.run(async (ctx) => {
      const first = await ctx.db.query("tickets").first();
      if (!first) await aTicketRow(ctx, { requesterId: victim.id, key: "TKT-1" });
      for (const { _id } of await ctx.db.query("dataDomains").collect()) await ctx.db.patch(_id, { status: "draft" });
    });
    const nothing = await ofNothing(scene, real);
    if (nothing.replaced === 0) return; // names nothing that belongs to anybody
    tried.add(path);
    // Comes last: whoever is there when a step opens may be given a seat in it.
    const stranger = await world.person("stranger");
    const call = (args: Args): Promise<unknown> =>
      fn.isQuery
        ? stranger.query(makeFunctionReference<"query">(path), args)
        : stranger.mutation(makeFunctionReference<"mutation">(path), args);
    const made = nothing.value as Args;
    expect(await outcome(call(real), real)).toEqual(await outcome(call(made), made));
    if (!("request" in real)) return;
    const [request] = await world.rows("requests");
    const [byKey, ofNobody] = [
      { ...real, request: request?.key },
      { ...real, request: "REQ-99999" },
    ];
    expect(await outcome(call(byKey), byKey)).toEqual(await outcome(call(ofNobody), ofNobody));
  });

  test("was tried on every function that names a thing of somebody", () => {
    expect(tried.size).toBeGreaterThanOrEqual(40);
    expect(PRIVATE.filter((table) => !named.has(table))).toEqual([]);
  });
});

test("whether somebody's move is reviewed is known to nobody who has no part in it", async () => {
  const world = await aWorld();
  const [victim, stranger] = [await world.person("victim"), await world.person("stranger")];
  const ask = () => outcome(stranger.query(api.moves.queries.get, { personId: victim.id }), { personId: victim.id });
  const before = await ask();
  const review = { personId: victim.id, at: world.now(), byIds: [], decided: [] };
  await world.run((ctx) => ctx.db.insert("moveReviews", review));
  expect(await ask()).toEqual(before);
});

describe("a super admin", () => {
  const { act, look, opened, stop } = api.impersonation.mutations;
  const calls = {
    act: (by: TestPerson, sessionId: Id<"impersonationSessions">) => by.mutation(act, { sessionId, reason: "Helps" }),
    look: (by: TestPerson, sessionId: Id<"impersonationSessions">) => by.mutation(look, { sessionId }),
    opened: (by: TestPerson, sessionId: Id<"impersonationSessions">) =>
      by.mutation(opened, { sessionId, page: "home" }),
    stop: (by: TestPerson, sessionId: Id<"impersonationSessions">) => by.mutation(stop, { sessionId }),
  };

  test.each(Object.entries(calls))(
    "steers no impersonation of another one by %s, nor learns of it",
    async (_, call) => {
      const world = await aWorld();
      const victim = await world.person("victim");
      const [sam, una] = await Promise.all(
        ["sam", "una"].map((name) => world.person(name, { roles: ["staff", "superAdmin"] })),
      );
      if (!sam || !una) throw new Error("Nobody");
      const session = {
        realPersonId: sam.id,
        impersonatingUserId: victim.id,
        mode: "view" as const,
        reason: "Support",
        impersonationStartedAt: world.now(),
        impersonationExpiresAt: world.now() + 1_000_000,
      };
      const nothing = await world.run((ctx) => ctx.db.insert("impersonationSessions", session));
      const real = await world.run(async (ctx) => {
        await ctx.db.delete(nothing);
        return await ctx.db.insert("impersonationSessions", session);
      });
      expect(await outcome(call(una, real), { real })).toEqual(await outcome(call(una, nothing), { nothing }));
      expect(await world.rows("impersonationSessions")).toMatchObject([session]);
    },
  );
});
