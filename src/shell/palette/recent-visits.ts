/** Notes the pages somebody opens, when they leave them: only then a page has said its name. */

import type { AnyRouter } from "@tanstack/react-router";
import { PAGES } from "../../../convex/site/pages";
import { isOtherPage } from "../../components/linked/readable-address";
import { noteVisit, pageOfTitle } from "./recent";

/** A page that refused itself, failed or is not there is nothing to come back to. */
const NOT_SHOWN = "main [data-kind='no-right'], main [data-kind='failed'], main [role='alert'] h1";

/**
 * Notes from now on; returns how to stop. Home is never noted: it is one step away from anywhere. Nor is the page
 * a person is taken from by the end of their session: by then everything was forgotten.
 */
export function keepVisits(router: AnyRouter, personId: string, isSignedIn: () => boolean): () => void {
  function note(pathname: string): void {
    const label = pageOfTitle(document.title);
    const isThere =
      router.state.matches.every(({ status }) => status === "success") && document.querySelector(NOT_SHOWN) === null;
    if (label !== null && isThere && isSignedIn() && pathname !== PAGES.home.path)
      noteVisit(personId, { to: pathname, label });
  }
  const noteLast = (): void => note(router.state.location.pathname);
  const unsubscribe = router.subscribe("onBeforeNavigate", ({ fromLocation, toLocation }) => {
    if (fromLocation && isOtherPage({ fromLocation, toLocation })) note(fromLocation.pathname);
  });
  window.addEventListener("pagehide", noteLast);
  return () => {
    unsubscribe();
    window.removeEventListener("pagehide", noteLast);
  };
}
