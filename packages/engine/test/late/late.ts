/** Functions that throw at every late moment, while good clients go on as if nothing happened. */

import { request } from "node:http";
import { join } from "node:path";
import type { ConvexClient } from "convex/browser";
import { anyApi } from "convex/server";
import { connectClient } from "../../src/testing/index.ts";
import { turns, Dice } from "../crash/dice.ts";
import { startTarget } from "../fuzz/target.ts";
import { eventually } from "../support.ts";
import { later, soon, things } from "./fixture/moments.ts";

const api = anyApi as any;
const AT_ONCE = 6;
const GOOD_CLIENTS = 2;
const MAX_FAULTS = 20;
/** How a failure is told: by where it was thrown, never as trouble of the engine. */
const TOLD = /Server Error\n(uncaughtException: |Uncaught )/;

export interface LateReport {
  readonly rounds: Readonly<Record<string, number>>;
  readonly goodMutations: number;
  readonly faults: readonly string[];
}

/** Plays so many rounds against an engine in a process of its own. */
export async function late(seed: number, rounds: number): Promise<LateReport> {
  const target = await startTarget(join(import.meta.dirname, "fixture"));
  const client = connectClient(target.url);
  const play = new Play(new Dice(seed), client, target.url);
  const died = target.ended.then((): LateReport => ({
    rounds: play.rounds,
    goodMutations: 0,
    faults: [...play.faults, ...target.trouble, String(target.obituary)],
  }));
  const lived = async (): Promise<LateReport> => {
    const good = Array.from({ length: GOOD_CLIENTS }, (_, number) => goodClient(target.url, `good ${number}`));
    await Promise.all(Array.from({ length: AT_ONCE }, () => play.run(rounds)));
    const ends = await Promise.all(good.map((one) => one.end()));
    const faults = [...play.faults, ...target.trouble, ...ends.flatMap((one) => one.faults)];
    const lost: readonly number[] = await client.query(api.notes.numbers, { owner: "lost" });
    if (lost.length > 0) faults.push(`${lost.length} writes of failed mutations are there`);
    return { rounds: play.rounds, goodMutations: ends.reduce((sum, { mutations }) => sum + mutations, 0), faults };
  };
  try {
    return await Promise.race([lived(), died]);
  } finally {
    await client.close();
    await target.close();
  }
}

class Play {
  readonly faults: string[] = [];
  readonly rounds: Record<string, number> = {};
  #begun = 0;
  readonly #dice: Dice;
  readonly #client: ConvexClient;
  readonly #url: string;

  constructor(dice: Dice, client: ConvexClient, url: string) {
    [this.#dice, this.#client, this.#url] = [dice, client, url];
  }

  async run(rounds: number): Promise<void> {
    while (this.#begun < rounds && this.faults.length < MAX_FAULTS) {
      this.#begun++;
      const kind = this.#dice.pick(["act", "ask", "write", "deep", "survive", "silent", "middle", "ticker", "odd"]);
      const moment = this.#dice.pick(Object.keys(["act", "silent", "middle"].includes(kind) ? later : soon));
      const how = { moment, thing: this.#dice.pick(Object.keys(things)), waits: this.#dice.chance(0.7) };
      this.rounds[kind] = (this.rounds[kind] ?? 0) + 1;
      const fault = await this.#round(kind, how).catch((error: unknown) => String(error));
      if (fault !== null) this.faults.push(`${kind} ${JSON.stringify(how)}: ${fault}`);
    }
  }

  async #round(kind: string, how: { moment: string; thing: string; waits: boolean }): Promise<string | null> {
    switch (kind) {
      case "act":
        return judge(await told(this.#client.action(api.late.act, how)), how.waits);
      case "ask":
        return judge(await told(this.#client.query(api.late.ask, how)), how.waits);
      case "write":
        return judge(await told(this.#client.mutation(api.late.write, how)), how.waits);
      case "deep":
        return judge(await told(this.#client.mutation(api.late.deep, how)), true);
      case "survive":
        return await this.#survive(how);
      default:
        return await this.#http(kind, how);
    }
  }

  async #survive(how: object): Promise<string | null> {
    const owner = `survivor ${this.#begun}`;
    const caught: string = await this.#client.mutation(api.late.survive, {
      ...how,
      waits: true,
      callee: this.#dice.pick(["write", "deep"]),
      owner,
    });
    if (!/^(uncaughtException: |Uncaught )/.test(caught)) return `caught ${caught}`;
    const numbers: readonly number[] = await this.#client.query(api.notes.numbers, { owner });
    return numbers.join() === "1,2" ? null : `wrote ${numbers.join()}`;
  }

  async #http(path: string, { moment, thing }: { moment: string; thing: string }): Promise<string | null> {
    const hangsUpAfter = path === "ticker" ? 1 + this.#dice.below(4) : Number.POSITIVE_INFINITY;
    const { status, isWhole } = await ask(`${this.#url}/http/${path}?moment=${moment}&thing=${thing}`, hangsUpAfter);
    // The timer of a ticker goes on for a moment after its client has gone.
    if (path === "ticker") await turns(20);
    if (path === "silent") return status === 500 ? null : `answered ${status}`;
    return isWhole ? `the answer looks whole (${status})` : null;
  }
}

async function told(call: Promise<unknown>): Promise<string | null> {
  try {
    await call;
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function judge(failure: string | null, mustFail: boolean): string | null {
  if (failure === null) return mustFail ? "it did not fail" : null;
  return TOLD.test(failure) ? null : `was told as ${failure.slice(0, 200)}`;
}

/** Asks, and hangs up after so many chunks. */
function ask(url: string, hangsUpAfter: number): Promise<{ status: number; isWhole: boolean }> {
  return new Promise((resolve) => {
    let chunks = 0;
    const asked = request(url, (response) => {
      const { statusCode: status = 0 } = response;
      response.on("data", () => ++chunks >= hangsUpAfter && response.destroy());
      response.on("error", () => undefined);
      response.on("close", () => resolve({ status, isWhole: response.complete }));
    });
    asked.on("error", () => resolve({ status: 0, isWhole: false }));
    asked.end();
  });
}

/** Writes one note after the other, and sees each in its subscription. */
function goodClient(url: string, owner: string): { end(): Promise<{ mutations: number; faults: string[] }> } {
  const client = connectClient(url);
  const faults: string[] = [];
  let seen: readonly number[] = [];
  let mutations = 0;
  let isEnding = false;
  client.onUpdate(api.notes.numbers, { owner }, (numbers: readonly number[]) => (seen = numbers));
  const work = async (): Promise<void> => {
    while (!isEnding) {
      await client.mutation(api.notes.add, { owner, number: mutations });
      mutations++;
      await eventually(() => seen.length === mutations, `note ${mutations} of ${owner}`);
      if (seen.at(-1) !== mutations - 1) faults.push(`${owner} sees ${seen.slice(-3).join()} after ${mutations} notes`);
    }
  };
  const working = work().catch((error: unknown) => void faults.push(`${owner}: ${String(error)}`));
  return {
    async end() {
      isEnding = true;
      await working;
      await client.close();
      return { mutations, faults };
    },
  };
}
