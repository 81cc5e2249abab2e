import { type ReactNode, useRef, useState } from "react";
import { cn } from "../../../ui/cn";
import { type Grip, MOVE_KEYS, moveByKey, type MoveRow, OrderButtons } from "../../../ui/list/order-buttons";
import { useRowFocus } from "../../../ui/list/use-row-focus";
import { VisuallyHidden } from "../../../ui/text/visually-hidden";

/** One row of an ordered list. */
export interface OrderedItem {
  /** Its key or name. Two of one name are a problem to solve, not a reason to mix up their rows. */
  readonly id: string;
  readonly name: string;
  /** What stands before the name: a number, or nothing. */
  readonly mark?: ReactNode;
  readonly content: ReactNode;
  readonly problems: number;
}

/**
 * A list whose order people change: with two buttons per row, or Alt and the arrow keys while the row has focus.
 * The moved row keeps the focus, and its new place is said; where a row was removed the next one has it.
 */
export function OrderedList(props: {
  label: string;
  items: readonly OrderedItem[];
  isEditable: boolean;
  onOpen: (index: number) => void;
  onMove: (index: number, by: -1 | 1) => void;
  onRemove: (index: number) => void;
}) {
  const { label, items, isEditable } = props;
  const list = useRef<HTMLOListElement>(null);
  const [said, say] = useState("");
  const focus = useRowFocus(list);

  function move(index: number, by: -1 | 1, grip: Grip): void {
    const item = items[index];
    if (!isEditable || !item || !items[index + by]) return;
    props.onMove(index, by);
    say(`${item.name} is number ${index + by + 1} of ${items.length} now`);
    focus({ at: index + by, grip });
  }
  function remove(index: number, name: string): void {
    props.onRemove(index);
    say(`${name} was removed`);
    focus({ at: index, grip: "row" });
  }

  const ids = items.map(({ id }) => id);
  return (
    <>
      <ol ref={list} tabIndex={-1} aria-label={label} className="flex flex-col">
        {items.map((item, index) => (
          <OrderedRow
            key={ids.indexOf(item.id) === index ? item.id : `${item.id} ${index}`}
            item={item}
            place={{ index, last: items.length - 1 }}
            isEditable={isEditable}
            onOpen={() => props.onOpen(index)}
            onMove={(by, grip) => move(index, by, grip)}
            onRemove={() => remove(index, item.name)}
          />
        ))}
      </ol>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </>
  );
}

function OrderedRow(props: {
  item: OrderedItem;
  place: { index: number; last: number };
  isEditable: boolean;
  onOpen: () => void;
  onMove: MoveRow;
  onRemove: () => void;
}) {
  const { item, place, isEditable, onMove, onRemove } = props;
  return (
    <li className="group/item relative flex items-center gap-3 border-b border-line px-4 py-2.5 last:border-b-0 hover:bg-hover">
      {item.mark}
      <button
        type="button"
        data-grip="row"
        onClick={props.onOpen}
        onKeyDown={moveByKey(onMove, "row")}
        aria-keyshortcuts={isEditable ? MOVE_KEYS : undefined}
        className={cn(
          "flex min-w-0 flex-1 flex-col items-start rounded-sm text-left outline-offset-2 after:absolute after:inset-0",
          isEditable && "md:pr-2",
        )}
      >
        {item.content}
        {item.problems > 0 ? (
          <span className="mt-0.5 text-sm text-danger">
            {item.problems === 1 ? "1 problem" : `${item.problems} problems`}
          </span>
        ) : null}
      </button>
      {isEditable ? <OrderButtons name={item.name} {...place} {...{ onMove, onRemove }} /> : null}
    </li>
  );
}
