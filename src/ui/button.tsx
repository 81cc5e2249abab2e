import { LoaderCircle } from "lucide-react";
import { type MouseEvent, useId, useImperativeHandle, useRef, useState } from "react";
import { type ButtonProps, buttonClasses } from "./button-classes";
import { cn } from "./cn";
import { TooltipBubble } from "./floating/tooltip-part";
import { VisuallyHidden } from "./text/visually-hidden";

/** Whether the pointer or keyboard focus rests on a refused button, and the handlers that tell. */
function useAttention(isRefused: boolean) {
  const [hasAttention, setAttention] = useState(false);
  if (!isRefused) return { hasAttention: false, handlers: {} };
  const on = () => setAttention(true);
  const off = () => setAttention(false);
  return { hasAttention, handlers: { onMouseEnter: on, onMouseLeave: off, onFocus: on, onBlur: off } };
}

/**
 * A busy or refused button uses aria-disabled, not disabled: it keeps focus and stays reachable
 * by keyboard, so the reason can be read and focus is not lost when work ends.
 */
export function Button(props: ButtonProps) {
  const { busy = false, busyLabel, disabledReason, variant, size, className, children, onClick, ref, ...rest } = props;
  const reasonId = useId();
  const own = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => own.current as HTMLButtonElement);
  const isRefused = Boolean(disabledReason);
  const { hasAttention, handlers } = useAttention(isRefused);

  function press(event: MouseEvent<HTMLButtonElement>): void {
    if (busy || isRefused) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    onClick?.(event);
  }

  return (
    <>
      <button
        type="button"
        {...rest}
        {...handlers}
        ref={own}
        onClick={press}
        // A longer name of its own would no longer hold what the button says meanwhile.
        aria-label={busy && busyLabel ? undefined : rest["aria-label"]}
        aria-busy={busy || undefined}
        aria-disabled={busy || isRefused || rest["aria-disabled"] || undefined}
        aria-describedby={isRefused ? reasonId : rest["aria-describedby"]}
        className={cn(buttonClasses({ variant, size }), className)}
      >
        {busy ? <LoaderCircle aria-hidden className="animate-spin" /> : null}
        {busy && busyLabel ? busyLabel : children}
      </button>
      {disabledReason ? <VisuallyHidden id={reasonId}>{disabledReason}</VisuallyHidden> : null}
      {disabledReason && hasAttention ? <TooltipBubble anchor={own} text={disabledReason} /> : null}
    </>
  );
}
