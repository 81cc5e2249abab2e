/**
 * One page of a paginated query: the interval (cursor, end], where the end is where reading stopped
 * or, when an end cursor is given, exactly that place. Limits on rows and bytes are soft: at least
 * one row is read, so a reader always moves on.
 */

import { afterKey } from "../../lib/bytes.ts";
import type { StoredDocument } from "../../storage/reader.ts";
import type { ReadContext } from "../context.ts";
import { PAUSE, type DocumentJson, type PageRequest, type PageResult, type Work } from "../types.ts";
import { fingerprint } from "./cursors.ts";
import type { Position } from "./cursors.ts";
import type { Plan } from "./plan.ts";
import { OperatorChain, rowsOf } from "./scan.ts";

const MAX_PAGE_SIZE = 32_000;
/** A page this full should be split in two by the client. */
const SPLIT_RECOMMENDED_ROWS = 6144;
const SPLIT_RECOMMENDED_SHARE = 0.75;

interface Progress {
  readonly page: DocumentJson[];
  readonly rows: StoredDocument[];
  keyOf(row: StoredDocument): Uint8Array;
  bytes: number;
  end: Position | null;
  isCut: boolean;
}

interface Ceilings {
  readonly pageSize: number;
  readonly rows: number;
  readonly bytes: number;
}

/** The part of a plan's interval between two positions, in its order. */
function between(plan: Plan, from: Position | null, to: Position | null): Plan {
  let { lower, upper } = plan;
  if (plan.search !== undefined) {
    if (from !== null && from !== "end") lower = from.after;
    if (to !== null && to !== "end") upper = to.after;
    return { ...plan, lower, upper };
  }
  const isAscending = plan.order === "asc";
  if (from !== null && from !== "end") {
    if (isAscending) lower = afterKey(from.after);
    else upper = from.after;
  }
  if (to !== null && to !== "end") {
    if (isAscending) upper = afterKey(to.after);
    else lower = to.after;
  }
  return { ...plan, lower, upper };
}

function* readRows(
  context: ReadContext,
  plan: Plan & { target: NonNullable<Plan["target"]> },
  ceilings: Ceilings,
): Work<Progress> {
  const operators = new OperatorChain(plan.operators);
  const hasFilter = plan.operators.some(({ kind }) => kind === "filter");
  const firstBatch = hasFilter || ceilings.pageSize === Infinity ? undefined : Math.min(ceilings.pageSize, 512);
  const scan = rowsOf(context, plan, firstBatch);
  const progress: Progress = { page: [], rows: [], keyOf: (row) => scan.keyOf(row), bytes: 0, end: null, isCut: false };
  for (;;) {
    if (progress.page.length >= ceilings.pageSize) break;
    progress.isCut =
      progress.rows.length > 0 && (progress.rows.length >= ceilings.rows || progress.bytes >= ceilings.bytes);
    if (progress.isCut) break;
    const row = operators.isDone ? null : scan.step();
    if (row === PAUSE) {
      yield;
      continue;
    }
    if (row === null) {
      progress.end = "end";
      return progress;
    }
    progress.rows.push(row);
    progress.bytes += row.size;
    if (operators.passes(row.json)) progress.page.push(row.json);
  }
  const last = progress.rows.at(-1);
  progress.end = last === undefined ? null : { after: scan.keyOf(last) };
  return progress;
}

function statusOf(progress: Progress, ceilings: Ceilings): PageResult["pageStatus"] {
  if (progress.isCut) return "SplitRequired";
  const isNear =
    progress.rows.length > ceilings.rows * SPLIT_RECOMMENDED_SHARE ||
    progress.bytes > ceilings.bytes * SPLIT_RECOMMENDED_SHARE ||
    progress.rows.length > SPLIT_RECOMMENDED_ROWS;
  return isNear ? "SplitRecommended" : null;
}

function checkPageSize(pageSize: number): void {
  if (Number.isInteger(pageSize) && pageSize >= 1 && pageSize <= MAX_PAGE_SIZE) return;
  throw new Error(
    pageSize > MAX_PAGE_SIZE
      ? `options.numItems cannot be greater than ${MAX_PAGE_SIZE}. Received: ${pageSize}`
      : `options.numItems must be at least 1. Received: ${pageSize}`,
  );
}

/** Reads one page. */
export function* pageSteps(context: ReadContext, plan: Plan, request: PageRequest): Work<PageResult> {
  checkPageSize(request.pageSize);
  const query = fingerprint(request.query);
  const from = request.cursor === null ? null : context.cursors.open(request.cursor, query);
  const to = request.endCursor === null ? null : context.cursors.open(request.endCursor, query);
  const endCursor = context.cursors.seal("end", query);
  const empty: PageResult = { page: [], isDone: true, continueCursor: endCursor, splitCursor: null, pageStatus: null };
  const { target } = plan;
  if (target === null) {
    context.reads.table(plan.tableName);
    return empty;
  }
  if (from === "end") return empty;
  const ceilings: Ceilings =
    to === null
      ? {
          pageSize: request.pageSize,
          rows: request.maximumRowsRead ?? Infinity,
          bytes: request.maximumBytesRead ?? Infinity,
        }
      : { pageSize: Infinity, rows: Infinity, bytes: Infinity };
  const progress = yield* readRows(context, { ...between(plan, from, to), target }, ceilings);
  const end = to ?? progress.end ?? from;
  const middle = progress.rows.length > 2 ? progress.rows[(progress.rows.length - 1) >> 1] : undefined;
  return {
    page: progress.page,
    isDone: end === "end",
    continueCursor: end === null ? endCursor : context.cursors.seal(end, query),
    splitCursor: middle === undefined ? null : context.cursors.seal({ after: progress.keyOf(middle) }, query),
    pageStatus: statusOf(progress, ceilings),
  };
}
