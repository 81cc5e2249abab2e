import { initials } from "../../lib/text";
import { cn } from "../cn";

/** A person's initials. Decoration: the name stands beside it or names the control around it. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        "inline-flex size-7 shrink-0 items-center justify-center rounded-full border border-line-strong bg-hover text-xs font-medium text-ink-soft select-none",
        className,
      )}
    >
      {initials(name)}
    </span>
  );
}
