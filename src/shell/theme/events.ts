import type { ThemePreference } from "./preference";

/** Browser event asking that a choice be saved with the person's record. */
export const themeSaveEvent = "portal:theme-save";

/** Browser event announcing that the person's record has loaded (or that there is none). */
export const userLoadedEvent = "portal:user-loaded";

/** What a save request carries. */
export interface ThemeSaveDetail {
  themePreference: ThemePreference;
}

/** What the announcement carries: the record, and whether the backend can be reached. */
export interface UserLoadedDetail {
  user: { themePreference?: ThemePreference | null } | null;
  isBackendAvailable: boolean;
}

/** Announces the loaded person. */
export function announceUserLoaded(target: EventTarget, detail: UserLoadedDetail): void {
  target.dispatchEvent(new CustomEvent(userLoadedEvent, { detail }));
}

/** Asks for a choice to be saved. */
export function requestThemeSave(target: EventTarget, detail: ThemeSaveDetail): void {
  target.dispatchEvent(new CustomEvent(themeSaveEvent, { detail }));
}

/** Listens to one of the two events; returns how to stop. */
function listen<Detail>(target: EventTarget, name: string, handle: (detail: Detail) => void): () => void {
  const listener = (event: Event) => handle((event as CustomEvent<Detail>).detail);
  target.addEventListener(name, listener);
  return () => target.removeEventListener(name, listener);
}

/** Hears save requests. */
export function onThemeSaveRequested(target: EventTarget, handle: (detail: ThemeSaveDetail) => void): () => void {
  return listen(target, themeSaveEvent, handle);
}

/** Hears the loaded person. */
export function onUserLoaded(target: EventTarget, handle: (detail: UserLoadedDetail) => void): () => void {
  return listen(target, userLoadedEvent, handle);
}
