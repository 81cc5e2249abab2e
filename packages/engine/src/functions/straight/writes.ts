/** What a mutation writes with: the client library's, with values handed over as they are. */

import { insertInto, patchDocument, removeDocument, replaceDocument, type Change } from "../syscalls/database.ts";
import { askingFunction, issued } from "./scope.ts";
import { ODD, plainJson, type AtUndefined } from "./values.ts";

/** A method of the client library's database. */
export type Method = (...args: unknown[]) => unknown;

/** What only mutations have. */
export type Writer = Readonly<Record<"insert" | "patch" | "replace" | "delete", Method>>;

/** The same call by the client library, which says what is wrong with it or sends it as text. */
type Library = () => unknown;

/** Writing in any table. */
export function straightWriter(library: Writer): Writer {
  return {
    insert: async (table, value) => await insert(table, value, () => library.insert(table, value)),
    patch: async (...args) => await patch(...withTable(args, 3), () => library.patch(...args)),
    replace: async (...args) => await replace(...withTable(args, 3), () => library.replace(...args)),
    delete: async (...args) => await remove(...withTable(args, 2), () => library.delete(...args)),
  };
}

/** Writing in one table. */
export function tableWriter(table: unknown, library: Writer): Writer {
  const of = bound(library);
  return {
    insert: async (value) => insert(table, value, () => of.insert(value)),
    patch: async (id, value) => patch(table, id, value, () => of.patch(id, value)),
    replace: async (id, value) => replace(table, id, value, () => of.replace(id, value)),
    delete: async (id) => remove(table, id, undefined, () => of.delete(id)),
  };
}

/** The methods as they are now: what takes their place is put on the same object. */
function bound(library: Writer): Writer {
  const { insert, patch, replace, delete: remove } = library;
  return {
    insert: insert.bind(library),
    patch: patch.bind(library),
    replace: replace.bind(library),
    delete: remove.bind(library),
  };
}

/** Table, id and value of a call that may leave the table out. */
function withTable(args: readonly unknown[], full: number): [table: unknown, id: unknown, value: unknown] {
  const [first, second, third] = args;
  return args[full - 1] === undefined ? [undefined, first, second] : [first, second, third];
}

async function insert(table: unknown, value: unknown, library: Library): Promise<unknown> {
  const execution = askingFunction();
  if (execution === null || typeof table !== "string") return await library();
  const json = plainJson(value);
  if (json === ODD) return await library();
  return await issued(execution, "1.0/insert", () => insertInto(execution, { table, value: json }));
}

type Changing = (table: unknown, id: unknown, value: unknown, library: Library) => Promise<unknown>;

const changing =
  (op: string, change: Change, atUndefined: AtUndefined): Changing =>
  async (table, id, value, library) => {
    const execution = askingFunction();
    if (execution === null || typeof id !== "string" || !isTable(table)) return await library();
    const json = plainJson(value, atUndefined);
    if (json === ODD) return await library();
    return await issued(execution, op, () => change(execution, { table, id, value: json }));
  };

const patch = changing("1.0/shallowMerge", patchDocument, "keep");
const replace = changing("1.0/replace", replaceDocument, "drop");
const removing = changing("1.0/remove", removeDocument, "drop");
const remove: Changing = (table, id, _value, library) => removing(table, id, null, library);

function isTable(table: unknown): boolean {
  return table === undefined || typeof table === "string";
}
