/** A request for the data of a domain, decided step by step, over an account that speaks Snowflake's API. */

import { api } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { aCompany, aSubmitKey } from "../catalog/company.testing";
import { aSandboxFor } from "../connectors/snowflake/harness.testing";
import { DAWN } from "../testing/world.testing";

const ACCESS = "snowflake-access";
export const GRANTED = 'GRANT ROLE "PRODUCTS_READ" TO USER "ADA_TESTER"';

/** Ada asked to read Products, which is public; mona, her manager, said yes, and dora, who owns it, has not yet. */
export async function aRequestInFlight({ isManual = false } = {}) {
  const clock = { read: () => DAWN };
  const { sandbox, env } = await aSandboxFor(() => clock.read(), {
    users: [{ name: "ADA_TESTER" }],
    roles: ["PRODUCTS_READ", "PRODUCTS_TEST"],
  });
  const { world, ada, person, formOf } = await aCompany(env);
  clock.read = world.now;
  if (isManual) await grantManually(world);
  const domain = async (change: Partial<Doc<"dataDomains">>) =>
    await world.run(async (ctx) => {
      const row = (await ctx.db.query("dataDomains").collect()).find(({ key }) => key === "products");
      if (row) await ctx.db.patch(row._id, change);
    });
  const form = { ...formOf(ACCESS), requestedFor: undefined, domain: "products", role: "PRODUCTS_READ" };
  const { id } = await ada.mutation(api.requests.mutations.submit, { typeKey: ACCESS, form, submitKey: aSubmitKey() });
  await world.advance(0);
  const tasks = async () => (await world.rows("requestTasks")).toSorted((a, b) => a.order - b.order);
  const task = async (key: string) => (await tasks()).findLast((one) => one.key === key);
  /** Somebody decides about the approval that is open; what follows at once has happened afterwards, unless told not to. */
  const approves = async (name: string, isFollowed = true) => {
    const open = (await tasks()).find(({ type, status }) => type.startsWith("approve_") && status === "Running");
    const approval = (await world.rows("approvals")).find(({ taskId }) => taskId === open?._id);
    if (!approval) throw new Error("Nothing is open");
    await person(name).mutation(api.approvals.mutations.decide, {
      approvalId: approval._id,
      verdict: "approve",
      comment: "",
    });
    if (isFollowed) await world.advance(0);
  };
  await approves("mona");
  return {
    world,
    sandbox,
    ada,
    person,
    domain,
    tasks,
    task,
    approves,
    request: async () => (await world.run((ctx) => ctx.db.get(id))) as Doc<"requests">,
    open: async () => (await tasks()).find(({ status }) => status === "Running")?.title,
    monitor: async () => {
      await world.clockRun();
      await world.advance(0);
    },
    told: async (name: string) =>
      (await world.rows("notifications"))
        .filter(({ recipientId }) => recipientId === (name === "ada" ? ada : person(name)).id)
        .map(({ title }) => title),
  };
}

/** The role is granted by a person instead of the connector. */
async function grantManually(world: Awaited<ReturnType<typeof aCompany>>["world"]): Promise<void> {
  await world.run(async (ctx) => {
    for (const { _id, typeKey, definition } of await ctx.db.query("requestTypeVersions").collect()) {
      if (typeKey !== ACCESS) continue;
      const tasks = definition.tasks.map((task) =>
        task.key === "grant"
          ? {
              ...task,
              type: "manual_check",
              input: undefined,
              assignee: { kind: "role" as const, role: "admin" as const },
            }
          : task,
      );
      await ctx.db.patch(_id, { definition: { ...definition, tasks } });
    }
  });
}
