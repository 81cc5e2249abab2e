import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { buttonClasses } from "../button-classes";
import { cn } from "../cn";

const widths = { sm: "max-w-sm", md: "max-w-lg", lg: "max-w-2xl" } as const;

/** What every dialog takes. */
export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the primary one first. */
  footer?: ReactNode;
  size?: keyof typeof widths;
  initialFocus?: RefObject<HTMLElement | null>;
  /**
   * Where the focus goes afterwards when what opened the dialog may be gone; null leaves it to the dialog, false to the
   * page.
   */
  finalFocus?: () => HTMLElement | null | false;
}

/** What `Dialog` shows. A press beside it closes it, unless something was typed in it: that is left on purpose alone. */
export function DialogBody(props: DialogProps) {
  const { open, onOpenChange, title, description, children, footer, size = "md", initialFocus, finalFocus } = props;
  const isTypedIn = useRef(false);
  useEffect(() => {
    isTypedIn.current = false;
  }, [open]);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { reason }) => {
        if (next || reason !== "outside-press" || !isTypedIn.current) onOpenChange(next);
      }}
    >
      <Base.Portal>
        {/* Also above another dialog, which would else look as if both could be used. */}
        <Base.Backdrop
          forceRender
          className="fixed inset-0 z-40 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Base.Viewport className="fixed inset-0 z-40 flex items-end-safe justify-center overflow-y-auto p-3 sm:items-center-safe sm:p-6">
          <Base.Popup
            initialFocus={initialFocus}
            finalFocus={finalFocus && (() => finalFocus() ?? true)}
            onInput={() => void (isTypedIn.current = true)}
            className={cn(
              "relative flex w-full flex-col gap-4 rounded-lg border border-line bg-raised p-5 shadow-float outline-none",
              "transition-[opacity,translate] data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0",
              widths[size],
            )}
          >
            <div className="flex flex-col gap-1 pr-8">
              <Base.Title className="text-lg font-semibold text-ink">{title}</Base.Title>
              {description ? (
                <Base.Description render={<div />} className="text-base text-ink-soft">
                  {description}
                </Base.Description>
              ) : null}
            </div>
            {children}
            {footer ? <div className="flex flex-row-reverse flex-wrap justify-start gap-2">{footer}</div> : null}
            <Base.Close
              aria-label="Close"
              className={cn(buttonClasses({ variant: "ghost", size: "iconSm" }), "absolute top-3.5 right-3.5")}
            >
              <X aria-hidden />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
