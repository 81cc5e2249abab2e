import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronsUpDown } from "lucide-react";
import { cn } from "./cn";
import { useFieldControl } from "./field";
import { controlClasses } from "./input";
import { optionClasses, popupClasses } from "./popup-classes";

/** One choice of a Select. */
export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  disabled?: boolean;
}

/** One choice of a short list. */
export function Select<Value extends string>(props: {
  options: readonly SelectOption<Value>[];
  value: Value | null;
  onValueChange: (value: Value) => void;
  placeholder?: string;
  name?: string;
  disabled?: boolean;
  className?: string;
  /** Needed outside a Field. */
  "aria-label"?: string;
}) {
  const { options, value, onValueChange, placeholder = "Choose", name, disabled, className } = props;
  return (
    <Base.Root
      items={options}
      value={value}
      name={name}
      disabled={disabled}
      onValueChange={(next) => {
        if (next !== null) onValueChange(next);
      }}
    >
      <Base.Trigger
        {...useFieldControl()}
        aria-label={props["aria-label"]}
        className={cn(controlClasses, "flex h-8 items-center justify-between gap-2 text-left", className)}
      >
        <Base.Value placeholder={placeholder} className="truncate data-placeholder:text-muted" />
        <Base.Icon>
          <ChevronsUpDown aria-hidden className="size-4 text-muted" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup className={cn(popupClasses, "max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto")}>
            <Base.List>
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} disabled={option.disabled} className={optionClasses}>
                  <Base.ItemText className="flex-1">{option.label}</Base.ItemText>
                  <Base.ItemIndicator>
                    <Check aria-hidden className="size-4 text-accent-text" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
