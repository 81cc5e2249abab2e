import { Menu as Base } from "@base-ui/react/menu";
import { cn } from "./cn";
import { MenuParts, type MenuProps } from "./menu-parts";
import { popupClasses } from "./popup-classes";

/** What `Menu` becomes when it is first opened. */
export function MenuBody(props: MenuProps) {
  return (
    <MenuParts value={Base}>
      <Base.Root defaultOpen>
        <Base.Trigger render={props.trigger} />
        <Base.Portal>
          <Base.Positioner sideOffset={6} align={props.align ?? "end"} side={props.side ?? "bottom"} className="z-50 outline-none">
            <Base.Popup className={cn(popupClasses, "min-w-48")}>{props.children}</Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </MenuParts>
  );
}
