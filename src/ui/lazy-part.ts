import { type ComponentType, createElement, lazy, useState } from "react";

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

/** How often, and how far apart, the portal is looked for before a part gives up: ten minutes in all. */
const LOOKS = 300;
const LOOK_EVERY_MS = 2_000;

/**
 * Loads a part. While nobody answers, its chunk is not stale but out of reach, and a reload would lose the page: it is
 * loaded again as soon as the portal answers.
 */
export async function loadWhenReachable<Part>(
  load: () => Promise<Part>,
  reachable: () => Promise<void>,
): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (!isStaleChunk(error)) throw error;
    await reachable();
    return await load();
  }
}

async function portalAnswers(): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const answered = await fetch("/healthz", { cache: "no-store" }).then(
      // While it starts, it answers everything with 503.
      ({ ok }) => ok,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/**
 * React.lazy with the one-time reload. What was fetched `ahead` is rendered at once where it is shown: React shows the
 * place of a part that it had to wait for at least 300 ms (react-dom 19.3.1), however soon the part is there.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let known: ComponentType<Props> | null = null;
  const fetched = async (): Promise<ComponentType<Props>> => (known ??= await load());
  const Loaded = lazy(async () => {
    try {
      return { default: await loadWhenReachable(fetched, portalAnswers) };
    } catch (error) {
      // While the page reloads nothing else should be shown, so the promise stays open.
      if (reloadOnce(error, sessionStorage, () => location.reload())) return await new Promise<never>(() => undefined);
      throw error;
    }
  });
  function LazyPart(props: Props) {
    // For as long as it is shown, as another type would begin anew.
    const [Part] = useState(() => known ?? Loaded);
    // A lazy component takes what its part takes.
    return createElement(Part as ComponentType<Props>, props);
  }
  /** Fetches the part before it is shown. Where that fails, it is fetched again when it is. */
  const ahead = (): void => void fetched().catch(() => undefined);
  return Object.assign(LazyPart, { ahead });
}
