/** A live answer of the backend. */

import { useConvex } from "convex/react";
import { type FunctionArgs, type FunctionReference, type FunctionReturnType, getFunctionName } from "convex/server";
import { convexToJson, type Value } from "convex/values";
import { useEffect, useMemo, useState } from "react";

type AnyQuery = FunctionReference<"query">;

/**
 * Asks a query for as long as the component is there. The answer is `undefined` until it is known and while `args` is
 * `"skip"`; an error the query threw is thrown here.
 *
 * The client's own `useQuery` (convex 1.48.0) renders each component a second time after it was mounted, its answer
 * known or not: it compares objects it has just made. On a page that opens with its answers that was every row again.
 */
export function useQuery<Query extends AnyQuery>(
  query: Query,
  args: FunctionArgs<Query> | "skip",
): FunctionReturnType<Query> | undefined {
  const { value, error } = useAnswer(query, args);
  if (error !== undefined) throw error;
  return value;
}

/**
 * The same for what a page can do without: where the query throws, there is `undefined`, as before it is known, and the
 * page stays.
 */
export function useQueryIfPossible<Query extends AnyQuery>(
  query: Query,
  args: FunctionArgs<Query> | "skip",
): FunctionReturnType<Query> | undefined {
  return useAnswer(query, args).value;
}

/** The same for a part that leaves its place where the query throws: there is `null`, and nothing is awaited any more. */
export function useQueryOrNull<Query extends AnyQuery>(
  query: Query,
  args: FunctionArgs<Query> | "skip",
): FunctionReturnType<Query> | null | undefined {
  const { value, error } = useAnswer(query, args);
  return error === undefined ? value : null;
}

/** Whether a query has answered, be it with an error; one that is skipped has nothing to answer. */
export function useIsAnswered<Query extends AnyQuery>(query: Query, args: FunctionArgs<Query> | "skip"): boolean {
  const { value, error } = useAnswer(query, args);
  return args === "skip" || value !== undefined || error !== undefined;
}

/** What is known of an answer: one of the two, or neither. */
interface Known<Answer> {
  readonly value?: Answer | undefined;
  readonly error?: unknown;
}

/** One question, and where its answer is. */
interface Source<Answer> {
  readonly subscribe: (changed: () => void) => () => void;
  readonly read: () => Known<Answer>;
}

/**
 * State and not an outside store of React: an answer is drawn together with what the page does in the same moment, as
 * the client's own hooks do. A draft that was just sent is gone, and its page has left by then.
 */
function useAnswer<Query extends AnyQuery>(
  query: Query,
  args: FunctionArgs<Query> | "skip",
): Known<FunctionReturnType<Query>> {
  const source = useSource(query, args);
  const [kept, setKept] = useState(() => ({ source, known: source.read() }));
  let { known } = kept;
  if (kept.source !== source) {
    known = source.read();
    setKept({ source, known });
  }
  useEffect(() => {
    let isOver = false;
    const look = (): void => {
      if (isOver) return;
      setKept((before) => {
        if (before.source !== source) return before;
        const now = source.read();
        return now.error === undefined && Object.is(now.value, before.known.value) && before.known.error === undefined
          ? before
          : { source, known: now };
      });
    };
    const leave = source.subscribe(look);
    // What changed between drawing and this.
    look();
    return () => {
      isOver = true;
      leave();
    };
  }, [source]);
  return known;
}

function useSource<Query extends AnyQuery>(
  query: Query,
  args: FunctionArgs<Query> | "skip",
): Source<FunctionReturnType<Query>> {
  const client = useConvex();
  const name = getFunctionName(query);
  // What a function takes is made of values; its generic type does not say so.
  const said = args === "skip" ? null : JSON.stringify(convexToJson(args as Value));
  return useMemo(() => {
    if (args === "skip") return NOTHING;
    const { onUpdate, localQueryResult } = client.watchQuery(query, args);
    return { subscribe: onUpdate, read: () => knownOf(localQueryResult) };
    // oxlint-disable-next-line react/exhaustive-deps -- the same words and name are the same question, whoever made them
  }, [client, name, said]);
}

function knownOf<Answer>(read: () => Answer | undefined): Known<Answer> {
  try {
    return { value: read() };
  } catch (error) {
    return { error };
  }
}

const UNKNOWN = {};
/** What is asked while nothing is. */
const NOTHING: Source<never> = { subscribe: () => () => undefined, read: () => UNKNOWN };

/** An answer, and until another question is answered the one before. */
export function useLast<Answer>(answer: Answer | undefined): Answer | undefined {
  const [last, setLast] = useState(answer);
  if (answer !== undefined && answer !== last) setLast(answer);
  return answer ?? last;
}
