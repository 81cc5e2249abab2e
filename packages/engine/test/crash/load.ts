/** Clients that keep the server busy and outlive it. */

import { anyApi } from "convex/server";
import { type Dice } from "./dice.ts";
import { recordingClient, type RecordingClient } from "./recording-client.ts";

const api = anyApi["load"] as any;
const ACCOUNTS = ["a", "b", "c", "d", "e"];
/** Requests one client has under way. */
const IN_FLIGHT = 4;
const WATCHED = [
  ["balances", {}],
  ["unfinished", {}],
] as const;

export type Kind = "transfer" | "nested" | "schedule" | "refused" | "action";

/** One operation somebody asked for, and what became of it as far as the client knows. */
export interface Operation {
  readonly op: string;
  readonly kind: Kind;
  readonly client: number;
  readonly n: number;
  state: "under way" | "acknowledged" | "failed";
  error?: string;
}

/** The load of one world. */
export class Load {
  readonly operations: Operation[] = [];
  readonly clients: readonly RecordingClient[];
  readonly #dice: Dice;
  readonly #name: string;
  readonly #underWay = new Set<Promise<void>>();
  #isRunning = false;
  #noteLength = 0;
  #whenAcknowledged: () => void = () => undefined;
  #acknowledged = 0;

  constructor(url: string, clients: number, dice: Dice, name: string) {
    this.#dice = dice;
    this.#name = name;
    this.clients = Array.from({ length: clients }, () => recordingClient(url));
    this.clients.forEach(({ client }, number) => {
      for (const [query, args] of WATCHED) client.onUpdate(api[query], args, () => undefined);
      client.onUpdate(api.mine, { client: number }, () => undefined);
    });
  }

  /** Operations nobody knows the end of. */
  get underWay(): number {
    return this.#underWay.size;
  }

  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Begins to ask; `noteLength` makes the documents as long as a checkpoint needs. */
  start(noteLength: number): void {
    this.#isRunning = true;
    this.#noteLength = noteLength;
    for (const number of this.clients.keys()) for (let i = 0; i < IN_FLIGHT; i++) this.#next(number);
  }

  /** Asks for nothing more; what is under way stays so. */
  stop(): void {
    this.#isRunning = false;
  }

  /** Resolves when so many operations were acknowledged in all. */
  async untilAcknowledged(count: number): Promise<void> {
    while (this.#acknowledged < count) await new Promise<void>((resolve) => (this.#whenAcknowledged = resolve));
  }

  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** Connects whoever waits. */
  wake(): void {
    for (const client of this.clients) client.wake();
  }

  /** What client `number` shows of every query it watches. */
  shown(number: number): Record<string, unknown> {
    const { client } = (this.clients[number] as RecordingClient).client;
    const watched = [...WATCHED, ["mine", { client: number }] as const];
    return Object.fromEntries(watched.map(([query, args]) => [query, client.localQueryResult(`load:${query}`, args)]));
  }

  async close(): Promise<void> {
    await Promise.all(this.clients.map(({ client }) => client.close()));
  }

  #next(client: number): void {
    if (!this.#isRunning) return;
    const kind = this.#dice.pick<Kind>([
      "transfer",
      "transfer",
      "transfer",
      "transfer",
      "nested",
      "nested",
      "schedule",
      "schedule",
      "refused",
      "action",
    ]);
    const n = this.operations.length;
    const operation: Operation = { op: `${this.#name} ${n}`, kind, client, n, state: "under way" };
    this.operations.push(operation);
    const whole = this.#ask(operation).then(
      () => this.#ended(operation, "acknowledged"),
      (error: Error) => this.#ended(operation, "failed", error.message),
    );
    this.#underWay.add(whole);
    void whole.then(() => {
      this.#underWay.delete(whole);
      this.#next(client);
    });
  }

  #ended(operation: Operation, state: "acknowledged" | "failed", error?: string): void {
    operation.state = state;
    operation.error = error;
    this.#acknowledged++;
    this.#whenAcknowledged();
  }

  #ask({ op, kind, client, n }: Operation): Promise<unknown> {
    const { client: asking } = this.clients[client] as RecordingClient;
    const named = { op, client, n };
    switch (kind) {
      case "transfer":
        return asking.mutation(api.transfer, {
          ...named,
          from: this.#dice.pick(ACCOUNTS),
          to: this.#dice.pick(ACCOUNTS),
          amount: 1 + this.#dice.below(9),
          noteLength: this.#noteLength,
        });
      case "nested":
        return asking.mutation(api.nested, named);
      case "schedule":
        return asking.mutation(api.schedule, { ...named, delayMs: this.#dice.below(40) });
      case "refused":
        return asking.mutation(api.refused, named);
      case "action":
        return asking.action(api.actNow, { op });
      default:
        return kind satisfies never;
    }
  }
}
