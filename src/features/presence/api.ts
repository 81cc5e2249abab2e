/** The one door of presence to the backend. */

import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import type { PresencePage } from "../../../convex/core/presence/table";
import { useSigns } from "../../components/presence/use-signs";
import { useQueryIfPossible } from "../../lib/use-query";
import { useViewer } from "../../shell/session";

/** Somebody else on the pages about a request, and on which of them. */
export type Other = FunctionReturnType<typeof api.presence.queries.others>[number];

/**
 * The others on the pages about a request, live; nobody until it is known, and when it cannot be: it must not take the
 * page with it.
 */
export function useOthers(request: string): readonly Other[] {
  return useQueryIfPossible(api.presence.queries.others, { request }) ?? [];
}

/** Shows the others that the viewer has this page open. */
export function useStay(request: string, page: PresencePage): void {
  const stay = useMutation(api.presence.mutations.stay);
  useSigns({
    mayShow: useViewer()?.capabilities.includes("presence.show") ?? false,
    stay: useCallback((tab) => stay({ request, page, tab }), [stay, request, page]),
    leave: useMutation(api.presence.mutations.leave),
  });
}
