import { Checkbox as Base } from "@base-ui/react/checkbox";
import { Check, Minus } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cn } from "./cn";

/** A yes/no choice with its label; `indeterminate` for a parent of mixed children. */
export function Checkbox(props: {
  label: ReactNode;
  help?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  indeterminate?: boolean;
  disabled?: boolean;
  name?: string;
  className?: string;
}) {
  const { label, help, checked, onCheckedChange, indeterminate, disabled, name, className } = props;
  const id = useId();
  return (
    <div className={cn("flex items-start gap-2.5 pointer-coarse:py-2", className)}>
      <Base.Root
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next)}
        indeterminate={indeterminate}
        disabled={disabled}
        name={name}
        aria-labelledby={`${id}-label`}
        aria-describedby={help ? `${id}-help` : undefined}
        className={cn(
          "mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-sm border border-control bg-surface",
          "data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent",
          "data-disabled:opacity-55 relative after:absolute after:-inset-1.5",
        )}
      >
        <Base.Indicator className="text-accent-ink [&_svg]:size-3 [&_svg]:stroke-3">
          {indeterminate ? <Minus aria-hidden /> : <Check aria-hidden />}
        </Base.Indicator>
      </Base.Root>
      <div>
        {/* The label toggles on click as a native one would; keyboard users have the box itself. */}
        <span
          id={`${id}-label`}
          className={cn("text-base", disabled ? "text-muted" : "cursor-default text-ink")}
          onClick={() => {
            if (!disabled) onCheckedChange(!checked);
          }}
        >
          {label}
        </span>
        {help ? (
          <p id={`${id}-help`} className="text-sm text-muted">
            {help}
          </p>
        ) : null}
      </div>
    </div>
  );
}
