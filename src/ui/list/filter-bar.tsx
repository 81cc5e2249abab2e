import { ChevronDown, Search, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { buttonClasses } from "../button-classes";
import { cn } from "../cn";
import { Popover } from "../floating/popover";
import { Input } from "../form/input";
import { FilterPanel } from "./filter-panel";
import { type FilterPart, isFilterOn, clearFilter, filterWords } from "./filter-part";

/**
 * Search and filters of a list. A filter that is on is a chip that says so, opens again and can be taken
 * off; one that is off is an offer. The caller keeps the values, in the address.
 */
export function FilterBar(props: {
  /** Names the group for a screen reader: "Filter requests". */
  label: string;
  search?: {
    readonly text: string;
    readonly label: string;
    readonly placeholder: string;
    readonly onChange: (text: string) => void;
    readonly onEnter?: (text: string) => void;
  };
  filters: readonly FilterPart[];
  /** Takes off everything that is on. */
  onClear: () => void;
  /** Beside the search: sorting, saved views, columns. */
  children?: ReactNode;
}) {
  const isAnyOn = props.filters.some(isFilterOn) || Boolean(props.search?.text);
  return (
    <div role="search" aria-label={props.label} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {props.search ? <SearchField {...props.search} /> : null}
        {props.children}
      </div>
      <div className={chipsLine}>
        {props.filters.map((filter) => (
          <FilterChip key={filter.label} filter={filter} />
        ))}
        {isAnyOn ? (
          <button type="button" onClick={props.onClear} className={buttonClasses({ variant: "ghost", size: "sm" })}>
            Clear all
          </button>
        ) : null}
      </div>
    </div>
  );
}

// On a phone the chips stay on one line that scrolls sideways, to the edges of the window, so that the list itself is
// seen first.
const chipsLine =
  "flex items-center gap-1.5 sm:flex-wrap max-sm:-mx-4 max-sm:-my-1 max-sm:scroll-px-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none] max-sm:*:shrink-0";

const TYPING_PAUSE_MS = 250;

function SearchField({
  text,
  label,
  placeholder,
  onChange,
  onEnter,
}: NonNullable<Parameters<typeof FilterBar>[0]["search"]>) {
  const [typed, setTyped] = useState(text);
  const [given, setGiven] = useState(text);
  const wait = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address changed by itself: Back, a saved view, "Clear all".
  if (given !== text) {
    setGiven(text);
    setTyped(text);
  }
  useEffect(() => () => clearTimeout(wait.current), []);
  function say(next: string): void {
    clearTimeout(wait.current);
    setGiven(next);
    onChange(next);
  }
  return (
    <div className="relative min-w-0 flex-1 basis-60 sm:max-w-md">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        className="pl-8"
        onChange={(event) => {
          const next = event.target.value;
          setTyped(next);
          clearTimeout(wait.current);
          wait.current = setTimeout(() => say(next), TYPING_PAUSE_MS);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          say(typed);
          onEnter?.(typed);
        }}
      />
    </div>
  );
}

const chipClasses = "inline-flex h-7 max-w-full items-center gap-1 text-sm pointer-coarse:min-h-11";
const offClasses =
  "rounded-md border border-dashed border-line-strong px-2 text-ink-soft hover:bg-hover hover:text-ink";

function FilterChip({ filter }: { filter: FilterPart }) {
  const on = isFilterOn(filter);
  if (filter.kind === "flag") {
    return (
      <span className={cn(on && onFrame)}>
        <button
          type="button"
          aria-pressed={on}
          onClick={() => filter.onChange(!on)}
          className={cn(chipClasses, on ? onLabel : offClasses)}
        >
          {filter.label}
        </button>
        {on ? <TakeOff filter={filter} /> : null}
      </span>
    );
  }
  return (
    <span className={cn("max-w-full", on && onFrame)}>
      <FilterPopover filter={filter} isOn={on} />
      {on ? <TakeOff filter={filter} /> : null}
    </span>
  );
}

const onFrame = "inline-flex max-w-full items-stretch rounded-md border border-accent-line bg-accent-wash";
const onLabel = "rounded-l-md px-2 font-medium text-ink hover:bg-hover";

function TakeOff({ filter }: { filter: FilterPart }) {
  return (
    <button
      type="button"
      aria-label={`Remove filter ${filter.label}`}
      onClick={() => clearFilter(filter)}
      className="flex w-6 shrink-0 items-center justify-center rounded-r-md text-ink-soft hover:bg-hover hover:text-ink pointer-coarse:w-11"
    >
      <X aria-hidden className="size-3.5" />
    </button>
  );
}

function FilterPopover({ filter, isOn: on }: { filter: Exclude<FilterPart, { kind: "flag" }>; isOn: boolean }) {
  const trigger = (
    <button type="button" className={cn(chipClasses, on ? onLabel : offClasses)}>
      <span className={on ? "text-ink-soft" : undefined}>{on ? `${filter.label}:` : filter.label}</span>
      {on ? (
        <span className="truncate">{filterWords(filter)}</span>
      ) : (
        <ChevronDown aria-hidden className="size-3.5 text-muted" />
      )}
    </button>
  );
  return (
    <Popover
      trigger={trigger}
      title={filter.label}
      hideTitle
      className="max-h-[min(var(--available-height),22rem)] w-64 max-w-(--available-width) scroll-pt-12 p-2"
    >
      {(close) => <FilterPanel filter={filter} close={close} />}
    </Popover>
  );
}
