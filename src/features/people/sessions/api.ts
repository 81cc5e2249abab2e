/** Where somebody is signed in, read by the server from the sign-in store for those who may know. */

import { createServerFn } from "@tanstack/react-start";
import useSWR from "swr";
import type { PersonSession } from "../../../../contracts/sessions";

/** What the host process hands to server functions with every request. */
interface HostContext {
  readonly portal?: { readonly sessionsOf: (personId: unknown) => Promise<readonly PersonSession[] | null> };
}

const readSessions = createServerFn({ method: "GET" })
  .validator((personId: string) => personId)
  .handler(async ({ data, context }): Promise<readonly PersonSession[] | null> => {
    // The host passes its context beside the request, where the router's types do not see it.
    const { portal } = (context ?? {}) as HostContext;
    return portal ? portal.sessionsOf(data) : null;
  });

const renewEveryMs = 30_000;

/** The open sessions of a person, null for viewers who may not know, undefined while they are read. */
export function usePersonSessions(personId: string) {
  const { data, error, mutate } = useSWR(["person-sessions", personId], () => readSessions({ data: personId }), {
    refreshInterval: renewEveryMs,
  });
  return { sessions: data, hasFailed: error !== undefined, readAgain: () => void mutate() };
}
