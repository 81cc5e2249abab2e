import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { leaveBreadcrumb } from "./reporting";

/**
 * After a navigation to another page, focus goes to its heading, so that a screen reader announces
 * the page and Tab continues from its top. Not on the first load and not when only the search changes.
 */
export function useFocusHeadingOnNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, toLocation }) => {
        if (!fromLocation || fromLocation.pathname === toLocation.pathname) return;
        leaveBreadcrumb("navigation", toLocation.pathname);
        const heading = document.querySelector<HTMLElement>("[data-page-heading]") ?? document.getElementById("main");
        heading?.focus({ preventScroll: true });
      }),
    [router],
  );
}
