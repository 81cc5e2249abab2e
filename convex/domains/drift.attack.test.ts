/** Attacks with time: a data domain that comes to mean something else between a request and its grant. */

import { afterEach, describe, expect, test } from "vitest";
import { DAWN, endWorld } from "../../e2e/support/functions-world";
import { api, internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { aCompany, aSubmitKey } from "../catalog/company.testing";
import { aSandboxFor } from "../connectors/snowflake/harness.testing";
import { MINUTE_MS } from "../lib/pure/time";

afterEach(endWorld);

const ACCESS = "snowflake-access";
const GRANTED = 'GRANT ROLE "PRODUCTS_READ" TO USER "ADA_TESTER"';

/** Ada asked to read Products, which is public; mona, her manager, said yes, and dora, who owns it, has not yet. */
async function aRequestInFlight({ isManual = false } = {}) {
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

const READ = { name: "PRODUCTS_READ", description: "Read", level: "read" as const };

const CHANGES: readonly [string, Partial<Doc<"dataDomains">>, string][] = [
  ["no longer has the role", { roles: [] }, "PRODUCTS_READ is no longer a role of Products for this environment."],
  [
    "has the role for other data",
    { roles: [{ ...READ, environment: "test" }] },
    "PRODUCTS_READ is no longer a role of Products for this environment.",
  ],
  [
    "lets the role change data",
    { roles: [{ ...READ, level: "write" }] },
    "PRODUCTS_READ now lets people change the data of Products; it was approved for reading.",
  ],
];

describe("[DD9] a domain that", () => {
  test.each(CHANGES)("%s by the time of the grant gives nothing, and the request is blocked", async (_, to, why) => {
    const play = await aRequestInFlight();
    await play.domain(to);
    await play.approves("dora");
    expect(play.sandbox.changes()).toEqual([]);
    expect(await play.task("grant")).toMatchObject({ status: "Failed", outcome: "error", error: `${why} ${WAY_OUT}` });
    expect(await play.request()).toMatchObject({ status: "Blocked" });
    expect(await play.told("admin")).toEqual([expect.stringMatching(/“Grant the role” failed$/)]);
    await play.monitor();
    expect(play.sandbox.changes()).toEqual([]);
  });

  test.each(CHANGES)("%s after the grant began is looked at once more before anything is done", async (_, to) => {
    const play = await aRequestInFlight();
    await play.approves("dora", false);
    expect(await play.task("grant")).toMatchObject({ status: "Running" });
    await play.domain(to);
    await play.world.advance(0);
    expect(play.sandbox.changes()).toEqual([]);
    expect(await play.request()).toMatchObject({ status: "Blocked" });
  });

  test("no longer has the role asks nobody to grant it manually", async () => {
    const play = await aRequestInFlight({ isManual: true });
    await play.domain({ roles: [] });
    await play.approves("dora");
    expect(await play.task("grant")).toMatchObject({ status: "Failed", type: "manual_check" });
    expect(await play.told("admin")).toEqual([expect.stringMatching(/“Grant the role” failed$/)]);
  });

  test("means what it meant again gives what was approved, once an admin retries", async () => {
    const play = await aRequestInFlight();
    await play.domain({ roles: [] });
    await play.approves("dora");
    const retry = async () => {
      const failed = await play.task("grant");
      await play.person("admin").mutation(api.tasks.mutations.retry, { taskId: failed!._id, reason: "Looked at it" });
      await play.world.advance(0);
    };
    await retry();
    expect(await play.task("grant")).toMatchObject({ status: "Failed", attempt: 2 });
    expect(play.sandbox.changes()).toEqual([]);
    await play.domain({ roles: [READ] });
    await retry();
    expect(play.sandbox.changes()).toEqual([GRANTED]);
  });
});

describe("[DD9] data that became more sensitive", () => {
  test("is decided about anew by everybody its type asks for by then, and given after that", async () => {
    const play = await aRequestInFlight();
    await play.domain({ sensitivity: "pii" });
    await play.approves("dora");
    expect(play.sandbox.changes()).toEqual([]);
    expect(await play.request()).toMatchObject({
      status: "Pending approval",
      risk: "high",
      form: { sensitivity: "pii" },
      requesterId: play.ada.id,
      lastEditorId: play.ada.id,
    });
    for (const name of ["mona", "dora", "gina"]) await play.approves(name);
    expect(play.sandbox.changes()).toEqual([]);
    await play.approves("gus");
    await play.world.advance(2 * MINUTE_MS);
    await play.monitor();
    expect(play.sandbox.changes()).toEqual([GRANTED]);
    expect((await play.tasks()).filter(({ key }) => key === "governance")).toHaveLength(1);
  });

  test("is told to whoever decided before and to the requester, and stands in the story as the portal's", async () => {
    const play = await aRequestInFlight();
    await play.domain({ sensitivity: "restricted" });
    await play.approves("dora");
    const { key } = await play.request();
    expect(await play.told("mona")).toContain(`${key} has to be decided about again`);
    expect(await play.told("dora")).toContain(`${key} has to be decided about again`);
    expect(await play.told("ada")).toContain(`${key} is decided about again`);
    expect(await play.world.rows("requestEdits")).toMatchObject([
      { changes: [{ label: "Sensitivity", before: "Public", after: "Restricted" }] },
    ]);
    expect(await play.ada.query(api.requests.queries.timeline, { request: key })).toMatchObject({
      entries: expect.arrayContaining([expect.objectContaining({ text: "Answers changed", by: "Portal" })]) as unknown,
    });
  });

  test("after the grant began is not given either", async () => {
    const play = await aRequestInFlight();
    await play.approves("dora", false);
    await play.domain({ sensitivity: "internal" });
    await play.world.advance(0);
    expect(play.sandbox.changes()).toEqual([]);
    expect(await play.open()).toBe("Approve access");
  });

  test("by what it takes from the domain above counts as well", async () => {
    const play = await aRequestInFlight();
    const parentId = await play.world.run(async (ctx) => {
      const orders = (await ctx.db.query("dataDomains").collect()).find(({ key }) => key === "orders");
      return orders!._id;
    });
    await play.domain({ parentId, inherits: ["sensitivity"] });
    await play.approves("dora");
    expect(await play.request()).toMatchObject({ form: { sensitivity: "pii" } });
    expect(play.sandbox.changes()).toEqual([]);
  });

  test("and less so since is given as it was approved", async () => {
    const play = await aRequestInFlight();
    await play.domain({ sensitivity: "pii" });
    await play.approves("dora");
    await play.domain({ sensitivity: "public" });
    for (const name of ["mona", "dora", "gina", "gus"]) await play.approves(name);
    await play.world.advance(2 * MINUTE_MS);
    await play.monitor();
    expect(play.sandbox.changes()).toEqual([GRANTED]);
  });

  test("and is so no more when the request is looked at is given at once", async () => {
    const play = await aRequestInFlight();
    await play.domain({ sensitivity: "pii" });
    await play.approves("dora", false);
    await play.domain({ sensitivity: "public" });
    await play.world.advance(0);
    expect(play.sandbox.changes()).toEqual([GRANTED]);
  });

  test("twice is decided about twice, and a job that runs late changes nothing", async () => {
    const play = await aRequestInFlight();
    await play.domain({ sensitivity: "internal" });
    await play.approves("dora");
    const { _id: requestId, formHash } = await play.request();
    await play.world.internal(internal.requests.internal.followDomain, { requestId });
    expect((await play.request()).formHash).toBe(formHash);
    await play.approves("mona");
    await play.domain({ sensitivity: "pii" });
    await play.approves("dora");
    expect(await play.request()).toMatchObject({ form: { sensitivity: "pii" } });
    expect(await play.world.rows("requestEdits")).toHaveLength(2);
    expect(play.sandbox.changes()).toEqual([]);
  });
});

const WAY_OUT = "Cancel the request, or retry once the domain is as it was.";
