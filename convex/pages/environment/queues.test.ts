import { afterEach, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { queueMail } from "../../core/notifications/outbox";
import { aWorld, codeOf, DAWN, endWorld } from "../../testing/world.testing";
import { COUNTED } from "./queues";

afterEach(endWorld);

async function aQueuedWorld(mails: number) {
  const world = await aWorld();
  const sofia = await world.person("sofia", { roles: ["staff", "superAdmin"] });
  await world.run(async (ctx) => {
    for (let index = 0; index < mails; index += 1)
      await queueMail(ctx, { to: "a@ao.com", subject: "-", text: "-", kind: "test" }, DAWN + index);
  });
  return { world, sofia, read: () => sofia.query(api.environment.queries.queueDepths, {}) };
}

test("each queue is counted with its oldest, and what is sent no longer waits", async () => {
  const { world, read } = await aQueuedWorld(2);
  const { queues, readAt } = await read();
  expect(readAt).toBe(world.now());
  expect(queues).toMatchObject([
    { name: "Mails to send", waiting: 2, isMore: false, firstAt: DAWN },
    { name: "Notices to mail", waiting: 0, firstAt: null },
    { name: "Notices for a digest", waiting: 0, firstAt: null },
    { name: "Uploads under way", waiting: 0, firstAt: null },
  ]);
  await world.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("mailOutbox").collect())
      await ctx.db.patch(_id, { status: "sent", nextAttemptAt: undefined });
  });
  expect((await read()).queues[0]).toMatchObject({ waiting: 0, firstAt: null });
});

test("a queue longer than is counted says so", async () => {
  const { read } = await aQueuedWorld(COUNTED + 5);
  expect((await read()).queues[0]).toMatchObject({ waiting: COUNTED, isMore: true });
});

test("an audit trail that is streamed has its backlog among them", async () => {
  const { world, read } = await aQueuedWorld(3);
  await world.run((ctx) => ctx.db.insert("auditStreams", { sentSequence: 1 }));
  expect((await read()).queues.at(-1)).toMatchObject({ name: "Audit events to stream", waiting: 2 });
});

test("nobody but a super admin reads them", async () => {
  const { world } = await aQueuedWorld(0);
  const adam = await world.person("adam", { roles: ["staff", "admin"] });
  expect(await codeOf(adam.query(api.environment.queries.queueDepths, {}))).toBe("not-allowed");
});
