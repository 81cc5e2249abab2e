/**
 * Reading as if some rows were different: what would be if somebody left, without writing anything. The rows an index
 * finds are those that are there; what they hold is what is thought of.
 */

import type { Id, TableNames } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

type ReadCtx = Pick<QueryCtx, "db">;
type Fields = Readonly<Record<string, unknown>>;

/** The fields that are thought of, by the id of their row. */
export type Thought = ReadonlyMap<Id<TableNames>, Fields>;

/** The database as it would be. */
export function asIf({ db }: ReadCtx, thought: Thought): ReadCtx {
  const seen = <Row>(row: Row): Row => {
    const fields = isRow(row) ? thought.get(row._id) : undefined;
    return fields === undefined ? row : { ...row, ...fields };
  };
  const overlaid = (query: object): object =>
    new Proxy(query, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (name === Symbol.asyncIterator)
          return async function* all() {
            for await (const row of target as AsyncIterable<unknown>) yield seen(row);
          };
        return (...args: unknown[]): unknown => {
          const answer: unknown = Reflect.apply(value, target, args);
          if (answer instanceof Promise)
            return answer.then((found: unknown) => (Array.isArray(found) ? found.map(seen) : seen(found)));
          return typeof answer === "object" && answer !== null ? overlaid(answer) : answer;
        };
      },
    });
  const thoughtOf = new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (name === "get") return async (...args: unknown[]) => seen(await Reflect.apply(value, target, args));
      if (name === "query") return (...args: unknown[]) => overlaid(Reflect.apply(value, target, args) as object);
      return value.bind(target) as unknown;
    },
  });
  return { db: thoughtOf };
}

function isRow(row: unknown): row is { readonly _id: Id<TableNames> } {
  return typeof row === "object" && row !== null && "_id" in row;
}
