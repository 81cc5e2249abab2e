import { Popover as Base } from "@base-ui/react/popover";
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from "react";
import type { ButtonProps } from "../button-classes";
import { cn } from "../cn";
import { popupClasses } from "./popup-classes";

/** What a popover takes. */
export interface PopoverProps {
  trigger: ReactElement<ButtonProps>;
  title: string;
  /** Keeps the title for assistive technology only. */
  hideTitle?: boolean;
  /** A function when something in it closes it. */
  children: ReactNode | ((close: () => void) => ReactNode);
  align?: "start" | "center" | "end";
  /** Told when it opens and closes. */
  onOpen?: (isOpen: boolean) => void;
  className?: string;
}

/** What `Popover` becomes when it is first opened. */
export function PopoverBody(props: PopoverProps) {
  const { trigger, title, hideTitle, children, align = "start", className } = props;
  const [isOpen, setOpen] = useState(true);
  const tell = useRef(props.onOpen);
  useEffect(() => {
    tell.current = props.onOpen;
  });
  useEffect(() => tell.current?.(isOpen), [isOpen]);
  return (
    <Base.Root open={isOpen} onOpenChange={(next) => setOpen(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} className="z-50 outline-none">
          <Base.Popup className={cn(popupClasses, "max-h-(--available-height) w-72 overflow-y-auto p-3", className)}>
            <Base.Title className={hideTitle ? "sr-only" : "mb-1 text-base font-semibold"}>{title}</Base.Title>
            {typeof children === "function" ? children(() => setOpen(false)) : children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
