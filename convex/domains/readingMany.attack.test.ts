/** The catalogue answers late, or never, and there are many links. */

import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { startCollateSandbox } from "../../sandbox/collate/main";
import { internal } from "../_generated/api";
import { READ_AT_ONCE, READ_PER_TURN } from "../core/domains/linking";
import { MINUTE_MS } from "../lib/pure/time";
import { endWorld } from "../testing/world.testing";
import { anOrdersCase } from "./changing.testing";

const { readLinked } = internal.domains.actions;

afterEach(endWorld);

/** So many linked domains, in the order in which they are due, and what was read of the catalogue. */
async function linked(count: number) {
  const names = Array.from({ length: count }, (_, index) => `Part ${String(index).padStart(2, "0")}`);
  const sandbox = await startCollateSandbox(Object.fromEntries(names.map((name) => [name, { description: name }])));
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (!isClosed) await sandbox.close();
    isClosed = true;
  };
  onTestFinished(close);
  const play = await anOrdersCase({}, { COLLATE_URL: sandbox.url, COLLATE_TOKEN: sandbox.token });
  for (const [index, fullName] of names.entries()) {
    const domainId = await play.put({ name: fullName, catalogue: { fullName, leads: ["description"] } });
    await play.world.run((ctx) =>
      ctx.db.insert("catalogueReadings", { domainId, startedAt: index + 1, isOpen: false }),
    );
  }
  const calls = () => sandbox.calls.map((path) => decodeURIComponent(path.slice(path.lastIndexOf("/") + 1)));
  const rows = () => play.world.rows("catalogueReadings");
  return { ...play, sandbox, close, names, calls, rows };
}

test("[D5] of many links that hang a few are tried at a time, for a minute; the rest is first the next time", async () => {
  const { world, sandbox, close, names, calls, rows } = await linked(12);
  for (const _ of names) sandbox.fail("hang");
  const turn = world.internalAction(readLinked, {});
  await vi.waitFor(() => expect(calls()).toHaveLength(READ_AT_ONCE), 10_000);
  await world.advance(MINUTE_MS);
  // None of them answers any more.
  await close();
  await turn;
  expect(calls().toSorted()).toEqual(names.slice(0, READ_AT_ONCE));
  const left = (await rows()).filter(({ startedAt }) => startedAt <= names.length);
  expect(left.map(({ startedAt, isOpen, failure }) => ({ startedAt, isOpen, failure }))).toEqual(
    names.slice(READ_AT_ONCE).map((_, index) => ({ startedAt: READ_AT_ONCE + index + 1, isOpen: false })),
  );
  const tried = (await rows()).filter(({ startedAt }) => startedAt > names.length);
  expect(tried.map(({ isOpen, failure }) => [isOpen, failure !== undefined])).toEqual(
    Array.from({ length: READ_AT_ONCE }, () => [false, true]),
  );
});

test("[D5] a turn reads as many as it may, each once, those read longest ago first", async () => {
  const { world, names, calls, rows } = await linked(READ_PER_TURN + 3);
  await world.internalAction(readLinked, {});
  expect(calls().toSorted()).toEqual(names.slice(0, READ_PER_TURN));
  expect((await rows()).filter(({ read }) => read === undefined)).toHaveLength(3);
  await world.internalAction(readLinked, {});
  expect(calls().slice(READ_PER_TURN, READ_PER_TURN + 3)).toEqual(expect.arrayContaining(names.slice(READ_PER_TURN)));
});

test("[D5] fewer links than a turn may read are read once each", async () => {
  const { world, names, calls } = await linked(READ_AT_ONCE + 2);
  await world.internalAction(readLinked, {});
  expect(calls().toSorted()).toEqual(names);
});
