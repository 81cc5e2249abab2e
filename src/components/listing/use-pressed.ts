import { type RefObject, useEffect, useRef } from "react";
import { notePresses } from "./left-at";

/** Where the link of a list led that was pressed last, while the list is there; null where another press came after it. */
export function usePressed(list: RefObject<HTMLElement | null>): RefObject<string | null> {
  const pressed = useRef<string | null>(null);
  useEffect(
    () =>
      notePresses(
        () => list.current,
        (href) => (pressed.current = href),
      ),
    [list],
  );
  return pressed;
}
