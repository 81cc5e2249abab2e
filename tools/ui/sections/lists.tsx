import { useRef, useState } from "react";
import { type Column, DataTable } from "../../../src/ui/list/data-table";
import { FilterBar } from "../../../src/ui/list/filter-bar";
import { OrderButtons } from "../../../src/ui/list/order-buttons";
import { Pager } from "../../../src/ui/list/pager";
import { useRowFocus } from "../../../src/ui/list/use-row-focus";
import { useSelection } from "../../../src/ui/list/use-selection";
import { Card } from "../../../src/ui/page/card";
import { Section } from "../section";

const rows = ["Order history", "Loyalty export", "Delivery times"].map((title, index) => ({
  id: `row-${index}`,
  title,
  count: 1284 * (index + 1),
}));

/** How often each row was drawn: choosing one leaves the others as they are. */
const drawn = new Map<string, number>();
function drawnText(id: string): string {
  drawn.set(id, (drawn.get(id) ?? 0) + 1);
  return `${drawn.get(id)}×`;
}
const columns: readonly Column<(typeof rows)[number]>[] = [
  { key: "title", heading: "Title", cell: ({ title }) => title, className: "font-medium" },
  {
    key: "count",
    heading: "Rows",
    numeric: true,
    cell: ({ count }) => count.toLocaleString("en-GB"),
    cardLabel: "Rows",
  },
  { key: "drawn", heading: "Drawn", numeric: true, cell: ({ id }) => drawnText(id), cardLabel: "Drawn" },
];
const states = ["Open", "Closed", "Waiting"].map((label) => ({ value: label.toLowerCase(), label }));

/** A list with search, filters, chosen rows and pages. */
export function ListsSection() {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<string[]>(["open"]);
  const [isLate, setLate] = useState(false);
  const [days, setDays] = useState({ from: "2026-03-01", to: "" });
  const [isByTitle, setByTitle] = useState(false);
  const [size, setSize] = useState<25 | 50>(25);
  const shown = rows.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()));
  const sortOf = (key: string): Column<never>["sort"] =>
    key === "title" ? { direction: isByTitle ? "ascending" : null, onSort: () => setByTitle(!isByTitle) } : undefined;
  const selection = useSelection(
    shown.map(({ id }) => id),
    text,
  );
  return (
    <Section title="Lists">
      <FilterBar
        label="Filter examples"
        search={{ text, label: "Search examples", placeholder: "Search by title", onChange: setText }}
        filters={[
          { kind: "choices", label: "State", options: states, chosen, onChange: setChosen },
          { kind: "days", label: "Created", ...days, onChange: setDays },
          { kind: "flag", label: "Late", isOn: isLate, onChange: setLate },
        ]}
        onClear={() => {
          setText("");
          setChosen([]);
          setDays({ from: "", to: "" });
          setLate(false);
        }}
      />
      <Card>
        <DataTable
          label="Examples"
          rows={shown}
          nameOf={({ title }) => title}
          selection={selection}
          columns={columns.map((column) => ({ ...column, sort: sortOf(column.key) }))}
        />
      </Card>
      <Pager of="examples" sizes={[25, 50]} size={size} onSize={setSize} position="1–3 of 3" />
      <OrderedExample />
    </Section>
  );
}

/** Rows whose order is chosen; the row that moved keeps the focus. */
function OrderedExample() {
  const [names, setNames] = useState(["First choice", "Second choice", "Third choice"]);
  const list = useRef<HTMLOListElement>(null);
  const focus = useRowFocus(list);
  return (
    <ol ref={list} tabIndex={-1} aria-label="An order" className="flex max-w-sm flex-col gap-1">
      {names.map((name, index) => (
        <li key={name} className="flex items-center justify-between gap-2">
          {name}
          <OrderButtons
            name={name}
            index={index}
            last={names.length - 1}
            onMove={(by, grip) => {
              setNames(names.with(index, names[index + by] ?? name).with(index + by, name));
              focus({ at: index + by, grip });
            }}
            onRemove={() => {
              setNames(names.filter((other) => other !== name));
              focus({ at: index, grip: "remove" });
            }}
          />
        </li>
      ))}
    </ol>
  );
}
