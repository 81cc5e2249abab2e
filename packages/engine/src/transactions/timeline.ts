/**
 * Timestamps of commits and creation times of documents, both strictly increasing for the life of
 * the data, also when the wall clock stands still or jumps back.
 */

import type { Writer } from "../storage/writer.ts";
import type { Timestamp } from "./types.ts";

/** Meta row holding the newest commit timestamp and the newest creation time. */
const TIMELINE = "engine.timeline";
const NS_PER_MS = 1_000_000n;
/** Twice the spacing of doubles around today's milliseconds since the epoch, so that adding it always counts. */
const CREATION_STEP_MS = 2 ** -11;

/** See the file comment. */
export class Timeline {
  #durable: Timestamp;
  #assigned: Timestamp;
  #lastCreationTime: number;

  constructor(meta: ReadonlyMap<string, string>) {
    const [ts, creationTime] = (meta.get(TIMELINE) ?? "0 0").split(" ");
    this.#durable = BigInt(ts ?? "0");
    this.#assigned = this.#durable;
    this.#lastCreationTime = Number(creationTime);
  }

  /** Newest timestamp on disk. */
  get durable(): Timestamp {
    return this.#durable;
  }

  /** Newest timestamp given to a mutation, on disk or in the open batch. */
  get assigned(): Timestamp {
    return this.#assigned;
  }

  /** The timestamp the next commit gets. */
  peek(nowMs: number): Timestamp {
    const wallNs = BigInt(Math.floor(nowMs)) * NS_PER_MS;
    return wallNs > this.#assigned ? wallNs : this.#assigned + 1n;
  }

  /** Gives a peeked timestamp out. */
  assign(ts: Timestamp): void {
    this.#assigned = ts;
  }

  /** A creation time after every earlier one and not before `nowMs`. */
  nextCreationTime(nowMs: number): number {
    this.#lastCreationTime = Math.max(nowMs, this.#lastCreationTime + CREATION_STEP_MS);
    return this.#lastCreationTime;
  }

  /** Writes the newest times into the transaction about to be committed. */
  save(writer: Writer): void {
    writer.setMeta(TIMELINE, `${this.#assigned} ${this.#lastCreationTime}`);
  }

  /** The open batch is on disk. */
  committed(): void {
    this.#durable = this.#assigned;
  }

  /** The open batch is gone, and nobody was told its timestamps. */
  abandoned(): void {
    this.#assigned = this.#durable;
  }
}
