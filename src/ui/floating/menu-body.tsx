import { Menu as Base } from "@base-ui/react/menu";
import { useContext, useEffect, useRef, useState } from "react";
import { cn } from "../cn";
import { isRefused, PressedByKey } from "./lazy-popup";
import { MenuParts, type MenuProps } from "./menu-parts";
import { popupClasses } from "./popup-classes";

/** What `Menu` becomes when it is first opened. */
export function MenuBody(props: MenuProps) {
  const isByKey = useContext(PressedByKey);
  const trigger = useRef<HTMLButtonElement>(null);
  // The trigger keeps its place and its focus while what a command started goes on.
  const mayOpen = !isRefused(props.trigger);
  const [isOpen, setOpen] = useState(!isByKey);
  // Given on as a press, it opens the way every later one does: at the first command.
  useEffect(() => {
    if (isByKey) trigger.current?.click();
  }, [isByKey]);
  return (
    <MenuParts value={Base}>
      <Base.Root open={isOpen && mayOpen} onOpenChange={(next) => setOpen(next && mayOpen)}>
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
