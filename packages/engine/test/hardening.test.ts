/** What one client or one function may not do to the others. */

import { makeFunctionReference, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { expect, onTestFinished, test } from "vitest";
import { createTestEngine, manualClock, type TestEngine, type TestEngineOptions } from "../src/testing/index.ts";
import { connect, querySet, rawSocket, type RawSocket } from "./raw-socket.ts";
import { eventually, fixtureModules } from "./support.ts";

async function start(options: Partial<TestEngineOptions>): Promise<{ world: TestEngine; url: string }> {
  const world = await createTestEngine({ modules: fixtureModules, ...options });
  onTestFinished(async () => await world.close());
  return { world, url: (await world.serve()).url };
}

async function opened(url: string): Promise<RawSocket> {
  const socket = await rawSocket(url);
  onTestFinished(() => socket.terminate());
  socket.send(connect());
  socket.send(querySet(0));
  return socket;
}

const asAdmin = (value: string): object => ({
  type: "Authenticate",
  tokenType: "Admin",
  value,
  baseVersion: 0,
  impersonating: { subject: "ada", issuer: "https://x.test", tokenIdentifier: "https://x.test|ada" },
});
const refusal = { code: 1013, reason: "TooManyConcurrentRequests" };

test("[SES8] sockets beyond what may be open without a sign-in are refused, and a place is free again when one goes", async () => {
  const { world, url } = await start({ limits: { anonymousConnections: 2 } });
  const sockets = [await opened(url), await opened(url)];
  for (const socket of sockets) await socket.wait("Transition");
  const third = await opened(url);
  await eventually(() => third.closed !== null, "the refusal");
  expect(third.closed).toEqual(refusal);
  expect(sockets.map(({ closed }) => closed)).toEqual([null, null]);
  sockets[0]?.terminate();
  await eventually(() => world.engine.figures().connections === 1, "the place");
  await (await opened(url)).wait("Transition");
});

test("[SES8] sockets are bounded in all, also those somebody has signed in on", async () => {
  const { url } = await start({ adminKey: "embedded|k", limits: { connections: 2 } });
  const [first, second] = [await opened(url), await opened(url)];
  for (const socket of [first, second]) {
    await socket.wait("Transition");
    socket.send(asAdmin("embedded|k"));
    await socket.wait("Transition", 2);
  }
  const third = await opened(url);
  await eventually(() => third.closed !== null, "the refusal");
  expect(third.closed).toEqual(refusal);
});

test("[SES8] one identity has a bounded number of sockets, and others are not affected", async () => {
  const { url } = await start({ adminKey: "embedded|k", limits: { connectionsPerIdentity: 1 } });
  const [first, second, other] = [await opened(url), await opened(url), await opened(url)];
  first.send(asAdmin("embedded|k"));
  await first.wait("Transition", 2);
  second.send(asAdmin("embedded|k"));
  await eventually(() => second.closed !== null, "the refusal");
  expect(second.closed).toEqual(refusal);
  await other.wait("Transition");
  expect([first.closed, other.closed]).toEqual([null, null]);
});

test("[LAT2] what a failed mutation had lined up behind a call never begins", async () => {
  const begun: string[] = [];
  const step = mutation({
    handler: async (ctx, { name }: { name: string }) => {
      begun.push(name);
      await ctx.db.insert("messages", { channel: "a", body: name });
    },
  });
  const reference = makeFunctionReference<"mutation">("lined:step");
  const fails = mutation({
    handler: async (ctx) => {
      const calls = ["first", "second"].map((name) => ctx.runMutation(reference, { name }));
      queueMicrotask(() => {
        throw new Error("in between");
      });
      await Promise.all(calls);
    },
  });
  const { world } = await start({ modules: { ...fixtureModules, lined: async () => ({ step, fails }) } });
  await expect(world.engine.mutation("lined:fails")).rejects.toThrow("in between");
  await world.engine.mutation("lined:step", { name: "afterwards" });
  expect(begun).toEqual(["first", "afterwards"]);
});

test("[FUN8] a function that holds the process up is reported by its name", async () => {
  const warnings: object[] = [];
  const clock = manualClock();
  // Time goes by without any timer firing, as while a function spins.
  const spin = query({ args: {}, handler: async () => clock.set(clock.nowMs() + 400) });
  const quiet = (): void => undefined;
  const logger = {
    debug: quiet,
    info: quiet,
    error: quiet,
    warn: (message: string, fields?: object) => void warnings.push({ message, ...fields }),
  };
  const { world } = await start({
    modules: { busy: async () => ({ spin }) },
    logger,
    clock,
    limits: { blockedMs: 200 },
  });
  await world.engine.query("busy:spin");
  clock.advance(0);
  expect(warnings).toEqual([{ message: "a function held the process up", path: "busy:spin", blockedMs: 300 }]);
});
