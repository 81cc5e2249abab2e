import { useRouter } from "@tanstack/react-router";
import { useEffect, useLayoutEffect, useRef } from "react";
import { PAGES } from "../../../convex/site/pages";
import type { FramePart } from "../frame/frame-part";
import type { MenuGroup } from "../frame/menu";
import { type KeyWait, readKey } from "./keyboard";
import { singleKeys } from "./single-keys";

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.closest("input, textarea, select, [role='combobox'], [role='textbox']") !== null
  );
}

/** The letters after `g` and the pages they open. */
export function pageKeys(groups: readonly MenuGroup[]): Map<string, string> {
  const pages = groups.flatMap((group) =>
    group.entries.flatMap((entry) => (entry.key ? [[entry.key, entry.to] as const] : [])),
  );
  return new Map([...pages, [PAGES.profile.key, PAGES.profile.path]]);
}

/** Goes to the search field of the page; on a page without one, `otherwise`. */
function searchHere(otherwise: () => void): void {
  const field = document.querySelector<HTMLInputElement>("main [role='search'] input, main input[type='search']");
  if (!field) {
    otherwise();
    return;
  }
  field.focus();
  field.select();
}

/** Listens to the keyboard for the whole page. */
export function useShortcuts(pages: ReadonlyMap<string, string>, open: (part: FramePart) => void): void {
  const router = useRouter();
  const latest = useRef({ pages, open });
  useEffect(() => {
    latest.current = { pages, open };
  });
  // Before the page is painted: whoever sees it may press a key.
  useLayoutEffect(() => {
    let wait: KeyWait = null;
    function press(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing) return;
      const { key, ctrlKey, metaKey, altKey, timeStamp } = event;
      // A dialog has the keyboard to itself, except for the palette's own key.
      const isBusy = isTyping(event.target) || document.querySelector("[role='dialog'][data-open]") !== null;
      const options = { isSingleKeyOn: singleKeys.read(), pages: latest.current.pages };
      const read = readKey({ key, ctrlKey, metaKey, altKey, at: timeStamp, isTyping: isBusy }, wait, options);
      wait = read.wait;
      if (!read.command) return;
      event.preventDefault();
      if (read.command.do === "go") void router.navigate({ to: read.command.to });
      else if (read.command.do === "search") searchHere(() => latest.current.open("palette"));
      else latest.current.open(read.command.do === "palette" ? "palette" : "shortcuts");
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [router]);
}
