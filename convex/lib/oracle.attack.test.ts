/**
 * Nobody learns from an answer whether a thing that is not theirs exists. Every public function whose
 * arguments name a thing of one person is called by another, once with the real name of that thing and
 * once with the name of nothing: both answers must be the same to the letter.
 */

import { makeFunctionReference } from "convex/server";
import { afterEach, describe, expect, test } from "vitest";
import { aWorld, endWorld } from "../../e2e/support/functions-world";
import type { Id, TableNames } from "../_generated/dataModel";
import { can, type Capability } from "../access/rules";
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
  "bulkJobs",
  "savedViews",
  "notifications",
  "articles",
  "auditEvents",
];
type Outcome = { readonly answer: unknown } | { readonly refusal: unknown };
type Args = Record<string, unknown>;

/** The table among the private ones that a text names a row of. */
function ownTable(scene: Scene, text: unknown): Promise<TableNames | undefined> {
  return scene.world.run(async (ctx) =>
    PRIVATE.find((table) => typeof text === "string" && ctx.db.normalizeId(table, text) !== null),
  );
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
  if (typeof value === "string" && (await ownTable(scene, value)))
    return { value: await idOfNothing(scene, value), replaced: 1 };
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

/** Functions whose arguments named something of somebody. */
const tried = new Set<string>();
const targets = publicFunctions.filter(({ path, fn }) => ARGS[path] && fn.capability !== undefined);

describe("a colleague who has no part in it", () => {
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
  });
});
