/**
 * Runs in a thread of its own: holds vector indexes in memory and searches them. Requests are served one after
 * another in the order they were sent, so a search sees the loads, syncs and changes before it and none after.
 */

import { parentPort, workerData } from "node:worker_threads";
import { afterPrefix } from "../../lib/bytes.ts";
import { messageOf } from "../../lib/message-of.ts";
import { openReader } from "../../storage/connection.ts";
import { Reader } from "../../storage/reader.ts";
import { entryPrefix } from "./layout.ts";
import { VectorMatrix } from "./matrix.ts";
import type {
  ForgetRequest,
  Numbered,
  LoadOrder,
  SearchRequest,
  SyncRequest,
  VectorReply,
  VectorRequest,
} from "./messages.ts";

const { path } = workerData as { path: string };
/** Entries read from the file at once. */
const LOAD_ROWS = 256;

/** By index number; the one used last is the last. */
const matrices = new Map<number, VectorMatrix>();

parentPort?.on("message", ({ turn, body }: Numbered<VectorRequest | ForgetRequest>) => {
  if (body.kind === "forget") matrices.delete(body.index);
  else parentPort?.postMessage({ turn, body: answer(body) } satisfies Numbered<VectorReply>);
});

function answer(request: VectorRequest): VectorReply {
  try {
    return request.kind === "sync" ? sync(request) : search(request);
  } catch (error) {
    // What it holds may be neither the state before nor the one after.
    matrices.delete(request.index);
    return { kind: "failed", message: messageOf(error) };
  }
}

/** Reads at one committed state. The connection is not kept: an open one would hold the log. */
function reading<T>(read: (reader: Reader, count: (index: number) => number) => T): T {
  const db = openReader(path);
  try {
    db.exec("BEGIN");
    const counting = db.prepare("SELECT count(*) AS count FROM entries WHERE index_number = ?");
    return read(new Reader(db), (index) => Number(counting.get(index)?.["count"]));
  } finally {
    db.close();
  }
}

/** The index from the file, or how many entries it has when they are too many. */
function load({ index, most }: SearchRequest, { bytes, ...shape }: LoadOrder): VectorMatrix | number {
  matrices.delete(index);
  return reading((reader, countOf) => {
    const count = countOf(index);
    if (count > most) return count;
    makeRoom(VectorMatrix.bytesFor(shape, count), bytes);
    const matrix = new VectorMatrix(shape);
    let lower: Uint8Array | null = new Uint8Array();
    while (lower !== null) {
      const rows = reader.entries(index, lower, null, LOAD_ROWS);
      for (const [key] of rows) matrix.set(key);
      const last = rows.at(-1);
      lower = last === undefined || rows.length < LOAD_ROWS ? null : afterPrefix(last[0]);
    }
    return matrix;
  });
}

/** Those not searched for longest go first; the one that is asked for has its place whatever it takes. */
function makeRoom(needed: number, bytes: number): void {
  let taken = needed;
  for (const matrix of matrices.values()) taken += matrix.bytes;
  for (const [index, matrix] of matrices) {
    if (taken <= bytes) return;
    matrices.delete(index);
    taken -= matrix.bytes;
  }
}

function sync({ index, ids }: SyncRequest): VectorReply {
  const matrix = matrices.get(index);
  if (matrix === undefined) return { kind: "gone" };
  return reading((reader) => {
    for (const id of ids) {
      const prefix = entryPrefix(id);
      const [row] = reader.entries(index, prefix, afterPrefix(prefix), 1);
      if (row === undefined) matrix.remove(id);
      else matrix.set(row[0]);
    }
    return { kind: "done" };
  });
}

function search(request: SearchRequest): VectorReply {
  const { index, changes, direction, conditions, limit, most } = request;
  const matrix = request.load === null ? matrices.get(index) : load(request, request.load);
  if (matrix === undefined) return { kind: "gone" };
  if (typeof matrix === "number") return { kind: "tooMany", count: matrix };
  for (const { id, entry } of changes) {
    if (entry === null) matrix.remove(id);
    else matrix.set(entry);
  }
  matrices.delete(index);
  if (matrix.size > most) return { kind: "tooMany", count: matrix.size };
  matrices.set(index, matrix);
  return { kind: "found", neighbours: matrix.search(direction, conditions, limit) };
}
