import { expect, test } from "vitest";
import { Dice } from "../crash/dice.ts";
import { faultsOfHistory, type Observation, type Transaction } from "./checker.ts";
import { judge, makeHistory, type History } from "./history.ts";

const SEED = Number(process.env["HISTORY_SEED"] ?? Date.now() % 1_000_000);

test(`[SER1] [SER2] concurrent clients make a serialisable history, and see states of it (seed ${SEED})`, async () => {
  const history = await makeHistory(SEED, 800);
  expect(judge(history)).toEqual([]);
  expect(history.transactions.length).toBeGreaterThan(500);
  expect(history.views.length).toBeGreaterThan(500);
}, 120_000);

/** `a1` writes cell 1 over version "" and so on: a history in few words. */
function txn(
  name: string,
  ts: number,
  what: { reads?: Record<number, string>; writes?: Record<number, string>; knownTs?: number; isQuery?: boolean },
): Transaction {
  const observed = (from: Record<number, string> = {}): Observation[] =>
    Object.entries(from).map(([key, version]) => ({ key: Number(key), version }));
  return {
    name,
    ts: BigInt(ts),
    knownTs: BigInt(what.knownTs ?? 0),
    reads: observed(what.reads),
    writes: observed(what.writes),
    isQuery: what.isQuery,
  };
}

test.each<[string, Transaction[], RegExp]>([
  [
    "a lost update",
    [txn("a", 1, { writes: { 1: "" } }), txn("b", 2, { writes: { 1: "" } })],
    /a and b both replaced nothing of cell 1/,
  ],
  [
    "write skew",
    [txn("a", 1, { reads: { 2: "" }, writes: { 1: "" } }), txn("b", 2, { reads: { 1: "" }, writes: { 2: "" } })],
    /a cycle: .*rw.*rw/,
  ],
  [
    "a phantom",
    [txn("a", 1, { reads: { 1: "", 2: "" }, writes: { 3: "" } }), txn("b", 2, { reads: { 3: "" }, writes: { 2: "" } })],
    /a cycle/,
  ],
  [
    "circular information",
    [txn("a", 1, { reads: { 2: "b" }, writes: { 1: "" } }), txn("b", 2, { reads: { 1: "a" }, writes: { 2: "" } })],
    /a cycle: .*wr.*wr/,
  ],
  [
    "a read skew",
    [txn("a", 1, { writes: { 1: "", 2: "" } }), txn("q", 1, { reads: { 1: "a", 2: "" }, isQuery: true })],
    /a cycle/,
  ],
  [
    "a read of what was taken back",
    [txn("a", 1, { reads: { 1: "gone" } })],
    /saw gone in cell 1, which was never committed/,
  ],
  [
    "a read of the future",
    [txn("a", 5, { writes: { 1: "" } }), txn("q", 4, { reads: { 1: "a" }, isQuery: true })],
    /a -wr 1-> q against their timestamps/,
  ],
  [
    "a stale read",
    [txn("a", 5, { writes: { 1: "" } }), txn("b", 6, { reads: { 1: "" } })],
    /b -rw 1-> a against their timestamps/,
  ],
  [
    "time that stood still for somebody who knew better",
    [txn("a", 5, { writes: { 1: "" } }), txn("b", 4, { knownTs: 5 })],
    /b has 4 and was asked for after 5/,
  ],
])("[SER3] the checker finds %s", (_, history, expected) => {
  expect(faultsOfHistory(history).join("\n")).toMatch(expected);
});

/** Changes one thing somebody saw in a good history. */
function damage(history: History, dice: Dice): { damaged: History; what: string } {
  const written = history.transactions.filter(({ writes }) => writes.length > 0);
  const readers = history.transactions.filter(({ reads }) => reads.length > 0);
  const victim = dice.pick(readers);
  const { key, version } = dice.pick(victim.reads);
  const others = [
    "",
    ...written.filter(({ writes }) => writes.some((write) => write.key === key)).map(({ name }) => name),
  ];
  const other = dice.pick(others.filter((name) => name !== version && name !== victim.name));
  const reads = victim.reads.map((read) =>
    read.key === key && read.version === version ? { key, version: other } : read,
  );
  return {
    damaged: {
      ...history,
      transactions: history.transactions.map((one) => (one === victim ? { ...one, reads } : one)),
    },
    what: `${victim.name} saw ${other} instead of ${version} in cell ${key}`,
  };
}

test("[SER3] one wrong version in what one transaction saw is always found", async () => {
  const history = await makeHistory(7, 200);
  expect(judge(history)).toEqual([]);
  const dice = new Dice(7);
  for (let round = 0; round < 50; round++) {
    const { damaged, what } = damage(history, dice);
    expect(faultsOfHistory(damaged.transactions), what).not.toEqual([]);
  }
});

test("[SER3] a view that shows another state than its timestamp's is found", async () => {
  const history = await makeHistory(8, 200);
  const last = history.views.findLast(({ asked }) => asked.query === "range");
  const views = history.views.map((view) => (view === last ? { ...view, value: [[999, "nobody"]] as const } : view));
  expect(judge({ ...history, views }).join("\n")).toMatch(/was shown \[\[999,"nobody"\]\]/);
  expect(judge(history)).toEqual([]);
});
