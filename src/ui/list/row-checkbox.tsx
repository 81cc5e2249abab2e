import { Checkbox as Base } from "@base-ui/react/checkbox";
import { Check, Minus } from "lucide-react";
import { checkboxClasses } from "../form/checkbox";

/** Chooses a row of a table, or all rows of the page. The label is heard, not seen. */
export function RowCheckbox(props: {
  label: string;
  checked: boolean;
  indeterminate?: boolean;
  onToggle: (isRange: boolean) => void;
}) {
  return (
    <Base.Root
      aria-label={props.label}
      checked={props.checked}
      indeterminate={props.indeterminate}
      onCheckedChange={(_checked, { event }) => props.onToggle("shiftKey" in event && event.shiftKey === true)}
      className={checkboxClasses}
    >
      <Base.Indicator className="text-accent-ink [&_svg]:size-3 [&_svg]:stroke-3">
        {props.indeterminate ? <Minus aria-hidden /> : <Check aria-hidden />}
      </Base.Indicator>
    </Base.Root>
  );
}
