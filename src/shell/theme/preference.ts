/** What a person chose. */
export type ThemePreference = "system" | "light" | "dark";

/** What is shown. */
export type ResolvedTheme = "light" | "dark";

/** Where the choice is kept in the browser; the inline script of the document reads the same key. */
export const themeStorageKey = "theme-storage";

/** The media query that tells the operating system's setting. */
export const systemDarkQuery = "(prefers-color-scheme: dark)";

/** How long start-up waits for the person's saved choice before the theme counts as initialised. */
export const themeInitialisationMs = 100;

/** Whether an unknown value, from storage or a server, is a theme preference. */
export function isThemePreference(value: unknown): value is ThemePreference {
  return value === "system" || value === "light" || value === "dark";
}

/** What a choice looks like on a system that is or is not dark. */
export function resolveTheme(preference: ThemePreference, isSystemDark: boolean): ResolvedTheme {
  if (preference !== "system") return preference;
  return isSystemDark ? "dark" : "light";
}

/** The page icon of a theme, with a dot while something waits unseen. */
export function iconFor(theme: ResolvedTheme, hasUnseen = false): string {
  return `/icon-${theme}${hasUnseen ? "-unseen" : ""}.svg`;
}
