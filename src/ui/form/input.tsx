import type { ComponentProps } from "react";
import { cn } from "../cn";
import { useFieldControl } from "./field";

/** Shared look of text-like controls. */
export const controlClasses = cn(
  "w-full min-w-0 rounded-md border border-control bg-surface px-2.5 text-base text-ellipsis text-ink",
  "placeholder:text-muted hover:border-muted",
  "focus-visible:border-accent focus-visible:outline-offset-0",
  "aria-invalid:border-danger",
  "disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted",
  "pointer-coarse:min-h-11 pointer-coarse:text-lg",
);

const readOnlyClasses = "read-only:border-line-strong read-only:bg-sunken";

/** One line of text. */
export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input {...useFieldControl()} {...props} className={cn(controlClasses, readOnlyClasses, "h-8", className)} />;
}

/** Several lines of text. */
export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      dir="auto"
      rows={4}
      {...useFieldControl()}
      {...props}
      className={cn(controlClasses, readOnlyClasses, "py-1.5", className)}
    />
  );
}
