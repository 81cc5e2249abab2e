/** Database syscalls: argument shapes in, the transaction's methods, JSON text out. */
import type { PageRequest, ReadTransaction, WriteTransaction } from "../transactions/types.ts";
import { integerJson } from "../values/json.ts";
import type { Execution, SyscallTable } from "./execution.ts";

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

function optionalTable(args: Args): string | undefined {
  return typeof args["table"] === "string" ? args["table"] : undefined;
}

/** Tables whose name starts with `_` are reached through db.system only; the client library checks which. */
function queryIsSystem(query: unknown): boolean {
  const source = (query as { source?: { tableName?: string; indexName?: string } }).source;
  return (source?.tableName ?? source?.indexName ?? "").startsWith("_");
}

let lastQueryId = 0;

function openStream(execution: Execution, args: Args): string {
  const queryId = ++lastQueryId;
  execution.streams.set(queryId, { query: args["query"], stream: null });
  return `{"queryId":${queryId}}`;
}

function closeStream(execution: Execution, args: Args): string {
  const queryId = args["queryId"] as number;
  execution.streams.get(queryId)?.stream?.close();
  execution.streams.delete(queryId);
  return "null";
}

/** The cursor is opened by its first read, so that it takes its place in the order of the function's calls. */
function nextOfStream(execution: Execution, args: Args): string {
  const open = execution.streams.get(args["queryId"] as number);
  if (open === undefined) throw new Error("This query is closed and can't emit any more values.");
  open.stream ??= reading(execution).openQuery(open.query, { isSystem: queryIsSystem(open.query) });
  const document = open.stream.next();
  return document === null ? '{"value":null,"done":true}' : `{"value":${document},"done":false}`;
}

function page(execution: Execution, args: Args): string {
  const { tree } = execution;
  if (execution.hasPaginated) {
    throw new Error(
      "This query or mutation function ran multiple paginated queries. Convex only supports a single paginated query in each function.",
    );
  }
  execution.hasPaginated = true;
  const asked = args as unknown as PageRequest;
  const request: PageRequest = { ...asked, cursor: asked.cursor ?? null, endCursor: asked.endCursor ?? (execution.isRoot ? tree.journalGiven : null) };
  const result = reading(execution).queryPage(request, { isSystem: queryIsSystem(request.query) });
  if (execution.isRoot) tree.journalProduced = result.continueCursor;
  const rest = JSON.stringify({
    isDone: result.isDone,
    continueCursor: result.continueCursor,
    splitCursor: result.splitCursor,
    pageStatus: result.pageStatus,
  });
  return `{"page":[${result.page.join(",")}],${rest.slice(1)}`;
}

/** Syscalls of queries and mutations. */
export const readSyscalls: SyscallTable = {
  sync: {
    "1.0/queryStream": openStream,
    "1.0/queryCleanup": closeStream,
    "1.0/db/normalizeId": (execution, args) => {
      const table = text(args["table"]);
      return JSON.stringify({ id: reading(execution).normalizeId(table, text(args["idString"]), { isSystem: table.startsWith("_") }) });
    },
    "1.0/getSnapshotTs": (execution) => JSON.stringify(integerJson(reading(execution).ts)),
  },
  async: {
    "1.0/get": (execution, args) => {
      const table = optionalTable(args);
      const access = { isSystem: args["isSystem"] === true, ...(table === undefined ? {} : { table }) };
      return reading(execution).get(text(args["id"]), access) ?? "null";
    },
    "1.0/queryStreamNext": nextOfStream,
    "1.0/queryPage": page,
    "1.0/count": (execution, args) => String(reading(execution).count(text(args["table"]))),
  },
};

/** Syscalls that only mutations may issue. The client library ignores the documents they could return. */
export const writeSyscalls: SyscallTable["async"] = {
  "1.0/insert": (execution, args) => `{"_id":${JSON.stringify(writing(execution).insert(text(args["table"]), args["value"]))}}`,
  "1.0/shallowMerge": (execution, args) => {
    writing(execution).shallowMerge(text(args["id"]), args["value"], optionalTable(args));
    return "null";
  },
  "1.0/replace": (execution, args) => {
    writing(execution).replace(text(args["id"]), args["value"], optionalTable(args));
    return "null";
  },
  "1.0/remove": (execution, args) => {
    writing(execution).remove(text(args["id"]), optionalTable(args));
    return "null";
  },
};
