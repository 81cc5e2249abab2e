/** What a page asks the backend first, as data: so that it can be asked before the page is there. */

import type { FunctionArgs, FunctionReference } from "convex/server";
import type { Value } from "convex/values";

/** A query with its arguments, exactly as a part of the page will ask it. */
export interface Question {
  readonly query: FunctionReference<"query">;
  readonly args: Record<string, Value>;
}

/** Who a page is for. */
export interface Asker {
  /** The person whose things are shown: the impersonated one, where somebody is. */
  readonly id: string;
  readonly isImpersonating: boolean;
}

/** A question to a query. */
export function question<Query extends FunctionReference<"query">>(query: Query, args: FunctionArgs<Query>): Question {
  return { query, args };
}
