/**
 * Snapshots taken and put back by `npx convex export` and `npx convex import`. The files lie in a folder of
 * the data folder that is emptied at every start: a transfer does not outlive the process.
 */

import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { HttpRefusal } from "../src/http/errors.ts";
import type { Engine, ImportMode } from "../src/index.ts";
import { systemClock } from "../src/lib/clock.ts";
import { messageOf } from "../src/lib/message-of.ts";
import { zipOfTable, type SingleTable } from "./single-table.ts";

/** As the official backend: a file comes in fewer than ten thousand parts. */
const MAX_PARTS = 9999;
/** Uploads and imports remembered at a time; the oldest goes, and its files with it. */
const MAX_KEPT = 16;
const NS_PER_MS = 1_000_000n;

/** The newest export, as the client watches it. */
export type LatestExport =
  | { readonly state: "in_progress" }
  | { readonly state: "failed" }
  | {
      readonly state: "completed";
      readonly start_ts: bigint;
      readonly complete_ts: bigint;
      readonly zip_object_key: string;
    };

type ImportState =
  | {
      readonly state: "waiting_for_confirmation";
      readonly message_to_confirm: string;
      readonly require_manual_confirmation: boolean;
    }
  | { readonly state: "in_progress"; readonly progress_message: string; readonly checkpoint_messages: string[] }
  | { readonly state: "completed"; readonly num_rows_written: bigint }
  | { readonly state: "failed"; readonly error_message: string };

/** One import, as the client watches it. */
export interface ImportView {
  readonly _id: string;
  readonly state: ImportState;
}

interface Import {
  readonly file: string;
  readonly mode: ImportMode;
  state: ImportState;
}

/** Who hears of transfers. */
interface Hearing {
  onChange(): void;
  complain(text: string): void;
}

/** All transfers of one server. */
export class Transfers {
  readonly #engine: Engine;
  readonly #folder: string;
  readonly #onChange: () => void;
  readonly #complain: (text: string) => void;
  readonly #uploads = new Map<string, Set<number>>();
  readonly #imports = new Map<string, Import>();
  #latest: LatestExport | null = null;

  constructor(engine: Engine, folder: string, { onChange, complain }: Hearing) {
    this.#engine = engine;
    this.#folder = folder;
    this.#onChange = onChange;
    this.#complain = complain;
    rmSync(folder, { recursive: true, force: true });
    // Snapshots hold everything.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  get latest(): LatestExport | null {
    return this.#latest;
  }

  imports(): ImportView[] {
    return [...this.#imports].map(([id, { state }]) => ({ _id: id, state }));
  }

  /** Begins to take a snapshot, which may take long; how it goes is what is shown. The one before is removed. */
  export(): void {
    if (this.#latest?.state === "in_progress")
      throw new HttpRefusal(400, "ExportInProgress", "An export is under way.");
    if (this.#latest?.state === "completed") rmSync(this.#exportFile(this.#latest.start_ts), { force: true });
    this.#show({ state: "in_progress" });
    void this.#export(nowNs());
  }

  async #export(startTs: bigint): Promise<void> {
    try {
      await this.#engine.exportSnapshot(createWriteStream(this.#exportFile(startTs)));
      this.#show({ state: "completed", start_ts: startTs, complete_ts: nowNs(), zip_object_key: String(startTs) });
    } catch (error) {
      rmSync(this.#exportFile(startTs), { force: true });
      this.#show({ state: "failed" });
      this.#complain(`The export failed: ${messageOf(error)}`);
    }
  }

  /** The file of an export. */
  download(ts: string): Response {
    const latest = this.#latest;
    if (latest?.state !== "completed" || ts !== String(latest.start_ts))
      throw new HttpRefusal(404, "ExportNotFound", "There is no such export. Only the newest is kept.");
    const body = Readable.toWeb(createReadStream(this.#exportFile(latest.start_ts))) as globalThis.ReadableStream;
    return new Response(body, {
      headers: { "Content-Type": "application/zip", "Content-Disposition": `attachment; filename=snapshot_${ts}.zip` },
    });
  }

  /** Begins an upload; its token. */
  startUpload(): string {
    const token = randomUUID();
    forgetOldest(this.#uploads, (oldest) => rmSync(this.#partsOf(oldest), { recursive: true, force: true }));
    mkdirSync(this.#partsOf(token));
    this.#uploads.set(token, new Set());
    return token;
  }

  /** One part of an upload, counted from 1. */
  async part(token: string, number: number, body: globalThis.ReadableStream | null): Promise<void> {
    const parts = this.#partsTaken(token);
    if (!Number.isInteger(number) || number < 1 || number > MAX_PARTS)
      throw new HttpRefusal(400, "BadPartNumber", `partNumber must be from 1 to ${MAX_PARTS}`);
    const bytes = body === null ? Readable.from([]) : Readable.fromWeb(body as unknown as ReadableStream);
    await pipeline(bytes, createWriteStream(path.join(this.#partsOf(token), String(number))));
    parts.add(number);
  }

  /**
   * Puts the parts together, a snapshot or one table; the id of an import that waits for `perform`. Asked again, it finds
   * no upload any more: half of what was put together would be put together twice.
   */
  async finishUpload(token: string, mode: ImportMode, table: SingleTable | null = null): Promise<string> {
    const parts = [...this.#partsTaken(token)].sort((a, b) => a - b);
    const partFile = (number: number): string => path.join(this.#partsOf(token), String(number));
    if (parts.some((number, index) => number !== index + 1))
      throw new HttpRefusal(400, "MissingPart", "A part of the upload is missing.");
    this.#uploads.delete(token);
    const id = randomUUID();
    const file = path.join(this.#folder, `import-${id}.zip`);
    const whole = table === null ? file : path.join(this.#partsOf(token), "whole");
    try {
      await pipeline(
        async function* () {
          for (const number of parts) yield* createReadStream(partFile(number));
        },
        createWriteStream(whole, { flags: "wx" }),
      );
      if (table !== null) await zipOfTable(whole, file, table);
    } catch (error) {
      rmSync(file, { force: true });
      throw error;
    } finally {
      rmSync(this.#partsOf(token), { recursive: true, force: true });
    }
    forgetOldest(this.#imports, (_id, oldest) => rmSync(oldest.file, { force: true }));
    const isDestructive = mode === "replace" || mode === "replaceAll";
    this.#imports.set(id, {
      file,
      mode,
      state: {
        state: "waiting_for_confirmation",
        message_to_confirm: questionFor(mode),
        require_manual_confirmation: isDestructive,
      },
    });
    this.#onChange();
    return id;
  }

  /** Begins to import what was uploaded, which may take long; how it goes and ended is the state. */
  perform(id: string): void {
    const work = this.#imports.get(id);
    if (work?.state.state !== "waiting_for_confirmation")
      throw new HttpRefusal(400, "ImportNotWaiting", "There is no such import, or it was started before.");
    this.#setState(work, { state: "in_progress", progress_message: "Importing", checkpoint_messages: [] });
    void this.#import(work);
  }

  async #import(work: Import): Promise<void> {
    try {
      const { written } = await this.#engine.importSnapshot(work.file, { mode: work.mode });
      const count = Object.values(written).reduce((sum, rows) => sum + rows, 0);
      this.#setState(work, { state: "completed", num_rows_written: BigInt(count) });
    } catch (error) {
      this.#setState(work, { state: "failed", error_message: messageOf(error) });
    } finally {
      rmSync(work.file, { force: true });
    }
  }

  /** Drops an import that was not started. */
  cancel(id: string): void {
    const work = this.#imports.get(id);
    if (work?.state.state !== "waiting_for_confirmation")
      throw new HttpRefusal(400, "ImportNotWaiting", "There is no such import, or it was started before.");
    rmSync(work.file, { force: true });
    this.#setState(work, { state: "failed", error_message: "Import canceled" });
  }

  #partsTaken(token: string): Set<number> {
    const parts = this.#uploads.get(token);
    if (parts === undefined || !existsSync(this.#partsOf(token)))
      throw new HttpRefusal(400, "BadUploadToken", "There is no such upload.");
    return parts;
  }

  /** Only called with tokens this class made. */
  #partsOf(token: string): string {
    return path.join(this.#folder, `upload-${token}`);
  }

  #exportFile(ts: bigint): string {
    return path.join(this.#folder, `export-${ts}.zip`);
  }

  #setState(work: Import, state: ImportState): void {
    work.state = state;
    this.#onChange();
  }

  #show(latest: LatestExport): void {
    this.#latest = latest;
    this.#onChange();
  }
}

function questionFor(mode: ImportMode): string {
  switch (mode) {
    case "requireEmpty":
      return "The tables of the snapshot must be empty.";
    case "append":
      return "The documents of the snapshot are added.";
    case "replace":
      return "The documents of every table in the snapshot are replaced.";
    case "replaceAll":
      return "All documents are deleted and those of the snapshot take their place.";
    default:
      return mode satisfies never;
  }
}

function forgetOldest<T>(kept: Map<string, T>, release: (id: string, value: T) => void): void {
  for (const [id, value] of kept) {
    if (kept.size < MAX_KEPT) return;
    release(id, value);
    kept.delete(id);
  }
}

function nowNs(): bigint {
  return BigInt(Math.floor(systemClock.nowMs())) * NS_PER_MS;
}
