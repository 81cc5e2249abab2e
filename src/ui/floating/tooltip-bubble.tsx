import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactNode, RefObject } from "react";
import { tooltipClasses } from "./popup-classes";

/** What a tooltip shows, where, and what its owner hears of. */
export interface BubbleProps {
  anchor: RefObject<HTMLElement | null>;
  text: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
  /** Escape was pressed. */
  onDismiss?: () => void;
  /** The pointer came onto the words or left them; without it they are not in the pointer's way. */
  onHover?: (isOver: boolean) => void;
}

/** The words beside something that exists without them. */
export function TooltipBubble(props: BubbleProps) {
  const { anchor, text, side = "top", onDismiss, onHover } = props;
  return (
    <Base.Root open onOpenChange={(_, { reason }) => void (reason === "escape-key" && onDismiss?.())}>
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          side={side}
          sideOffset={6}
          className={onHover ? "z-50" : "pointer-events-none z-50"}
        >
          <Base.Popup
            aria-hidden
            className={tooltipClasses}
            onPointerEnter={() => onHover?.(true)}
            onPointerLeave={() => onHover?.(false)}
          >
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
