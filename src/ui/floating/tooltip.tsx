import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
  useEffect,
  useRef,
  useState,
} from "react";
import { TooltipBubble } from "./tooltip-part";

/** How long the words stay when the pointer leaves, so that it can be moved onto them. */
const LEAVE_MS = 120;

/** Open or closed, at once or after a while; a newer wish replaces the one that waits. */
function useDelayedOpen() {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = (next: boolean, afterMs: number): void => {
    clearTimeout(timer.current);
    if (afterMs === 0) setOpen(next);
    else timer.current = setTimeout(() => setOpen(next), afterMs);
  };
  return { isOpen, set };
}

/**
 * Words that appear on hover and on keyboard focus. They are for the eye only (aria-hidden): give the trigger
 * its own accessible name or description with the same content.
 */
export function Tooltip(props: {
  /** What is said; null for nothing at present. */
  text: ReactNode;
  /** An element that passes a ref and these handlers on; it needs none of its own. */
  children: ReactElement<HTMLAttributes<HTMLElement> & RefAttributes<HTMLElement>>;
  side?: "top" | "right" | "bottom" | "left";
  delayMs?: number;
}) {
  const { text, children, side = "top", delayMs = 300 } = props;
  const anchor = useRef<HTMLElement>(null);
  const { isOpen, set } = useDelayedOpen();
  const trigger = cloneElement(children, {
    ref: anchor,
    onPointerEnter: (event) => event.pointerType === "mouse" && set(true, delayMs),
    onPointerLeave: () => set(false, LEAVE_MS),
    onFocus: (event) => event.target.matches(":focus-visible") && set(true, 0),
    onBlur: () => set(false, 0),
  });
  return (
    <>
      {trigger}
      {isOpen && text !== null ? (
        <TooltipBubble
          anchor={anchor}
          text={text}
          side={side}
          onDismiss={() => set(false, 0)}
          onHover={(isOver) => set(isOver, isOver ? 0 : LEAVE_MS)}
        />
      ) : null}
    </>
  );
}
