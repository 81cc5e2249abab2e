import { type ComponentType, createElement, lazy } from "react";

/**
 * After a deployment an open page may ask for a chunk that no longer exists. Loading the page again
 * cures that, but only once per message: a chunk that is truly missing must end on an error screen,
 * not in a reload loop. The router does the same for route chunks; this is for every other lazy part.
 */
const guardPrefix = "portal-stale-chunk:";

const staleChunkMessages = [
  "Failed to fetch dynamically imported module",
  "error loading dynamically imported module",
  "Importing a module script failed",
  "Unable to preload CSS",
];

/** Whether an error says that a chunk could not be loaded, in the words of any browser. */
export function isStaleChunk(error: unknown): error is Error {
  return error instanceof Error && staleChunkMessages.some((message) => error.message.startsWith(message));
}

/** Reloads the page for a stale chunk unless this message already caused a reload; tells whether it did. */
export function reloadOnce(error: unknown, storage: Pick<Storage, "getItem" | "setItem">, reload: () => void): boolean {
  if (!isStaleChunk(error)) return false;
  const guard = guardPrefix + error.message;
  if (storage.getItem(guard)) return false;
  storage.setItem(guard, "1");
  reload();
  return true;
}

/** React.lazy with the one-time reload. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      // While the page reloads nothing else should be shown, so the promise stays open.
      if (reloadOnce(error, sessionStorage, () => location.reload())) return await new Promise<never>(() => undefined);
      throw error;
    }
  });
  return function LazyPart(props: Props) {
    return createElement(Loaded, props as never);
  };
}
