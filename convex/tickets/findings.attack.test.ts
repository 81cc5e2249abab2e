/** What is found tells nobody what they may not see: not who writes, and not who reads the ticket later. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { aDomain } from "../domains/changing.testing";
import { submitted, tasksNow } from "../process/requests.testing";
import { aGrant } from "../tasks/scenes.testing";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aSupport } from "./scenes.testing";

afterEach(endWorld);

const q = api.tickets.queries;

async function scene() {
  const support = await aSupport();
  const { world, ada } = support;
  const dan = await world.person("dan");
  const request = await world.run((ctx) => submitted(ctx, ada.id, [{ type: "manual_check", key: "work", input: {} }]));
  const [task] = await world.run((ctx) => tasksNow(ctx, { _id: request._id }));
  const grant = await aGrant({ world, personId: ada.id });
  if (!task) throw new Error("No task");
  return { ...support, dan, request, refs: [request.key, request._id, `task:${task._id}`, `grant:${grant._id}`] };
}

test("what is somebody else's is as if there were none, for the form and for the ticket [S12]", async () => {
  const { dan, create, refs } = await scene();
  for (const ref of refs) {
    expect(await dan.query(q.related, { ref })).toBeNull();
    expect(await codeOf(create(dan, { related: ref }))).toBe("not-found");
  }
});

test.each(["", ":", "task:", "grant:x", "domain:none", "service:none", "person:1", "task:task:1", "x".repeat(101)])(
  "%j names nothing [S12]",
  async (ref) => {
    const { ada } = await scene();
    expect(await ada.query(q.related, { ref })).toBeNull();
  },
);

test("a domain that is not active is none [S12]", async () => {
  const { ada, world } = await scene();
  await world.run((ctx) => ctx.db.insert("dataDomains", aDomain({ name: "Plans", key: "plans", status: "draft" })));
  expect(await ada.query(q.related, { ref: "domain:plans" })).toBeNull();
});

test("what is kept with the ticket was seen by the portal when it was sent, without links [S12]", async () => {
  const { world, ada, create, read, ticketRow, request } = await scene();
  const key = await create(ada, { related: request.key });
  const kept = (await ticketRow(key)).found;
  expect(kept).toEqual([
    { weight: "waiting", text: expect.stringContaining(request.key) as string, requestId: request._id },
  ]);
  await world.run((ctx) => ctx.db.patch(request._id, { status: "Cancelled", isOpen: false }));
  expect((await read(ada, key))?.found).toEqual([{ weight: "waiting", text: kept?.[0]?.text }]);
});

test("nobody brings findings of their own [S12]", async () => {
  const { ada, create } = await scene();
  const forged = { found: [{ weight: "fine", text: "Approved by everybody" }] };
  await expect(create(ada, forged as object)).rejects.toThrow();
});

test("who reads the ticket and not the request reads nothing that was seen of it [S12]", async () => {
  const { world, ada, adam, dan, create, read, join, request } = await scene();
  const key = await create(ada, { related: request.key });
  await join(key, dan);
  expect((await read(dan, key))?.found).toEqual([]);
  expect((await read(adam, key))?.found).toHaveLength(1);
  expect((await read(ada, key))?.found).toHaveLength(1);
  await world.run((ctx) => ctx.db.delete(request._id));
  expect((await read(adam, key))?.found).toEqual([]);
});

test("what was seen of its writer is for them and for who answers, the state of a system for everybody [S12]", async () => {
  const { world, ada, adam, dan, create, read, join } = await scene();
  const off = { name: "snowflake" as const, state: "off" as const, updatedAt: 0 };
  await world.run((ctx) => ctx.db.insert("connectors", off));
  const key = await create(ada, { related: "service:snowflake" });
  await join(key, dan);
  const weights = async (by: TestPerson) => (await read(by, key))?.found.length;
  expect([await weights(ada), await weights(adam), await weights(dan)]).toEqual([2, 2, 1]);
  expect((await read(dan, key))?.found[0]?.text).toContain("switched off");
});

test("so much is found at most, and no finding is longer than a screen can show [S12]", async () => {
  const { world, ada } = await scene();
  const rows: Partial<Doc<"grants">>[] = Array.from({ length: 9 }, (_, n) => ({
    accessKey: `k${n}`,
    description: "x".repeat(900),
  }));
  await world.run((ctx) => ctx.db.insert("dataDomains", aDomain({ name: "Orders", key: "orders", status: "active" })));
  for (const change of rows) {
    const { _id } = await aGrant({ world, personId: ada.id });
    await world.run((ctx) => ctx.db.patch(_id, change));
  }
  const found = (await ada.query(q.related, { ref: "domain:orders" }))?.findings ?? [];
  expect(found).toHaveLength(6);
  expect(Math.max(...found.map(({ text }) => text.length))).toBeLessThanOrEqual(500);
});

test("tickets alike are one's own, whoever else wrote the same words [S12]", async () => {
  const { dan, adam, create } = await scene();
  await create(dan, { title: "Monthly report of salaries" });
  expect(await adam.query(q.ownAlike, { title: "Monthly report of salaries" })).toEqual([]);
});
