import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactNode, RefObject } from "react";
import { tooltipClasses } from "./popup-classes";

/** Words beside a control that exists without them; loaded only when a refused button is looked at. */
export default function ReasonBubble(props: { anchor: RefObject<HTMLElement | null>; text: string }): ReactNode {
  return (
    <Base.Root open>
      <Base.Portal>
        <Base.Positioner anchor={props.anchor} side="top" sideOffset={6} className="pointer-events-none z-50">
          <Base.Popup aria-hidden className={tooltipClasses}>{props.text}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
