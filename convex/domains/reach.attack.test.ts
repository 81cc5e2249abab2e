/** Somebody is given the data of one domain by asking for another's: the role opens more than its domain answers for. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { endWorld } from "../testing/world.testing";
import { aDomain } from "./changing.testing";
import { aRequestInFlight, GRANTED } from "./inFlight.testing";

afterEach(endWorld);

describe("[DD10] a role that opens a database of another domain", () => {
  /** ada's role leads, by a role it holds, to a database that belongs to Pay. */
  const PAY = { on: "TABLE", name: ["PAY", "CORE", "SALARIES"], privilege: "SELECT" } as const;

  const HOLDS_TEST = {
    on: "ROLE",
    name: ["PRODUCTS_TEST"],
    privilege: "USAGE",
    role: "PRODUCTS_READ",
    grantedBy: "ACCOUNTADMIN",
    at: 0,
  };

  async function beside(grant: object, pay: Partial<Doc<"dataDomains">> = {}) {
    const play = await aRequestInFlight();
    await play.world.run((ctx) =>
      ctx.db.insert("dataDomains", aDomain({ name: "Pay", databases: ["PAY"], roles: [], ...pay })),
    );
    play.sandbox.account.grants.push({
      ...PAY,
      role: "PRODUCTS_READ",
      grantedBy: "ACCOUNTADMIN",
      at: 0,
      ...grant,
    } as never);
    return play;
  }

  test.each([
    ["itself", {}, null],
    ["by a role it holds", { role: "PRODUCTS_TEST" }, HOLDS_TEST],
    ["by being allowed to use it", { on: "DATABASE", name: ["PAY"], privilege: "USAGE" }, null],
    ["by a role of the database", { on: "DATABASE_ROLE", name: ["PAY", "READER"], privilege: "USAGE" }, null],
  ])("%s is not granted, and the request is blocked with whose it is", async (_, grant, held) => {
    const play = await beside(grant);
    if (held) play.sandbox.account.grants.push(held);
    await play.approves("dora");
    expect(play.sandbox.changes()).toEqual([]);
    expect(await play.task("grant")).toMatchObject({
      status: "Failed",
      error: expect.stringContaining("also opens the database PAY, which belongs to Pay") as string,
    });
    expect(await play.request()).toMatchObject({ status: "Blocked" });
  });

  test("is named by the dry run, before anybody else decides", async () => {
    const play = await beside({});
    const grant = await play.task("grant");
    await play.world.run((ctx) => ctx.db.patch(grant!._id, { plan: undefined, planError: undefined }));
    await play.world.internalAction(internal.workflow.actions.planTasks, { requestId: (await play.request())._id });
    expect((await play.task("grant"))?.planError).toContain("which belongs to Pay");
  });

  test("is granted once the database is out of the role, or its own domain names it, too", async () => {
    const play = await beside({});
    await play.approves("dora");
    await play.domain({ databases: ["PAY"] });
    const failed = await play.task("grant");
    await play.person("admin").mutation(api.tasks.mutations.retry, { taskId: failed!._id, reason: "Looked at it" });
    await play.world.advance(0);
    expect(play.sandbox.changes()).toEqual([GRANTED]);
  });

  test.each([
    ["a database no domain names", {}, { databases: [] }],
    ["one of a domain in the archive", {}, { status: "archived" as const }],
    ["only its load", { on: "DATABASE", name: ["PAY"], privilege: "MONITOR" }, {}],
    ["what everybody has", { role: "PUBLIC" }, {}],
  ])("or %s, does not keep it from being granted", async (_, grant, pay) => {
    const play = await beside(grant, pay);
    play.sandbox.account.grants.push({ ...HOLDS_TEST, name: ["PUBLIC"] });
    await play.approves("dora");
    expect(play.sandbox.changes()).toEqual([GRANTED]);
  });

  test("or of a part of its own domain, does not keep it from being granted", async () => {
    const play = await beside({});
    await play.world.run(async (ctx) => {
      const rows = await ctx.db.query("dataDomains").collect();
      const [pay, own] = ["Pay", "products"].map((key) => rows.find((row) => row.name === key || row.key === key));
      if (pay && own) await ctx.db.patch(pay._id, { parentId: own._id });
    });
    await play.approves("dora");
    expect(play.sandbox.changes()).toEqual([GRANTED]);
  });
});
