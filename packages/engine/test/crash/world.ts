/**
 * One data folder, its clients, and one server process after the other. A round loads the server, kills it
 * at a moment the seed chose, looks into the folder, lets the next process recover it and waits until the
 * clients have what they asked for. The next process is started early and waits, so that a round is short.
 */

import { mkdirSync, mkdtempSync, rmSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { cuttingProxy, type CuttingProxy } from "../proxy.ts";
import { eventually } from "../support.ts";
import { turns, type Dice } from "./dice.ts";
import { Load } from "./load.ts";
import { startServer, type ServerProcess } from "./process.ts";
import { faultsOf } from "./verdict.ts";

const FIXTURE = join(import.meta.dirname, "fixture");
const CLIENTS = 3;
/** Long enough that a few hundred operations fill the log to the length at which it is copied. */
const LONG_NOTE = 100_000;
const MAX_ACKNOWLEDGED = 120;
const MAX_LOG_WRITES = 400;
const MAX_TURNS = 20_000;
const MAX_START_KILLS = 3;

/**
 * When a server is killed: after so many answers, at a write of the log, or while the log is copied into the database.
 */
export type Moment = "answers" | "log write" | "checkpoint";

/** What one round did. */
export interface Round {
  readonly moment: Moment;
  readonly startKills: number;
  readonly operations: number;
  readonly faults: readonly string[];
}

export class World {
  readonly #dice: Dice;
  readonly #folder: string;
  readonly #proxy: CuttingProxy;
  readonly #load: Load;
  #server: ServerProcess;
  #standby: ServerProcess | null = null;
  #settled = 0;

  private constructor(dice: Dice, folder: string, proxy: CuttingProxy, name: string) {
    this.#dice = dice;
    this.#folder = folder;
    this.#proxy = proxy;
    this.#server = this.#newServer();
    this.#load = new Load(proxy.url, CLIENTS, dice, name);
  }

  static async create(dice: Dice, name: string): Promise<World> {
    const folder = mkdtempSync(join(tmpdir(), "crash-world-"));
    mkdirSync(join(folder, "data"));
    const world = new World(dice, folder, await cuttingProxy("http://127.0.0.1:9"), name);
    await world.#open();
    return world;
  }

  async round(): Promise<Round> {
    const before = this.#load.operations.length;
    const moment = this.#dice.pick<Moment>(["answers", "answers", "log write", "log write", "checkpoint"]);
    this.#standby = this.#newServer();
    const reached = this.#until(moment);
    this.#load.start(moment === "checkpoint" ? LONG_NOTE : this.#dice.below(200));
    await reached;
    await this.#server.kill();
    this.#load.stop();
    const faults = [...this.#server.trouble, ...this.#faults()];
    const startKills = this.#dice.chance(0.4) ? 1 + this.#dice.below(MAX_START_KILLS) : 0;
    for (let kill = 0; kill < startKills; kill++) faults.push(...(await this.#killWhileStarting()));
    this.#server = this.#standby;
    await this.#open();
    faults.push(...(await this.#settle()));
    return { moment, startKills, operations: this.#load.operations.length - before, faults };
  }

  /** Kills the last server and looks once more: by now nothing may be missing at all. */
  async close(): Promise<readonly string[]> {
    await this.#server.kill();
    const faults = this.#faults();
    await this.#standby?.kill();
    await this.#load.close();
    await this.#proxy.close();
    rmSync(this.#folder, { recursive: true, force: true });
    return faults;
  }

  get #dataDir(): string {
    return join(this.#folder, "data");
  }

  get #actionLog(): string {
    return join(this.#folder, "actions");
  }

  #newServer(): ServerProcess {
    return startServer(FIXTURE, this.#dataDir, this.#actionLog);
  }

  #faults(): string[] {
    return faultsOf(this.#dataDir, this.#actionLog, this.#load, this.#settled);
  }

  async #open(): Promise<void> {
    this.#server.go();
    this.#proxy.target(await this.#server.reached("ready"));
    this.#load.wake();
  }

  async #until(moment: Moment): Promise<void> {
    const acknowledged = this.#load.acknowledged;
    if (moment === "answers")
      await this.#load.untilAcknowledged(acknowledged + this.#dice.anyMagnitude(MAX_ACKNOWLEDGED));
    else if (moment === "log write")
      await writesOf(join(this.#dataDir, "engine.db-wal"), 1 + this.#dice.anyMagnitude(MAX_LOG_WRITES));
    // Nothing but a checkpoint writes the database file itself.
    else await writesOf(join(this.#dataDir, "engine.db"), 1 + this.#dice.below(3));
    await turns(this.#dice.anyMagnitude(MAX_TURNS));
  }

  async #killWhileStarting(): Promise<string[]> {
    const server = this.#standby ?? this.#newServer();
    this.#standby = this.#newServer();
    server.go();
    await server.reached("opening");
    await turns(this.#dice.anyMagnitude(MAX_TURNS));
    await server.kill();
    return [...server.trouble, ...this.#faults()];
  }

  /** Waits until every answer is there and every job has ended; then all clients must show what the server has. */
  async #settle(): Promise<string[]> {
    await this.#load.settled();
    const numbers = [...this.#load.clients.keys()];
    await eventually(() => numbers.every((number) => this.#load.shown(number)["unfinished"] === 0), "the jobs");
    this.#settled = this.#load.operations.length;
    const faults: string[] = [];
    for (const number of numbers) {
      const served: Record<string, unknown> = {};
      for (const query of Object.keys(this.#load.shown(number)))
        served[query] = await this.#ask(query, query === "mine" ? { client: number } : {});
      // What others wrote last may still be on its way to this client.
      const isShown = eventually(() => isDeepStrictEqual(this.#load.shown(number), served), "the clients");
      await isShown.catch(() =>
        faults.push(
          `client ${number} shows ${JSON.stringify(this.#load.shown(number))}, the server has ${JSON.stringify(served)}`,
        ),
      );
    }
    return faults;
  }

  async #ask(query: string, args: object): Promise<unknown> {
    const body = JSON.stringify({ path: `load:${query}`, args });
    const response = await fetch(`${this.#proxy.url}/api/query`, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json" },
    });
    return ((await response.json()) as { value: unknown }).value;
  }
}

/** Resolves when `file` was written to so many times. */
function writesOf(file: string, count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count;
    const watcher = watch(file, () => {
      left--;
      if (left > 0) return;
      watcher.close();
      resolve();
    });
  });
}
