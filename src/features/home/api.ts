/** The one door of Home to the backend. */

import { useMutation, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { HomeCard } from "../../../convex/core/people/table";

/** What waits for the viewer: now, and later. */
export type Waiting = FunctionReturnType<typeof api.workflow.queries.waitingOnMe>;
/** One thing that waits for the viewer. */
export type WaitingItem = Waiting["items"][number];
/** What happened to the viewer's requests while they were away. */
export type SinceVisit = NonNullable<FunctionReturnType<typeof api.workflow.queries.sinceLastVisit>>;
/** What the viewer is likely to ask for. */
export type QuickActions = FunctionReturnType<typeof api.workflow.queries.quickActions>;
/** What stands still among the requests the viewer oversees. */
export type OversightCounts = FunctionReturnType<typeof api.workflow.queries.oversight>;

/** How far the portal is, and whether the viewer wants to be led. */
export type Setup = FunctionReturnType<typeof api.workflow.queries.setup>;

/** What waits for the viewer, live; undefined until the first answer. */
export function useWaiting(): Waiting | undefined {
  return useQuery(api.workflow.queries.waitingOnMe, {});
}

/** What happened since the viewer's last visit, live; null at the first one. */
export function useSinceVisit(): SinceVisit | null | undefined {
  return useQuery(api.workflow.queries.sinceLastVisit, {});
}

/** The types offered first, live. */
export function useQuickActions(): QuickActions | undefined {
  return useQuery(api.workflow.queries.quickActions, {});
}

/** What stands still, live; only for those who oversee requests. */
export function useOversight(): OversightCounts | undefined {
  return useQuery(api.workflow.queries.oversight, {});
}

/** Keeps the viewer's board. It shows at once, and goes back if the server refuses. */
export function useSaveBoard(): (homeCards: HomeCard[]) => Promise<unknown> {
  const save = useMutation(api.people.mutations.saveHomeCards).withOptimisticUpdate((store, { homeCards }) => {
    const me = store.getQuery(api.people.queries.me, {});
    if (me) store.setQuery(api.people.queries.me, {}, { ...me, homeCards });
  });
  return (homeCards) => save({ homeCards });
}

/** Pins cards to everybody's board, and no others. */
export function usePinCards(): (cards: HomeCard[]) => Promise<unknown> {
  const pin = useMutation(api.people.mutations.pinHomeCards);
  return (cards) => pin({ cards });
}

/** How far the portal is, live; undefined until the first answer, and where it is not the viewer's to see. */
export function useSetup(isAllowed: boolean): Setup | undefined {
  return useQuery(api.workflow.queries.setup, isAllowed ? {} : "skip");
}

/** Takes the steps from the viewer's Home, or brings them back. */
export function usePutAway(): (isPutAway: boolean) => Promise<unknown> {
  const put = useMutation(api.people.mutations.putFirstStepsAway);
  return (hasPutFirstStepsAway) => put({ hasPutFirstStepsAway });
}
