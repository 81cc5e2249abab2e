/** What a filter opens: its choices, one or several of them, or days. */

import { type ReactNode, useId, useState } from "react";
import { Checkbox } from "../form/checkbox";
import { DateInput } from "../form/date-input";
import { Input } from "../form/input";
import type { FilterPart, FilterOption } from "./filter-part";

/** The popover a filter opens in. */
export const filterPanelClasses =
  "max-h-[min(var(--available-height),24rem)] w-64 max-w-(--available-width) scroll-pt-12 p-2";

/** The panel that fits a filter. */
export function FilterPanel({ filter, close }: { filter: Exclude<FilterPart, { kind: "flag" }>; close: () => void }) {
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
  const wanted = typed.trim().toLowerCase();
  const shown = options.filter(({ label, group = "" }) => `${label}\n${group}`.toLowerCase().includes(wanted));
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

/** What stands over the first option of a group. */
function GroupHead({ group }: { group: string | undefined }) {
  return group === undefined ? null : (
    <span className="block px-1.5 pt-2 pb-1 text-xs font-medium text-muted">{group}</span>
  );
}

function ManyPanel({ filter: { options, chosen, onChange } }: { filter: Extract<FilterPart, { kind: "choices" }> }) {
  const { field, shown } = useNarrowed(options);
  return (
    <>
      {field}
      <ul className="flex flex-col">
        {shown.map(({ value, label, group }, place) => (
          <li key={value}>
            {group === shown[place - 1]?.group ? null : <GroupHead group={group} />}
            <div className="rounded-md px-1.5 py-1 hover:bg-hover">
              <Checkbox
                label={label}
                checked={chosen.includes(value)}
                onCheckedChange={(checked) =>
                  onChange(checked ? [...chosen, value] : chosen.filter((one) => one !== value))
                }
              />
            </div>
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
        {shown.map(({ value, label, group }, place) => (
          <li key={value}>
            {group === shown[place - 1]?.group ? null : <GroupHead group={group} />}
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
          <DateInput id={`${id}-${name}`} value={value} onChange={(next) => onChange({ from, to, [name]: next })} />
        </div>
      ))}
    </div>
  );
}
