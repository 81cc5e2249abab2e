/** What a route does before it opens. */

import type { PageId } from "../../convex/site/pages";

/** What the router says of a page that is about to open. */
interface Opening {
  readonly cause: "preload" | "enter" | "stay";
  readonly location: { readonly search: object };
  readonly params: object;
}

/** Asks what the page asks first. Not where the page stays and only its search changes: then it asks by itself. */
export function openAhead(page: PageId, { cause, location, params }: Opening): void {
  if (cause === "stay" || typeof window === "undefined") return;
  // Without it the page opens all the same, and asks by itself.
  import("./-ahead").then(
    ({ askFirst }) => askFirst(page, { search: location.search, params: { ...params } }),
    () => undefined,
  );
}
