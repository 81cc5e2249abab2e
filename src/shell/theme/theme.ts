import { useStore } from "zustand";
import { showAppIcon } from "./app-icon";
import { type ResolvedTheme, systemDarkQuery } from "./preference";
import { createTheme, type ThemeEnvironment, type ThemeState } from "./store";

/** Puts a theme on the document: the class that dark styles hang on, and the page icon. */
function paint(theme: ResolvedTheme): void {
  document.documentElement.classList.toggle("dark", theme === "dark");
  showAppIcon({ theme });
}

let browser: ThemeEnvironment | undefined;

function browserEnvironment(): ThemeEnvironment {
  browser ??= { storage: localStorage, events: window, systemDark: matchMedia(systemDarkQuery), paint };
  return browser;
}

/** The one theme of the page. */
export const theme = createTheme(browserEnvironment);

/** The theme as it is now, live. */
export function useTheme(): ThemeState {
  return useStore(theme.store);
}
