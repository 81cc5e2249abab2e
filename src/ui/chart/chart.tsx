import { ChartColumn, Table2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { cn } from "../cn";
import { Cell, HeaderCell, HeadRow, Table, TableBody, TableHead, TableRow, TableScroll } from "../list/table";
import { type View, ViewSwitch } from "../page/view-switch";
import { VisuallyHidden } from "../text/visually-hidden";

/** What a chart shows, as rows. */
export interface ChartTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** One series of a chart: told from the other by its form, too. */
export interface ChartSeries {
  readonly label: string;
  readonly look: SeriesLook;
}

/** Full or outlined: two that are told apart without colour. */
export type SeriesLook = "full" | "outlined";

const SWATCHES: Readonly<Record<SeriesLook, string>> = {
  full: "bg-chart-1 border-chart-1 forced-colors:bg-[CanvasText]",
  outlined: "border-chart-2 forced-colors:border-[CanvasText]",
};

const SIZES = { strip: "h-14", low: "h-24", plot: "h-36" } as const;

const VIEWS: readonly View<"chart" | "table">[] = [
  { value: "chart", label: "Chart", icon: <ChartColumn aria-hidden /> },
  { value: "table", label: "Table", icon: <Table2 aria-hidden /> },
];

/**
 * What every chart has: a title that says what there is to see, what is measured, a sentence for those who do not see
 * it, and the same figures as a table in the same place and of the same size. On paper the table stands below it.
 */
export function Chart(props: {
  title: string;
  measure: string;
  summary: string;
  table: ChartTable;
  /** Said in place of a chart without anything to draw. */
  empty?: string | null;
  series?: readonly ChartSeries[];
  actions?: ReactNode;
  /** The height of the plot with its axis; the table takes the same. */
  height: keyof typeof SIZES;
  className?: string;
  children: ReactNode;
}) {
  const { title, measure, summary, table, empty = null, series = [], actions, height, className, children } = props;
  const id = useId();
  const [view, setView] = useState<"chart" | "table">("chart");
  const size = SIZES[height];
  return (
    <figure aria-labelledby={`${id}title`} aria-describedby={`${id}summary`} className={cn("min-w-0", className)}>
      <figcaption className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5 pb-2">
        <div className="min-w-0">
          <p id={`${id}title`} className="text-base font-medium text-ink">
            {title}
          </p>
          <p className="text-xs text-muted">{measure}</p>
          <VisuallyHidden>
            <span id={`${id}summary`}>{summary}</span>
          </VisuallyHidden>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {series.map(({ label, look }) => (
            <span key={label} className="flex items-center gap-1.5 text-xs text-ink-soft">
              <span aria-hidden className={cn("size-2.5 rounded-[2px] border-[1.5px]", SWATCHES[look])} />
              {label}
            </span>
          ))}
          {actions}
          {empty === null ? (
            <ViewSwitch isNarrow label={`How “${title}” is shown`} views={VIEWS} value={view} onValueChange={setView} />
          ) : null}
        </div>
      </figcaption>
      {empty !== null ? (
        <p className={cn("flex items-center justify-center rounded-md bg-sunken text-sm text-muted", size)}>{empty}</p>
      ) : (
        <>
          {view === "chart" ? <div className={cn("flex flex-col", size)}>{children}</div> : null}
          <div className={cn(view === "chart" && "hidden print:block")}>
            <Figures title={title} table={table} size={size} />
          </div>
        </>
      )}
    </figure>
  );
}

function Figures({ title, table: { head, rows }, size }: { title: string; table: ChartTable; size: string }) {
  return (
    <TableScroll
      label={`${title}, as a table`}
      className={cn(size, "rounded-md border border-line print:h-auto print:overflow-visible")}
    >
      <Table aria-label={title}>
        <TableHead>
          <HeadRow>
            {head.map((name, index) => (
              <HeaderCell key={name} numeric={index > 0}>
                {name}
              </HeaderCell>
            ))}
          </HeadRow>
        </TableHead>
        <TableBody>
          {rows.map((row, place) => (
            <TableRow key={place}>
              {row.map((cell, index) => (
                <Cell key={head[index]} numeric={index > 0}>
                  {cell}
                </Cell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableScroll>
  );
}

/** The line below a plot: its ends, or the point somebody is at; always one line, so that nothing moves. */
export function ChartAxis(props: {
  from: string;
  to: string;
  at: string | null;
  spoken: string | null;
  helpId: string;
}) {
  const { from, to, at, spoken, helpId } = props;
  return (
    <p className="flex h-5 shrink-0 items-end justify-between gap-2 text-xs text-muted tabular-nums">
      {at === null ? (
        <>
          <span className="truncate">{from}</span>
          <span className="truncate">{to}</span>
        </>
      ) : (
        <span className="w-full truncate text-center font-medium text-ink-soft">{at}</span>
      )}
      <VisuallyHidden>
        <span id={helpId}>Arrow keys go from point to point, Home and End to the ends, Escape back.</span>
        <span role="status">{spoken ?? ""}</span>
      </VisuallyHidden>
    </p>
  );
}
