/** How many notifications wait unseen, as the top bar, the tab's title and its icon tell it. */

import { useEffect } from "react";
import { showAppIcon } from "../theme/app-icon";
import { titleWith } from "./title";

/** Keeps title and icon of the tab true to the count, also when a page brings its own title. */
export function useUnseenSigns(count: number): void {
  useEffect(() => {
    showAppIcon({ hasUnseen: count > 0 });
    const write = (): void => {
      const wanted = titleWith(count, document.title);
      if (document.title !== wanted) document.title = wanted;
    };
    write();
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [count]);
  // Leaving the frame, at sign-out, leaves no count behind.
  useEffect(
    () => () => {
      showAppIcon({ hasUnseen: false });
      document.title = titleWith(0, document.title);
    },
    [],
  );
}
