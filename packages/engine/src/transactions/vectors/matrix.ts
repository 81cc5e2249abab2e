/**
 * The vectors of one index in memory, in blocks of typed arrays: numbers, hashes of filter values, internal ids. A row
 * that is given up is used again. Searched by looking at every row, so what is found is exact.
 */

import { compareBytes } from "../../lib/bytes.ts";
import {
  HASH_BYTES,
  HASHES_AT,
  ID_BYTES,
  idOf,
  idText,
  NUMBER_BYTES,
  vectorOffset,
  type VectorShape,
} from "./layout.ts";
import type { Neighbour } from "./messages.ts";
import type { VectorCondition } from "./plan.ts";

const BLOCK_ROWS = 1024;
/** A hash is compared as whole numbers of 4 bytes. */
const HASH_WORDS = HASH_BYTES / 4;
/** What a row costs besides its bytes: its place in the map. */
const ROW_OVERHEAD_BYTES = 100;

interface Block {
  readonly numbers: Float32Array<ArrayBuffer>;
  readonly hashes: Uint32Array<ArrayBuffer>;
  readonly ids: Uint8Array<ArrayBuffer>;
  /** 1 for a row in use. */
  readonly used: Uint8Array<ArrayBuffer>;
}

/** See the file comment. */
export class VectorMatrix {
  readonly #shape: VectorShape;
  readonly #blocks: Block[] = [];
  readonly #rowOf = new Map<string, number>();
  readonly #free: number[] = [];

  constructor(shape: VectorShape) {
    this.#shape = shape;
  }

  get size(): number {
    return this.#rowOf.size;
  }

  /** Bytes that `rows` vectors of a shape take. */
  static bytesFor({ dimensions, filters }: VectorShape, rows: number): number {
    return rows * (dimensions * NUMBER_BYTES + filters * HASH_BYTES + ID_BYTES + ROW_OVERHEAD_BYTES);
  }

  get bytes(): number {
    return VectorMatrix.bytesFor(this.#shape, this.#blocks.length * BLOCK_ROWS);
  }

  /** Takes an entry in, in the place of the document's one before. */
  set(entry: Uint8Array): void {
    const { dimensions, filters } = this.#shape;
    const id = idText(idOf(entry));
    const row = this.#rowOf.get(id) ?? this.#newRow();
    this.#rowOf.set(id, row);
    const { numbers, hashes, ids, used } = this.#blocks[Math.floor(row / BLOCK_ROWS)] as Block;
    const at = row % BLOCK_ROWS;
    const vectorAt = vectorOffset(this.#shape);
    ids.set(idOf(entry), at * ID_BYTES);
    new Uint8Array(hashes.buffer).set(entry.subarray(HASHES_AT, vectorAt), at * filters * HASH_BYTES);
    new Uint8Array(numbers.buffer).set(entry.subarray(vectorAt), at * dimensions * NUMBER_BYTES);
    used[at] = 1;
  }

  /** Drops the entry of a document, if it has one. */
  remove(id: Uint8Array): void {
    const text = idText(id);
    const row = this.#rowOf.get(text);
    if (row === undefined) return;
    this.#rowOf.delete(text);
    this.#free.push(row);
    (this.#blocks[Math.floor(row / BLOCK_ROWS)] as Block).used[row % BLOCK_ROWS] = 0;
  }

  /** The rows with the greatest cosine, best first; of equals the greater id. */
  search(
    direction: Float32Array<ArrayBuffer>,
    conditions: readonly VectorCondition[],
    limit: number,
  ): readonly Neighbour[] {
    const best = new Best(limit);
    const { dimensions } = this.#shape;
    const wanted = conditions.map(({ field, hash }) => ({ field, words: wordsOf(hash) }));
    for (const block of this.#blocks) {
      for (let row = 0; row < BLOCK_ROWS; row++) {
        if (block.used[row] === 0 || !this.#passes(block, row, wanted)) continue;
        const score = product(block.numbers, row * dimensions, direction);
        if (score >= best.worst) best.offer(score, block.ids.subarray(row * ID_BYTES, (row + 1) * ID_BYTES));
      }
    }
    return best.neighbours;
  }

  #passes(
    { hashes }: Block,
    row: number,
    wanted: readonly { readonly field: number; readonly words: Uint32Array }[],
  ): boolean {
    if (wanted.length === 0) return true;
    const start = row * this.#shape.filters * HASH_WORDS;
    return wanted.some(({ field, words }) => words.every((word, i) => hashes[start + field * HASH_WORDS + i] === word));
  }

  #newRow(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const row = this.#rowOf.size;
    if (row === this.#blocks.length * BLOCK_ROWS) this.#blocks.push(newBlock(this.#shape));
    return row;
  }
}

function newBlock({ dimensions, filters }: VectorShape): Block {
  return {
    numbers: new Float32Array(BLOCK_ROWS * dimensions),
    hashes: new Uint32Array(BLOCK_ROWS * filters * HASH_WORDS),
    ids: new Uint8Array(BLOCK_ROWS * ID_BYTES),
    used: new Uint8Array(BLOCK_ROWS),
  };
}

function wordsOf(hash: Uint8Array): Uint32Array {
  return new Uint32Array(Uint8Array.from(hash).buffer);
}

/** The dot product of a row with a vector; four sums at once, which the processor adds side by side. Made by one line
 * from a list they would be numbers on the heap, and this three times slower. */
function product(numbers: Float32Array, start: number, vector: Float32Array): number {
  const length = vector.length;
  const whole = length - (length % 4);
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let at = start;
  for (let i = 0; i < whole; i += 4, at += 4) {
    a += (numbers[at] as number) * (vector[i] as number);
    b += (numbers[at + 1] as number) * (vector[i + 1] as number);
    c += (numbers[at + 2] as number) * (vector[i + 2] as number);
    d += (numbers[at + 3] as number) * (vector[i + 3] as number);
  }
  for (let i = whole; i < length; i++, at++) a += (numbers[at] as number) * (vector[i] as number);
  return a + b + c + d;
}

/** The best so far, in order. */
class Best {
  readonly neighbours: Neighbour[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** What a score must reach to be looked at. */
  get worst(): number {
    if (this.#limit === 0) return Infinity;
    return this.neighbours.length < this.#limit ? -Infinity : (this.neighbours.at(-1) as Neighbour).score;
  }

  offer(score: number, id: Uint8Array): void {
    const { neighbours } = this;
    const isBetter = (than: Neighbour): boolean =>
      score > than.score || (score === than.score && compareBytes(id, than.id) > 0);
    let [low, high] = [0, neighbours.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBetter(neighbours[middle] as Neighbour)) high = middle;
      else low = middle + 1;
    }
    if (low === this.#limit) return;
    neighbours.splice(low, 0, { id: id.slice(), score });
    if (neighbours.length > this.#limit) neighbours.pop();
  }
}
