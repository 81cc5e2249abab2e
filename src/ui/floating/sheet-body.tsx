import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClasses } from "../button-classes";
import { cn } from "../cn";

/** What a sheet takes. */
export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Keeps the title for assistive technology only. */
  hideTitle?: boolean;
  side?: "left" | "right";
  /** Wide enough for a small table. */
  wide?: boolean;
  /** Stays at the bottom while the rest scrolls. */
  footer?: ReactNode;
  children: ReactNode;
}

/** What `Sheet` shows. */
export function SheetBody(props: SheetProps) {
  const { side = "right" } = props;
  return (
    <Base.Root open={props.open} onOpenChange={(next) => props.onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          className={cn(
            props.wide ? "max-w-xl" : "max-w-80",
            "fixed inset-y-0 z-40 flex w-full flex-col overflow-y-auto border-line bg-raised shadow-float outline-none",
            "pb-[env(safe-area-inset-bottom)] transition-[translate,opacity] data-ending-style:opacity-0 data-starting-style:opacity-0",
            side === "left"
              ? "left-0 border-r data-ending-style:-translate-x-8 data-starting-style:-translate-x-8"
              : "right-0 border-l data-ending-style:translate-x-8 data-starting-style:translate-x-8",
          )}
        >
          <div
            className={cn(
              "flex items-center justify-between gap-2 p-3",
              props.hideTitle && "absolute top-1.5 right-1.5 p-0",
            )}
          >
            <Base.Title className={props.hideTitle ? "sr-only" : "pl-1 text-lg font-semibold"}>
              {props.title}
            </Base.Title>
            <Base.Close aria-label="Close" className={buttonClasses({ variant: "ghost", size: "icon" })}>
              <X aria-hidden />
            </Base.Close>
          </div>
          {props.children}
          {props.footer ? (
            <div className="sticky bottom-0 mt-auto flex flex-wrap gap-2 border-t border-line bg-raised p-4">
              {props.footer}
            </div>
          ) : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
