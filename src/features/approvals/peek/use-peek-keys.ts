import { useEffect, useRef } from "react";

/** What the keys of a peek do. */
interface PeekKeys {
  toggle: () => void;
  close: () => void;
  /** To the next row, or to the one before. */
  move: (by: 1 | -1) => void;
}

/**
 * Space on a row looks into it and back out, Escape looks away, and while it is looked into the arrows go from row to
 * row. None of them is a letter, so they stay when single letters are switched off.
 */
export function usePeekKeys(isOpen: boolean, keys: PeekKeys): void {
  const latest = useRef({ isOpen, keys });
  useEffect(() => {
    latest.current = { isOpen, keys };
  });
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      const { isOpen: isNow, keys: act } = latest.current;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector("[role='dialog'][data-open]") !== null) return;
      const isOnRow = event.target instanceof Element && event.target.closest("[data-approval]") !== null;
      if (event.key === " " && isOnRow) act.toggle();
      else if (event.key === "Escape" && isNow) act.close();
      else if (event.key === "ArrowDown" && isNow && isOnRow) act.move(1);
      else if (event.key === "ArrowUp" && isNow && isOnRow) act.move(-1);
      else return;
      event.preventDefault();
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
