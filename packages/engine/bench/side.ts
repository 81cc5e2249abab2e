/** One server under test with its clients; both sides are driven by the same code. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import type { ClientKind } from "./clients.ts";
import { Child, type Usage } from "./commands.ts";
import type { Subscribers } from "./subscriber-process.ts";
import { FIRST_WRITE, HOT_REQUEST, type Workload } from "./workload.ts";
import type { WriteResult } from "./writer-process.ts";

export type SideName = "floor" | "engine";

/** Tasks written in turn. */
const WRITTEN = 50;

/** What writers did, and what it cost the server. */
export interface Load {
  readonly perSecond: number;
  readonly ackMs: readonly number[];
  readonly cpuMsPerThousand: number;
}

/** See the file comment. */
export class Side {
  readonly name: SideName;
  readonly #folder: string;
  #server: Child;
  readonly #subscribers: Child;
  readonly #writer: Child;
  #url = "";
  #ids: readonly string[] = [];
  #n = FIRST_WRITE;
  #workload: Workload = "tasks";

  private constructor(name: SideName, folder: string, children: readonly [Child, Child, Child]) {
    this.name = name;
    this.#folder = folder;
    [this.#server, this.#subscribers, this.#writer] = children;
  }

  /** Starts the server over `documents` tasks in a new folder, and the processes of its clients. */
  static async start(name: SideName, root: string, documents: number, nodeArgs: readonly string[] = []): Promise<Side> {
    const folder = join(root, `${name}-${documents}`);
    const side = new Side(name, folder, [
      await Child.start(`${name}-server.ts`, [folder, String(documents)], nodeArgs),
      await Child.start("subscriber-process.ts"),
      await Child.start("writer-process.ts"),
    ]);
    side.#url = await side.#server.call("url");
    await side.use("tasks");
    return side;
  }

  /** What writers and subscribers do from now on. */
  async use(workload: Workload): Promise<void> {
    if (workload === "items") await this.#server.call("fillItems");
    this.#workload = workload;
    this.#ids = await this.#server.call("ids", { workload, request: HOT_REQUEST, limit: WRITTEN });
  }

  get folder(): string {
    return this.#folder;
  }

  usage(): Promise<Usage> {
    return this.#server.call("usage", { collect: true });
  }

  async openWriters(kind: ClientKind, count: number): Promise<void> {
    await this.#writer.call("open", { url: this.#url, kind, workload: this.#workload, count });
  }

  closeWriters(): Promise<void> {
    return this.#writer.call("close");
  }

  async subscribe(
    subscribers: Omit<Subscribers, "url" | "workload" | "request"> & { readonly request?: string },
  ): Promise<void> {
    await this.#subscribers.call("open", {
      request: HOT_REQUEST,
      ...subscribers,
      workload: this.#workload,
      url: this.#url,
    });
  }

  unsubscribe(): Promise<void> {
    return this.#subscribers.call("close");
  }

  /** All writers at once for a time. */
  async load(writers: number, durationMs: number): Promise<Load> {
    const before = await this.#server.call<Usage>("usage", { collect: false });
    const result = await this.#writer.call<WriteResult>("run", {
      writers,
      durationMs,
      ids: this.#ids,
      firstN: this.#n,
    });
    const after = await this.#server.call<Usage>("usage", { collect: false });
    this.#n += result.count + writers;
    const cpuMs = after.cpuMs - before.cpuMs;
    return {
      perSecond: result.count / result.seconds,
      ackMs: result.ackMs,
      cpuMsPerThousand: (cpuMs / result.count) * 1000,
    };
  }

  /** One lone write; how long until the last subscriber saw it. */
  async fanOut(): Promise<number> {
    const n = this.#n++;
    const seen = this.#subscribers.call<number>("everyoneSees", { n });
    const { sentMs } = await this.#writer.call<{ sentMs: number }>("touch", { id: this.#ids[n % this.#ids.length], n });
    return (await seen) - sentMs;
  }

  /** Every subscriber has seen what was written so far. */
  async settle(): Promise<void> {
    await this.fanOut();
  }

  async stop(): Promise<void> {
    await this.#server.call("stop");
    await Promise.all([this.#server, this.#subscribers, this.#writer].map((child) => child.stop()));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
