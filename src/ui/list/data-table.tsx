import {
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { cn } from "../cn";
import { VisuallyHidden } from "../text/visually-hidden";
import { RowCheckbox } from "./row-checkbox";
import { openRow } from "./row-click";
import { useRowKeys } from "./row-keys";
import {
  cellClasses,
  HeaderCell,
  HeadRow,
  rowClasses,
  type SortDirection,
  Table,
  TableBody,
  TableHead,
  TableScroll,
} from "./table";
import type { Selection } from "./use-selection";

/** One column of a list. */
export interface Column<Row> {
  readonly key: string;
  readonly heading: string;
  /** The heading is for screen readers: what is in the column explains itself. */
  readonly isHeadingHidden?: boolean;
  readonly cell: (row: Row) => ReactNode;
  readonly numeric?: boolean;
  /** Direction it is sorted in now, and how to sort by it. */
  readonly sort?: { readonly direction: SortDirection | null; readonly onSort: () => void };
  /** Classes of its cells: widths in the table, places in the card of a phone. */
  readonly className?: string;
  /** On a phone: said before the value, because the head is not seen there. */
  readonly cardLabel?: string;
}

/** How high rows are. */
export type Density = "comfortable" | "compact";

/** The lowest rows there are, as cards too, and what stands above and below the rows of every list. */
const LOWEST_ROW_PX: Readonly<Record<Density, number>> = { comfortable: 40, compact: 32 };
const LOWEST_CARD_PX = 60;
const FURNITURE_PX = 200;
/** In a window narrower than this every row is a card. */
const CARDS_BELOW_PX = 672;

/**
 * The rows that are drawn: those that fill the window at once, the rest right after, a few at a time, so that nobody
 * waits for rows out of sight. All of them at once where a list is scrolled as it was.
 */
function useRowsInTurn<Row>(rows: readonly Row[], density: Density, isBack: boolean): readonly Row[] {
  const lowest = window.innerWidth < CARDS_BELOW_PX ? LOWEST_CARD_PX : LOWEST_ROW_PX[density];
  const first = isBack ? rows.length : Math.ceil((window.innerHeight - FURNITURE_PX) / lowest);
  const drawn = useDeferredValue(rows.length, Math.min(first, rows.length));
  return drawn < rows.length ? rows.slice(0, drawn) : rows;
}

/** What the cells of a column are drawn from; its head may change without them. */
const CELL_PARTS = ["key", "cell", "numeric", "className", "cardLabel"] as const;

interface CellColumn<Row> {
  readonly key: string;
  readonly cell: (row: Row) => ReactNode;
  readonly label: string | undefined;
  readonly classes: string;
}

/** The columns as the rows know them: the same ones as long as every cell would be drawn as before. */
function useCellColumns<Row>(
  columns: readonly Column<Row>[],
  density: Density,
  hasBoxes: boolean,
): readonly CellColumn<Row>[] {
  const [kept, keep] = useState(columns);
  const isSame =
    kept.length === columns.length &&
    kept.every((column, index) => CELL_PARTS.every((part) => column[part] === columns[index]?.[part]));
  if (!isSame) keep(columns);
  const steady = isSame ? kept : columns;
  return useMemo(
    () =>
      steady.map(({ key, cell, cardLabel, numeric, className }, index) => ({
        key,
        cell,
        label: cardLabel,
        classes: cellClasses({ numeric }, [
          heights[density],
          index === 0 && stickyCell,
          index === 0 && (hasBoxes ? "left-10 pl-1 first:pl-1" : "left-0"),
          cardLabel && labelOfCard,
          className,
        ]),
      })),
    [steady, density, hasBoxes],
  );
}

/** Chooses a row, by a function that stays the same while what is chosen changes. */
function useToggle(selection: Selection | undefined): Selection["toggle"] {
  const latest = useRef(selection);
  useLayoutEffect(() => {
    latest.current = selection;
  });
  return useCallback((id, isRange) => latest.current?.toggle(id, isRange), []);
}

/**
 * A list as a table: head and first column stay in view, rows can be chosen, a click anywhere or Enter opens one, j, k
 * and x go over them, and where there is little room each row is a card with the same cells in the same order. A row is drawn again only
 * when it, its place in the selection or the cells of a column changed: `cell` should be the same function each time.
 */
export function DataTable<Row extends { readonly id: string }>(props: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** What a row is called, for its checkbox. */
  nameOf: (row: Row) => string;
  selection?: Selection;
  density?: Density;
  /** Rows that no longer belong here and stay, faded, until the list is read again. */
  isGone?: (row: Row) => boolean;
  isBusy?: boolean;
  /** It was on the screen before and is scrolled as it was. */
  isBack?: boolean;
  scrollRef?: Ref<HTMLDivElement>;
  className?: string;
}) {
  const { label, columns, selection, density = "comfortable" } = props;
  const rows = useRowsInTurn(props.rows, density, props.isBack ?? false);
  const cellColumns = useCellColumns(columns, density, selection !== undefined);
  const toggle = useToggle(selection);
  const table = useRef<HTMLTableElement>(null);
  useRowKeys(table);
  return (
    <TableScroll label={`${label}, scrollable`} scrollRef={props.scrollRef} className={props.className}>
      {selection ? <SelectPageLine selection={selection} /> : null}
      <Table
        ref={table}
        stacks
        aria-label={label}
        aria-busy={props.isBusy || rows.length < props.rows.length || undefined}
        className={cn(props.isBusy && "opacity-60")}
      >
        <TableHead>
          <HeadRow>
            {selection ? <SelectPageCell selection={selection} /> : null}
            {columns.map((column, index) => (
              <HeaderCell
                key={column.key}
                numeric={column.numeric}
                sort={column.sort?.direction}
                onSort={column.sort?.onSort}
                className={cn(
                  index === 0 && stickyHead,
                  index === 0 && (selection ? "left-10 pl-1 first:pl-1" : "left-0"),
                )}
              >
                {column.isHeadingHidden ? <VisuallyHidden>{column.heading}</VisuallyHidden> : column.heading}
              </HeaderCell>
            ))}
          </HeadRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <DataRow
              key={row.id}
              {...{ row, density }}
              columns={cellColumns}
              onToggle={selection && toggle}
              isChosen={selection?.has(row.id) ?? false}
              name={props.nameOf(row)}
              isGone={props.isGone?.(row) ?? false}
            />
          ))}
        </TableBody>
      </Table>
    </TableScroll>
  );
}

const stickyHead = "sticky z-[1]";
// Wide enough not to cover the table of a narrow window; a card has nothing to stay beside.
const stickyCell =
  "@2xl/rows:sticky @2xl/rows:z-[1] @2xl/rows:bg-surface @2xl/rows:group-hover/row:bg-hover @2xl/rows:group-aria-selected/row:bg-accent-wash";
/** Said before the value where the head is not seen. */
const labelOfCard =
  "@max-2xl/rows:before:mr-1 @max-2xl/rows:before:text-xs @max-2xl/rows:before:text-muted @max-2xl/rows:before:content-[attr(data-label)]";
const heights: Record<Density, string> = { comfortable: "@2xl/rows:h-10", compact: "@2xl/rows:h-8 @2xl/rows:py-0.5" };

const SELECT_PAGE = "Select all rows of this page";

function PageCheckbox({ selection }: { selection: Selection }) {
  return (
    <RowCheckbox
      label={SELECT_PAGE}
      checked={selection.ofPage === "all"}
      indeterminate={selection.ofPage === "some"}
      onToggle={selection.togglePage}
    />
  );
}

function SelectPageCell({ selection }: { selection: Selection }) {
  return (
    <HeaderCell className={cn(stickyHead, "left-0 w-10 pr-2 print:hidden")}>
      <VisuallyHidden>Select</VisuallyHidden>
      <span className="@max-2xl/rows:hidden">
        <PageCheckbox selection={selection} />
      </span>
    </HeaderCell>
  );
}

/** The same above cards, whose head is only heard. */
function SelectPageLine({ selection }: { selection: Selection }) {
  return (
    <label className="flex min-h-10 items-center gap-4 border-b border-line px-4 text-sm text-ink-soft @2xl/rows:hidden pointer-coarse:min-h-11 print:hidden">
      <PageCheckbox selection={selection} />
      {SELECT_PAGE}
    </label>
  );
}

const boxClasses = cellClasses({}, [
  stickyCell,
  "left-0 w-10 pr-2 @max-2xl/rows:absolute @max-2xl/rows:top-3 @max-2xl/rows:left-4 print:hidden",
]);
const boxCells: Record<Density, string> = {
  comfortable: cn(boxClasses, heights.comfortable),
  compact: cn(boxClasses, heights.compact),
};
const rowLook =
  "has-[a[href]]:cursor-pointer @max-2xl/rows:group-data-stacks/table:flex @max-2xl/rows:flex-wrap @max-2xl/rows:items-center @max-2xl/rows:gap-x-3 @max-2xl/rows:gap-y-1.5 data-gone:opacity-50";
const rowWithBox = cn(rowLook, "@max-2xl/rows:relative @max-2xl/rows:pl-12!");
/** By whether it is chosen and has a box. */
const rowLooks = {
  plain: rowClasses(false, rowLook),
  box: rowClasses(false, rowWithBox),
  chosen: rowClasses(true, rowWithBox),
};

interface RowProps<Row> {
  readonly row: Row;
  readonly columns: readonly CellColumn<Row>[];
  readonly density: Density;
  readonly name: string;
  readonly isGone: boolean;
  readonly isChosen: boolean;
  /** Absent where rows are not chosen. */
  readonly onToggle: Selection["toggle"] | undefined;
}

// A list of fifty rows is most of what its page costs: what did not change is not drawn again, and a row is no more
// than its own elements.
const DataRow = memo(PlainRow) as typeof PlainRow;

function PlainRow<Row extends { readonly id: string }>(props: RowProps<Row>) {
  const { row, columns, density, name, isGone, isChosen, onToggle } = props;
  return (
    <tr
      role="row"
      aria-selected={onToggle ? isChosen : undefined}
      data-gone={isGone || undefined}
      onClick={openRow}
      className={rowLooks[onToggle ? (isChosen ? "chosen" : "box") : "plain"]}
    >
      {onToggle ? (
        <td role="cell" className={boxCells[density]}>
          <RowCheckbox label={`Select ${name}`} checked={isChosen} onToggle={(isRange) => onToggle(row.id, isRange)} />
        </td>
      ) : null}
      {columns.map(({ key, cell, label, classes }) => (
        <td key={key} role="cell" data-label={label} className={classes}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}
