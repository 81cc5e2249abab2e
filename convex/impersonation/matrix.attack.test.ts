/**
 * Every public function while a super admin looks through somebody's eyes: each role looked through, looking and acting.
 * What is allowed is what the table of capabilities says; what is only looked at changes no row.
 */

import { makeFunctionReference } from "convex/server";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import type { Id, TableNames } from "../_generated/dataModel";
import type { ImpersonationMode, RoleName } from "../access/roles";
import { CAPABILITIES, type Capability, staysOwn, whyNot } from "../access/rules";
import { ARGS } from "../lib/publicApi.args.testing";
import type { Scene } from "../lib/publicApi.scene.testing";
import { publicFunctions } from "../lib/publicApi.testing";
import { HOUR_MS } from "../lib/pure/time";
import schema from "../schema";
import { aWorld, codeOf, DAWN, endWorld } from "../testing/world.testing";

afterEach(endWorld);

/** Whose eyes: a super admin's never are. */
const EYES = ["staff", "admin", "governance", "finops"] as const satisfies readonly RoleName[];
const MODES = ["view", "act"] as const satisfies readonly ImpersonationMode[];
const guarded = publicFunctions.filter(({ fn }) => fn.capability !== undefined && fn.capability in CAPABILITIES);
type PublicFunction = (typeof publicFunctions)[number];

/** Nobody decides, confirms, arranges, exports or administers through somebody else's eyes, whatever the mode. */
const NEVER: readonly Capability[] = [
  "self.write",
  "self.export",
  "home.pin",
  "people.suspend",
  "people.help",
  "people.changeRoles",
  "proposals.decide",
  "proposals.accept",
  "proposals.stop",
  "access.explain",
  "impersonation.start",
  "impersonation.end",
  "domains.propose",
  "domains.write",
  "reviews.decide",
  "reviews.start",
  "articles.write",
  "tickets.write",
  "tickets.answer",
  "feedback.write",
  "feedback.manage",
  "feedback.delete",
  "areas.write",
  "config.write",
  "demo.manage",
  "requests.exportOwn",
  "requests.createForOthers",
  "presence.show",
  "requests.hold",
  "requests.manage",
  "tasks.workOwn",
  "tasks.manage",
  "approvals.decide",
  "approvals.reassign",
  "approvals.delegate",
  "approvals.administer",
  "approvals.breakGlass",
  "grants.revoke",
  "services.manage",
  "templates.write",
  "notifications.writeOwn",
  "notifications.test",
  "views.writeOwn",
  "audit.export",
  "audit.verify",
  "monitor.clear",
  "people.invite",
  "people.remove",
];

/** What the portal answers whoever looks through these eyes in this mode; null where it serves them. */
function refusalOf({ fn }: PublicFunction, mode: ImpersonationMode, role: RoleName): string | null {
  const targetRoles = [...new Set<RoleName>(["staff", role])];
  const facts = { roles: ["superAdmin" as const], status: "active" as const, hasChangedInitialPassword: true };
  return whyNot({ ...facts, impersonation: { mode, targetRoles } }, fn.capability as Capability)?.code ?? null;
}

/** Sam looks through the eyes of somebody with this role. */
async function looking(role: RoleName) {
  const world = await aWorld();
  const target = await world.person(role, { roles: [...new Set<RoleName>(["staff", role])] });
  const sam = await world.person("sam", { roles: ["staff", "superAdmin"] });
  await world.clockRun();
  const [log] = await world.rows("taskMonitorLogs");
  let sessionId: Id<"impersonationSessions"> | null = null;
  const see = async (mode: ImpersonationMode, as = target): Promise<void> => {
    await world.run(async (ctx) => {
      if (sessionId) await ctx.db.delete(sessionId);
      sessionId = await ctx.db.insert("impersonationSessions", {
        realPersonId: sam.id,
        impersonatingUserId: as.id,
        mode,
        reason: "Support",
        impersonationStartedAt: DAWN,
        impersonationExpiresAt: DAWN + HOUR_MS,
      });
    });
    sam.shows(sessionId);
  };
  const argsOf = async ({ path, fn }: PublicFunction): Promise<Record<string, unknown>> => {
    const personId = staysOwn(fn.capability as Capability) ? sam.id : target.id;
    const scene: Scene = { world, personId };
    return (await ARGS[path]?.(log?._id ?? "", scene)) ?? {};
  };
  const call = ({ path, fn }: PublicFunction, args: Record<string, unknown>): Promise<unknown> =>
    fn.isQuery
      ? sam.query(makeFunctionReference<"query">(path), args)
      : sam.mutation(makeFunctionReference<"mutation">(path), args);
  /** Every row of the portal's data. */
  const everything = async (): Promise<string> =>
    JSON.stringify(await Promise.all((Object.keys(schema.tables) as TableNames[]).map((table) => world.rows(table))));
  return { world, target, sam, see, argsOf, call, everything };
}

const cells = guarded.flatMap((target) =>
  EYES.flatMap((role) => MODES.map((mode) => ({ target, role, mode, code: refusalOf(target, mode, role) }))),
);
let ran = 0;

test("(I7) only what is listed here is closed in both modes: a new capability is thought about before it is open", () => {
  const never = Object.entries(CAPABILITIES).filter(([, rule]) => rule.whileImpersonating === "never");
  expect(never.map(([name]) => name).toSorted()).toEqual([...NEVER].toSorted());
});

test("(I1) no call outlives an impersonation: each public function is one transaction, judged at its own moment", () => {
  expect(publicFunctions.filter(({ fn }) => fn.isAction).map(({ path }) => path)).toEqual([]);
});

describe("function by eyes by mode", () => {
  // A refusal changes nothing, so everybody who is refused meets the same world.
  const refused = guarded.filter((target) => cells.some((cell) => cell.target === target && cell.code !== null));
  test.each(refused)("$path is refused as the table of capabilities says", async (target) => {
    const play = await looking("staff");
    const args = await play.argsOf(target);
    const people = new Map<RoleName, typeof play.target>([["staff", play.target]]);
    for (const role of EYES.slice(1))
      people.set(role, await play.world.person(`eyes of ${role}`, { roles: ["staff", role] }));
    for (const { role, mode, code } of cells.filter((cell) => cell.target === target && cell.code !== null)) {
      await play.see(mode, people.get(role));
      expect(await codeOf(play.call(target, args)), `${mode} as ${role}`).toBe(code);
      ran += 1;
    }
  });

  const served = cells.filter(({ code }) => code === null);
  const pairs = guarded.flatMap((target) =>
    EYES.map((role) => ({
      target,
      role,
      path: target.path,
      modes: served.filter((cell) => cell.target === target && cell.role === role).map(({ mode }) => mode),
    })),
  );
  test.each(pairs.filter(({ modes }) => modes.length > 0))("$path serves the eyes of $role", async (pair) => {
    for (const modes of pair.target.fn.isQuery ? [pair.modes] : pair.modes.map((mode) => [mode])) {
      const play = await looking(pair.role);
      await play.see(modes[0] ?? "view");
      const args = await play.argsOf(pair.target);
      for (const mode of modes) {
        await play.see(mode);
        const running = args["sessionId"] === undefined ? args : { ...args, sessionId: await sessionOf(play) };
        // A query cannot write; what a mutation does through eyes that only look must leave every row as it was.
        const isLooked =
          mode === "view" && !pair.target.fn.isQuery && !staysOwn(pair.target.fn.capability as Capability);
        const before = isLooked ? await play.everything() : null;
        const isActingAlready = mode === "act" && pair.path === "impersonation/mutations:act";
        if (isActingAlready) expect(await codeOf(play.call(pair.target, running))).toBe("wrong-state");
        else await expect(play.call(pair.target, running)).resolves.toBeDefined();
        if (before !== null) expect(await play.everything()).toBe(before);
        ran += 1;
      }
    }
  });

  afterAll(() => {
    process.stdout.write(
      `impersonation matrix: ${guarded.length} functions x ${EYES.length} eyes x ${MODES.length} modes = ${cells.length} cells, ${ran} ran\n`,
    );
    expect(ran).toBe(cells.length);
  });
});

async function sessionOf({ world }: Awaited<ReturnType<typeof looking>>): Promise<string | undefined> {
  return (await world.rows("impersonationSessions"))[0]?._id;
}
