import type { ReactNode } from "react";
import { cn } from "../cn";

/** One way to look at something. */
export interface View<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: ReactNode;
  /** How many it has, where the ways are parts of one list. */
  readonly count?: number;
}

/** Several ways to look at the same thing, one at a time, changed in place. */
export function ViewSwitch<Value extends string>(props: {
  label: string;
  views: readonly View<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** Pictures alone, where there is little room; the words are still heard and shown on hover. */
  isNarrow?: boolean;
}) {
  return (
    <div
      role="group"
      aria-label={props.label}
      className="inline-flex max-w-full shrink-0 flex-wrap gap-0.5 rounded-md border border-line p-0.5 print:hidden"
    >
      {props.views.map(({ value, label, icon, count }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === props.value}
          onClick={() => props.onValueChange(value)}
          {...(props.isNarrow ? { "aria-label": label, title: label } : {})}
          className={cn(
            "inline-flex h-6 items-center gap-1.5 rounded-sm px-1.5 text-sm text-muted hover:text-ink [&_svg]:size-3.5",
            "aria-pressed:bg-pressed aria-pressed:font-medium aria-pressed:text-ink pointer-coarse:h-11",
            "forced-colors:aria-pressed:outline-1",
          )}
        >
          {icon}
          {props.isNarrow ? null : label}
          {count === undefined ? null : (
            <span className="text-xs font-normal tabular-nums">{count.toLocaleString("en-GB")}</span>
          )}
        </button>
      ))}
    </div>
  );
}
