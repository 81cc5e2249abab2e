import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import type { KeyboardEvent } from "react";
import { Button } from "../button";

/** What of a row was used to move it: that keeps the focus (`useRowFocus`). */
export type Grip = "row" | "up" | "down";

/** Moves a row by one place, up or down. */
export type MoveRow = (by: -1 | 1, grip: Grip) => void;

/** What somebody hears of a control whose row moves by keys. */
export const MOVE_KEYS = "Alt+ArrowUp Alt+ArrowDown";

/** Alt and the arrow keys move the row of what has the focus. */
export function moveByKey(onMove: MoveRow, grip: Grip): (event: KeyboardEvent) => void {
  return (event) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    onMove(event.key === "ArrowUp" ? -1 : 1, grip);
  };
}

/** Moves a row of an ordered list to its neighbour's place, and takes it out where that is possible. */
export function OrderButtons(props: {
  /** The row within a sentence: "Move it up". */
  name: string;
  index: number;
  last: number;
  /** The list that has a first and a last, where a page has several. */
  within?: string;
  onMove: MoveRow;
  onRemove?: () => void;
}) {
  const { name, index, last, within, onMove, onRemove } = props;
  const of = within === undefined ? "" : ` of ${within}`;
  return (
    <span className="relative flex shrink-0 gap-0.5">
      <Button
        variant="ghost"
        size="iconSm"
        data-grip="up"
        aria-label={`Move ${name} up`}
        aria-keyshortcuts={MOVE_KEYS}
        disabledReason={index === 0 ? `It is the first${of}` : null}
        onClick={() => onMove(-1, "up")}
        onKeyDown={moveByKey(onMove, "up")}
      >
        <ArrowUp aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="iconSm"
        data-grip="down"
        aria-label={`Move ${name} down`}
        aria-keyshortcuts={MOVE_KEYS}
        disabledReason={index === last ? `It is the last${of}` : null}
        onClick={() => onMove(1, "down")}
        onKeyDown={moveByKey(onMove, "down")}
      >
        <ArrowDown aria-hidden />
      </Button>
      {onRemove ? (
        <Button variant="ghost" size="iconSm" data-grip="remove" aria-label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 aria-hidden />
        </Button>
      ) : null}
    </span>
  );
}
