/**
 * An attack as a whole: damaged conversations, raw bytes and requests, while good clients go on as if nothing happened.
 */

import { Agent } from "node:http";
import { anyApi } from "convex/server";
import { Dice } from "../crash/dice.ts";
import { recordingClient } from "../crash/recording-client.ts";
import { eventually } from "../support.ts";
import { converse, throwBytes, type Outcome } from "./conversations.ts";
import { ask } from "./requests.ts";
import { startTarget, type Figures, type Target } from "./target.ts";
import { recordTranscript } from "./transcript.ts";

const api = anyApi as any;
const AT_ONCE = 6;
const GOOD_CLIENTS = 2;
/** What the heap may differ by between the first half and the end: caches have filled by then. */
const HEAP_SLACK_BYTES = 12 * 1024 * 1024;
const MAX_FAULTS = 20;

export interface FuzzReport {
  readonly messages: number;
  readonly requests: number;
  readonly goodMutations: number;
  readonly refusals: Readonly<Record<string, number>>;
  readonly heapBytes: readonly [half: number, end: number];
  readonly faults: readonly string[];
}

/** Runs about so many messages and requests. */
export async function fuzz(seed: number, messages: number, requests: number): Promise<FuzzReport> {
  const target = await startTarget();
  try {
    const good = Array.from({ length: GOOD_CLIENTS }, (_, number) => goodClient(target.url, number));
    const attack = new Attack(new Dice(seed), target);
    await attack.run(messages / 2, requests / 2);
    const half = await rested(target);
    await attack.run(messages, requests);
    const end = await rested(target);
    const ends = await Promise.all(good.map((client) => client.end()));
    const faults = [...attack.faults, ...target.trouble, ...ends.flatMap((one) => one.faults)];
    if (target.obituary !== null) faults.push(target.obituary);
    if (end.heapBytes > half.heapBytes + HEAP_SLACK_BYTES)
      faults.push(`the heap grew from ${half.heapBytes} to ${end.heapBytes} bytes`);
    const goodMutations = ends.reduce((sum, { mutations }) => sum + mutations, 0);
    return {
      messages: attack.messages,
      requests: attack.requests,
      goodMutations,
      refusals: attack.refusals,
      heapBytes: [half.heapBytes, end.heapBytes],
      faults,
    };
  } finally {
    await target.close();
  }
}

/** Figures once the bad clients' sockets are gone and only the good ones' are left. */
async function rested(target: Target): Promise<Figures> {
  let figures = await target.figures();
  let isAsking = false;
  const look = (): boolean => {
    if (figures.connections === GOOD_CLIENTS && figures.subscriptions <= GOOD_CLIENTS) return true;
    if (!isAsking) {
      isAsking = true;
      void target.figures().then((next) => {
        figures = next;
        isAsking = false;
      });
    }
    return false;
  };
  await eventually(look, "the sockets of bad clients to be forgotten");
  return figures;
}

class Attack {
  readonly faults: string[] = [];
  readonly refusals: Record<string, number> = {};
  messages = 0;
  requests = 0;
  readonly #dice: Dice;
  readonly #target: Target;
  #conversations = 0;

  constructor(dice: Dice, target: Target) {
    [this.#dice, this.#target] = [dice, target];
  }

  async run(messages: number, requests: number): Promise<void> {
    const { url } = this.#target;
    const transcript = await recordTranscript(url);
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    const isOver = (): boolean => this.faults.length >= MAX_FAULTS || this.#target.obituary !== null;
    const talk = async (): Promise<void> => {
      while (this.messages < messages && !isOver()) {
        const attempt = this.#dice.chance(0.1)
          ? throwBytes(this.#dice, url)
          : converse(this.#dice, url, transcript, this.#conversations++);
        this.#count(await attempt);
      }
    };
    const request = async (): Promise<void> => {
      while (this.requests < requests && !isOver()) {
        this.requests++;
        const { status, faults } = await ask(this.#dice, url, agent);
        this.faults.push(...faults);
        this.#refused(`http ${status}`);
      }
    };
    await Promise.all([...Array.from({ length: AT_ONCE }, talk), ...Array.from({ length: 2 }, request)]);
    agent.destroy();
  }

  #count({ messages, faults, refusal }: Outcome): void {
    this.messages += messages;
    this.faults.push(...faults);
    if (refusal !== null) this.#refused(refusal);
  }

  #refused(how: string): void {
    this.refusals[how] = (this.refusals[how] ?? 0) + 1;
  }
}

/** Counts up and watches its counter for as long as the attack lasts. */
function goodClient(url: string, number: number): { end(): Promise<{ mutations: number; faults: string[] }> } {
  const good = recordingClient(url);
  const name = `good client ${number}`;
  const faults: string[] = [];
  const shown: number[] = [];
  let isOver = false;
  let mutations = 0;
  good.client.onUpdate(api.counters.get, { name }, (value: number) => shown.push(value));
  const work = (async () => {
    while (!isOver) {
      const value = (await good.client.mutation(api.counters.increment, { name })) as number;
      mutations++;
      if (value !== mutations || shown.at(-1) !== mutations)
        faults.push(`${name} counted ${mutations}, was answered ${value} and shown ${shown.at(-1)}`);
    }
  })();
  return {
    async end() {
      isOver = true;
      await work;
      if (good.sockets() !== 1) faults.push(`${name} needed ${good.sockets()} sockets`);
      faults.push(...good.objections);
      await good.client.close();
      return { mutations, faults };
    },
  };
}
