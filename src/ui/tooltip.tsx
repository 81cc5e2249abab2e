import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import { tooltipClasses } from "./popup-classes";

/**
 * Words that appear on hover and on keyboard focus. They are for the eye only (aria-hidden): give the trigger
 * its own accessible name or description with the same content.
 */
export function Tooltip(props: {
  text: ReactNode;
  children: ReactElement;
  side?: "top" | "right" | "bottom" | "left";
  delayMs?: number;
}) {
  const { text, children, side = "top", delayMs = 300 } = props;
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={delayMs} closeOnClick={false} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup aria-hidden className={tooltipClasses}>
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
