/** One access in an account of its own, given by a request, with a holder who can use it. */

import { internal } from "../_generated/api";
import { aSandboxFor } from "../connectors/snowflake/harness.testing";
import { SYSTEM } from "../core/audit/model";
import { switchConnector } from "../core/services/model";
import { DAY_MS } from "../lib/pure/time";
import { giveAccess } from "../process/ending/granting";
import { stepNow, submitted, tasksNow } from "../process/requests.testing";
import { aWorld, DAWN } from "../testing/world.testing";

const ADAS_TOKEN = "pat-of-ada-1";

/** Somebody got a role for a number of days. */
export async function anAccess(durationDays: number | null = 90) {
  const clock = { read: () => DAWN };
  const { sandbox, env } = await aSandboxFor(() => clock.read(), {
    users: [{ name: "ADA", tokens: [{ secret: ADAS_TOKEN, expiresAt: DAWN + 365 * DAY_MS }] }],
    roles: ["ANALYST"],
  });
  const world = await aWorld({}, env);
  clock.read = world.now;
  const rita = await world.person("rita");
  const admin = await world.person("aisha", { roles: ["staff", "admin"] });
  const ask = async (days: number | null) => {
    const request = await world.run((ctx) =>
      submitted(ctx, rita.id, [{ type: "grant_role", key: "grant", input: { user: "ADA", role: "ANALYST" } }]),
    );
    await world.advance(0);
    const terms = (taskId: Awaited<ReturnType<typeof tasksNow>>[number]["_id"]) => ({
      system: "snowflake",
      description: "ANALYST in Snowflake",
      taskId,
      durationDays: days,
      serviceUser: null,
    });
    await world.run(async (ctx) => {
      const tasks = await tasksNow(ctx, request);
      const [task] = tasks;
      if (task) await giveAccess(stepNow(ctx), request, tasks, terms(task._id));
    });
    return request;
  };
  const request = await ask(durationDays);
  const check = async () => {
    await world.internal(internal.grants.internal.check, {});
    await world.advance(0);
  };
  /** The clock goes on in steps the cron sees. */
  const pass = async (ms: number) => {
    await world.advance(ms);
    await check();
  };
  /** The holder runs something, as the role they were given unless told otherwise. */
  const runs = async (role = "ANALYST") => {
    const response = await fetch(`${sandbox.url}/api/v2/statements`, {
      method: "POST",
      headers: { authorization: `Bearer ${ADAS_TOKEN}`, "user-agent": "test/1", "content-type": "application/json" },
      body: JSON.stringify({ statement: "SELECT CURRENT_ROLE()", role }),
    });
    if (response.status !== 200) throw new Error(await response.text());
  };
  return {
    world,
    sandbox,
    runs,
    rita,
    admin,
    ask,
    check,
    pass,
    request,
    grants: () => world.rows("grants"),
    told: async (kind: string) => (await world.rows("notifications")).filter((row) => row.kind === kind),
    snowflake: (state: "on" | "stopped") =>
      world.run((ctx) => switchConnector(ctx, "snowflake", { state }, { ...SYSTEM, at: Date.now() })),
  };
}
