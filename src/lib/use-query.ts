/** A live answer of the backend, read as React reads any outside store. */

import { useConvex } from "convex/react";
import { type FunctionArgs, type FunctionReference, type FunctionReturnType, getFunctionName } from "convex/server";
import { convexToJson, type Value } from "convex/values";
import { useCallback, useMemo, useSyncExternalStore } from "react";

/**
 * Asks a query for as long as the component is there. The answer is `undefined` until it is known and while `args` is
 * `"skip"`; an error the query threw is thrown here.
 *
 * The client's own `useQuery` (convex 1.48.0) renders each component a second time after it was mounted, its answer
 * known or not: it compares objects it has just made. On a page that opens with its answers that was every row again.
 */
export function useQuery<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query> | "skip",
): FunctionReturnType<Query> | undefined {
  const { subscribe, read } = useAnswer(query, args);
  return useSyncExternalStore(subscribe, read, unknownYet);
}

/**
 * The same for what a page can do without: where the query throws, there is `undefined`, as before it is known, and the
 * page stays.
 */
export function useQueryIfPossible<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query> | "skip",
): FunctionReturnType<Query> | undefined {
  const { subscribe, read } = useAnswer(query, args);
  const orNothing = useCallback(() => {
    try {
      return read();
    } catch {
      return undefined;
    }
  }, [read]);
  return useSyncExternalStore(subscribe, orNothing, unknownYet);
}

function useAnswer<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query> | "skip",
): { subscribe: (changed: () => void) => () => void; read: () => FunctionReturnType<Query> | undefined } {
  const client = useConvex();
  const name = getFunctionName(query);
  const said = args === "skip" ? null : JSON.stringify(convexToJson(args as Value));
  return useMemo(() => {
    if (args === "skip") return NOTHING;
    const { onUpdate, localQueryResult } = client.watchQuery(query, args);
    return { subscribe: onUpdate, read: localQueryResult };
    // oxlint-disable-next-line react/exhaustive-deps -- the same words and name are the same question, whoever made them
  }, [client, name, said]);
}

const unknownYet = (): undefined => undefined;
/** What is asked while nothing is. */
const NOTHING = { subscribe: () => () => undefined, read: unknownYet };
