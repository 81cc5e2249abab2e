import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { isOtherPage } from "../components/linked/readable-address";
import { focusLeftAt, MARK } from "../components/listing/left-at";
import { leaveBreadcrumb } from "./reporting";

/** How long a page may take to show its heading before focus is left where it is. */
const headingWaitMs = 5000;

/**
 * The row at which a list was left that is shown again, else the heading that is shown: one that takes its place unseen
 * (`Settled`) cannot have the focus yet.
 */
function focusHeading(): HTMLElement | null {
  const row = focusLeftAt();
  if (row) return row;
  const headings = [...document.querySelectorAll<HTMLElement>("[data-page-heading]")];
  const heading = headings.find((one) => one.checkVisibility({ visibilityProperty: true })) ?? null;
  heading?.focus({ preventScroll: true });
  return heading;
}

/** Whether the person has put focus somewhere since the navigation; then it is theirs. */
function isFocusFree(): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.id === "main";
}

/** Whether the part of the page that its address names has the focus: whoever followed the link reads on from there. */
function isLinkedPartFocused(): boolean {
  const focused = document.activeElement?.id ?? "";
  return focused !== "" && window.location.hash === `#${focused}`;
}

/**
 * Whether something is open above the page: whoever opened it since the navigation is in it, and losing focus would
 * close it.
 */
function isDialogOpen(): boolean {
  return document.querySelector("[role='dialog'][data-open]") !== null;
}

/**
 * Focuses the heading now or as soon as the page shows one, and the next one when loading ends and replaces it; returns
 * how to stop.
 */
function focusHeadingWhenShown(): () => void {
  if (isDialogOpen() || isLinkedPartFocused()) return () => undefined;
  let heading = focusHeading();
  if (!heading) document.getElementById("main")?.focus({ preventScroll: true });
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  const observer = new MutationObserver(() => {
    if (heading?.isConnected) {
      if (document.activeElement !== heading) stop();
      // The rows of a list come after its heading.
      else heading = focusLeftAt() ?? heading;
    } else if (isFocusFree()) heading = focusHeading();
    else stop();
  });
  // What was unseen is shown by another class; the row of a list is marked once it is there.
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["class", MARK] });
  const timer = setTimeout(stop, headingWaitMs);
  return stop;
}

/**
 * After a navigation to another page, focus goes to its heading, so that a screen reader announces
 * the page and Tab continues from its top; back in a list, to the row it was left at. Not on the first load and not when
 * only the search changes.
 */
export function useFocusHeadingOnNavigation(): void {
  const router = useRouter();
  useEffect(() => {
    let stopWaiting = () => undefined as void;
    const unsubscribe = router.subscribe("onRendered", ({ fromLocation, toLocation }) => {
      if (!isOtherPage({ fromLocation, toLocation })) return;
      leaveBreadcrumb("navigation", toLocation.pathname);
      stopWaiting();
      stopWaiting = focusHeadingWhenShown();
    });
    return () => {
      unsubscribe();
      stopWaiting();
    };
  }, [router]);
}
