/** Database syscalls: argument shapes in, the transaction's methods, JSON text out. */

import { componentOfTable, writtenTable } from "../../transactions/schema/names.ts";
import {
  PAUSE,
  type DocumentJson,
  type PageRequest,
  type PageResult,
  type ReadTransaction,
  type Work,
  type WriteTransaction,
} from "../../transactions/types.ts";
import { integerJson } from "../../values/json.ts";
import type { Execution, Syscall, SyscallTable } from "../execution.ts";
import { inSlices, made, stepped } from "../slices.ts";
import type { Uses } from "../straight/used.ts";
import { isPublicSystemTable, queryWithin, tableOfQuery, visibleDocument, visibleQuery } from "./system-view.ts";

type Args = Record<string, unknown>;

function reading(execution: Execution): ReadTransaction {
  const { read } = execution.tree;
  if (read === null) throw new Error("The database is not available in actions. Use ctx.runQuery or ctx.runMutation.");
  return read;
}

function writing(execution: Execution): WriteTransaction {
  const { write } = execution.tree;
  if (write === null || execution.kind !== "mutation") throw new Error("Only mutations can write to the database");
  return write;
}

function text(value: unknown): string {
  if (typeof value !== "string") throw new Error("Expected a string argument");
  return value;
}

function optionalTable({ component }: Execution, args: Args): string | undefined {
  return typeof args["table"] === "string" ? writtenTable(component, args["table"]) : undefined;
}

/** Whether an id is one of another component, which for this one is no id of anything. */
function isForeign(execution: Execution, id: string): boolean {
  const table = reading(execution).tableOfId(id);
  return table !== null && !table.startsWith("_") && componentOfTable(table) !== execution.component;
}

function ownId(execution: Execution, args: Args, verb: string): string {
  const id = text(args["id"]);
  writing(execution);
  if (isForeign(execution, id)) throw new Error(`${verb} on nonexistent document ID ${id}`);
  return id;
}

let lastQueryId = 0;

/** Opens a query; gives the number it is read by. */
export function openStream(execution: Execution, asked: unknown, uses: Uses | null = null): number {
  const queryId = ++lastQueryId;
  const query = queryWithin(execution.component, visibleQuery(asked));
  execution.streams.set(queryId, { query, table: tableOfQuery(query), cursor: null, uses });
  return queryId;
}

/** Lets go of a query. */
export function closeStream(execution: Execution, queryId: number): void {
  execution.inOrder(() => {
    execution.streams.get(queryId)?.cursor?.close();
    execution.streams.delete(queryId);
  });
}

export const NEXT = "1.0/queryStreamNext";
export const PAGE = "1.0/queryPage";

/** The next document of a query, at once if it is near. */
export function nextOfStream(
  execution: Execution,
  queryId: number,
): DocumentJson | null | Promise<DocumentJson | null> {
  return stepped(execution, NEXT, () => stepOfStream(execution, queryId));
}

/** The cursor is opened by its first read, so that it takes its place in the order of the function's calls. */
export function stepOfStream(execution: Execution, queryId: number): DocumentJson | null | typeof PAUSE {
  const open = execution.streams.get(queryId);
  if (open === undefined) throw new Error("This query is closed and can't emit any more values.");
  const { query, table, uses } = open;
  // Tables whose name starts with `_` are reached through db.system only; the client library checks that.
  open.cursor ??= reading(execution).openQuery(query, { isSystem: table.startsWith("_"), used: uses ?? undefined });
  for (let document = open.cursor.step(); document !== null; document = open.cursor.step()) {
    if (document === PAUSE) return PAUSE;
    const visible = visibleDocument(table, document, execution.component);
    if (visible !== null) return visible;
  }
  return null;
}

/** One page; the one of its function. */
export function pageOf(execution: Execution, asked: Args): PageResult | Promise<PageResult> {
  return inSlices(execution, PAGE, pageSteps(execution, asked));
}

function* pageSteps(execution: Execution, asked: Args): Work<PageResult> {
  const { tree, component } = execution;
  if (component !== "") throw new Error("paginate() is only supported in the app.");
  if (execution.hasPaginated) {
    throw new Error(
      "This query or mutation function ran multiple paginated queries. Convex only supports a single paginated query in each function.",
    );
  }
  execution.hasPaginated = true;
  const query = queryWithin(component, visibleQuery(asked["query"]));
  const request = {
    ...(asked as unknown as PageRequest),
    query,
    cursor: (asked["cursor"] ?? null) as string | null,
    endCursor: (asked["endCursor"] ?? (execution.isRoot ? tree.journalGiven : null)) as string | null,
  };
  const table = tableOfQuery(query);
  const result = yield* reading(execution).pageSteps(request, { isSystem: table.startsWith("_") });
  if (execution.isRoot) tree.journalProduced = result.continueCursor;
  return { ...result, page: result.page.flatMap((document) => visibleDocument(table, document, component) ?? []) };
}

function pageText({ page, isDone, continueCursor, splitCursor, pageStatus }: PageResult): string {
  const rest = JSON.stringify({ isDone, continueCursor, splitCursor, pageStatus });
  return `{"page":[${page.join(",")}],${rest.slice(1)}`;
}

/** A document as its function may see it. */
export function documentOf(execution: Execution, args: Args, uses: Uses | null = null): DocumentJson | null {
  const table = optionalTable(execution, args);
  const id = text(args["id"]);
  const isSystem = args["isSystem"] === true;
  if (!isSystem && isForeign(execution, id)) return null;
  const access = { isSystem, used: uses ?? undefined, ...(table === undefined ? {} : { table }) };
  const document = reading(execution).get(id, access);
  if (document === null || !isSystem) return document;
  const owner = reading(execution).tableOfId(id) ?? "";
  return isPublicSystemTable(owner) ? visibleDocument(owner, document, execution.component) : null;
}

function nextText(document: DocumentJson | null): string {
  return document === null ? '{"value":null,"done":true}' : `{"value":${document},"done":false}`;
}

/** Syscalls of queries and mutations. */
export const readSyscalls: Pick<SyscallTable, "sync" | "async"> = {
  sync: {
    "1.0/queryStream": (execution, args) => `{"queryId":${openStream(execution, args["query"])}}`,
    "1.0/queryCleanup": (execution, args) => {
      closeStream(execution, args["queryId"] as number);
      return "null";
    },
    "1.0/db/normalizeId": (execution, args) => {
      const table = text(args["table"]);
      const isSystem = table.startsWith("_");
      if (isSystem && !isPublicSystemTable(table)) return '{"id":null}';
      return JSON.stringify({
        id: reading(execution).normalizeId(writtenTable(execution.component, table), text(args["idString"]), {
          isSystem,
        }),
      });
    },
    "1.0/getSnapshotTs": (execution) => JSON.stringify(integerJson(reading(execution).ts)),
  },
  async: {
    "1.0/get": (execution, args) => documentOf(execution, args) ?? "null",
    [NEXT]: (execution, args) => made(nextOfStream(execution, args["queryId"] as number), nextText),
    [PAGE]: (execution, args) => made(pageOf(execution, args), pageText),
    "1.0/count": (execution, args) =>
      String(reading(execution).count(writtenTable(execution.component, text(args["table"])))),
  },
};

/** Inserts a document; gives its id. */
export function insertInto(execution: Execution, args: Args): string {
  return writing(execution).insert(writtenTable(execution.component, text(args["table"])), args["value"]);
}

/** How a document that is there is changed. What is given back is nobody's: the client library ignores it, too. */
export type Change = (execution: Execution, args: Args) => void;

export const patchDocument: Change = (execution, args) => {
  writing(execution).shallowMerge(ownId(execution, args, "Update"), args["value"], optionalTable(execution, args));
};

export const replaceDocument: Change = (execution, args) => {
  writing(execution).replace(ownId(execution, args, "Replace"), args["value"], optionalTable(execution, args));
};

export const removeDocument: Change = (execution, args) => {
  writing(execution).remove(ownId(execution, args, "Delete"), optionalTable(execution, args));
};

const withoutAnswer =
  (change: Change): Syscall =>
  (execution, args) => {
    change(execution, args);
    return "null";
  };

/** Syscalls that only mutations may issue. */
export const writeSyscalls: SyscallTable["async"] = {
  "1.0/insert": (execution, args) => `{"_id":${JSON.stringify(insertInto(execution, args))}}`,
  "1.0/shallowMerge": withoutAnswer(patchDocument),
  "1.0/replace": withoutAnswer(replaceDocument),
  "1.0/remove": withoutAnswer(removeDocument),
};
