import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";
import { cn } from "./cn";
import { popupClasses } from "./popup-classes";

/** More about something, opened by its trigger and closed by Esc or a click elsewhere. */
export function Popover(props: {
  trigger: ReactElement;
  title: string;
  children: ReactNode;
  align?: "start" | "center" | "end";
}) {
  return (
    <Base.Root>
      <Base.Trigger render={props.trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={props.align ?? "start"} className="z-50 outline-none">
          <Base.Popup className={cn(popupClasses, "w-72 p-3")}>
            <Base.Title className="mb-1 text-base font-semibold">{props.title}</Base.Title>
            {props.children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
