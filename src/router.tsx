import { createRouter } from "@tanstack/react-router";
import { onlyReadIn } from "./lib/only-read";
import { parsePlainSearch, stringifyPlainSearch } from "./lib/plain-search";
import { routeTree } from "./routeTree.gen";
import { cspNonce } from "./shell/csp";
import { DefaultCatchBoundary } from "./shell/errors/default-catch-boundary";
import { NotFound } from "./shell/errors/not-found";
import { PagePending } from "./shell/frame/page-pending";

onlyReadIn(routeTree);

/**
 * One router per page load in the browser, one per request on the server.
 *
 * Links load their page 50 ms after the pointer or focus rests on them, and ask what it will ask (shell/ahead.ts);
 * after five seconds, as long as the live client keeps such answers, they do so again. Links that ask for viewport
 * preloading do so 100 px ahead (the router's own margin). A page that takes longer than a second
 * shows its pending view, and then for at least half a second. A route chunk that is gone after a
 * deployment reloads the page once (the router's own guard, per message in session storage).
 */
export function getRouter() {
  return createRouter({
    routeTree,
    defaultPreload: "intent",
    defaultPreloadDelay: 50,
    defaultPreloadStaleTime: 5000,
    defaultPendingMs: 1000,
    defaultPendingMinMs: 500,
    defaultPendingComponent: PagePending,
    scrollRestoration: true,
    parseSearch: parsePlainSearch,
    stringifySearch: stringifyPlainSearch,
    defaultErrorComponent: DefaultCatchBoundary,
    defaultNotFoundComponent: NotFound,
    ssr: { nonce: cspNonce() },
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}
