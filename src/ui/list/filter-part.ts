/** The filters of a list as data: what is on, how it reads, how it is taken off. */

import type { ReactNode } from "react";

/** One choice of a filter. */
export interface FilterOption {
  readonly value: string;
  readonly label: string;
  /** The heading it stands under; options of one group follow each other. */
  readonly group?: string;
}

/** One filter of a list, with its present value and how to change it. */
export type FilterPart =
  /** Several of a list. */
  | {
      readonly kind: "choices";
      readonly label: string;
      readonly options: readonly FilterOption[];
      readonly chosen: readonly string[];
      readonly onChange: (chosen: string[]) => void;
      /** What is chosen is said elsewhere already, by the tab of the list that is open: no chip repeats it. */
      readonly isSaid?: boolean;
    }
  /** One of a list. */
  | {
      readonly kind: "choice";
      readonly label: string;
      readonly options: readonly FilterOption[];
      readonly chosen: string | null;
      readonly onChange: (chosen: string | null) => void;
    }
  /** On or off. */
  | {
      readonly kind: "flag";
      readonly label: string;
      readonly isOn: boolean;
      readonly onChange: (isOn: boolean) => void;
    }
  /** Days as YYYY-MM-DD, both included; empty for open ends. */
  | {
      readonly kind: "days";
      readonly label: string;
      readonly from: string;
      readonly to: string;
      readonly onChange: (days: { from: string; to: string }) => void;
    }
  /** Anything else: its chosen words, and a panel that chooses. */
  | {
      readonly kind: "custom";
      readonly label: string;
      readonly chosen: string | null;
      readonly panel: (close: () => void) => ReactNode;
      readonly onClear: () => void;
    };
/** Whether a filter lets less than everything through. */
export function isFilterOn(filter: FilterPart): boolean {
  switch (filter.kind) {
    case "choices":
      return filter.chosen.length > 0;
    case "choice":
      return filter.chosen !== null;
    case "flag":
      return filter.isOn;
    case "days":
      return filter.from !== "" || filter.to !== "";
    case "custom":
      return filter.chosen !== null;
  }
}

/** Whether a filter is on and has to say so itself. */
export function hasChip(filter: FilterPart): boolean {
  return isFilterOn(filter) && !(filter.kind === "choices" && filter.isSaid === true);
}

/** Takes a filter off. */
export function clearFilter(filter: FilterPart): void {
  switch (filter.kind) {
    case "choices":
      return filter.onChange([]);
    case "choice":
      return filter.onChange(null);
    case "flag":
      return filter.onChange(false);
    case "days":
      return filter.onChange({ from: "", to: "" });
    case "custom":
      return filter.onClear();
  }
}

/** What a filter that is on says after its label. */
export function filterWords(filter: FilterPart): string {
  switch (filter.kind) {
    case "choices":
      return wordsOf(filter.options, filter.chosen);
    case "choice":
      return wordsOf(filter.options, filter.chosen === null ? [] : [filter.chosen]);
    case "flag":
      return "";
    case "days":
      return daysText(filter.from, filter.to);
    case "custom":
      return filter.chosen ?? "";
  }
}

const NAMED_VALUES = 2;

function wordsOf(options: readonly FilterOption[], chosen: readonly string[]): string {
  const names = chosen.map((value) => options.find((option) => option.value === value)?.label ?? value);
  const rest = names.length - NAMED_VALUES;
  return rest > 0 ? `${names.slice(0, NAMED_VALUES).join(", ")} +${rest}` : names.join(", ");
}

function daysText(from: string, to: string): string {
  const day = (text: string): string => text.split("-").toReversed().join("/");
  if (from === "") return `to ${day(to)}`;
  return to === "" ? `from ${day(from)}` : `${day(from)} – ${day(to)}`;
}
