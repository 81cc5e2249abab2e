import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { decodeTs, encodeTs } from "../src/protocol/timestamp.ts";
import { PROTOCOL_HASH, PROTOCOL_VERSION } from "../src/protocol/version.ts";
import { createTestEngine, type TestEngine } from "../src/testing/index.ts";
import { add, connect, querySet, rawSocket, type RawSocket } from "./raw-socket.ts";
import { eventually, fixtureModules } from "./support.ts";

let world: TestEngine;
let url: string;
beforeEach(async () => {
  world = await createTestEngine({ modules: fixtureModules });
  ({ url } = await world.serve());
});
afterEach(async () => await world.close());

async function opened(): Promise<RawSocket> {
  const socket = await rawSocket(url);
  socket.send(connect());
  return socket;
}

test("[WIR1] the wire format changes only together with its version", () => {
  const folder = join(import.meta.dirname, "../src/protocol");
  const files = readdirSync(folder).filter(
    (file) => file.endsWith(".ts") && !file.includes(".test.") && file !== "version.ts",
  );
  const source = files.sort().map((file) => readFileSync(join(folder, file), "utf8"));
  const code = source
    .join("\n")
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")
    .replaceAll(/\s+/g, " ");
  const hash = createHash("sha256").update(code).digest("hex").slice(0, 16);
  expect(
    hash,
    `src/protocol is not version ${PROTOCOL_VERSION} any more: note the change in version.ts, raise the version if a message changed, and store this hash`,
  ).toBe(PROTOCOL_HASH);
});

test("[WIR2] timestamps are eight little-endian bytes in base64", () => {
  expect(encodeTs(0n)).toBe("AAAAAAAAAAA=");
  expect(decodeTs(encodeTs(1_700_000_000_123_456_789n))).toBe(1_700_000_000_123_456_789n);
  for (const bad of ["", "AAAA", "AAAAAAAAAAAA", "//////////8=", 5, null]) expect(() => decodeTs(bad)).toThrow();
});

test("[WIR3] transitions form one chain from zero, and a response comes before the transition that covers it", async () => {
  const socket = await opened();
  socket.send(querySet(0, add(0, "messages:list", { channel: "a" })));
  for (let requestId = 0; requestId < 20; requestId++) {
    socket.send({
      type: "Mutation",
      requestId,
      udfPath: "messages:send",
      args: [{ channel: "a", body: String(requestId) }],
    });
    if (requestId === 10) socket.send(querySet(1, add(1, "messages", {})));
  }
  await socket.wait("MutationResponse", 20);
  const covered = (): boolean => {
    const last = socket.received.filter(({ type }) => type === "Transition").at(-1);
    const answered = socket.received.filter(({ type }) => type === "MutationResponse").at(-1);
    return last !== undefined && answered !== undefined && decodeTs(last.endVersion.ts) >= decodeTs(answered.ts);
  };
  await eventually(covered, "the covering transition");
  let version = { querySet: 0, identity: 0, ts: "AAAAAAAAAAA=" };
  const values = new Map<number, number>();
  let answered = 0;
  for (const message of socket.received) {
    if (message.type === "MutationResponse") answered++;
    if (message.type !== "Transition") continue;
    expect(message.startVersion).toEqual(version);
    expect(decodeTs(message.endVersion.ts)).toBeGreaterThanOrEqual(decodeTs(version.ts));
    for (const change of message.modifications)
      values.set(change.queryId, change.queryId === 0 ? (change.value as string[]).length : (change.value as number));
    expect(values.get(0) ?? 0).toBeLessThanOrEqual(answered);
    version = message.endVersion;
  }
  expect(values.get(0)).toBe(20);
  expect(values.get(1)).toBe(20);
});

test("[WIR4] every query set change is answered by a transition, an empty one included", async () => {
  const socket = await opened();
  socket.send(querySet(0));
  expect((await socket.wait("Transition")).modifications).toEqual([]);
  socket.send(querySet(1, add(7, "messages"), add(3, "messages:list", { channel: "a" })));
  expect((await socket.wait("Transition", 2)).modifications.map(({ queryId }: { queryId: number }) => queryId)).toEqual(
    [3, 7],
  );
  socket.send(querySet(2, add(8, "messages"), { type: "Remove", queryId: 8 }));
  expect((await socket.wait("Transition", 3)).modifications).toEqual([{ type: "QueryRemoved", queryId: 8 }]);
});

test("[WIR5] a message the client should never send is answered with FatalError and a close", async () => {
  const cases: [object | string, boolean][] = [
    ["{", true],
    [{ type: "Nonsense" }, true],
    [{ type: "Mutation", requestId: -1, udfPath: "x", args: [{}] }, true],
    [{ type: "Mutation", requestId: 1, udfPath: "x", args: [5] }, true],
    [querySet(5), true],
    [{ type: "Authenticate", tokenType: "User", value: "x", baseVersion: 3 }, true],
    [connect(), true],
    [querySet(0), false],
    [connect({ sessionId: "not-a-uuid" }), false],
  ];
  for (const [message, isConnected] of cases) {
    const socket = await rawSocket(url);
    if (isConnected) socket.send(connect());
    socket.send(message);
    expect((await socket.wait("FatalError")).error).toBeTypeOf("string");
    expect((await socket.end()).code).toBe(1011);
  }
  expect(await world.engine.query("messages")).toBe(0);
});

test("[WIR6] a client that has seen a later state than the engine has is turned away", async () => {
  const socket = await rawSocket(url);
  socket.send(connect({ maxObservedTimestamp: encodeTs(2n ** 62n) }));
  expect(await socket.end()).toEqual({ code: 1011, reason: "InternalServerError" });
  expect(socket.received).toEqual([]);
});

test("[WIR7] a bad token is answered with AuthError for the version before it", async () => {
  const socket = await opened();
  socket.send({ type: "Authenticate", tokenType: "User", value: "x.y.z", baseVersion: 0 });
  expect(await socket.wait("AuthError")).toMatchObject({ baseVersion: 0, authUpdateAttempted: true });
  await socket.end();
});

test("[WIR8] a recorded mutation is answered with its original result and timestamp", async () => {
  const request = { type: "Mutation", requestId: 0, udfPath: "counters:increment", args: [{ name: "n" }] };
  const first = await opened();
  first.send(request);
  const answer = await first.wait("MutationResponse");
  first.terminate();
  const second = await opened();
  second.send(request);
  expect(await second.wait("MutationResponse")).toEqual(answer);
  expect(await world.engine.query("counters:get", { name: "n" })).toBe(1);
  second.terminate();
});

test("[WIR9] failures carry the request id, log lines and data", async () => {
  const socket = await opened();
  socket.send({ type: "Mutation", requestId: 4, udfPath: "odd:throwData", args: [{}] });
  const failed = await socket.wait("MutationResponse");
  const requestId = createHash("sha256").update("7b9ad2ac-61ec-4a6c-8f3e-2a2b8d0c1f00|4").digest("hex").slice(0, 16);
  expect(failed.success).toBe(false);
  expect(failed.result).toMatch(new RegExp(`^\\[Request ID: ${requestId}\\] Server Error\\nUncaught ConvexError: `));
  expect(failed.errorData).toEqual({ code: "not-allowed", big: { $integer: "DAAAAAAAAAA=" } });
  socket.send(querySet(0, add(0, "odd:logs"), add(1, "odd:queryThrows")));
  const covering = await eventually(
    () => socket.received.find(({ modifications }) => modifications?.length === 2),
    "the results",
  );
  expect(covering.modifications[0]?.logLines).toEqual(["[LOG] 'hello' 1 { a: 'b' }", "[WARN] 'careful'"]);
  expect(covering.modifications[1]).toMatchObject({ type: "QueryFailed", errorData: { count: 0 }, journal: null });
  // The same failure again is no news; a different one is.
  await world.engine.mutation("messages:send", { channel: "a", body: "1" });
  const changed = await eventually(
    () => socket.received.filter(({ modifications }) => modifications?.length === 1)[0],
    "the change",
  );
  expect(changed?.modifications[0]?.errorData).toEqual({ count: 1 });
  const before = socket.received.length;
  await world.engine.mutation("messages:send", { channel: "a", body: "2" });
  await eventually(() => socket.received.length > before, "the transition");
  expect(socket.received.at(-1)?.modifications).toEqual([]);
  socket.terminate();
});

test("[WIR10] a quiet socket is pinged", async () => {
  const socket = await opened();
  socket.send(querySet(0));
  await socket.wait("Transition");
  world.clock.advance(15_000);
  await socket.wait("Ping");
  socket.terminate();
});

test("[WIR11] production redaction keeps the request id and the data, nothing else", async () => {
  const redacting = await createTestEngine({ modules: fixtureModules, redactErrors: true });
  const socket = await rawSocket((await redacting.serve()).url);
  socket.send(connect());
  socket.send({ type: "Mutation", requestId: 0, udfPath: "odd:throwPlain", args: [{}] });
  expect((await socket.wait("MutationResponse")).result).toMatch(/^\[Request ID: [0-9a-f]{16}\] Server Error$/);
  socket.send({ type: "Mutation", requestId: 1, udfPath: "odd:throwData", args: [{}] });
  expect(await socket.wait("MutationResponse", 2)).toMatchObject({ errorData: { code: "not-allowed" }, logLines: [] });
  socket.terminate();
  await redacting.close();
});
