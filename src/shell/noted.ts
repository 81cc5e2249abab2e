/**
 * The errors a tab remembers, so that whoever writes to support later can send them along. Kept in the tab's own storage,
 * since the way from an error screen to the form loads the page anew; forgotten when the session ends. What comes here has
 * lost its secrets already.
 */

import type { NotedError } from "../components/errors/error-port";

/** Where they are kept, and how many. */
const KEY = "portal-noted-errors";
export const MAX_NOTED = 20;

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Remembers an error. Whether storage can be had at all is asked here, since it may throw. */
export function noteError(error: NotedError, store: () => Store = () => sessionStorage): void {
  try {
    store().setItem(KEY, JSON.stringify([...notedErrors(store), error]));
  } catch {
    // A browser that denies storage remembers nothing.
  }
}

/** The errors this tab remembers, the oldest first. What cannot be read counts as none. */
export function notedErrors(store: () => Store = () => sessionStorage): NotedError[] {
  try {
    const kept: unknown = JSON.parse(store().getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isNoted).slice(-MAX_NOTED) : [];
  } catch {
    return [];
  }
}

/** Forgets them. */
export function forgetNotedErrors(store: () => Store = () => sessionStorage): void {
  try {
    store().removeItem(KEY);
  } catch {
    // Nothing was kept where storage is denied.
  }
}

function isNoted(value: unknown): value is NotedError {
  if (typeof value !== "object" || value === null) return false;
  const { at, name, message, path, reference } = value as Partial<Record<keyof NotedError, unknown>>;
  return (
    typeof at === "number" &&
    [name, message, path].every((text) => typeof text === "string") &&
    (reference === null || typeof reference === "string")
  );
}
