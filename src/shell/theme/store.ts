/**
 * The theme: what the person chose, what is shown, and how the two follow the operating system,
 * the browser's storage and the person's record.
 *
 * Holds: themePreference (kept in storage), resolvedTheme, isInitialised, and the last announced
 * person. Does not hold: the connection to the backend. Saving is asked for by a browser event and
 * done elsewhere (sync.tsx), so the theme works before, without and after a sign-in.
 *
 * Storage is read by start(), not when the module loads: the first render in the browser must
 * equal the server's, and the inline script has already painted the right theme.
 */

import { createJSONStorage, persist, type StateStorage } from "zustand/middleware";
import { createStore, type StoreApi } from "zustand/vanilla";
import { onUserLoaded, requestThemeSave, type UserLoadedDetail } from "./events";
import {
  isThemePreference,
  type ResolvedTheme,
  resolveTheme,
  themeInitialisationMs,
  type ThemePreference,
  themeStorageKey,
} from "./preference";

/** The theme as components see it. */
export interface ThemeState {
  themePreference: ThemePreference;
  resolvedTheme: ResolvedTheme;
  /** True once the saved choice was considered, or after 100 ms at the latest. */
  isInitialised: boolean;
}

/** The part of the browser the theme touches. */
export interface ThemeEnvironment {
  storage: StateStorage;
  events: EventTarget;
  systemDark: Pick<MediaQueryList, "matches" | "addEventListener" | "removeEventListener">;
  /** Puts a theme on the document. */
  paint: (theme: ResolvedTheme) => void;
}

/** The theme with its two verbs. */
export interface Theme {
  store: StoreApi<ThemeState>;
  /** Reads storage, follows the system and the person; returns how to stop. */
  start: () => () => void;
  /** Takes a new choice: shown and kept at once, saved with the person's record when there is one. */
  choose: (preference: ThemePreference) => void;
}

const initial: ThemeState = { themePreference: "system", resolvedTheme: "light", isInitialised: false };

function createThemeStore(environment: () => ThemeEnvironment) {
  return createStore<ThemeState>()(
    persist(() => initial, {
      name: themeStorageKey,
      storage: createJSONStorage(() => environment().storage),
      partialize: ({ themePreference }) => ({ themePreference }),
      merge: (kept, current) => {
        const preference = (kept as Partial<ThemeState> | undefined)?.themePreference;
        return isThemePreference(preference) ? { ...current, themePreference: preference } : current;
      },
      skipHydration: true,
    }),
  );
}

/** Builds a theme; `environment` is asked for only when the theme is started or changed. */
export function createTheme(environment: () => ThemeEnvironment): Theme {
  const store = createThemeStore(environment);
  let loaded: UserLoadedDetail = { user: null, isBackendAvailable: false };
  // A choice made on this page outranks whatever the record says when it arrives later.
  let hasChosen = false;

  function show(changes: Partial<ThemeState> = {}): void {
    const { systemDark, paint } = environment();
    const themePreference = changes.themePreference ?? store.getState().themePreference;
    const resolvedTheme = resolveTheme(themePreference, systemDark.matches);
    store.setState({ ...changes, resolvedTheme });
    paint(resolvedTheme);
  }

  function takeUser(detail: UserLoadedDetail): void {
    loaded = detail;
    const saved = detail.isBackendAvailable ? detail.user?.themePreference : null;
    const usesSaved = !hasChosen && isThemePreference(saved) && store.getState().themePreference === "system";
    show({ isInitialised: true, ...(usesSaved ? { themePreference: saved } : {}) });
  }

  function choose(themePreference: ThemePreference): void {
    hasChosen = true;
    show({ themePreference });
    if (loaded.user && loaded.isBackendAvailable) {
      // The record will say so once saved; until then it must not win over the choice.
      loaded = { ...loaded, user: { ...loaded.user, themePreference } };
      requestThemeSave(environment().events, { themePreference });
    }
  }

  function start(): () => void {
    const { systemDark, events } = environment();
    void store.persist.rehydrate();
    show();
    const followSystem = () => show();
    const followOtherTabs = (event: Event) => {
      if ((event as StorageEvent).key !== themeStorageKey) return;
      void store.persist.rehydrate();
      show();
    };
    systemDark.addEventListener("change", followSystem);
    events.addEventListener("storage", followOtherTabs);
    const stopUser = onUserLoaded(events, takeUser);
    const timer = setTimeout(() => store.setState({ isInitialised: true }), themeInitialisationMs);
    return () => {
      clearTimeout(timer);
      stopUser();
      events.removeEventListener("storage", followOtherTabs);
      systemDark.removeEventListener("change", followSystem);
    };
  }

  return { store, start, choose };
}
