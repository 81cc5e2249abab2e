import { Radio } from "@base-ui/react/radio";
import { RadioGroup as Base } from "@base-ui/react/radio-group";
import { useId } from "react";
import { cn } from "../cn";
import { boxLabelClasses } from "./checkbox";
import { useFieldControl } from "./field";

/** One of a few choices, all in view, with room to say what each means. */
export interface RadioOption {
  value: string;
  label: string;
  help?: string;
}

/** One choice of two to six. `label` names the group for those who do not see it. */
export function RadioGroup(props: {
  options: readonly RadioOption[];
  value: string | null;
  onValueChange: (value: string) => void;
  label: string;
  className?: string;
}) {
  const { options, value, onValueChange, label, className } = props;
  return (
    <Base
      {...useFieldControl()}
      aria-label={label}
      value={value ?? ""}
      onValueChange={(next) => onValueChange(String(next))}
      className={cn("flex flex-col gap-1.5", className)}
    >
      {options.map((option) => (
        <RadioRow key={option.value} option={option} />
      ))}
    </Base>
  );
}

function RadioRow({ option }: { option: RadioOption }) {
  const helpId = useId();
  return (
    <div>
      <label className={cn(boxLabelClasses, "text-ink")}>
        <Radio.Root
          value={option.value}
          aria-describedby={option.help ? helpId : undefined}
          className="relative mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-control bg-surface after:absolute after:-inset-1.5 pointer-coarse:after:-inset-3.5 data-checked:border-accent data-checked:bg-accent"
        >
          <Radio.Indicator className="size-1.5 rounded-full bg-accent-ink" />
        </Radio.Root>
        {option.label}
      </label>
      {option.help ? (
        <p id={helpId} className="pl-6.5 text-sm text-muted">
          {option.help}
        </p>
      ) : null}
    </div>
  );
}
