/**
 * The live client of one page. An impersonation is the server's record and can begin or end in another
 * window, so whatever this page asks for once names the one it shows at that moment: the backend refuses
 * what was meant as somebody else. Live readings name nothing; they follow the record by themselves.
 */

import { ConvexReactClient, type MutationOptions } from "convex/react";
import type { ArgsAndOptions, FunctionArgs, FunctionReturnType, OptionalRestArgs } from "convex/server";
import { api } from "../../convex/_generated/api";

type Mutation = Parameters<ConvexReactClient["mutation"]>[0];
type Query = Parameters<ConvexReactClient["query"]>[0];

export class PageClient extends ConvexReactClient {
  /**
   * @throws the backend's refusal `impersonation-mismatch` when the page shows another identity than its write would
   * count for.
   */
  override mutation<F extends Mutation>(
    mutation: F,
    ...rest: ArgsAndOptions<F, MutationOptions<FunctionArgs<F>>>
  ): Promise<FunctionReturnType<F>> {
    const [args, options] = rest as [object?, unknown?];
    const shown = this.#shownImpersonation();
    // Silence means nobody in a write: the common case stays as it is on the wire.
    if (!shown) return super.mutation(mutation, ...rest);
    // What every guarded function takes beside its declared arguments is no part of the declared type
    // (convex/access/functions.ts).
    return super.mutation(
      mutation,
      ...([{ ...args, impersonationSessionId: shown }, options] as unknown as typeof rest),
    );
  }

  /** @throws as `mutation` does: an export of somebody else's rows would not be what the page shows. */
  override query<F extends Query>(query: F, ...rest: OptionalRestArgs<F>): Promise<FunctionReturnType<F>> {
    const shown = this.#shownImpersonation();
    if (shown === undefined) return super.query(query, ...rest);
    return super.query(query, ...([{ ...rest[0], impersonationSessionId: shown }] as typeof rest));
  }

  /** Who the page knows to be signed in; null for nobody, undefined before it knows. */
  knownViewer(): FunctionReturnType<typeof api.people.queries.me> | undefined {
    return this.watchQuery(api.people.queries.me, {}).localQueryResult();
  }

  /** The session of the impersonation the page shows, null when it shows none, undefined before it knows. */
  #shownImpersonation(): string | null | undefined {
    const me = this.knownViewer();
    return me === undefined ? undefined : (me?.impersonation?.sessionId ?? null);
  }
}

let pageClient: PageClient | null = null;

/** The client of this page: one for as long as it is open. On the server, one that connects nowhere. */
export function liveClient(backendUrl: string | null): PageClient {
  if (typeof window === "undefined")
    return new PageClient(backendUrl ?? "http://portal.invalid", { skipConvexDeploymentUrlCheck: true });
  pageClient ??= new PageClient(backendUrl ?? window.location.origin, { skipConvexDeploymentUrlCheck: true });
  return pageClient;
}

/** The client of this page once it is open; null before that, and on the server. */
export function openClient(): PageClient | null {
  return pageClient;
}
