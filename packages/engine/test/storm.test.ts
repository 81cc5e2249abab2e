/** Sockets that ask for much, and the others beside them. By order, not by time. */

import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { v } from "convex/values";
import { expect, onTestFinished, test } from "vitest";
import { createTestEngine } from "../src/testing/index.ts";
import { add, connect, querySet, rawSocket, type RawSocket } from "./raw-socket.ts";
import { eventually } from "./support.ts";

/** Keeps the processor busy for a moment, whatever the clock of the function says. */
function spin(): number {
  let sum = 0;
  for (let i = 0; i < 300_000; i++) sum = (sum * 31 + i) % 1_000_003;
  return sum;
}

/** Runs of the heavy query, and how many there had been when a mutation ran last. */
const runs = { all: 0, atMutation: 0 };

const functions = {
  heavy: query({
    args: { n: v.number() },
    handler: async (ctx, { n }) => {
      runs.all++;
      spin();
      const row = await ctx.db
        .query("rows")
        .filter((q) => q.eq(q.field("n"), n))
        .first();
      return (row?.["value"] ?? null) as number | null;
    },
  }),
  page: query({
    args: {},
    handler: async (ctx) => (await ctx.db.query("rows").paginate({ numItems: 5, cursor: null })).page.length,
  }),
  light: query({ args: {}, handler: async () => "light" }),
  set: mutation({
    args: { n: v.number(), value: v.number() },
    handler: async (ctx, given) => {
      runs.atMutation = runs.all;
      for (const { _id, n } of await ctx.db.query("rows").collect()) if (n === given.n) await ctx.db.delete(_id);
      await ctx.db.insert("rows", given);
    },
  }),
};

async function sockets(count: number): Promise<RawSocket[]> {
  const world = await createTestEngine({ modules: { functions: async () => functions } });
  onTestFinished(() => world.close());
  const { url } = await world.serve();
  const all = await Promise.all(Array.from({ length: count }, () => rawSocket(url)));
  for (const [i, socket] of all.entries())
    socket.send(connect({ sessionId: `7b9ad2ac-61ec-4a6c-8f3e-2a2b8d0c1f${String(i).padStart(2, "0")}` }));
  return all;
}

const heavies = (count: number): object[] => Array.from({ length: count }, (_, n) => add(n, "functions:heavy", { n }));

test("[SES14] who asks for one query has it before another socket has its two hundred", async () => {
  const [greedy, modest] = (await sockets(2)) as [RawSocket, RawSocket];
  greedy.send(querySet(0, ...heavies(200)));
  // It is under way.
  greedy.send({ type: "Mutation", requestId: 0, udfPath: "functions:set", args: [{ n: -1, value: 0 }] });
  await greedy.wait("MutationResponse");
  modest.send(querySet(0, add(0, "functions:light")));
  modest.send({ type: "Mutation", requestId: 0, udfPath: "functions:set", args: [{ n: -2, value: 0 }] });
  await modest.wait("Transition");
  await modest.wait("MutationResponse");
  expect(greedy.received.filter(({ type }) => type === "Transition")).toEqual([]);
  expect((await greedy.wait("Transition")).modifications).toHaveLength(200);
});

test("[SES15] what is committed while a socket's queries are run reaches it, whichever of them had run", async () => {
  const [greedy, writer] = (await sockets(2)) as [RawSocket, RawSocket];
  greedy.send(querySet(0, ...heavies(200)));
  greedy.send({ type: "Mutation", requestId: 0, udfPath: "functions:set", args: [{ n: -1, value: 0 }] });
  await greedy.wait("MutationResponse");
  for (const [requestId, n] of [0, 100, 199].entries())
    writer.send({ type: "Mutation", requestId, udfPath: "functions:set", args: [{ n, value: 7 }] });
  await writer.wait("MutationResponse", 3);
  expect(greedy.received.filter(({ type }) => type === "Transition")).toEqual([]);
  const shown = new Map<number, unknown>();
  await eventually(() => {
    for (const { type, modifications } of greedy.received)
      if (type === "Transition") for (const { queryId, value } of modifications) shown.set(queryId, value);
    return [0, 100, 199].every((n) => shown.get(n) === 7) || undefined;
  }, "what was written");
  expect(shown.size).toBe(200);
});

test("[SES13] who waits for what a mutation changed is shown it before a crowd has its answers", async () => {
  const crowd = await sockets(31);
  const worker = crowd.pop() as RawSocket;
  worker.send(querySet(0, ...heavies(10)));
  await worker.wait("Transition");
  for (const [i, socket] of crowd.entries())
    socket.send(
      querySet(0, ...Array.from({ length: 40 }, (_, n) => add(n, "functions:heavy", { n: 1000 + 40 * i + n }))),
    );
  const before = runs.all;
  await eventually(() => runs.all > before || undefined, "the crowd's queries");
  worker.send({ type: "Mutation", requestId: 0, udfPath: "functions:set", args: [{ n: 3, value: 0 }] });
  await worker.wait("Transition", 2);
  // One of the crowd's between two of its own, and what ran until the mutation was on disk; by turns it would be 300.
  expect(runs.all - runs.atMutation).toBeLessThan(150);
  expect(crowd.filter(({ received }) => received.some(({ type }) => type === "Transition"))).toEqual([]);
});

test("[SES14] queries given up while others of the set are run are not run", async () => {
  const [greedy] = (await sockets(1)) as [RawSocket];
  greedy.send(querySet(0, ...heavies(200)));
  greedy.send({ type: "Mutation", requestId: 0, udfPath: "functions:set", args: [{ n: -1, value: 0 }] });
  await greedy.wait("MutationResponse");
  greedy.send({
    type: "ModifyQuerySet",
    baseVersion: 1,
    newVersion: 2,
    modifications: Array.from({ length: 199 }, (_, i) => ({ type: "Remove", queryId: i + 1 })),
  });
  const { modifications } = await greedy.wait("Transition");
  expect(modifications.length).toBeLessThan(200);
});

test("[SES15] sockets that come at many moments to queries that are being written all come to rest", async () => {
  const many = await sockets(30);
  const writer = many.pop() as RawSocket;
  for (const [i, socket] of many.entries()) {
    socket.send(querySet(0, ...heavies(10)));
    writer.send({ type: "Mutation", requestId: i, udfPath: "functions:set", args: [{ n: i % 10, value: i }] });
    if (i % 3 === 0) await writer.wait("MutationResponse", i + 1);
  }
  await writer.wait("MutationResponse", many.length);
  for (const socket of many) {
    const shown = new Map<number, unknown>();
    await eventually(() => {
      for (const { type, modifications } of socket.received)
        if (type === "Transition") for (const { queryId, value } of modifications) shown.set(queryId, value);
      return heavies(10).every((_, n) => shown.get(n) === (n === 9 ? 19 : 20 + n)) || undefined;
    }, "the last of what was written");
    expect(socket.closed).toBeNull();
  }
});

test("[SES15] a page that is written to while it waits for its turn is shown, and shown again", async () => {
  const [greedy, writer] = (await sockets(2)) as [RawSocket, RawSocket];
  greedy.send(querySet(0, ...heavies(200), add(200, "functions:page")));
  greedy.send({ type: "Mutation", requestId: 0, udfPath: "functions:set", args: [{ n: -1, value: 0 }] });
  await greedy.wait("MutationResponse");
  writer.send({ type: "Mutation", requestId: 0, udfPath: "functions:set", args: [{ n: -2, value: 0 }] });
  await writer.wait("MutationResponse");
  expect(greedy.received.filter(({ type }) => type === "Transition")).toEqual([]);
  await eventually(
    () =>
      greedy.received.some(
        ({ type, modifications }) =>
          type === "Transition" && modifications.some(({ queryId, value }) => queryId === 200 && value === 2),
      ),
    "the page with both rows",
  );
  expect(greedy.closed).toBeNull();
});

test("[SES15] an import made while a socket's queries are run reaches those that are run after it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "storm-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const waits = query({
    args: {},
    handler: async () => {
      begun.resolve();
      await gate.promise;
      return "waited";
    },
  });
  const world = await createTestEngine({ modules: { functions: async () => ({ ...functions, waits }) } });
  onTestFinished(() => world.close());
  const file = join(folder, "snapshot.zip");
  await world.engine.mutation("functions:set", { n: 1, value: 1 });
  await world.engine.exportSnapshot(createWriteStream(file));
  await world.engine.mutation("functions:set", { n: 1, value: 2 });
  const { url } = await world.serve();
  const socket = await rawSocket(url);
  socket.send(connect());
  socket.send(querySet(0, add(0, "functions:waits"), add(1, "functions:heavy", { n: 1 })));
  await begun.promise;
  await world.engine.importSnapshot(file, { mode: "replaceAll" });
  gate.resolve();
  await eventually(
    () =>
      socket.received
        .flatMap((message) => (message.type === "Transition" ? message.modifications : []))
        .some(({ queryId, value }) => queryId === 1 && value === 1),
    "what was imported",
  );
});
