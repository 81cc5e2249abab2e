/** The one door of presence to the backend. */

import { useConvex, useMutation, useQueries } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useEffect, useMemo } from "react";
import { api } from "../../../convex/_generated/api";
import { SIGN_OF_LIFE_MS } from "../../../convex/core/presence/rules";
import type { PresencePage } from "../../../convex/core/presence/table";
import { randomKey } from "../../lib/random-key";
import { useViewer } from "../../shell/session";

/** Somebody else on the pages about a request, and on which of them. */
export type Other = FunctionReturnType<typeof api.presence.queries.others>[number];

/**
 * The others on the pages about a request, live; nobody until it is known, and when it cannot be: it must not take the
 * page with it.
 */
export function useOthers(request: string): readonly Other[] {
  const { others } = useQueries(
    useMemo(() => ({ others: { query: api.presence.queries.others, args: { request } } }), [request]),
  ) as { others?: readonly Other[] | Error };
  return others === undefined || others instanceof Error ? [] : others;
}

/** Who goes on to another page about a request is not gone in between: so long the next page may take. */
const MOVING_MS = 2_000;
/** Names this window's tab, whatever page it shows. */
const tab = randomKey();
let callOffLeaving = (): void => undefined;

/**
 * Shows the others that the viewer has this page open, as long as it is in front of them. What is not heard is said
 * again.
 */
export function useStay(request: string, page: PresencePage): void {
  const client = useConvex();
  const mayShow = useViewer()?.capabilities.includes("presence.show") ?? false;
  const stay = useMutation(api.presence.mutations.stay);
  const leave = useMutation(api.presence.mutations.leave);
  useEffect(() => {
    if (!mayShow) return;
    callOffLeaving();
    let isShown = false;
    // Without a connection these would wait, and be sent one after the other later.
    const say = (send: () => Promise<unknown>): void =>
      void (client.connectionState().isWebSocketConnected && send().catch(() => undefined));
    function come(): void {
      if (document.visibilityState !== "visible") return;
      isShown = true;
      say(() => stay({ request, page, tab }));
    }
    function go(): void {
      if (isShown) say(() => leave({ tab }));
      isShown = false;
    }
    const turn = (): void => (document.visibilityState === "visible" ? come() : go());
    const timer = setInterval(come, SIGN_OF_LIFE_MS);
    document.addEventListener("visibilitychange", turn);
    window.addEventListener("pagehide", go);
    come();
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", turn);
      const leaving = setTimeout(() => {
        callOffLeaving();
        go();
      }, MOVING_MS);
      callOffLeaving = () => {
        clearTimeout(leaving);
        window.removeEventListener("pagehide", go);
      };
    };
  }, [client, mayShow, request, page, stay, leave]);
}
