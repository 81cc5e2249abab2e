import { ChevronLeft, ChevronRight, ListFilter } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../button";
import { iconOnPhone } from "../button-classes";
import { Popover } from "../floating/popover";
import { Checkbox } from "../form/checkbox";
import { FilterPanel, filterPanelClasses } from "./filter-panel";
import { type FilterPart, filterWords, isFilterOn } from "./filter-part";

/** Every filter of a list in one menu: choose one to see its choices. */
export function FilterMenu({ filters }: { filters: readonly FilterPart[] }) {
  return (
    <Popover
      title="Filter"
      hideTitle
      className={filterPanelClasses}
      trigger={
        <Button variant="outline" data-all-filters className={iconOnPhone}>
          <ListFilter aria-hidden />
          <span className="max-sm:sr-only">Filter</span>
        </Button>
      }
    >
      {(close) => <MenuBody filters={filters} close={close} />}
    </Popover>
  );
}

function MenuBody({ filters, close }: { filters: readonly FilterPart[]; close: () => void }) {
  const [open, setOpen] = useState<string | null>(null);
  const [last, setLast] = useState<string | null>(null);
  const filter = filters.find(({ label }) => label === open);
  if (filter === undefined || filter.kind === "flag")
    return <AllFilters filters={filters} focused={last} onOpen={setOpen} />;
  return (
    <OpenFilter
      label={filter.label}
      onBack={() => {
        setLast(filter.label);
        setOpen(null);
      }}
    >
      <FilterPanel filter={filter} close={close} />
    </OpenFilter>
  );
}

const itemClasses =
  "flex min-h-8 w-full min-w-0 items-center gap-2 rounded-md px-1.5 py-1 text-left hover:bg-hover pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted";

function AllFilters(props: {
  filters: readonly FilterPart[];
  /** The one somebody came back from. */
  focused: string | null;
  onOpen: (label: string) => void;
}) {
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <ul className="flex flex-col">
      {props.filters.map((filter) =>
        filter.kind === "flag" ? (
          <li key={filter.label} className="rounded-md px-1.5 py-1 hover:bg-hover">
            <Checkbox label={filter.label} checked={filter.isOn} onCheckedChange={filter.onChange} />
          </li>
        ) : (
          <li key={filter.label}>
            <button
              ref={filter.label === props.focused ? back : undefined}
              type="button"
              onClick={() => props.onOpen(filter.label)}
              className={itemClasses}
            >
              {filter.label}
              <span className="min-w-0 flex-1 truncate text-right text-sm text-muted">
                {isFilterOn(filter) ? filterWords(filter) : ""}
              </span>
              <ChevronRight aria-hidden />
            </button>
          </li>
        ),
      )}
    </ul>
  );
}

function OpenFilter({ label, onBack, children }: { label: string; onBack: () => void; children: ReactNode }) {
  const head = useRef<HTMLButtonElement>(null);
  // What was pressed to come here is gone: the focus goes on to what leads back.
  useEffect(() => head.current?.focus(), []);
  return (
    <>
      <button ref={head} type="button" aria-label={`Back from ${label}`} onClick={onBack} className={itemClasses}>
        <ChevronLeft aria-hidden />
        <span className="font-medium">{label}</span>
      </button>
      <div className="my-1 h-px bg-line" />
      {children}
    </>
  );
}
