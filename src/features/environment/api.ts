/** The one door of the Environment page: a reading taken by the server, for those who may see it. */

import { createServerFn } from "@tanstack/react-start";
import useSWR from "swr";
import type { ClientErrorGroup, EnvironmentReading } from "../../../contracts/environment";

/** What the host process hands to server functions with every request. */
interface HostContext {
  readonly portal?: { readonly environment: () => Promise<EnvironmentReading | null> };
}

/** Null when the caller may not read it; the server decides by the session, never by what it is sent. */
const readEnvironment = createServerFn({ method: "GET" }).handler(
  async ({ context }): Promise<EnvironmentReading | null> => {
    // The host passes its context beside the request, where the router's types do not see it.
    const { portal } = (context ?? {}) as HostContext;
    return portal ? portal.environment() : null;
  },
);

const renewEveryMs = 30_000;

/** The latest reading; the last good one stays while a newer one is asked for or could not be had. */
export function useEnvironment() {
  const { data, error, isValidating, mutate } = useSWR("environment", () => readEnvironment(), {
    refreshInterval: renewEveryMs,
  });
  return {
    reading: data,
    hasFailed: error !== undefined,
    isReading: isValidating,
    readAgain: () => void mutate(),
  };
}

async function readClientErrors(): Promise<readonly ClientErrorGroup[]> {
  const answer = await fetch("/api/client-errors");
  if (!answer.ok) throw new Error(`The errors could not be read: ${answer.status}`);
  return ((await answer.json()) as { groups: ClientErrorGroup[] }).groups;
}

/**
 * The errors of pages that the server keeps, grouped; the last good answer stays while a newer one is asked for or
 * could not be had.
 */
export function useClientErrors() {
  const { data, error, mutate } = useSWR("client-errors", readClientErrors, { refreshInterval: renewEveryMs });
  return { groups: data, hasFailed: error !== undefined, readAgain: () => void mutate() };
}
