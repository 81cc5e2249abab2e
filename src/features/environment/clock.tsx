import { TriangleAlert } from "lucide-react";
import { cn } from "../../ui/cn";
import { type ClockAhead, clockText, isInStep } from "./figure-words";

/** Tokens and leases are judged by clocks: two that are apart are a fault to be seen. */
export function Clock({ clock }: { clock: ClockAhead | null }) {
  if (clock === null) return "Not known";
  return (
    <span className={cn("inline-flex items-center gap-1.5 tabular-nums", !isInStep(clock) && "text-warning")}>
      {isInStep(clock) ? null : <TriangleAlert aria-hidden className="size-4 shrink-0" />}
      {clockText(clock)}
    </span>
  );
}
