/** The form for a ticket answers from live state, and what was seen goes with the ticket. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { aDomain } from "../domains/changing.testing";
import { DAY_MS } from "../lib/pure/time";
import { submitted, tasksNow } from "../process/requests.testing";
import { aGrant } from "../tasks/scenes.testing";
import { endWorld, type TestPerson } from "../testing/world.testing";
import { aSupport, aTicketRow } from "./scenes.testing";

afterEach(endWorld);

const q = api.tickets.queries;

async function scene() {
  const support = await aSupport();
  const { world, ada } = support;
  const dan = await world.person("dan");
  const look = async (ref: string, by: TestPerson = ada) => await by.query(q.related, { ref });
  const texts = async (ref: string, by: TestPerson = ada) => (await look(ref, by))?.findings.map(({ text }) => text);
  const grant = async (change: Partial<Doc<"grants">> = {}, personId = ada.id) => {
    const { _id, requestId } = await aGrant({ world, personId });
    await world.run(async (ctx) => {
      await ctx.db.patch(_id, change);
      await ctx.db.patch(requestId, { status: "Completed", isOpen: false });
    });
    return { ref: `grant:${_id}`, id: _id, requestId };
  };
  const request = () => world.run((ctx) => submitted(ctx, ada.id, [{ type: "manual_check", key: "work", input: {} }]));
  const switched = (state: Doc<"connectors">["state"], change: Partial<Doc<"connectors">> = {}) =>
    world.run((ctx) => ctx.db.insert("connectors", { name: "snowflake", state, updatedAt: 0, ...change }));
  const health = (isHealthy: boolean, isConnected = true) =>
    world.run((ctx) =>
      ctx.db.insert("connectorHealth", {
        name: "snowflake",
        isConnected,
        isHealthy,
        facts: [{ subject: "User", value: "SECRET_USER" }],
        problems: ["The key of SECRET_USER is refused"],
        checkedAt: world.now(),
      }),
    );
  return { ...support, dan, look, texts, grant, request, switched, health };
}

describe("a request [S12]", () => {
  test("says whose turn it is, and leads there", async () => {
    const { look, request } = await scene();
    const { key } = await request();
    expect((await look(key))?.findings).toMatchObject([
      {
        weight: "waiting",
        text: expect.stringMatching(`^${key}: Waiting for `) as string,
        link: { to: `/requests/${key}` },
      },
    ]);
  });

  test("says what failed in plain words, and of a task only what is its", async () => {
    const { world, texts, request } = await scene();
    const { _id, key } = await request();
    const [task] = await world.run((ctx) => tasksNow(ctx, { _id }));
    if (!task) throw new Error("No task");
    await world.run(async (ctx) => {
      await ctx.db.patch(task._id, {
        type: "grant_role",
        status: "Failed",
        title: "Grant role",
        error: "ORA-1 at 10.0.0.7",
      });
      await ctx.db.patch(_id, { status: "Blocked" });
    });
    const found = [
      `${key}: Blocked: “Grant role” failed; an admin can retry or resolve it.`,
      "“Grant role”: Snowflake could not do it.",
    ];
    expect(await texts(key)).toEqual(found);
    expect(await texts(`task:${task._id}`)).toEqual(found);
    await world.run((ctx) => ctx.db.insert("requestTasks", { ...without(task), key: "other", order: 9 }));
    const other = (await world.run((ctx) => tasksNow(ctx, { _id }))).find((one) => one.key === "other");
    expect(await texts(`task:${other?._id}`)).toEqual(found.slice(0, 1));
  });

  test("says that the access it gave has ended, and not where a later request gave the same", async () => {
    const { world, texts, grant } = await scene();
    const { id, requestId } = await grant({ state: "Expired", endedAt: DAY_MS });
    const key = (await world.run((ctx) => ctx.db.get(requestId)))?.key ?? "";
    expect(await texts(key)).toContain("Access ended on 02/01/1970: Orders in dbt.");
    await world.run((ctx) => ctx.db.patch(id, { state: "Superseded" }));
    expect(await texts(key)).toHaveLength(1);
  });

  test("says that a system it still needs is in maintenance, and not how one is that it no longer needs", async () => {
    const { world, texts, request, switched } = await scene();
    const { _id, key } = await request();
    const [task] = await world.run((ctx) => tasksNow(ctx, { _id }));
    if (!task) throw new Error("No task");
    await world.run((ctx) => ctx.db.patch(task._id, { type: "grant_role" }));
    await switched("maintenance", { until: world.now() + 3_600_000, reason: "Upgrade" });
    expect((await texts(key))?.at(-1)).toMatch(
      /^Snowflake is in maintenance until \d\d:\d\d UTC, and anything that needs it waits\. Reason given: Upgrade$/,
    );
    await world.run((ctx) => ctx.db.patch(task._id, { status: "Complete" }));
    expect((await texts(key))?.join()).not.toContain("maintenance");
  });
});

describe("access [S12]", () => {
  test.each<[string, Partial<Doc<"grants">>, object]>([
    [
      "stands without an end",
      { expiresAt: undefined },
      { weight: "fine", text: "This access has no end date: Orders in dbt." },
    ],
    [
      "is being removed",
      { removalAskedAt: 1 },
      { weight: "problem", text: "This access is being removed: Orders in dbt." },
    ],
    [
      "was given anew",
      { state: "Superseded" },
      { weight: "fine", text: "A later request granted the same access: Orders in dbt." },
    ],
  ])("%s", async (_state, change, expected) => {
    const { look, grant } = await scene();
    const found = (await look((await grant(change)).ref))?.findings;
    expect(found).toMatchObject([expected]);
    expect(found?.[0]).not.toHaveProperty("link");
  });

  test("that ends soon leads to its extension, and later not yet", async () => {
    const { world, look, grant } = await scene();
    const soon = await grant({ expiresAt: world.now() + 7 * DAY_MS });
    expect((await look(soon.ref))?.findings).toMatchObject([
      {
        weight: "waiting",
        link: { to: expect.stringMatching(/^\/requests\/extend\/REQ-\d+-\d$/) as string, label: "Extend it" },
      },
    ]);
    const later = await grant({ expiresAt: world.now() + 8 * DAY_MS });
    expect((await look(later.ref))?.findings[0]).toEqual({
      weight: "fine",
      text: expect.stringContaining("This access is valid until ") as string,
    });
  });

  test("that ended leads to the form filled in, for whoever held it alone", async () => {
    const { look, grant, adam, world } = await scene();
    const { ref, requestId } = await grant({ state: "Revoked", endedAt: DAY_MS, endReason: "Left the team" });
    await world.run((ctx) => ctx.db.patch(requestId, { form: { table: "orders", reason: "Secret" } }));
    expect((await look(ref))?.findings).toEqual([
      {
        weight: "problem",
        text: "This access ended on 02/01/1970: Orders in dbt. Left the team",
        link: { to: expect.stringMatching(/field\.table=orders$/) as string, label: "Ask for it again" },
      },
    ]);
    expect((await look(ref, adam))?.findings[0]).not.toHaveProperty("link");
  });
});

describe("a data domain [S12]", () => {
  const inOrders = async () => {
    const all = await scene();
    await all.world.run((ctx) =>
      ctx.db.insert("dataDomains", aDomain({ name: "Orders", key: "orders", status: "active" })),
    );
    return all;
  };

  test("without access and request leads to the form for it", async () => {
    const { look } = await inOrders();
    expect((await look("domain:orders"))?.findings).toMatchObject([
      { weight: "problem", text: "No access to Orders is held, and no request for it is open." },
    ]);
  });

  test("shows the access in it that is one's own, and nobody else's", async () => {
    const { texts, grant, dan } = await inOrders();
    await grant({ expiresAt: undefined });
    expect(await texts("domain:orders")).toEqual(["This access has no end date: Orders in dbt."]);
    expect(await texts("domain:orders", dan)).toEqual(["No access to Orders is held, and no request for it is open."]);
  });

  test("shows nothing of what is in other domains", async () => {
    const { world, texts, grant, request } = await inOrders();
    const { requestId } = await grant();
    const { _id } = await request();
    await world.run(async (ctx) => {
      await ctx.db.patch(requestId, { domainKey: "plans" });
      await ctx.db.patch(_id, { domainKey: "plans" });
    });
    expect(await texts("domain:orders")).toEqual(["No access to Orders is held, and no request for it is open."]);
  });

  test("shows an open request for it", async () => {
    const { world, texts, request } = await inOrders();
    const { _id, key } = await request();
    await world.run((ctx) => ctx.db.patch(_id, { domainKey: "orders" }));
    expect(await texts("domain:orders")).toEqual([expect.stringContaining(`${key}: `)]);
  });
});

describe("a service [S12]", () => {
  const NO_ACCOUNT = "The portal does not know of an account in Snowflake.";

  test.each<["on" | "off" | "stopped", string[]]>([
    ["on", [NO_ACCOUNT]],
    ["off", ["Snowflake is switched off, and anything that needs it waits. Reason given: Upgrade", NO_ACCOUNT]],
    ["stopped", ["Snowflake is switched off, and anything that needs it waits. Reason given: Upgrade", NO_ACCOUNT]],
  ])("that is %s", async (state, expected) => {
    const { texts, switched } = await scene();
    await switched(state, { reason: "Upgrade" });
    expect(await texts("service:snowflake")).toEqual(expected);
  });

  test.each([
    [true, true, /^Snowflake answered when the portal last asked, at \d\d:\d\d UTC\.$/],
    [false, true, /^Snowflake did not answer properly when the portal last asked, at \d\d:\d\d UTC\.$/],
    [false, false, new RegExp(NO_ACCOUNT)],
  ])("is as it was when it was last asked: healthy %s, connected %s", async (isHealthy, isConnected, expected) => {
    const { texts, health } = await scene();
    await health(isHealthy, isConnected);
    const found = await texts("service:snowflake");
    expect(found?.[0]).toMatch(expected);
    expect(found?.join()).not.toContain("SECRET_USER");
  });

  test("says what one is called there", async () => {
    const { world, ada, texts } = await scene();
    await world.run((ctx) => ctx.db.patch(ada.id, { snowflakeUser: "ADA" }));
    expect(await texts("service:snowflake")).toEqual(["The account in Snowflake is ADA."]);
    expect(await texts("service:airflow")).toEqual([]);
  });
});

test("the form offers one's own requests and access, ended access too, active domains and the systems [S12]", async () => {
  const { world, ada, dan, grant, request } = await scene();
  const { key } = await request();
  const draft = await request();
  await world.run((ctx) => ctx.db.patch(draft._id, { status: "Draft" }));
  const held = await grant({ accessKey: "a" });
  const ended = await grant({ accessKey: "b", state: "Revoked", endedAt: 1 });
  const offered = await ada.query(q.relatables, {});
  expect(offered.map(({ ref }) => ref)).toEqual(expect.arrayContaining([key, held.ref, ended.ref, "service:dbt"]));
  expect(offered.map(({ ref }) => ref)).not.toContain(draft.key);
  expect(offered.find(({ ref }) => ref === ended.ref)?.label).toBe("Orders in dbt (ended)");
  await world.run((ctx) => ctx.db.insert("dataDomains", aDomain({ name: "Orders", key: "orders", status: "active" })));
  await world.run((ctx) => ctx.db.insert("dataDomains", aDomain({ name: "Plans", key: "plans", status: "draft" })));
  const others = await dan.query(q.relatables, {});
  expect(others.filter(({ group }) => group !== "service")).toEqual([
    { ref: "domain:orders", label: "Orders", group: "domain" },
  ]);
});

test("own unfinished tickets with a title alike are shown, the most alike first", async () => {
  const { world, ada, dan } = await scene();
  const write = (title: string, change: Partial<Doc<"tickets">> = {}) =>
    world.run((ctx) => aTicketRow(ctx, { requesterId: ada.id, title, ...change }));
  await write("The report of monthly costs is empty");
  await write("Monthly report of costs shows last month");
  await write("Monthly report of costs", { state: "closed" });
  await write("Monthly report of costs", { requesterId: dan.id });
  await write("I cannot sign in");
  const titles = async (title: string) => (await ada.query(q.ownAlike, { title })).map((one) => one.title);
  expect(await titles("Monthly report of costs shows nothing")).toEqual([
    "Monthly report of costs shows last month",
    "The report of monthly costs is empty",
  ]);
  expect(await titles("report")).toHaveLength(2);
  expect(await titles("the of is")).toEqual([]);
  expect(await titles("report printer")).toEqual([]);
});

const without = ({ _id, _creationTime, ...task }: Doc<"requestTasks">) => task;
