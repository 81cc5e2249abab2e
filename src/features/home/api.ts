/** The one door of Home to the backend. */

import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { HomeCard } from "../../../convex/core/people/table";
import { useQuery, useQueryOrNull } from "../../lib/use-query";
import { useViewer } from "../../shell/session";

/** What waits for the viewer: now, and later. */
export type Waiting = FunctionReturnType<typeof api.home.queries.waitingOnMe>;
/** One thing that waits for the viewer. */
export type WaitingItem = Waiting["items"][number];
/** What the viewer has not seen: the number of the bell, and what it is made of. */
export type SinceVisit = NonNullable<FunctionReturnType<typeof api.notifications.queries.sinceLastVisit>>;
/** What the viewer is likely to ask for. */
export type QuickActions = FunctionReturnType<typeof api.home.queries.quickActions>;
/** What stands still among the requests the viewer oversees. */
export type OversightCounts = FunctionReturnType<typeof api.home.queries.oversight>;

/** How the platform is, for those who run it. */
export type PlatformState = FunctionReturnType<typeof api.home.queries.platform>;

/** How far the portal is, and whether the viewer wants to be led. */
export type Setup = FunctionReturnType<typeof api.home.queries.setup>;

/** What waits for the viewer, live; undefined until the first answer. */
export function useWaiting(): Waiting | undefined {
  return useQuery(api.home.queries.waitingOnMe, {});
}

/** The same for what is said beside the card of it, which says when it fails: null then. */
export function useWaitingOrNull(): Waiting | null | undefined {
  return useQueryOrNull(api.home.queries.waitingOnMe, {});
}

/** What is new since the viewer's last visit, live; null at the first one, and where it did not load. */
export function useSinceVisit(): SinceVisit | null | undefined {
  return useQueryOrNull(api.notifications.queries.sinceLastVisit, {});
}

/** The types offered first, live. */
export function useQuickActions(): QuickActions | undefined {
  return useQuery(api.home.queries.quickActions, {});
}

/** The same beside their card, which says when they fail: null then. */
export function useQuickActionsOrNull(): QuickActions | null | undefined {
  return useQueryOrNull(api.home.queries.quickActions, {});
}

/**
 * Whether the viewer is new: asked for nothing, holds nothing, nothing waits for them, and their board is as it came.
 * Undefined until it is known. Where it did not load they have the usual cards, each of which says what failed.
 */
export function useIsNew(): boolean | undefined {
  const hasBoard = (useViewer()?.homeCards ?? null) !== null;
  const quick = useQuickActionsOrNull();
  const waiting = useWaitingOrNull();
  if (quick === undefined || waiting === undefined) return undefined;
  return quick?.isNew === true && waiting?.items.length === 0 && !hasBoard;
}

/** What stands still, live; only for those who oversee requests. */
export function useOversight(): OversightCounts | undefined {
  return useQuery(api.home.queries.oversight, {});
}

/** How the platform is, live; only for those who run it. */
export function usePlatform(): PlatformState | undefined {
  return useQuery(api.home.queries.platform, {});
}

/** Keeps the viewer's board. It shows at once, and goes back if the server refuses. */
export function useSaveBoard(): (homeCards: HomeCard[]) => Promise<unknown> {
  const save = useMutation(api.people.mutations.saveHomeCards).withOptimisticUpdate((store, { homeCards }) => {
    const me = store.getQuery(api.people.queries.me, {});
    if (me) store.setQuery(api.people.queries.me, {}, { ...me, homeCards });
  });
  return (homeCards) => save({ homeCards });
}

/** Pins cards to everybody's board, and no others. They show at once, so that the next pin is put to this one. */
export function usePinCards(): (cards: HomeCard[]) => Promise<unknown> {
  const pin = useMutation(api.people.mutations.pinHomeCards).withOptimisticUpdate((store, { cards }) => {
    const me = store.getQuery(api.people.queries.me, {});
    if (me) store.setQuery(api.people.queries.me, {}, { ...me, pinnedHomeCards: cards });
  });
  return (cards) => pin({ cards });
}

/** How far the portal is, live; undefined until the first answer, and where it is not the viewer's to see. */
export function useSetup(isAllowed: boolean): Setup | undefined {
  return useQuery(api.home.queries.setup, isAllowed ? {} : "skip");
}

/** The same on Home, which can do without it: null where it did not load. */
export function useSetupOrNull(isAllowed: boolean): Setup | null | undefined {
  return useQueryOrNull(api.home.queries.setup, isAllowed ? {} : "skip");
}

/** Takes the steps from the viewer's Home, or brings them back. */
export function usePutAway(): (isPutAway: boolean) => Promise<unknown> {
  const put = useMutation(api.people.mutations.putFirstStepsAway);
  return (hasPutFirstStepsAway) => put({ hasPutFirstStepsAway });
}
