import { Search, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useSearchText } from "../../lib/use-search-text";
import { buttonClasses } from "../button-classes";
import { cn } from "../cn";
import { Popover } from "../floating/popover";
import { Input } from "../form/input";
import { FilterMenu } from "./filter-menu";
import { FilterPanel, filterPanelClasses } from "./filter-panel";
import { type FilterPart, clearFilter, filterWords, hasChip } from "./filter-part";

/**
 * Search, filters and what else narrows or shapes a list, on one line where there is room. All filters are in one menu;
 * one that is on is a chip beside it that says so, opens again and can be taken off. The caller keeps the values, in the
 * address. On paper only what is on is said.
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
  /** That is one button, which finds room on the line of the search on a phone, too. */
  isOneButton?: boolean;
}) {
  // A chip that is opened stays while its filter is emptied in it: it would take its popover and the focus with it.
  const [opened, setOpened] = useState<string | null>(null);
  const [cleared, setCleared] = useState(0);
  const on = props.filters.filter((filter) => hasChip(filter) || filter.label === opened);
  const bar = useRef<HTMLDivElement>(null);
  function opens(filter: FilterPart, isOpen: boolean): void {
    setOpened(isOpen ? filter.label : null);
    if (!isOpen && !hasChip(filter) && !isElsewhere()) goOn(bar.current);
  }
  return (
    <div ref={bar} role="search" aria-label={props.label} className="flex flex-wrap items-center gap-2">
      {props.search ? (
        <SearchField
          // What is typed and not looked for yet is taken off as well.
          key={cleared}
          {...props.search}
          takesFocus={cleared > 0 && props.filters.length === 0}
          beside={(props.filters.length > 0 ? 1 : 0) + (props.isOneButton ? 1 : 0)}
        />
      ) : null}
      {props.filters.length > 0 ? (
        <span className="contents print:hidden">
          <FilterMenu filters={props.filters} />
        </span>
      ) : null}
      {on.map((filter) => (
        <FilterChip
          key={filter.label}
          filter={filter}
          onOpen={(isOpen) => opens(filter, isOpen)}
          onClear={() => {
            goOn(bar.current);
            clearFilter(filter);
          }}
        />
      ))}
      {on.length > 0 || props.search?.text ? (
        <button
          type="button"
          onClick={() => {
            goOn(bar.current);
            setCleared((times) => times + 1);
            props.onClear();
          }}
          className={cn(buttonClasses({ variant: "ghost", size: "sm" }), "print:hidden")}
        >
          Clear all
        </button>
      ) : null}
      {props.children ? (
        <div className="flex flex-wrap items-center gap-2 max-sm:contents sm:ml-auto print:hidden">
          {props.children}
        </div>
      ) : null}
    </div>
  );
}

/** What is pressed leaves with its filter: the menu that has them all leads on. */
function goOn(bar: HTMLElement | null): void {
  bar?.querySelector<HTMLElement>("[data-all-filters]")?.focus({ preventScroll: true });
}

/** Whether whoever closed a filter did so by going on to something else. */
function isElsewhere(): boolean {
  const focused = document.activeElement;
  return focused !== null && focused !== document.body && focused.closest("[role=dialog], [data-chip]") === null;
}

/** What the search takes of a phone's line, by how many buttons stand beside it. */
const BESIDE_ON_PHONE = ["max-sm:basis-full", "max-sm:basis-[calc(100%-3.25rem)]", "max-sm:basis-[calc(100%-6.5rem)]"];

function SearchField({
  text,
  label,
  placeholder,
  onChange,
  onEnter,
  takesFocus,
  beside,
}: NonNullable<Parameters<typeof FilterBar>[0]["search"]> & {
  /** It was emptied by a button that left with its words, and nothing else leads on. */
  takesFocus: boolean;
  beside: number;
}) {
  const { typed, type, say } = useSearchText(text, onChange);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    // On a phone it shares its line with the filters' button, so that what is left fits on a second one.
    <div
      className={cn(
        "relative min-w-0 flex-1 basis-48 sm:max-w-80",
        BESIDE_ON_PHONE[beside],
        typed === "" && "print:hidden",
      )}
    >
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
      />
      <Input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        className="pl-8"
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          say(typed);
          onEnter?.(typed);
        }}
      />
    </div>
  );
}

const chipClasses =
  "inline-flex h-8 min-w-0 items-center gap-1 rounded-l-md px-2 text-sm font-medium text-ink hover:bg-hover pointer-coarse:min-h-11";

function FilterChip({
  filter,
  onOpen,
  onClear,
}: {
  filter: FilterPart;
  onOpen: (isOpen: boolean) => void;
  onClear: () => void;
}) {
  return (
    <span
      data-chip
      className="inline-flex max-w-full items-stretch rounded-md border border-accent-line bg-accent-wash"
    >
      {filter.kind === "flag" ? <span className={cn(chipClasses, "hover:bg-transparent")}>{filter.label}</span> : null}
      {filter.kind === "flag" ? null : <FilterPopover filter={filter} onOpen={onOpen} />}
      <button
        type="button"
        aria-label={`Remove filter ${filter.label}`}
        onClick={onClear}
        className="flex w-6 shrink-0 items-center justify-center rounded-r-md text-ink-soft hover:bg-hover hover:text-ink pointer-coarse:w-11 print:hidden"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}

function FilterPopover({
  filter,
  onOpen,
}: {
  filter: Exclude<FilterPart, { kind: "flag" }>;
  onOpen: (isOpen: boolean) => void;
}) {
  const trigger = (
    <button type="button" className={chipClasses}>
      <span className="text-ink-soft">{filter.label}:</span>
      <span className="truncate">{filterWords(filter)}</span>
    </button>
  );
  return (
    <Popover trigger={trigger} title={filter.label} hideTitle className={filterPanelClasses} onOpen={onOpen}>
      {(close) => <FilterPanel filter={filter} close={close} />}
    </Popover>
  );
}
