/** Attacks with time: a data domain that comes to mean something else between a request and its grant. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { MINUTE_MS } from "../lib/pure/time";
import { endWorld } from "../testing/world.testing";
import { aRequestInFlight, GRANTED } from "./inFlight.testing";

afterEach(endWorld);

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
    expect(await play.told("mona")).toContain(`${key} needs approval again`);
    expect(await play.told("dora")).toContain(`${key} needs approval again`);
    expect(await play.told("ada")).toContain(`${key} needs approval again`);
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
