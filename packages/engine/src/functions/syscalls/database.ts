/** Database syscalls: argument shapes in, the transaction's methods, JSON text out. */

import { componentOfTable, writtenTable } from "../../transactions/schema/names.ts";
import type { PageRequest, ReadTransaction, WriteTransaction } from "../../transactions/types.ts";
import { integerJson } from "../../values/json.ts";
import type { Execution, SyscallTable } from "../execution.ts";
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

/** Tables whose name starts with `_` are reached through db.system only; the client library checks that. */
function queryIsSystem(query: unknown): boolean {
  return tableOfQuery(query).startsWith("_");
}

let lastQueryId = 0;

function openStream(execution: Execution, args: Args): string {
  const queryId = ++lastQueryId;
  execution.streams.set(queryId, {
    query: queryWithin(execution.component, visibleQuery(args["query"])),
    stream: null,
  });
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
  const table = tableOfQuery(open.query);
  for (let document = open.stream.next(); document !== null; document = open.stream.next()) {
    const visible = visibleDocument(table, document, execution.component);
    if (visible !== null) return `{"value":${visible},"done":false}`;
  }
  return '{"value":null,"done":true}';
}

function page(execution: Execution, args: Args): string {
  const { tree, component } = execution;
  if (component !== "") throw new Error("paginate() is only supported in the app.");
  if (execution.hasPaginated) {
    throw new Error(
      "This query or mutation function ran multiple paginated queries. Convex only supports a single paginated query in each function.",
    );
  }
  execution.hasPaginated = true;
  const asked = args as unknown as PageRequest;
  const query = queryWithin(component, visibleQuery(asked.query));
  const request: PageRequest = {
    ...asked,
    query,
    cursor: asked.cursor ?? null,
    endCursor: asked.endCursor ?? (execution.isRoot ? tree.journalGiven : null),
  };
  const result = reading(execution).queryPage(request, { isSystem: queryIsSystem(request.query) });
  if (execution.isRoot) tree.journalProduced = result.continueCursor;
  const rest = JSON.stringify({
    isDone: result.isDone,
    continueCursor: result.continueCursor,
    splitCursor: result.splitCursor,
    pageStatus: result.pageStatus,
  });
  const table = tableOfQuery(query);
  return `{"page":[${result.page.flatMap((document) => visibleDocument(table, document, component) ?? []).join(",")}],${rest.slice(1)}`;
}

function get(execution: Execution, args: Args): string {
  const table = optionalTable(execution, args);
  const id = text(args["id"]);
  const isSystem = args["isSystem"] === true;
  if (!isSystem && isForeign(execution, id)) return "null";
  const document = reading(execution).get(id, { isSystem, ...(table === undefined ? {} : { table }) });
  if (document === null) return "null";
  if (!isSystem) return document;
  const owner = reading(execution).tableOfId(id) ?? "";
  return (isPublicSystemTable(owner) ? visibleDocument(owner, document, execution.component) : null) ?? "null";
}

/** Syscalls of queries and mutations. */
export const readSyscalls: Pick<SyscallTable, "sync" | "async"> = {
  sync: {
    "1.0/queryStream": openStream,
    "1.0/queryCleanup": closeStream,
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
    "1.0/get": get,
    "1.0/queryStreamNext": nextOfStream,
    "1.0/queryPage": page,
    "1.0/count": (execution, args) =>
      String(reading(execution).count(writtenTable(execution.component, text(args["table"])))),
  },
};

/** Syscalls that only mutations may issue. The client library ignores the documents they could return. */
export const writeSyscalls: SyscallTable["async"] = {
  "1.0/insert": (execution, args) =>
    `{"_id":${JSON.stringify(writing(execution).insert(writtenTable(execution.component, text(args["table"])), args["value"]))}}`,
  "1.0/shallowMerge": (execution, args) => {
    writing(execution).shallowMerge(ownId(execution, args, "Update"), args["value"], optionalTable(execution, args));
    return "null";
  },
  "1.0/replace": (execution, args) => {
    writing(execution).replace(ownId(execution, args, "Replace"), args["value"], optionalTable(execution, args));
    return "null";
  },
  "1.0/remove": (execution, args) => {
    writing(execution).remove(ownId(execution, args, "Delete"), optionalTable(execution, args));
    return "null";
  },
};
