/** What a route does before it opens. */

import type { PageId } from "../../convex/site/pages";
import { whenIdle } from "../lib/when-idle";

/** What the router says of a page that is about to open. */
interface Opening {
  readonly cause: "preload" | "enter" | "stay";
  readonly location: { readonly search: object };
  readonly params: object;
}

/** A part of a page that is fetched for itself. */
interface Part {
  readonly ahead: () => void;
}

const questions = () => import("./-ahead");

/** Fetches what asks ahead as soon as the browser has nothing else to do, so that the first link asks at once, too. */
export function getReadyToAsk(): () => void {
  return whenIdle(() => void questions().catch(() => undefined));
}

/**
 * Asks what the page asks first, and fetches the parts it begins with. Not where the page stays and only its search
 * changes: then it asks by itself.
 */
export function openAhead(page: PageId, { cause, location, params }: Opening, parts: readonly Part[] = []): void {
  if (cause === "stay" || typeof window === "undefined") return;
  for (const part of parts) part.ahead();
  // Without it the page opens all the same, and asks by itself.
  questions().then(
    ({ askFirst }) => askFirst(page, { search: location.search, params: { ...params } }),
    () => undefined,
  );
}
