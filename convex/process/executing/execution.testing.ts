/**
 * A portal connected to an account that speaks Snowflake's API over HTTP, and a request in it: what tests of running
 * tasks share.
 */

import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import { aSandboxFor } from "../../connectors/snowflake/harness.testing";
import { SYSTEM } from "../../core/audit/model";
import { switchConnector } from "../../core/services/model";
import { aWorld, DAWN } from "../../testing/world.testing";
import { stepNow, submitted, taskAt } from "../requests.testing";

export const GRANT = { type: "grant_role", input: { user: "ADA", role: "ANALYST" } };
export const MANUAL = { type: "manual_check" };
export const APPROVAL = { type: "approve_access" };
export const VERIFY = { type: "verify" };
export const GRANT_STATEMENT = 'GRANT ROLE "ANALYST" TO USER "ADA"';
export const REVOKE_STATEMENT = 'REVOKE ROLE "ANALYST" FROM USER "ADA"';

type Drafts = Parameters<typeof submitted>[2];

/** A portal connected to an account with the user ADA and the role ANALYST, and a request in it. */
export async function aRequest(...tasks: Drafts) {
  const clock = { read: () => DAWN };
  const { sandbox, env } = await aSandboxFor(() => clock.read(), {
    users: [{ name: "ADA" }, { name: "BEA", roles: ["FINANCE"] }],
    roles: ["ANALYST", "FINANCE"],
  });
  const world = await aWorld({}, env);
  clock.read = world.now;
  const rita = await world.person("rita");
  const admin = await world.person("aisha", { roles: ["staff", "admin"] });
  const request = await world.run((ctx) => submitted(ctx, rita.id, tasks));
  return {
    world,
    sandbox,
    rita,
    admin,
    request,
    task: (index: number) => world.run((ctx) => taskAt(ctx, request, index)),
    status: async () => (await world.run((ctx) => ctx.db.get(request._id)))?.status,
    move: (
      index: number,
      act: (step: ReturnType<typeof stepNow>, task: Doc<"requestTasks">, request: Doc<"requests">) => Promise<unknown>,
    ) =>
      world.run(
        async (ctx) =>
          void (await act(
            stepNow(ctx),
            await taskAt(ctx, request, index),
            (await ctx.db.get(request._id)) as Doc<"requests">,
          )),
      ),
    snowflake: (state: "on" | "stopped") =>
      world.run((ctx) => switchConnector(ctx, "snowflake", { state }, { ...SYSTEM, at: Date.now() })),
    holders: () =>
      sandbox.account.memberships
        .filter(({ role, to }) => role === "ANALYST" && to === "USER")
        .map(({ holder }) => holder),
    sweep: () => world.internal(internal.workflow.internal.sweep, {}),
    settle: () => world.advance(0),
  };
}
