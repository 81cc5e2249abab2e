/**
 * Walks an interval of an index. Rows are fetched ahead in growing batches, but only those handed
 * out count as read. A write of the same transaction throws the fetched rows away and the walk goes
 * on from the last key handed out, so a scan always sees the transaction's own writes.
 */

import { afterKey } from "../../lib/bytes.ts";
import type { StoredDocument } from "../../storage/reader.ts";
import type { JsonObject } from "../../values/json.ts";
import { chargeDocument } from "../context.ts";
import type { ReadContext } from "../context.ts";
import { storedKey } from "../document.ts";
import type { ScannedRange } from "../read-set.ts";
import { rankOf, SearchScan } from "../search/scan.ts";
import { PAUSE, type DocumentJson, type QueryStream } from "../types.ts";
import type { Operator, Plan } from "./plan.ts";

const FIRST_BATCH = 32;
const LARGEST_BATCH = 512;
/** Bytes after which a scan can let others go on, if there were not rows enough. */
const BYTES_PER_STEP = 256 * 1024;
/** As many bytes at most are fetched ahead, by the size of the rows so far. */
const LARGEST_BATCH_BYTES = 1024 * 1024;

/** One walk. */
export class RangeScan implements RowSource {
  readonly #context: ReadContext;
  readonly #target: NonNullable<Plan["target"]>;
  readonly #order: "asc" | "desc";
  readonly #range: ScannedRange;
  readonly #lower: Uint8Array;
  readonly #upper: Uint8Array | null;
  #rows: readonly StoredDocument[] = [];
  #next = 0;
  #batch: number;
  #isLastBatch = false;
  #last: StoredDocument | null = null;
  #writeVersion: number;
  #rowsRead = 0;
  #bytesRead = 0;
  #stepRows = 0;
  #stepBytes = 0;

  constructor(
    context: ReadContext,
    plan: Plan & { readonly target: NonNullable<Plan["target"]> },
    firstBatch = FIRST_BATCH,
  ) {
    this.#context = context;
    this.#target = plan.target;
    this.#order = plan.order;
    this.#lower = plan.lower;
    this.#upper = plan.upper;
    this.#batch = firstBatch;
    this.#writeVersion = context.writeVersion;
    this.#range = context.reads.scan(plan.target.index, plan);
  }

  step(): StoredDocument | null | typeof PAUSE {
    if (this.#stepRows >= this.#context.limits.rowsPerStep || this.#stepBytes >= BYTES_PER_STEP) {
      this.#stepRows = 0;
      this.#stepBytes = 0;
      return PAUSE;
    }
    if (this.#writeVersion !== this.#context.writeVersion) this.#forgetFetched();
    if (this.#next >= this.#rows.length && !this.#isLastBatch) this.#fetch();
    const row = this.#rows[this.#next];
    if (row === undefined) {
      this.#range.exhausted();
      return null;
    }
    this.#next++;
    this.#last = row;
    this.#stepRows++;
    this.#stepBytes += row.size;
    this.#rowsRead++;
    this.#bytesRead += row.size;
    this.#range.consumedTo(row);
    chargeDocument(this.#context, this.#target.table.isSystem, row);
    return row;
  }

  /** Where a row stands in the index walked. */
  keyOf(row: StoredDocument): Uint8Array {
    return storedKey(this.#target.index, row.json);
  }

  #rowsThatFit(): number {
    const each = this.#rowsRead === 0 ? 0 : this.#bytesRead / this.#rowsRead;
    return Math.max(1, Math.floor(LARGEST_BATCH_BYTES / Math.max(each, 1)));
  }

  #forgetFetched(): void {
    this.#rows = [];
    this.#next = 0;
    this.#isLastBatch = false;
    this.#writeVersion = this.#context.writeVersion;
  }

  #fetch(): void {
    let [lower, upper] = [this.#lower, this.#upper];
    if (this.#last !== null) {
      const lastKey = this.keyOf(this.#last);
      if (this.#order === "asc") lower = afterKey(lastKey);
      else upper = lastKey;
    }
    this.#rows = this.#context.scan(this.#target.index.number, lower, upper, this.#order, this.#batch);
    this.#next = 0;
    this.#isLastBatch = this.#rows.length < this.#batch;
    this.#batch = Math.min(Math.max(this.#batch, FIRST_BATCH / 2) * 4, LARGEST_BATCH, this.#rowsThatFit());
  }
}

/** Applies filters and limits in the order they were written. */
export class OperatorChain {
  readonly #operators: readonly Operator[];
  readonly #taken: number[];
  readonly #hasFilter: boolean;

  constructor(operators: readonly Operator[]) {
    this.#operators = operators;
    this.#taken = operators.map(() => 0);
    this.#hasFilter = operators.some(({ kind }) => kind === "filter");
  }

  /** Whether a limit is used up: no further row may be read. */
  get isDone(): boolean {
    return this.#operators.some(
      (operator, i) => operator.kind === "limit" && (this.#taken[i] as number) >= operator.count,
    );
  }

  /** Rows that will be needed, if that is known before reading. */
  get rowsNeeded(): number | undefined {
    const first = this.#operators[0];
    return first?.kind === "limit" ? Math.min(Math.max(first.count, 1), LARGEST_BATCH) : undefined;
  }

  /** Whether this document comes through. */
  passes(json: DocumentJson): boolean {
    const document = this.#hasFilter ? (JSON.parse(json) as JsonObject) : null;
    for (let i = 0; i < this.#operators.length; i++) {
      const operator = this.#operators[i] as Operator;
      if (operator.kind === "limit") {
        if ((this.#taken[i] as number) >= operator.count) return false;
        this.#taken[i] = (this.#taken[i] as number) + 1;
      } else if (document !== null && !operator.passes(document)) {
        return false;
      }
    }
    return true;
  }
}

/** What a plan's rows are read from. */
export interface RowSource {
  /** The next row, null after the last, or `PAUSE` where others can go on before it is asked again. */
  step(): StoredDocument | null | typeof PAUSE;
  /** The place of a row that was handed out, for cursors. */
  keyOf(row: StoredDocument): Uint8Array;
}

/** The rows of a plan: an interval of an index, or the results of a search. */
export function rowsOf(
  context: ReadContext,
  plan: Plan & { readonly target: NonNullable<Plan["target"]> },
  firstBatch?: number,
): RowSource {
  if (plan.search === undefined) return new RangeScan(context, plan, firstBatch);
  return new SearchScan(context, plan.search, rankOf(plan.lower), plan.upper === null ? undefined : rankOf(plan.upper));
}

/** A query without rows: its table does not exist. */
export const emptyStream: QueryStream = { next: () => null, step: () => null, close: () => undefined };

/** Opens a stream over a plan; nothing is read before the first `next`. */
export function openStream(context: ReadContext, plan: Plan): QueryStream {
  const { target } = plan;
  if (target === null) {
    context.reads.table(plan.tableName);
    return emptyStream;
  }
  const operators = new OperatorChain(plan.operators);
  let scan: RowSource | null = null;
  let isOpen = true;
  const step: QueryStream["step"] = () => {
    if (!isOpen) return null;
    while (!operators.isDone) {
      scan ??= rowsOf(context, { ...plan, target }, operators.rowsNeeded);
      const row = scan.step();
      if (row === null) break;
      if (row === PAUSE) return PAUSE;
      if (operators.passes(row.json)) return row.json;
    }
    isOpen = false;
    return null;
  };
  return {
    step,
    next: () => withoutPauses(step),
    close() {
      isOpen = false;
    },
  };
}

/** The next of a stream, however many steps it takes. */
export function withoutPauses<T>(step: () => T | typeof PAUSE): T {
  for (;;) {
    const next = step();
    if (next !== PAUSE) return next;
  }
}
