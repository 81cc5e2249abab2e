import type { ClassValue } from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ComponentProps, KeyboardEvent, ReactNode, Ref } from "react";
import { cn } from "../cn";

/** A region that scrolls its table both ways under a sticky header and can be reached by keyboard. */
export function TableScroll({
  label,
  maxHeight,
  children,
  className,
  scrollRef,
}: {
  label: string;
  maxHeight?: string;
  children: ReactNode;
  className?: string;
  /** The scrolling element, for whoever shows only the rows in view. */
  scrollRef?: Ref<HTMLDivElement>;
}) {
  return (
    <div
      ref={scrollRef}
      role="region"
      aria-label={label}
      tabIndex={0}
      style={maxHeight ? { maxHeight } : undefined}
      className={cn(
        "@container/rows relative scroll-pt-9 pointer-coarse:scroll-pt-12 overflow-auto overscroll-x-contain -outline-offset-2 print:max-h-none! print:overflow-visible",
        className,
      )}
    >
      {children}
    </div>
  );
}

/**
 * Dense rows, 13/20 text. With `stacks` each row becomes a card where there is little room: the row lays its cells out
 * as a grid, the head is only heard. The roles are spelled out because a browser drops a table's own
 * ones when its rows are no longer laid out as rows.
 */
export function Table({ className, stacks, ...props }: ComponentProps<"table"> & { stacks?: boolean }) {
  return (
    <table
      role="table"
      data-stacks={stacks || undefined}
      {...props}
      className={cn(
        "group/table w-full border-separate border-spacing-0 text-left text-sm @max-2xl/rows:data-stacks:block",
        className,
      )}
    />
  );
}

/** Head that stays in view while the body scrolls. */
export function TableHead(props: ComponentProps<"thead">) {
  return (
    <thead
      role="rowgroup"
      {...props}
      className={cn("sticky top-0 z-10 @max-2xl/rows:group-data-stacks/table:sr-only", props.className)}
    />
  );
}

/** The row of column heads. */
export function HeadRow(props: ComponentProps<"tr">) {
  return <tr role="row" {...props} />;
}

/** Rows of the table. */
export function TableBody(props: ComponentProps<"tbody">) {
  return (
    <tbody role="rowgroup" {...props} className={cn("@max-2xl/rows:group-data-stacks/table:block", props.className)} />
  );
}

/** What a row looks like. */
export function rowClasses(isChosen: boolean, more: ClassValue): string {
  return cn(
    "group/row -outline-offset-2 hover:bg-hover has-[a:focus-visible]:bg-hover",
    "@max-2xl/rows:group-data-stacks/table:grid @max-2xl/rows:group-data-stacks/table:border-b @max-2xl/rows:group-data-stacks/table:px-4 @max-2xl/rows:group-data-stacks/table:py-2.5 @max-2xl/rows:group-data-stacks/table:last:border-b-0",
    isChosen && "bg-accent-wash hover:bg-accent-wash",
    more,
  );
}

/**
 * A row. With `onSelect` the whole row answers click, Enter and Space and tells its state by
 * aria-selected; controls inside it keep their own clicks.
 */
export function TableRow(props: ComponentProps<"tr"> & { selected?: boolean; onSelectRow?: () => void }) {
  const { selected, onSelectRow, className, ...rest } = props;
  const selectable = onSelectRow
    ? {
        tabIndex: 0,
        "aria-selected": selected ?? false,
        onClick: onSelectRow,
        onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => {
          if (event.target !== event.currentTarget || (event.key !== "Enter" && event.key !== " ")) return;
          event.preventDefault();
          onSelectRow();
        },
      }
    : {};
  return (
    <tr
      role="row"
      {...rest}
      {...selectable}
      className={rowClasses(selected ?? false, cn(onSelectRow && "cursor-pointer", className))}
    />
  );
}

/** Direction a column is sorted in. */
export type SortDirection = "ascending" | "descending";

/** A column's head; with `onSort` it is a button and tells the direction. */
export function HeaderCell(props: {
  children: ReactNode;
  numeric?: boolean;
  sort?: SortDirection | null;
  onSort?: () => void;
  className?: string;
}) {
  const { children, numeric, sort, onSort, className } = props;
  const arrow =
    sort === "ascending" ? <ArrowUp aria-hidden /> : sort === "descending" ? <ArrowDown aria-hidden /> : null;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={onSort ? (sort ?? "none") : undefined}
      className={cn(
        "h-8 pointer-coarse:h-11 border-b border-line bg-sunken px-3 text-xs font-medium whitespace-nowrap text-muted first:pl-4 last:pr-4",
        numeric && "text-right",
        className,
      )}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className="-mx-1 inline-flex h-6 pointer-coarse:h-11 items-center gap-1 rounded-sm px-1 hover:text-ink [&_svg]:size-3"
        >
          {children}
          {arrow}
        </button>
      ) : (
        children
      )}
    </th>
  );
}

/** What a cell looks like: numbers align right with tabular digits, ids are mono and quiet. */
export function cellClasses(look: { numeric?: boolean | undefined; mono?: boolean | undefined }, more: ClassValue) {
  return cn(
    "@max-2xl/rows:group-data-stacks/table:block @max-2xl/rows:group-data-stacks/table:h-auto @max-2xl/rows:group-data-stacks/table:border-0 @max-2xl/rows:group-data-stacks/table:p-0",
    "@max-2xl/rows:group-data-stacks/table:has-[[data-nothing]]:hidden",
    "h-9 border-b border-line px-3 py-1.5 group-last/row:border-b-0 first:pl-4 last:pr-4 pointer-coarse:h-11",
    look.numeric && "text-right tabular-nums",
    look.mono && "font-mono text-xs leading-5 text-muted",
    more,
  );
}

/** A cell. */
export function Cell({
  numeric,
  mono,
  className,
  ...rest
}: ComponentProps<"td"> & { numeric?: boolean; mono?: boolean }) {
  return <td role="cell" {...rest} className={cellClasses({ numeric, mono }, className)} />;
}
