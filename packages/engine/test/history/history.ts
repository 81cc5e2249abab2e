/** Makes a history: official clients over real sockets run random transactions and watch random queries. */

import { deepStrictEqual } from "node:assert";
import { join } from "node:path";
import { anyApi } from "convex/server";
import { decodeTs } from "../../src/protocol/timestamp.ts";
import { createTestEngine, folderModules, type TestEngine } from "../../src/testing/index.ts";
import { Dice, turns } from "../crash/dice.ts";
import { recordingClient, type RecordingClient } from "../crash/recording-client.ts";
import { faultsOfHistory, type Transaction } from "./checker.ts";
import { Model, type Asked, type Seen } from "./model.ts";
import { observationsOf, randomProgram, randomQuery, readsOfQuery, type Program } from "./programs.ts";

const api = anyApi["cells"] as any;
const CLIENTS = 8;
const IN_FLIGHT = 3;
const WATCHED = 4;

/** What somebody was shown of one query at one timestamp. */
interface View {
  readonly who: string;
  readonly asked: Asked;
  readonly ts: bigint;
  readonly value: string | Seen;
}

export interface History {
  readonly transactions: Transaction[];
  readonly views: View[];
  readonly faults: string[];
}

/** One run. */
class Recording {
  readonly history: History = { transactions: [], views: [], faults: [] };
  readonly #dice: Dice;
  readonly #world: TestEngine;
  readonly #url: string;
  readonly #count: number;
  #started = 0;
  #toldTs = 0n;

  constructor(dice: Dice, world: TestEngine, url: string, count: number) {
    [this.#dice, this.#world, this.#url, this.#count] = [dice, world, url, count];
  }

  async run(): Promise<void> {
    const watchers = Array.from({ length: CLIENTS }, (_, number) => this.#watcher(`client ${number}`));
    await Promise.all([
      ...watchers.flatMap((watcher) => Array.from({ length: IN_FLIGHT }, () => this.#work(watcher))),
      this.#readOverHttp(),
    ]);
    await Promise.all(watchers.map(({ witnessed }) => witnessed.client.close()));
    for (const { witnessed } of watchers) this.history.faults.push(...witnessed.objections);
  }

  /** A client that notes all its queries after each Transition. */
  #watcher(who: string): { witnessed: RecordingClient; rewatch: () => void } {
    const watched: { asked: Asked; end: () => void }[] = [];
    let ts: bigint | null = null;
    const witnessed = recordingClient(this.#url, {
      onServer: (frame) => {
        if (frame.type === "Transition") ts = decodeTs(frame.endVersion.ts);
        if (frame.type === "MutationResponse" && frame.success && decodeTs(frame.ts) > this.#toldTs)
          this.#toldTs = decodeTs(frame.ts);
      },
    });
    const { client } = witnessed.client;
    client.addOnTransitionHandler(() => {
      if (ts === null) return;
      for (const { asked } of watched) {
        const value = client.localQueryResult(`cells:${asked.query}`, asked.args) as string | Seen | undefined;
        if (value !== undefined) this.history.views.push({ who, asked, ts, value });
      }
      ts = null;
    });
    const rewatch = (): void => {
      if (watched.length >= WATCHED) watched.splice(this.#dice.below(WATCHED), 1)[0]?.end();
      const asked = randomQuery(this.#dice);
      watched.push({ asked, end: witnessed.client.onUpdate(api[asked.query], asked.args, () => undefined) });
    };
    for (let i = 0; i < WATCHED; i++) rewatch();
    return { witnessed, rewatch };
  }

  async #work({ witnessed, rewatch }: { witnessed: RecordingClient; rewatch: () => void }): Promise<void> {
    while (this.#started < this.#count) {
      const program = randomProgram(this.#dice, `t${this.#started++}`);
      const how = this.#dice.pick(["run", "run", "run", "runNested", "runAndFail"]);
      if (this.#dice.chance(0.05)) rewatch();
      if (this.#dice.chance(0.1)) this.#moveClock();
      await this.#transact(witnessed, program, how);
    }
  }

  async #transact(witnessed: RecordingClient, program: Program, how: string): Promise<void> {
    const knownTs = this.#toldTs;
    const asking = witnessed.client.mutation(api[how], { txn: program.txn, steps: program.steps }) as Promise<
      (string | Seen)[]
    >;
    const results = await asking.catch((error: Error) => {
      if (how !== "runAndFail") this.history.faults.push(`${program.txn} failed: ${error.message}`);
    });
    if (results === undefined) return;
    const [requestId] = [...witnessed.requests].findLast(([, { txn }]) => txn === program.txn) ?? [-1];
    witnessed.requests.delete(requestId);
    const ts = witnessed.commits.get(requestId) ?? -1n;
    this.history.transactions.push({
      name: program.txn,
      ts,
      knownTs,
      ...observationsOf(program, results, this.history.faults),
    });
  }

  /** Time stands still between mutations, runs on, and is set back: timestamps must not care. */
  #moveClock(): void {
    const { clock } = this.#world;
    if (this.#dice.chance(0.2)) clock.set(clock.nowMs() - this.#dice.below(1000));
    else clock.advance(this.#dice.below(50));
  }

  /** `query_ts` fixes a state; it is read while others write. */
  async #readOverHttp(): Promise<void> {
    while (this.#started < this.#count) {
      const knownTs = this.#toldTs;
      const { ts } = (await this.#post("query_ts", {})) as { ts: string };
      const reads: Transaction = {
        name: `http at ${ts}`,
        ts: decodeTs(ts),
        knownTs,
        reads: [],
        writes: [],
        isQuery: true,
      };
      this.history.transactions.push(reads);
      for (let i = 0; i < 3; i++) {
        await turns(this.#dice.below(20));
        const asked = randomQuery(this.#dice);
        const { value } = (await this.#post("query_at_ts", { path: `cells:${asked.query}`, args: asked.args, ts })) as {
          value: string | Seen;
        };
        this.history.views.push({ who: "http", asked, ts: decodeTs(ts), value });
      }
    }
  }

  async #post(path: string, body: object): Promise<unknown> {
    const response = await fetch(`${this.#url}/api/${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json" },
    });
    return await response.json();
  }
}

/** Runs `count` random transactions. */
export async function makeHistory(seed: number, count: number): Promise<History> {
  const world = await createTestEngine({ modules: folderModules(join(import.meta.dirname, "fixture")) });
  try {
    const { url } = await world.serve();
    const recording = new Recording(new Dice(seed), world, url, count);
    await recording.run();
    return recording.history;
  } finally {
    await world.close();
  }
}

/** Everything that is wrong with a history and with what was shown while it was made. */
export function judge({ transactions, views, faults }: History): string[] {
  const model = new Model(transactions);
  const wrongViews: string[] = [];
  const queries = views.map(({ who, asked, ts, value }, at): Transaction => {
    const expected = model.answer(asked, ts);
    try {
      deepStrictEqual(value, expected);
    } catch {
      wrongViews.push(
        `${who} was shown ${JSON.stringify(value)} for ${JSON.stringify(asked)} at ${ts}, which was ${JSON.stringify(expected)}`,
      );
    }
    return {
      name: `view ${at} of ${who}`,
      ts,
      knownTs: 0n,
      reads: readsOfQuery(asked, value),
      writes: [],
      isQuery: true,
    };
  });
  return [...faults, ...wrongViews, ...faultsOfHistory([...transactions, ...queries])];
}
