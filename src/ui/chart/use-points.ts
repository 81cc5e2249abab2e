import { type KeyboardEvent, type PointerEvent, useId, useState } from "react";

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

/**
 * The points of a chart as one stop of the Tab key: arrows step, Home and End go to the ends, Escape leaves the
 * points, Enter chooses one. The pointer does the same without a click.
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

  /** The point under the pointer. */
  function pointAt(event: PointerEvent): number {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(count - 1, Math.floor(((event.clientX - left) / width) * count)));
  }

  /** For charts whose points are elements of their own. */
  const pointTo = (at: number): void => setPlace({ index: at, by: "pointer" });
  return {
    index,
    pointTo,
    leave: () => setPlace((now) => (now?.by === "pointer" ? null : now)),
    /** Said by a live region: only what the keyboard reached. */
    spoken: place?.by === "key" ? index : null,
    helpId,
    plotProps: {
      tabIndex: 0,
      "aria-roledescription": "chart",
      "aria-label": label,
      "aria-describedby": helpId,
      onKeyDown,
      onPointerMove: (event: PointerEvent) => setPlace({ index: pointAt(event), by: "pointer" }),
      onPointerLeave: () => setPlace((now) => (now?.by === "pointer" ? null : now)),
      onBlur: () => setPlace(null),
      ...(onChoose && !isDragged ? { onClick: () => index !== null && onChoose(index) } : {}),
    },
  };
}
