import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronsUpDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "../cn";
import { optionClasses, popupClasses } from "../floating/popup-classes";

/** One choice of a Select. */
export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  disabled?: boolean;
}

/** What a select takes. */
export interface SelectProps<Value extends string> {
  options: readonly SelectOption<Value>[];
  value: Value | null;
  onValueChange: (value: Value) => void;
  placeholder?: string;
  disabled?: boolean;
  className?: string;
  /** Needed outside a Field. */
  "aria-label"?: string;
}

type BodyProps = Pick<SelectProps<string>, "options" | "value" | "onValueChange" | "placeholder" | "disabled"> & {
  /** Look and labels of the closed select, the same before and after. */
  control: ComponentProps<"button">;
};

/** What `Select` becomes when it is first opened. */
export function SelectBody(props: BodyProps) {
  const { options, value, onValueChange, placeholder, disabled, control } = props;
  return (
    <Base.Root
      defaultOpen
      items={options}
      value={value}
      disabled={disabled}
      onValueChange={(next) => {
        if (next !== null) onValueChange(next);
      }}
    >
      <Base.Trigger {...control}>
        <Base.Value placeholder={placeholder} className="truncate data-placeholder:text-muted" />
        <Base.Icon>
          <ChevronsUpDown aria-hidden className="size-4 text-muted" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup className={cn(popupClasses, "max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto")}>
            {options.length === 0 ? <p className="px-2 py-1.5 text-sm text-muted">Nothing to choose from yet</p> : null}
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
