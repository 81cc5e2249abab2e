import { Checkbox as Base } from "@base-ui/react/checkbox";
import { Check, Minus } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cn } from "../cn";

/** The look of the box, for a checkbox whose label is elsewhere. */
export const checkboxClasses = cn(
  "relative mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-sm border border-control bg-surface",
  "after:absolute after:-inset-1.5 pointer-coarse:after:-inset-3.5 data-disabled:opacity-55",
  "data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent",
);

/** A box with its words, for fingers as high as a button; the box alone reaches as far, and needs no room for it. */
export const boxLabelClasses =
  "flex items-start gap-2.5 text-base pointer-coarse:py-3 pointer-coarse:has-[>.sr-only]:py-0";

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
  const helpId = useId();
  return (
    <div className={cn("flex flex-col", className)}>
      <label className={cn(boxLabelClasses, disabled ? "text-muted" : "text-ink")}>
        <Base.Root
          checked={checked}
          onCheckedChange={(next) => onCheckedChange(next)}
          indeterminate={indeterminate}
          disabled={disabled}
          name={name}
          aria-describedby={help ? helpId : undefined}
          className={checkboxClasses}
        >
          <Base.Indicator className="text-accent-ink [&_svg]:size-3 [&_svg]:stroke-3">
            {indeterminate ? <Minus aria-hidden /> : <Check aria-hidden />}
          </Base.Indicator>
        </Base.Root>
        {label}
      </label>
      {help ? (
        <p id={helpId} className="pl-6.5 text-sm text-muted">
          {help}
        </p>
      ) : null}
    </div>
  );
}
