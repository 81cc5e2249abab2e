import { ChevronsUpDown } from "lucide-react";
import { cn } from "../cn";
import { floatingPart, loadFloating } from "../floating/floating-part";
import { LazyPopup } from "../floating/lazy-popup";
import { useFieldControl } from "./field";
import { controlClasses } from "./input";
import type { SelectProps } from "./select-body";

const Body = floatingPart((parts) => parts.SelectBody);

/** One choice of a short list. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, value, onValueChange, placeholder = "Choose", disabled, className } = props;
  const control = {
    ...useFieldControl(),
    "aria-label": props["aria-label"],
    className: cn(controlClasses, "flex h-8 items-center justify-between gap-2 text-left", className),
  };
  const chosen = options.find((option) => option.value === value);
  const closed = (
    <button type="button" disabled={disabled} {...control}>
      <span className={cn("truncate", chosen ? null : "text-muted")}>{chosen?.label ?? placeholder}</span>
      <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
    </button>
  );
  return (
    <LazyPopup opens="listbox" trigger={closed} load={loadFloating}>
      {/* The list offers these values and no others. */}
      <Body
        {...{ options, value, placeholder, disabled, control }}
        onValueChange={(next) => onValueChange(next as Value)}
      />
    </LazyPopup>
  );
}
