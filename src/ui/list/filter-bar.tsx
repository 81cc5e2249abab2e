import { ChevronDown, Search, X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { buttonClasses } from "../button-classes";
import { cn } from "../cn";
import { Popover } from "../floating/popover";
import { Checkbox } from "../form/checkbox";
import { Input } from "../form/input";

/** One choice of a filter. */
export interface FilterOption {
  readonly value: string;
  readonly label: string;
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
  const isAnyOn = props.filters.some(isOn) || Boolean(props.search?.text);
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

function isOn(filter: FilterPart): boolean {
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

function clear(filter: FilterPart): void {
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

const chipClasses = "inline-flex h-7 max-w-full items-center gap-1 text-sm pointer-coarse:min-h-11";
const offClasses =
  "rounded-md border border-dashed border-line-strong px-2 text-ink-soft hover:bg-hover hover:text-ink";

function FilterChip({ filter }: { filter: FilterPart }) {
  const on = isOn(filter);
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
      onClick={() => clear(filter)}
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
      {(close) => <Panel filter={filter} close={close} />}
    </Popover>
  );
}

function Panel({ filter, close }: { filter: Exclude<FilterPart, { kind: "flag" }>; close: () => void }) {
  switch (filter.kind) {
    case "choices":
      return <ManyPanel filter={filter} />;
    case "choice":
      return <OnePanel filter={filter} close={close} />;
    case "days":
      return <DaysPanel filter={filter} />;
    case "custom":
      return filter.panel(close);
  }
}

const OPTIONS_WITHOUT_SEARCH = 9;

/** The options whose label holds what was typed; a short list needs no typing. */
function useNarrowed(options: readonly FilterOption[]): { field: ReactNode; shown: readonly FilterOption[] } {
  const [typed, setTyped] = useState("");
  if (options.length <= OPTIONS_WITHOUT_SEARCH) return { field: null, shown: options };
  const shown = options.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()));
  const field = (
    <div className="sticky -top-2 z-1 -m-2 mb-0 bg-raised p-2">
      <Input
        aria-label="Find in the choices"
        placeholder="Find"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  );
  return { field, shown };
}

function ManyPanel({ filter: { options, chosen, onChange } }: { filter: Extract<FilterPart, { kind: "choices" }> }) {
  const { field, shown } = useNarrowed(options);
  return (
    <>
      {field}
      <ul className="flex flex-col">
        {shown.map(({ value, label }) => (
          <li key={value} className="rounded-md px-1.5 py-1 hover:bg-hover">
            <Checkbox
              label={label}
              checked={chosen.includes(value)}
              onCheckedChange={(checked) =>
                onChange(checked ? [...chosen, value] : chosen.filter((one) => one !== value))
              }
            />
          </li>
        ))}
        {shown.length === 0 ? <li className="px-1.5 py-1 text-sm text-muted">Nothing to choose from</li> : null}
      </ul>
    </>
  );
}

function OnePanel({
  filter: { options, chosen, onChange },
  close,
}: {
  filter: Extract<FilterPart, { kind: "choice" }>;
  close: () => void;
}) {
  const { field, shown } = useNarrowed(options);
  return (
    <>
      {field}
      <ul className="flex flex-col">
        {shown.map(({ value, label }) => (
          <li key={value}>
            <button
              type="button"
              aria-pressed={value === chosen}
              onClick={() => {
                onChange(value);
                close();
              }}
              className="min-h-8 w-full rounded-md px-1.5 py-1 text-left hover:bg-hover aria-pressed:font-medium aria-pressed:text-accent-text pointer-coarse:min-h-11"
            >
              {label}
            </button>
          </li>
        ))}
        {shown.length === 0 ? <li className="px-1.5 py-1 text-sm text-muted">Nothing to choose from</li> : null}
      </ul>
    </>
  );
}

function DaysPanel({ filter: { from, to, onChange } }: { filter: Extract<FilterPart, { kind: "days" }> }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-2 p-1">
      {(
        [
          ["from", "From", from],
          ["to", "To, this day included", to],
        ] as const
      ).map(([name, label, value]) => (
        <div key={name} className="flex flex-col gap-1">
          <label htmlFor={`${id}-${name}`} className="text-sm font-medium">
            {label}
          </label>
          <Input
            id={`${id}-${name}`}
            type="date"
            value={value}
            onChange={(event) => onChange({ from, to, [name]: event.target.value })}
          />
        </div>
      ))}
    </div>
  );
}
