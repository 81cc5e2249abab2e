import { makeFunctionReference } from "convex/server";
import { v } from "convex/values";
import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { guardedMutation } from "../access/functions";
import type { RoleName } from "../access/roles";
import { can, CAPABILITY_NAMES, SESSION_CAPABILITIES, type Capability } from "../access/rules";
import { submitted } from "../process/requests.testing";
import type { Token } from "../testing/backends.testing";
import { aWorld, codeOf, DAWN, endWorld, tokenOf } from "../testing/world.testing";
import { ARGS } from "./publicApi.args.testing";
import { KNOWN } from "./publicApi.names.testing";
import { publicFunctions } from "./publicApi.testing";

afterEach(endWorld);

const isSession = (capability: string | undefined): boolean =>
  (SESSION_CAPABILITIES as readonly string[]).includes(capability ?? "");
const guarded = publicFunctions.filter(({ fn }) => !isSession(fn.capability));

describe("every public function", () => {
  test("is known to this test", () => {
    expect(publicFunctions.map(({ path }) => path).toSorted()).toEqual([...KNOWN].toSorted());
  });

  test.each(publicFunctions)("$path names a capability and declares arguments and result", ({ fn }) => {
    expect([...CAPABILITY_NAMES, ...SESSION_CAPABILITIES]).toContain(fn.capability);
    expect(JSON.parse(fn.exportArgs?.() ?? "null")).toMatchObject({ type: "object" });
    expect(JSON.parse(fn.exportReturns?.() ?? "null")).not.toBeNull();
  });

  test("and only the two that begin a session are open to people who may do nothing else", () => {
    expect(
      publicFunctions
        .filter(({ fn }) => isSession(fn.capability))
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(["people/mutations:signedIn", "people/queries:me"]);
  });
});

type PublicFunction = (typeof publicFunctions)[number];

/** A world with one person per role and an execution to ask for; calls any function by its path. */
async function aWorldOfRoles() {
  const world = await aWorld({}, { PORTAL_DEMO: "1" });
  for (const role of ROLES) await world.person(role, { roles: role === "staff" ? ["staff"] : ["staff", role] });
  await world.clockRun();
  const [log] = await world.rows("taskMonitorLogs");
  /** What a function is called with by somebody, things it asks for included. */
  const argsFor = async (token: Token | null, { path }: PublicFunction): Promise<Record<string, unknown>> => {
    const everybody = await world.rows("people");
    const personId = (
      everybody.find(({ tokenIdentifier }) => tokenIdentifier === token?.tokenIdentifier) ?? everybody[0]
    )?._id;
    if (!personId) throw new Error("The world has people");
    return (await ARGS[path]?.(log?._id ?? "", { world, personId })) ?? {};
  };
  const call = async (token: Token | null, { path, fn }: PublicFunction, args: Record<string, unknown>) => {
    const caller = token ? world.as(token) : world.nobody;
    return fn.isQuery
      ? await caller.query(makeFunctionReference<"query">(path), args)
      : await caller.mutation(makeFunctionReference<"mutation">(path), args);
  };
  return { world, argsFor, call };
}

const ROLES: RoleName[] = ["staff", "admin", "governance", "finops", "superAdmin"];

describe("role by function", () => {
  const isServed = (role: RoleName, { fn }: PublicFunction): boolean =>
    can(
      { roles: [role], status: "active", hasChangedInitialPassword: true, impersonation: null },
      fn.capability as Capability,
    );
  const rolesOf = (target: PublicFunction): RoleName[] => ROLES.filter((role) => isServed(role, target));
  const changing = guarded.filter(({ fn }) => !fn.isQuery);
  const pairs = changing.flatMap((target) => rolesOf(target).map((role) => ({ role, target, path: target.path })));

  test.each(pairs)("$role calls $path", async ({ role, target }) => {
    const { argsFor, call } = await aWorldOfRoles();
    const args = await argsFor(tokenOf(role), target);
    await expect(call(tokenOf(role), target, args)).resolves.toBeDefined();
  });

  // A query changes nothing, so every role that may ask asks the same world.
  test.each(guarded.filter(({ fn }) => fn.isQuery))("every role that may asks $path", async (target) => {
    const { argsFor, call } = await aWorldOfRoles();
    for (const role of rolesOf(target)) {
      const args = await argsFor(tokenOf(role), target);
      await expect(call(tokenOf(role), target, args), role).resolves.toBeDefined();
    }
  });

  // A refusal changes nothing, so everybody who is refused meets the same world.
  test.each(guarded)("$path is refused to every other role, and to whoever may not enter", async (target) => {
    const { world, argsFor, call } = await aWorldOfRoles();
    await world.person("suspended", { roles: ["staff", "superAdmin"], status: "suspended" });
    await world.person("fresh", { roles: ["staff", "superAdmin"], hasChangedInitialPassword: false });
    await world.internal(internal.people.internal.endSession, { sessionId: "gone", expiresAt: DAWN + 600_000 });
    const args = await argsFor(null, target);
    const answerTo = async (token: Token | null): Promise<string> => await codeOf(call(token, target, args));
    for (const role of ROLES.filter((one) => !isServed(one, target)))
      expect(await answerTo(tokenOf(role)), role).toBe("not-allowed");
    expect(await answerTo(null)).toBe("not-signed-in");
    expect(await answerTo(tokenOf("stranger"))).toBe("not-linked");
    expect(await answerTo(tokenOf("suspended"))).toBe("not-active");
    expect(await answerTo(tokenOf("fresh"))).toBe("password-change-required");
    expect(await answerTo(tokenOf("superAdmin", { sid: "gone" }))).toBe("session-revoked");
  });
});

describe("a guarded mutation", () => {
  const probe = (writesAudit: boolean) =>
    guardedMutation("self.write", {
      args: {},
      returns: v.null(),
      handler: async (ctx) => {
        await ctx.db.patch(ctx.viewer.person._id, { firstName: "Changed" });
        if (writesAudit) {
          const event = {
            sequence: 1,
            action: "probe",
            version: 1,
            occurredAt: 0,
            targets: [],
            outcome: "success" as const,
            context: {},
            changes: [],
          };
          await ctx.db.insert("auditEvents", { ...event, actor: { kind: "system", label: "Probe" } });
        }
        return null;
      },
    });

  test("that writes without an audit event fails and changes nothing", async () => {
    const world = await aWorld({ "probe/mutations": { silent: probe(false), honest: probe(true) } });
    const ada = await world.person("ada");
    const run = (name: string) => ada.mutation(makeFunctionReference<"mutation">(`probe/mutations:${name}`), {});
    await expect(run("silent")).rejects.toThrow("without an audit event");
    expect(await ada.query(api.people.queries.me, {})).toMatchObject({ firstName: "Ada" });
    await run("honest");
    expect(await ada.query(api.people.queries.me, {})).toMatchObject({ firstName: "Changed" });
  });

  test("that only tells who is here needs no event; one that hides a change behind it does", async () => {
    const hiding = guardedMutation("self.write", {
      args: {},
      returns: v.null(),
      handler: async (ctx) => {
        const [row] = await ctx.db.query("presence").collect();
        if (row) await ctx.db.delete(row._id);
        await ctx.db.patch(ctx.viewer.person._id, { firstName: "Changed" });
        return null;
      },
    });
    const world = await aWorld({ "probe/mutations": { hiding } });
    const ada = await world.person("ada");
    const request = await world.run((ctx) => submitted(ctx, ada.id, [{ type: "manual_check" }]));
    await ada.mutation(api.presence.mutations.stay, { request: request.key, page: "request", tab: "tab" });
    expect(await world.rows("presence")).toHaveLength(1);
    await expect(ada.mutation(makeFunctionReference<"mutation">("probe/mutations:hiding"), {})).rejects.toThrow(
      "without an audit event",
    );
    expect(await world.rows("presence")).toHaveLength(1);
  });
});
