/** The form for a ticket answers about a table, a warehouse and a system that fails; agents read what it said last. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { aDomain } from "../domains/changing.testing";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { submitted } from "../process/requests.testing";
import { aGrant } from "../tasks/scenes.testing";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aSupport } from "./scenes.testing";

afterEach(endWorld);

const NO_ACCOUNT = "The portal does not know of an account in Snowflake.";
const ORDERS = "table:SALES.PUBLIC.ORDERS";
const role = (name: string, level: "read" | "write", environment: "production" | "test") => ({
  name,
  description: "",
  level,
  environment,
});

async function scene() {
  const support = await aSupport();
  const { world, ada } = support;
  await world.internal(internal.catalog.internal.install, {});
  const roles = [
    role("SALES_WRITE", "write", "production"),
    role("SALES_TEST", "read", "test"),
    role("SALES_READ", "read", "production"),
  ];
  await world.run((ctx) => ctx.db.insert("dataDomains", aDomain({ name: "Orders", databases: ["Sales"], roles })));
  await world.run((ctx) =>
    ctx.db.insert("dataDomains", aDomain({ name: "Plans", databases: ["PLANS"], status: "draft" })),
  );
  await world.run((ctx) => ctx.db.patch(ada.id, { snowflakeUser: "ADA" }));
  const dan = await world.person("dan");
  const look = async (ref: string, by: TestPerson = ada) =>
    (await by.query(api.tickets.queries.related, { ref }))?.findings;
  const grant = async (change: Partial<Doc<"grants">> = {}, form?: Record<string, string>) => {
    const { _id, requestId } = await aGrant({ world, personId: ada.id });
    await world.run(async (ctx) => {
      await ctx.db.patch(_id, change);
      await ctx.db.patch(requestId, { status: "Completed", isOpen: false, ...(form && { form }) });
    });
  };
  const fails = (problems: string[]) =>
    world.run((ctx) =>
      ctx.db.insert("connectorHealth", {
        name: "snowflake",
        isConnected: true,
        isHealthy: false,
        facts: [],
        problems,
        checkedAt: world.now(),
      }),
    );
  return { ...support, dan, look, grant, fails };
}

describe("a table [S12]", () => {
  test("that is not held says that SELECT is missing, with the request for the role that reads it filled in", async () => {
    const { look } = await scene();
    expect(await look(ORDERS)).toEqual([
      {
        weight: "problem",
        text: "SELECT on SALES.PUBLIC.ORDERS is missing: it is part of Orders. No role there is held, and no request for one is open.",
        link: {
          to: expect.stringMatching(
            /^\/requests\/create\?type=snowflake-access&.*field\.domain=orders.*field\.role=SALES_READ/,
          ) as string,
          label: "Request SALES_READ",
        },
      },
    ]);
  });

  test("that is held says so, and for whom it is held alone", async () => {
    const { look, grant, dan } = await scene();
    await grant({ expiresAt: undefined });
    expect((await look(ORDERS))?.map(({ text }) => text)).toEqual([
      "SALES.PUBLIC.ORDERS is part of Orders.",
      "This access has no end date: Orders in dbt.",
    ]);
    expect((await look(ORDERS, dan))?.[0]?.text).toContain("SELECT on SALES.PUBLIC.ORDERS is missing");
  });

  test("whose access ended says when, and leads to the request for it again", async () => {
    const { look, grant } = await scene();
    await grant({ state: "Expired", endedAt: DAY_MS });
    const found = await look(ORDERS);
    expect(found?.[1]).toMatchObject({ weight: "problem", link: { label: "Ask for it again" } });
    expect(found?.[1]?.text).toContain("This access ended on 02/01/1970: Orders in dbt.");
    expect(await look("domain:orders")).toEqual(found?.slice(1));
  });

  test("in a database of several domains is of the one it is named after; without that it is of the primary, and none is guessed", async () => {
    const { world, ada, look, grant } = await scene();
    await world.run((ctx) => ctx.db.insert("dataDomains", aDomain({ name: "Late returns", databases: ["SALES"] })));
    expect((await look("table:SALES.LATE_RETURNS.DAYS"))?.[0]?.text).toContain("it is part of Late returns.");
    expect((await look(ORDERS))?.[0]?.link?.label).toBe("Request SALES_READ");
    const [found] = (await look("table:SALES.PUBLIC.DAYS")) ?? [];
    expect(found?.text).toContain("it is in SALES, which several data domains share: Late returns, Orders.");
    expect(found).not.toHaveProperty("link");
    const [orders] = (await world.rows("dataDomains")).filter(({ name }) => name === "Orders");
    await world.run(async (ctx) => {
      const patterns = orders
        ? [{ kind: "database" as const, pattern: "SAL*", domainId: orders._id, isShared: true }]
        : [];
      await ctx.db.insert("domainPatterns", { patterns, changedById: ada.id, updatedAt: 1 });
    });
    const [primary] = (await look("table:SALES.PUBLIC.DAYS")) ?? [];
    expect(primary?.text).toContain("share: Late returns, Orders (Orders is its primary).");
    expect(primary?.link?.label).toBe("Request SALES_READ");
    await grant({ expiresAt: undefined });
    expect((await look("table:SALES.PUBLIC.DAYS"))?.map(({ weight }) => weight)).toEqual(["fine", "fine"]);
  });

  test("is of nothing where no active domain has its database", async () => {
    const { look } = await scene();
    for (const name of ["NOWHERE.A.B", "PLANS.A.B"])
      expect(await look(`table:${name}`)).toEqual([
        {
          weight: "problem",
          text: expect.stringMatching(/^No data domain has the database (NOWHERE|PLANS), /) as string,
        },
      ]);
  });

  test("says to whom the portal knows no account for, whether access is held or not", async () => {
    const { world, ada, dan, look, grant } = await scene();
    const texts = async (ref: string, by: TestPerson) => (await look(ref, by))?.map(({ text }) => text);
    for (const ref of [ORDERS, "warehouse:WH_LOG"]) {
      expect(await texts(ref, ada)).not.toContain(NO_ACCOUNT);
      expect(await texts(ref, dan)).toContain(NO_ACCOUNT);
    }
    await grant({}, undefined);
    await world.run((ctx) => ctx.db.patch(ada.id, { snowflakeUser: undefined }));
    expect(await texts(ORDERS, ada)).toContain(NO_ACCOUNT);
  });

  test("goes with the ticket, and what was seen of its writer is for them and for agents", async () => {
    const { ada, adam, dan, create, join, read } = await scene();
    const key = await create(ada, { related: ORDERS });
    await join(key, dan);
    expect((await read(adam, key))?.related).toMatchObject({ kind: "table", label: "Table SALES.PUBLIC.ORDERS" });
    expect((await read(adam, key))?.found[0]?.text).toContain("SELECT on SALES.PUBLIC.ORDERS is missing");
    expect((await read(dan, key))?.found).toEqual([]);
  });
});

describe("a warehouse [S12]", () => {
  test("that nobody asked anything about leads to the request to resize it, filled in", async () => {
    const { look } = await scene();
    expect(await look("warehouse:WH_LOG")).toMatchObject([
      {
        weight: "fine",
        link: {
          to: expect.stringMatching(/type=warehouse&.*field\.change=resize.*field\.warehouse=WH_LOG/) as string,
          label: "Request a resize",
        },
      },
    ]);
  });

  test("says whose turn an own request about it is, and until when a size holds, of no other warehouse", async () => {
    const { world, ada, look, grant, dan } = await scene();
    const open = await world.run((ctx) => submitted(ctx, ada.id, [{ type: "manual_check", key: "work", input: {} }]));
    await world.run((ctx) => ctx.db.patch(open._id, { form: { newName: "WH_LOG" } }));
    await grant({ description: "Size LARGE of warehouse WH_LOG", expiresAt: undefined }, { warehouse: "WH_LOG" });
    const texts = (await look("warehouse:WH_LOG"))?.map(({ text }) => text);
    expect(texts).toEqual([
      expect.stringContaining(`${open.key}: `),
      "This access has no end date: Size LARGE of warehouse WH_LOG.",
    ]);
    // The one a request lets a user begin with is asked about, too.
    await world.run((ctx) => ctx.db.patch(open._id, { form: { default_warehouse: "WH_FIRST" } }));
    expect((await look("warehouse:WH_FIRST"))?.[0]?.text).toContain(`${open.key}: `);
    for (const [ref, by] of [
      ["warehouse:WH_OTHER", ada],
      ["warehouse:WH_LOG", dan],
    ] as const)
      expect((await look(ref, by))?.map(({ text }) => text)).toEqual([
        expect.stringMatching(/^No change to WH_/),
        ...(by === dan ? [NO_ACCOUNT] : []),
      ]);
  });
});

test.each([
  "table:ORDERS",
  "table:SALES.ORDERS",
  "table:sales.public.orders x",
  "table:WH_LOG",
  "warehouse:LOG",
  "warehouse:A.B.C",
  "table:'; DROP",
  `table:${"A".repeat(80)}.B.C`,
])("%s names nothing [S12]", async (ref) => {
  const { ada, look, create } = await scene();
  expect(await look(ref)).toBeUndefined();
  expect(await codeOf(create(ada, { related: ref }))).toBe("not-found");
});

describe("a system that fails [S12]", () => {
  const SECRET = "The key of SECRET_USER is refused.";
  const LAST_ERROR = `Last error of Snowflake: ${SECRET}`;

  test("says since when; what it said last is for who answers tickets, in the form and in the ticket", async () => {
    const { world, ada, adam, dan, look, fails, create, join, read: readTicket } = await scene();
    await fails([SECRET, "Another"]);
    const shown = async (by: TestPerson) => (await look("service:snowflake", by))?.map(({ text }) => text) ?? [];
    const hour = Math.floor(world.now() / HOUR_MS) * HOUR_MS - 2 * HOUR_MS;
    const read = (at: number, good: number) =>
      world.run((ctx) => ctx.db.insert("connectorHours", { name: "snowflake", hour: at, good, bad: 1 }));
    await read(hour + HOUR_MS, 0);
    expect((await shown(ada))[0]).toMatch(/ It gave no good answer in the last 7 days\.$/);
    await read(hour, 1);
    expect((await shown(ada))[0]).toMatch(/did not answer properly .+ Its last good answer came before \d\d:00 UTC\.$/);
    expect((await shown(ada)).join()).not.toContain("SECRET_USER");
    expect(await shown(adam)).toContain(LAST_ERROR);

    const key = await create(ada, { related: "service:snowflake" });
    await join(key, dan);
    const kept = async (by: TestPerson) => (await readTicket(by, key))?.found.map(({ text }) => text) ?? [];
    expect(await kept(adam)).toContain(LAST_ERROR);
    expect([await kept(ada), await kept(dan)].join()).not.toContain("SECRET_USER");
    expect(await kept(dan)).toHaveLength(1);
  });

  test("is said of a table, too", async () => {
    const { look, fails } = await scene();
    await fails([SECRET]);
    expect((await look(ORDERS))?.map(({ text }) => text).join()).toContain("Snowflake did not answer properly");
  });
});
