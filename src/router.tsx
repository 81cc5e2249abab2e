import { createRouter } from "@tanstack/react-router";
import { cspNonce } from "./shell/csp";
import { routeTree } from "./routeTree.gen";

/** One router per page load in the browser, one per request on the server. */
export function getRouter() {
  return createRouter({
    routeTree,
    defaultPreload: "intent",
    defaultPreloadDelay: 50,
    defaultPendingMs: 1000,
    defaultPendingMinMs: 500,
    scrollRestoration: true,
    ssr: { nonce: cspNonce() },
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}
