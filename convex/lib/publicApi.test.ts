import { afterEach, describe, expect, test } from "vitest";
import { makeFunctionReference } from "convex/server";
import { v } from "convex/values";
import { api, internal } from "../_generated/api";
import { aWorld, codeOf, DAWN, endWorld, tokenOf, type Token } from "../../e2e/support/functions-world";
import { can, CAPABILITY_NAMES, SESSION_CAPABILITIES, type Capability } from "../people/rules";
import type { RoleName } from "../people/table";
import { guardedMutation, type Guarded } from "./functions";
import { ARGS } from "./publicApi.args.testing";
import { KNOWN } from "./publicApi.names.testing";

afterEach(endWorld);

/** What Convex attaches to a registered function, as far as these tests read it. */
interface Registered extends Partial<Guarded> {
  readonly isPublic?: boolean;
  readonly isQuery?: boolean;
  readonly isMutation?: boolean;
  readonly isAction?: boolean;
  exportArgs?(): string;
  exportReturns?(): string;
}

const modules = import.meta.glob<Record<string, Registered>>(["../**/*.ts", "!../**/*.*.ts", "!../schema.ts"], { eager: true });

const publicFunctions = Object.entries(modules).flatMap(([path, module]) =>
  Object.entries(module)
    .filter(([, exported]) => exported.isPublic === true)
    .map(([name, fn]) => ({ path: `${path.replace(/^\.\.\//, "").replace(/^\.\//, "lib/").replace(/\.ts$/, "")}:${name}`, fn })));

/** Where a function is called: the world, and the person whose own things the arguments name. */
interface Scene {
  readonly world: Awaited<ReturnType<typeof aWorld>>;
  readonly personId: Id<"people">;
}

/** Arguments with which each public function can be called; those without an entry take none. */
const ARGS: Readonly<Record<string, (logId: string, scene: Scene) => Record<string, unknown> | Promise<Record<string, unknown>>>> = {
  "requests/mutations:answer": async (_, scene) => ({ requestId: await aRequestOf(scene, { hasQuestion: true }), body: "The orders table" }),
  "requests/mutations:cancel": async (_, scene) => ({ requestId: await aRequestOf(scene), reason: "Not needed" }),
  "requests/mutations:comment": async (_, scene) => ({ requestId: await aRequestOf(scene), body: "Hello", visibility: "public" }),
  "requests/mutations:deleteComment": async (_, scene) => ({ commentId: await aCommentOf(scene) }),
  "requests/mutations:dropFile": async (_, scene) => ({ uploadId: await anUploadOf(scene, "checking") }),
  "requests/mutations:generateUploadUrl": async (_, scene) => ({ requestId: await aRequestOf(scene) }),
  "requests/mutations:remind": async (_, scene) => ({ requestId: await aRequestAwaitingDecision(scene) }),
  "requests/mutations:takeUpFile": async (_, scene) => ({ requestId: await aRequestOf(scene), storageId: await scene.world.file("Text"), name: "a.txt" }),
  "requests/queries:attachment": async (_, scene) => ({ file: await anUploadOf(scene, "accepted") }),
  "requests/queries:comments": async (_, scene) => ({ request: await aRequestOf(scene) }),
  "requests/queries:history": async (_, scene) => ({ request: await aRequestOf(scene) }),
  "requests/queries:get": async (_, scene) => ({ request: await aRequestOf(scene) }),
  "requests/queries:timeline": async (_, scene) => ({ request: await aRequestOf(scene) }),
  "requests/queries:uploads": async (_, scene) => ({ requestId: await aRequestOf(scene) }),
  "notifications/mutations:archive": () => ({ ids: [] }),
  "notifications/mutations:markRead": () => ({ ids: [] }),
  "notifications/mutations:markSeen": () => ({ ids: [] }),
  "notifications/mutations:mute": () => ({ what: { kind: "comment.added" } }),
  "notifications/mutations:saveSettings": () => ({ email: { asked: "daily" } }),
  "notifications/mutations:snooze": () => ({ ids: [], until: DAWN + 3_600_000 }),
  "notifications/mutations:unarchive": () => ({ ids: [] }),
  "notifications/mutations:unmute": () => ({ what: { kind: "comment.added" } }),
  "notifications/mutations:unsnooze": () => ({ ids: [] }),
  "notifications/queries:mine": () => ({ paginationOpts: { numItems: 25, cursor: null } }),
  "audit/mutations:exportPart": () => ({ filter: {}, format: "csv" }),
  "audit/queries:get": () => ({ eventId: "none" }),
  "audit/queries:list": () => ({ filter: {} }),
  "audit/queries:ofObject": (logId) => ({ type: "execution", id: logId }),
  "catalog/queries:get": () => ({ key: "snowflake-access" }),
  "people/queries:search": () => ({ text: "ada" }),
  "people/queries:byIds": () => ({ ids: [] }),
  "people/mutations:saveTheme": () => ({ themePreference: "dark" }),
  "people/mutations:saveHomeCards": () => ({ homeCards: ["services"] }),
  "people/mutations:saveProfile": () => ({ firstName: "Ada", lastName: "Byron" }),
  "workflow/queries:countRequests": () => ({ filter: {} }),
  "workflow/queries:countTasks": () => ({ filter: {} }),
  "workflow/queries:listRequests": () => ({ filter: {}, sort: "newest", size: 50 }),
  "workflow/queries:listTasks": () => ({ filter: {}, sort: "newest", size: 50 }),
  "workflow/queries:listExecutionTasks": (taskMonitorLogId) => ({ taskMonitorLogId }),
};

const isSession = (capability: string | undefined): boolean => (SESSION_CAPABILITIES as readonly string[]).includes(capability ?? "");
const guarded = publicFunctions.filter(({ fn }) => !isSession(fn.capability));

describe("every public function", () => {
  test("is known to this test", () => {
    expect(publicFunctions.map(({ path }) => path).toSorted()).toEqual([
      "audit/mutations:exportPart",
      "audit/mutations:verify",
      "audit/queries:actions",
      "audit/queries:get",
      "audit/queries:list",
      "audit/queries:mine",
      "audit/queries:ofObject",
      "audit/queries:verification",
      "notifications/mutations:archive",
      "notifications/mutations:markAllRead",
      "notifications/mutations:markRead",
      "notifications/mutations:markSeen",
      "notifications/mutations:mute",
      "notifications/mutations:saveSettings",
      "notifications/mutations:snooze",
      "notifications/mutations:unarchive",
      "notifications/mutations:unmute",
      "notifications/mutations:unsnooze",
      "audit/queries:ofObject",
      "audit/queries:verification",
      "catalog/queries:get",
      "catalog/queries:list",
      "domains/queries:list",
      "notifications/queries:listMail",
      "notifications/queries:mine",
      "notifications/queries:settings",
      "notifications/queries:unseenCount",
      "people/mutations:saveHomeCards",
      "people/mutations:saveProfile",
      "people/mutations:saveTheme",
      "people/mutations:signedIn",
      "people/queries:areas",
      "people/queries:byIds",
      "people/queries:me",
      "requests/mutations:answer",
      "requests/mutations:cancel",
      "requests/mutations:comment",
      "requests/mutations:deleteComment",
      "requests/mutations:dropFile",
      "requests/mutations:generateUploadUrl",
      "requests/mutations:remind",
      "requests/mutations:takeUpFile",
      "requests/queries:attachment",
      "requests/queries:comments",
      "requests/queries:get",
      "requests/queries:history",
      "people/queries:search",
      "requests/queries:mine",
      "requests/queries:timeline",
      "requests/queries:uploads",
      "tasks/queries:mine",
      "workflow/mutations:clearTaskMonitorLogs",
      "workflow/mutations:runTaskMonitor",
      "workflow/queries:countRequests",
      "workflow/queries:countTasks",
      "workflow/queries:listExecutionTasks",
      "workflow/queries:listExecutions",
      "workflow/queries:listRequests",
      "workflow/queries:listTaskHistory",
      "workflow/queries:listTasks",
      "workflow/queries:loadPerPerson",
      "workflow/queries:progressOfMine",
      "workflow/queries:sinceLastVisit",
      "workflow/queries:queueChoices",
    ]);
    expect(publicFunctions.map(({ path }) => path).toSorted()).toEqual([...KNOWN].toSorted());
  });

  test.each(publicFunctions)("$path names a capability and declares arguments and result", ({ fn }) => {
    expect([...CAPABILITY_NAMES, ...SESSION_CAPABILITIES]).toContain(fn.capability);
    expect(JSON.parse(fn.exportArgs?.() ?? "null")).toMatchObject({ type: "object" });
    expect(JSON.parse(fn.exportReturns?.() ?? "null")).not.toBeNull();
  });

  test("and only the two that begin a session are open to people who may do nothing else", () => {
    expect(publicFunctions.filter(({ fn }) => isSession(fn.capability)).map(({ path }) => path).toSorted()).toEqual([
      "people/mutations:signedIn", "people/queries:me",
    ]);
  });
});

/** A world with one person per role and an execution to ask for; calls any function by its path. */
async function aWorldOfRoles() {
  const world = await aWorld();
  for (const role of ROLES) await world.person(role, { roles: role === "staff" ? ["staff"] : ["staff", role] });
  await world.clockRun();
  const [log] = await world.rows("taskMonitorLogs");
  const call = async (token: Token | null, { path, fn }: (typeof publicFunctions)[number]): Promise<unknown> => {
    const caller = token ? world.as(token) : world.nobody;
    const everybody = await world.rows("people");
    const personId = (everybody.find(({ tokenIdentifier }) => tokenIdentifier === token?.tokenIdentifier) ?? everybody[0])?._id;
    if (!personId) throw new Error("The world has people");
    const args = (await ARGS[path]?.(log?._id ?? "", { world, personId })) ?? {};
    return fn.isQuery
      ? caller.query(makeFunctionReference<"query">(path), args)
      : caller.mutation(makeFunctionReference<"mutation">(path), args);
  };
  return { world, call };
}

const ROLES: RoleName[] = ["staff", "admin", "governance", "finops", "superAdmin"];

describe("role by function", () => {
  const pairs = ROLES.flatMap((role) => guarded.map((target) => ({ role, target, path: target.path })));

  test.each(pairs)("$role calls $path", async ({ role, target }) => {
    const { call } = await aWorldOfRoles();
    const facts = { roles: [role], status: "active" as const, hasChangedInitialPassword: true, impersonation: null };
    if (can(facts, target.fn.capability as Capability)) await call(tokenOf(role), target);
    else expect(await codeOf(call(tokenOf(role), target))).toBe("not-allowed");
  });
});

describe("whoever may not enter is refused by every guarded function", () => {
  test.each(guarded)("$path", async (target) => {
    const { world, call } = await aWorldOfRoles();
    await world.person("suspended", { roles: ["staff", "superAdmin"], status: "suspended" });
    await world.person("fresh", { roles: ["staff", "superAdmin"], hasChangedInitialPassword: false });
    await world.internal(internal.people.internal.endSession, { sessionId: "gone", expiresAt: DAWN + 600_000 });
    expect(await codeOf(call(null, target))).toBe("not-signed-in");
    expect(await codeOf(call(tokenOf("stranger"), target))).toBe("not-linked");
    expect(await codeOf(call(tokenOf("suspended"), target))).toBe("not-active");
    expect(await codeOf(call(tokenOf("fresh"), target))).toBe("password-change-required");
    expect(await codeOf(call(tokenOf("superAdmin", { sid: "gone" }), target))).toBe("session-revoked");
  });
});

describe("a guarded mutation", () => {
  const probe = (writesAudit: boolean) => guardedMutation("self.write", {
    args: {},
    returns: v.null(),
    handler: async (ctx) => {
      await ctx.db.patch(ctx.viewer.person._id, { firstName: "Changed" });
      if (writesAudit) {
        const event = { sequence: 1, action: "probe", version: 1, occurredAt: 0, targets: [], outcome: "success" as const, context: {}, changes: [] };
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
});
