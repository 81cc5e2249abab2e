import { LoaderCircle } from "lucide-react";
import { type ComponentProps, type MouseEvent, useId } from "react";
import { type ButtonLook, buttonClasses } from "./button-classes";
import { cn } from "./cn";
import { Tooltip } from "./tooltip";
import { VisuallyHidden } from "./visually-hidden";

/** A button; `busyLabel` replaces its words while work runs, `disabledReason` says why it cannot be used. */
export type ButtonProps = Omit<ComponentProps<"button">, "disabled"> &
  ButtonLook & {
    busy?: boolean;
    busyLabel?: string;
    /** A sentence; when present the button stays focusable, refuses the click and explains itself. */
    disabledReason?: string | null;
  };

/**
 * A busy or refused button uses aria-disabled, not disabled: it keeps focus and stays reachable
 * by keyboard, so the reason can be read and focus is not lost when work ends.
 */
export function Button(props: ButtonProps) {
  const { busy = false, busyLabel, disabledReason, variant, size, className, children, onClick, ...rest } = props;
  const reasonId = useId();
  const refused = Boolean(disabledReason);

  function press(event: MouseEvent<HTMLButtonElement>): void {
    if (busy || refused) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    onClick?.(event);
  }

  const button = (
    <button
      type="button"
      {...rest}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={busy || refused || undefined}
      aria-describedby={refused ? reasonId : rest["aria-describedby"]}
      className={cn(buttonClasses({ variant, size }), className)}
    >
      {busy ? <LoaderCircle aria-hidden className="animate-spin" /> : null}
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
  if (!disabledReason) return button;
  return (
    <>
      <Tooltip text={disabledReason}>{button}</Tooltip>
      <VisuallyHidden id={reasonId}>{disabledReason}</VisuallyHidden>
    </>
  );
}
