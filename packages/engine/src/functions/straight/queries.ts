/**
 * The client library's queries, with reading replaced: rows come from the transaction in one go, as values. What a
 * query is, which order its methods are called in and what is said when that is wrong stays the library's.
 */

import type { Value } from "convex/values";
import { PAUSE, type Work } from "../../transactions/types.ts";
import type { Execution } from "../execution.ts";
import { allInSlices } from "../slices.ts";
import { closeStream, NEXT, nextOfStream, openStream, PAGE, pageOf, stepOfStream } from "../syscalls/database.ts";
import { documentFor } from "./handed.ts";
import { askingFunction, issued } from "./scope.ts";
import { newUses, watched } from "./used.ts";

/** A query as the library hands it to the engine. */
interface QueryJson {
  readonly source: Readonly<Record<string, unknown>>;
  readonly operators: readonly unknown[];
}

type State =
  | { readonly type: "preparing"; readonly query: QueryJson }
  | { readonly type: "executing"; readonly queryId: number }
  | { readonly type: "closed" }
  | { readonly type: "consumed" };

/** What of the library's query is built on. */
interface LibraryQuery {
  state: State;
  takeQuery(): QueryJson;
  startQuery(): number;
  closeQuery(): void;
  order(...args: unknown[]): LibraryQuery;
  filter(...args: unknown[]): LibraryQuery;
  limit(...args: unknown[]): LibraryQuery;
  next(): Promise<{ value: unknown; done: boolean }>;
  collect(): Promise<unknown[]>;
  paginate(options: unknown): Promise<unknown>;
}

/** What of the library's query without source and order is built on. */
interface LibraryInitializer {
  withIndex(...args: unknown[]): LibraryQuery;
  withSearchIndex(...args: unknown[]): LibraryQuery;
  fullTableScan(): LibraryQuery;
}

type Class<Instance, Argument> = new (argument: Argument) => Instance;

/** `unique` takes two. */
const FEW = 2;

/** Makes the first step of a query over a table. */
export type QueryMaker = (table: string) => LibraryInitializer;

/** The makers of queries; `library` makes the client library's own. */
export function straightQueries(library: (table: string) => unknown): QueryMaker {
  const initializer = library("table") as LibraryInitializer;
  const Initializer = initializer.constructor as Class<LibraryInitializer, string>;
  const StraightQuery = straightQuery(initializer.fullTableScan().constructor as Class<LibraryQuery, QueryJson>);
  const straight = (query: LibraryQuery): LibraryQuery => new StraightQuery(query.takeQuery());

  class StraightInitializer extends Initializer {
    override withIndex(...args: unknown[]): LibraryQuery {
      return straight(super.withIndex(...args));
    }
    override withSearchIndex(...args: unknown[]): LibraryQuery {
      return straight(super.withSearchIndex(...args));
    }
    override fullTableScan(): LibraryQuery {
      return straight(super.fullTableScan());
    }
  }
  keepName(StraightInitializer, Initializer);
  return (table) => new StraightInitializer(table);
}

function straightQuery(Query: Class<LibraryQuery, QueryJson>): Class<LibraryQuery, QueryJson> {
  class StraightQuery extends Query {
    override order(...args: unknown[]): LibraryQuery {
      return new StraightQuery(super.order(...args).takeQuery());
    }
    override filter(...args: unknown[]): LibraryQuery {
      return new StraightQuery(super.filter(...args).takeQuery());
    }
    override limit(...args: unknown[]): LibraryQuery {
      return new StraightQuery(super.limit(...args).takeQuery());
    }

    override startQuery(): number {
      const execution = askingFunction();
      if (execution === null || this.state.type !== "preparing") return super.startQuery();
      const { query } = this.state;
      const queryId = openStream(execution, asSent(query), isOfFew(query) ? newUses(execution.tree.uses) : null);
      this.state = { type: "executing", queryId };
      return queryId;
    }

    override closeQuery(): void {
      const execution = askingFunction();
      if (execution === null || this.state.type !== "executing") return super.closeQuery();
      closeStream(execution, this.state.queryId);
      this.state = { type: "consumed" };
    }

    override async next(): Promise<{ value: unknown; done: boolean }> {
      const execution = askingFunction();
      const { state } = this;
      if (execution === null || (state.type !== "preparing" && state.type !== "executing")) return await super.next();
      const queryId = state.type === "preparing" ? this.startQuery() : state.queryId;
      const document = await issued(execution, NEXT, () => nextOfStream(execution, queryId));
      if (document !== null) {
        const uses = execution.streams.get(queryId)?.uses ?? null;
        return { value: watched(documentFor(execution, document), uses), done: false };
      }
      this.closeQuery();
      return { value: null, done: true };
    }

    override async collect(): Promise<unknown[]> {
      const execution = askingFunction();
      if (execution === null) return await super.collect();
      const queryId = this.startQuery();
      const documents = await issued(execution, NEXT, () => allInSlices(execution, NEXT, rest(execution, queryId)));
      this.closeQuery();
      return documents;
    }

    override async paginate(options: unknown): Promise<unknown> {
      const execution = askingFunction();
      if (execution === null || !isPlainPaging(options)) return await super.paginate(options);
      const { numItems, cursor, endCursor = null, maximumRowsRead = null, maximumBytesRead } = options;
      const query = asSent(this.takeQuery());
      const request = { query, cursor, endCursor, pageSize: numItems, maximumRowsRead, maximumBytesRead };
      const { page, isDone, continueCursor, splitCursor, pageStatus } = await issued(execution, PAGE, () =>
        pageOf(execution, request),
      );
      const documents = page.map((document) => documentFor(execution, document));
      return { page: documents, isDone, continueCursor, splitCursor, pageStatus };
    }
  }
  keepName(StraightQuery, Query);
  return StraightQuery;
}

/** Messages name the class of a value that cannot be sent. */
function keepName(ours: object, library: { readonly name: string }): void {
  Object.defineProperty(ours, "name", { value: library.name });
}

/** All rows that are left. Each counts before the next is read, as if it had been asked for alone. */
function* rest(execution: Execution, queryId: number): Work<Value[]> {
  const values: Value[] = [];
  const uses = execution.streams.get(queryId)?.uses ?? null;
  for (;;) {
    const document = stepOfStream(execution, queryId);
    if (document === null) return values;
    if (document === PAUSE) {
      yield;
      continue;
    }
    execution.checkBudgets();
    values.push(watched(documentFor(execution, document), uses));
  }
}

/** As `first` and `unique` ask: of long lists whatever is in them is used. */
function isOfFew({ operators }: QueryJson): boolean {
  return operators.length === 1 && isPlainLimit(operators[0]) && (operators[0] as { limit: number }).limit <= FEW;
}

interface Paging {
  readonly numItems: number;
  readonly cursor: string | null;
  readonly endCursor?: string | null;
  readonly maximumRowsRead?: number | null;
  readonly maximumBytesRead?: number | null;
}

/** Options that mean the same once they went through text. */
function isPlainPaging(options: unknown): options is Paging {
  if (typeof options !== "object" || options === null) return false;
  const { numItems, cursor, endCursor, maximumRowsRead, maximumBytesRead } = options as Partial<Paging>;
  return (
    typeof numItems === "number" &&
    Number.isFinite(numItems) &&
    numItems >= 0 &&
    [cursor, endCursor].every((given) => given === undefined || given === null || typeof given === "string") &&
    [maximumRowsRead, maximumBytesRead].every(
      (given) => given === undefined || given === null || Number.isFinite(given),
    )
  );
}

/** The query as it arrives through text. One that holds what only code can write is sent through it. */
function asSent(query: QueryJson): unknown {
  return isPlainSource(query.source) && query.operators.every(isPlainLimit)
    ? query
    : (JSON.parse(JSON.stringify(query)) as unknown);
}

function isPlainSource({ order, range, filters }: QueryJson["source"]): boolean {
  return (
    (order === null || typeof order === "string") &&
    filters === undefined &&
    (range === undefined || (range as { fieldPath: unknown; value: unknown }[]).every(isPlainBound))
  );
}

/** An object may have got another prototype from a field of that name, which text leaves out. */
function isPlainBound({ fieldPath, value }: { readonly fieldPath: unknown; readonly value: unknown }): boolean {
  return typeof fieldPath === "string" && (typeof value !== "object" || value === null);
}

function isPlainLimit(operator: unknown): boolean {
  const { limit } = operator as { limit?: unknown };
  return typeof limit === "number" && Number.isFinite(limit);
}
