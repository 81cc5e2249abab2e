/** `ctx.db` of the straight path: the client library's, with reading and writing replaced. */

import { documentOf } from "../syscalls/database.ts";
import { documentFor } from "./handed.ts";
import { straightQueries, type QueryMaker } from "./queries.ts";
import { askingFunction, issued } from "./scope.ts";
import { newUses, watched } from "./used.ts";
import { straightWriter, tableWriter, type Method, type Writer } from "./writes.ts";

type Reader = Readonly<Record<"get" | "query" | "table", Method>>;
/** The library's `ctx.db`; that of a query has nothing to write with. */
export type LibraryDb = Reader & { readonly system: Reader } & Partial<Writer>;

let made: QueryMaker | null = null;

/** The database of one call, given the library's. */
export function straightDb(library: LibraryDb): object {
  made ??= straightQueries(library.query);
  const db = { ...library, ...straightReader(library, made, false), system: straightSystem(library, made) };
  return isWriter(library) ? Object.assign(db, straightWriter(library)) : db;
}

function isWriter(library: LibraryDb): library is LibraryDb & Writer {
  return library.insert !== undefined;
}

function straightSystem({ system }: LibraryDb, make: QueryMaker): object {
  return { ...system, ...straightReader(system, make, true) };
}

function straightReader(library: Reader, make: QueryMaker, isSystem: boolean): Reader {
  const get: Method = async (first, second) => {
    const [table, id] = second === undefined ? [undefined, first] : [first, second];
    const execution = askingFunction();
    if (execution === null || typeof id !== "string" || (table !== undefined && typeof table !== "string"))
      return await library.get(first, second);
    const uses = newUses(execution.tree.uses);
    const document = await issued(execution, "1.0/get", () => documentOf(execution, { id, table, isSystem }, uses));
    return document === null ? null : watched(documentFor(execution, document), uses);
  };
  return {
    get,
    query: (table) => {
      library.query(table);
      return make(table as string);
    },
    table: (name) => {
      const table = library.table(name) as Record<"get" | "query", Method> & Partial<Writer>;
      const query = table.query.bind(table);
      return Object.assign(table, table.insert === undefined ? {} : tableWriter(name, table as Writer), {
        get: async (id: unknown) => (id === undefined ? get(undefined, id) : get(name, id)),
        query: () => {
          query();
          return make(name as string);
        },
      });
    },
  };
}
