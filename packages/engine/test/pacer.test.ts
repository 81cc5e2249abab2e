import { expect, test } from "vitest";
import { afterThis, manualClock, nextTurn } from "../src/lib/clock.ts";
import { Pacer, type Paced } from "../src/session/pacer.ts";

/** Sessions that note their turn and take so long for it. */
function world(): {
  pacer: Pacer;
  load: { waiting: number };
  turns: string[][];
  session: (name: string, costMs: number) => Paced;
  run: (turns: number) => Promise<void>;
  pass: (ms: number) => void;
} {
  const clock = manualClock();
  const load = { waiting: 0 };
  const turns: string[][] = [[]];
  return {
    pacer: new Pacer(load, clock),
    load,
    turns,
    session: (name, costMs) => ({
      pump() {
        clock.advance(costMs);
        turns.at(-1)?.push(name);
      },
    }),
    pass: (ms) => clock.advance(ms),
    async run(count) {
      for (let i = 0; i < count; i++) {
        await nextTurn();
        turns.push([]);
      }
    },
  };
}

const many = (count: number, name: string): string[] => Array.from({ length: count }, (_, i) => `${name}${i}`);

test("[SES13] a crowd has its turns in the order it came, ten milliseconds a turn", async () => {
  const { pacer, session, turns, run } = world();
  const names = many(2000, "s");
  for (const name of names) pacer.wake(session(name, 4), "urgent");
  await run(700);
  expect(turns.flat()).toEqual(names);
  // The third begins within the slice.
  expect(Math.max(...turns.map((turn) => turn.length))).toBe(3);
});

test("[SES13] whose call was answered goes before the crowd, and who watches is not kept out by it", async () => {
  const { pacer, session, turns, run } = world();
  for (const name of many(100, "s")) pacer.wake(session(name, 20), "urgent");
  pacer.wake(session("watcher", 1), "passive");
  await run(3);
  const answered = session("answered", 1);
  pacer.wake(answered, "urgent");
  pacer.wake(answered, "answer");
  await run(2);
  expect(turns.flat().slice(0, 2)).toEqual(["s0", "watcher"]);
  const [at] = turns.flatMap((turn, i) => (turn.includes("answered") ? [i] : []));
  expect(at).toBeLessThanOrEqual(4);
  await run(200);
  expect(turns.flat().filter((name) => name === "answered")).toEqual(["answered"]);
  expect(turns.flat()).toHaveLength(102);
});

test("[SES13] behind waiting queries one of each kind gets in at a turn, and behind very many nobody", async () => {
  const { pacer, session, load, turns, run } = world();
  load.waiting = 5;
  for (const name of many(6, "s")) pacer.wake(session(name, 0), "urgent");
  for (const name of many(6, "a")) pacer.wake(session(name, 0), "answer");
  await run(3);
  expect(turns.filter((turn) => turn.length > 0).slice(0, 2)).toEqual([
    ["a0", "s0"],
    ["a1", "s1"],
  ]);
  const before = turns.flat().length;
  load.waiting = 32;
  await run(3);
  expect(turns.flat()).toHaveLength(before);
  load.waiting = 0;
  await run(3);
  expect(turns.flat()).toHaveLength(12);
});

test("[SES13] a session that is gone has no turn", async () => {
  const { pacer, session, turns, run } = world();
  const gone = session("gone", 0);
  for (const urgency of ["passive", "urgent", "answer"] as const) {
    pacer.wake(gone, urgency);
    pacer.forget(gone);
  }
  await run(3);
  expect(turns.flat()).toEqual([]);
});

test("[SES13] who begins to wait while the last of a round of watchers have theirs is in the next round", async () => {
  const { pacer, session, turns, run, pass } = world();
  for (const name of many(2, "w")) pacer.wake(session(name, 20), "passive");
  await run(1);
  expect(turns.flat()).toEqual(["w0"]);
  pacer.wake(session("late", 1), "passive");
  await run(3);
  pass(100);
  await run(3);
  expect(turns.flat()).toEqual(["w0", "w1", "late"]);
});

test("[SES13] whom a commit wakes has a turn before more is read, who asks for queries in the next turn of the loop", async () => {
  const { pacer, session, turns } = world();
  pacer.wake(session("asked", 0), "urgent");
  await afterThis();
  expect(turns.flat()).toEqual([]);
  await nextTurn();
  pacer.wake(session("watcher", 0), "passive");
  pacer.wake(session("answered", 0), "answer");
  await afterThis();
  expect(turns.flat()).toEqual(["asked", "answered", "watcher"]);
});

test("[SES13] sessions that wake others in their turn leave the loop to others in between", async () => {
  const { pacer, session, turns } = world();
  const one = session("one", 20);
  const restless: Paced = {
    pump() {
      one.pump();
      if (turns.flat().length < 100) pacer.wake(restless, "answer");
    },
  };
  pacer.wake(restless, "answer");
  await nextTurn();
  await nextTurn();
  expect(turns.flat().length).toBeLessThanOrEqual(4);
  pacer.forget(restless);
});
