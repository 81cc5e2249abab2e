import { type KeyboardEvent, type MouseEvent, type PointerEvent, useId, useState } from "react";

/** Where the person is in a chart, and how they got there: what the keyboard reached is said aloud. */
interface Place {
  readonly index: number;
  readonly by: "key" | "pointer";
}

/** The point a key leads to; null for none. */
export function steppedTo(key: string, index: number | null, count: number): number | null {
  const last = count - 1;
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return index === null ? 0 : Math.min(last, index + 1);
    case "ArrowLeft":
    case "ArrowDown":
      return index === null ? last : Math.max(0, index - 1);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return index;
  }
}

/** Which of so many points, equally wide, is under the pointer. */
export function pointUnder({ currentTarget, clientX }: Pick<MouseEvent, "currentTarget" | "clientX">, count: number) {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.max(0, Math.min(count - 1, Math.floor(((clientX - left) / width) * count)));
}

/**
 * The points of a chart as one stop of the Tab key: arrows step, Home and End go to the ends, Escape leaves the
 * points, Enter chooses one. The pointer does the same: a mouse points without a click, a finger where it comes down.
 */
export function usePoints(props: {
  count: number;
  label: string;
  onChoose?: (index: number) => void;
  /** Whether the pointer does something else than choose a point. */
  isDragged?: boolean;
}) {
  const { count, label, onChoose, isDragged = false } = props;
  const [place, setPlace] = useState<Place | null>(null);
  const helpId = useId();
  const index = place !== null && place.index < count ? place.index : null;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && index !== null) {
      event.stopPropagation();
      setPlace(null);
      return;
    }
    if ((event.key === "Enter" || event.key === " ") && index !== null && onChoose) {
      event.preventDefault();
      onChoose(index);
      return;
    }
    const next = steppedTo(event.key, index, count);
    if (next === null || (next === index && !event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    setPlace({ index: next, by: "key" });
  }

  /** For charts whose points are elements of their own. */
  const pointTo = (at: number): void => setPlace({ index: at, by: "pointer" });
  const point = (event: PointerEvent): void => pointTo(pointUnder(event, count));
  // A finger that is lifted leaves, too: what it pointed to stays until the focus goes elsewhere.
  const leave = ({ pointerType }: PointerEvent): void =>
    setPlace((now) => (now?.by === "pointer" && pointerType !== "touch" ? null : now));
  // What was pointed to before does not count: a tap comes without a move, and after its finger left. A click that no
  // pointer made, of assistive technology, is for what the keyboard reached.
  const choose = (event: MouseEvent): void => {
    const chosen = event.detail === 0 ? index : pointUnder(event, count);
    if (chosen !== null) onChoose?.(chosen);
  };
  return {
    index,
    pointTo,
    leave,
    /** Said by a live region: only what the keyboard reached. */
    spoken: place?.by === "key" ? index : null,
    helpId,
    plotProps: {
      tabIndex: 0,
      "aria-roledescription": "chart",
      "aria-label": label,
      "aria-describedby": helpId,
      onKeyDown,
      onPointerDown: point,
      onPointerMove: point,
      onPointerLeave: leave,
      // A finger that went on to scroll pointed to nothing.
      onPointerCancel: () => setPlace((now) => (now?.by === "pointer" ? null : now)),
      onBlur: () => setPlace(null),
      ...(onChoose && !isDragged ? { onClick: choose } : {}),
    },
  };
}
