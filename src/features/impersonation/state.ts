/**
 * What this page knows of an impersonation. Its start is shown at once and then waits for the server's record, which
 * every window follows: the record overwrites what is here wherever the two differ.
 */

import { useSyncExternalStore } from "react";
import { DAY_MS } from "../../../convex/lib/pure/time";

/** How long a start counts until the server says for how long it really is. */
const ASSUMED_LIFETIME_MS = DAY_MS;

/** The state of one page. */
export interface ImpersonationState {
  readonly impersonatedUserId: string | null;
  readonly isImpersonating: boolean;
  readonly startedAt: number | null;
  readonly expiresAt: number | null;
  /** Whether the server has not confirmed yet what was begun here. */
  readonly isSyncing: boolean;
}

/** The part of the server's record that counts here. */
export interface ImpersonationRecord {
  readonly impersonatingUserId: string;
  readonly impersonationStartedAt: number;
  readonly impersonationExpiresAt: number;
}

const EMPTY: ImpersonationState = {
  impersonatedUserId: null,
  isImpersonating: false,
  startedAt: null,
  expiresAt: null,
  isSyncing: false,
};

/** When it ends: what was only assumed at the start yields to the server's record. */
export function endOf(state: ImpersonationState, { impersonationExpiresAt }: ImpersonationRecord): number {
  return state.isSyncing ? impersonationExpiresAt : (state.expiresAt ?? impersonationExpiresAt);
}

/** The state and what changes it. */
export function createImpersonationState() {
  let state = EMPTY;
  const listeners = new Set<() => void>();
  function become(next: ImpersonationState): void {
    const differs = (Object.keys(EMPTY) as (keyof ImpersonationState)[]).some((key) => state[key] !== next[key]);
    if (!differs) return;
    state = next;
    for (const listener of listeners) listener();
  }
  return {
    now: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Somebody began here; the server's answer is on its way. */
    start(userId: string, at: number): void {
      become({
        impersonatedUserId: userId,
        isImpersonating: true,
        startedAt: at,
        expiresAt: at + ASSUMED_LIFETIME_MS,
        isSyncing: true,
      });
    },
    /** It is over; what is on its way to the server stays on its way. */
    end(): void {
      become({ ...EMPTY, isSyncing: state.isSyncing });
    },
    /** Takes over the server's record, or that there is none. */
    sync(record: ImpersonationRecord | null): void {
      if (record === null) return become(EMPTY);
      become({
        impersonatedUserId: record.impersonatingUserId,
        isImpersonating: true,
        startedAt: record.impersonationStartedAt,
        expiresAt: record.impersonationExpiresAt,
        isSyncing: false,
      });
    },
    /** Forgets everything, also what was on its way. */
    forceReset(): void {
      become(EMPTY);
    },
  };
}

/** The state of this page. */
export const impersonationState = createImpersonationState();

/** The state of this page, live. */
export function useImpersonationState(): ImpersonationState {
  return useSyncExternalStore(impersonationState.subscribe, impersonationState.now, () => EMPTY);
}
