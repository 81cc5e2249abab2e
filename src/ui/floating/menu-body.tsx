import { Menu as Base } from "@base-ui/react/menu";
import { useContext, useEffect, useRef } from "react";
import { cn } from "../cn";
import { PressedByKey } from "./lazy-popup";
import { MenuParts, type MenuProps } from "./menu-parts";
import { popupClasses } from "./popup-classes";

/** What `Menu` becomes when it is first opened. */
export function MenuBody(props: MenuProps) {
  const isByKey = useContext(PressedByKey);
  const trigger = useRef<HTMLButtonElement>(null);
  // Given on as a press, it opens the way every later one does: at the first command.
  useEffect(() => {
    if (isByKey) trigger.current?.click();
  }, [isByKey]);
  return (
    <MenuParts value={Base}>
      <Base.Root defaultOpen={!isByKey}>
        <Base.Trigger ref={trigger} render={props.trigger} />
        <Base.Portal>
          <Base.Positioner
            sideOffset={6}
            align={props.align ?? "end"}
            side={props.side ?? "bottom"}
            className="z-50 outline-none"
          >
            <Base.Popup className={cn(popupClasses, "min-w-48")}>{props.children}</Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </MenuParts>
  );
}
