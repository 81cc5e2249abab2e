/**
 * What a page will ask is asked while its code is on its way: a pointer that rests on a link, or a press. Then the
 * answers are there with the page, or arrive right behind it.
 */

import type { FunctionArgs, FunctionReference } from "convex/server";
import type { Value } from "convex/values";
import { api } from "../../convex/_generated/api";
import { type PageId, pageOf } from "../../convex/site/pages";
import { openClient } from "./page-client";

/** A query with its arguments, exactly as a part of the page will ask it. */
export interface Question {
  readonly query: FunctionReference<"query">;
  readonly args: Record<string, Value>;
}

/** Who the page is for. */
export interface Asker {
  /** The person whose things are shown: the impersonated one, where somebody is. */
  readonly id: string;
  readonly isImpersonating: boolean;
  readonly capabilities: readonly string[];
}

/** A question to a query. */
export function question<Query extends FunctionReference<"query">>(query: Query, args: FunctionArgs<Query>): Question {
  return { query, args };
}

/**
 * Asks the questions of a page that is about to open. Nothing where no page is open yet (the server renders, or the
 * first page loads), where the page stays and only its search changes, and for who may not see it.
 */
export function askAhead(
  page: PageId,
  cause: "preload" | "enter" | "stay",
  questions: (asker: Asker) => readonly Question[],
): void {
  const client = openClient();
  if (client === null || cause === "stay") return;
  const me = client.watchQuery(api.people.queries.me, {}).localQueryResult();
  const { capability } = pageOf(page);
  if (!me || (capability !== undefined && !me.capabilities.includes(capability))) return;
  const asker: Asker = {
    id: me.impersonation?.impersonatingUserId ?? me._id,
    isImpersonating: Boolean(me.impersonation),
    capabilities: me.capabilities,
  };
  for (const { query, args } of questions(asker)) client.prewarmQuery({ query, args });
}
