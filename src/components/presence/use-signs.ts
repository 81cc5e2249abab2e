import { useConvex } from "convex/react";
import { useEffect } from "react";
import { SIGN_OF_LIFE_MS } from "../../../convex/core/presence/rules";
import { randomKey } from "../../lib/random-key";

/** Who goes on to another page is not gone in between: so long the next page may take. */
const MOVING_MS = 2_000;
/** Names this window's tab, whatever page it shows. */
const tab = randomKey();
let callOffLeaving = (): void => undefined;

/** What a page says of itself, by the name of its tab. */
interface Signs {
  readonly mayShow: boolean;
  readonly stay: (tab: string) => Promise<unknown>;
  readonly leave: (said: { tab: string }) => Promise<unknown>;
}

/**
 * Shows the others by `stay` that the viewer has this page open, as long as it is in front of them, and at once again
 * when `stay` is another one. What is not heard is said again.
 */
export function useSigns({ mayShow, stay, leave }: Signs): void {
  const client = useConvex();
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
      say(() => stay(tab));
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
  }, [client, mayShow, stay, leave]);
}
