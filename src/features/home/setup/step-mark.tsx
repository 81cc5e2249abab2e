import { Check } from "lucide-react";
import { cn } from "../../../ui/cn";

/** The number of a step, or that it is done. */
export function StepMark({ number, isDone }: { number: number; isDone: boolean }) {
  return (
    <span
      className={cn(
        "flex size-6 shrink-0 items-center justify-center rounded-full text-xs font-medium tabular-nums",
        isDone ? "bg-success-wash text-success" : "bg-hover text-ink-soft",
      )}
    >
      {isDone ? (
        <>
          <Check aria-hidden className="size-3.5" />
          <span className="sr-only">Done: </span>
        </>
      ) : (
        number
      )}
    </span>
  );
}
