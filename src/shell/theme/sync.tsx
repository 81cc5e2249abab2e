import { useEffect, useRef } from "react";
import { announceUserLoaded, onThemeSaveRequested } from "./events";
import type { ThemePreference } from "./preference";

/**
 * Between the theme and the person's record: announces the record when it has loaded, and carries
 * save requests out. A failed save keeps the local choice.
 */
export function useThemeSync(
  user: { _id: string; themePreference?: ThemePreference | null },
  save: (preference: ThemePreference) => Promise<unknown>,
): void {
  const latest = useRef({ user, save });
  useEffect(() => {
    latest.current = { user, save };
  });
  // Announced once per person: later changes of the record are echoes of this page's own saves.
  useEffect(() => {
    announceUserLoaded(window, { user: latest.current.user, isBackendAvailable: true });
    return () => announceUserLoaded(window, { user: null, isBackendAvailable: false });
  }, [user._id]);
  useEffect(
    () =>
      onThemeSaveRequested(window, ({ themePreference }) => {
        latest.current.save(themePreference).catch((error: unknown) => {
          // oxlint-disable-next-line no-console -- the specification asks for this warning
          console.warn("The theme could not be saved; this browser keeps it", error);
        });
      }),
    [],
  );
}
