/** The one door of the Environment page: a reading taken by the server, for those who may see it. */

import { createServerFn } from "@tanstack/react-start";
import useSWR from "swr";
import type { ClientErrorGroup, EnvironmentReading } from "../../../contracts/environment";
import type { ClockAhead } from "./figure-words";

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

/** A reading, and how far this browser's clock is ahead of the portal's. */
async function readWithClock(): Promise<{ reading: EnvironmentReading | null; clock: ClockAhead | null }> {
  const sentAt = Date.now();
  const reading = await readEnvironment();
  const travelled = Date.now() - sentAt;
  // The reading was taken somewhere in between: its middle is as good a guess as there is.
  const clock = reading && { aheadMs: sentAt + travelled / 2 - reading.readAt, exactToMs: travelled / 2 };
  return { reading, clock };
}

/** The latest reading; the last good one stays while a newer one is asked for or could not be had. */
export function useEnvironment() {
  const { data, error, isValidating, mutate } = useSWR("environment", readWithClock, {
    refreshInterval: renewEveryMs,
  });
  return {
    reading: data?.reading,
    clock: data?.clock ?? null,
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
