/** The page's one adapter, and what keeps it honest while the tab sleeps, wakes or comes back. */

import { MINUTE_MS } from "../../../convex/lib/pure/time";
import type { AuthAdapter } from "./adapter";
import { createBetterAuthAdapter } from "./better-auth";
import type { TabChannel, TabMessage } from "./page-session";

const CHANNEL_NAME = "portal-session";
/** A tab that was hidden for longer asks whether its session still stands before it goes on. */
const LONG_ABSENCE_MS = MINUTE_MS;

let current: AuthAdapter | null = null;

/** The adapter of this page; on the server one that knows nobody. */
export function authAdapter(): AuthAdapter {
  if (typeof window === "undefined") return createAdapter(null);
  if (current === null) {
    current = createAdapter(openChannel());
    revalidateAfterAbsence(current);
  }
  return current;
}

function createAdapter(channel: TabChannel | null): AuthAdapter {
  return createBetterAuthAdapter({
    fetch: (...args) => globalThis.fetch(...args),
    now: () => Date.now(),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    channel,
  });
}

function openChannel(): TabChannel | null {
  if (typeof BroadcastChannel === "undefined") return null;
  const channel = new BroadcastChannel(CHANNEL_NAME);
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) =>
      channel.addEventListener("message", (event: MessageEvent<TabMessage>) => listener(event.data)),
  };
}

function revalidateAfterAbsence(adapter: AuthAdapter): void {
  let hiddenSince: number | null = null;
  const revalidate = () => {
    if (adapter.state().status === "signed-in") void adapter.revalidate();
  };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") {
      hiddenSince = Date.now();
      return;
    }
    if (hiddenSince !== null && Date.now() - hiddenSince > LONG_ABSENCE_MS) revalidate();
    hiddenSince = null;
  });
  window.addEventListener("online", revalidate);
  // A page taken out of the browser's back-forward cache is as old as when it was left.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) revalidate();
  });
}
