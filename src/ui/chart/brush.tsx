import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { cn } from "../cn";
import { VisuallyHidden } from "../text/visually-hidden";
import { brushedTo, type Range, rangeBetween } from "./brush-range";
import { Chart, ChartAxis } from "./chart";
import { ColumnBars, type ColumnPoint } from "./columns";
import { niceTop } from "./scale";
import { pointUnder, usePoints } from "./use-points";

/**
 * Columns over time of which a range can be chosen: by dragging over them, or with two sliders by keyboard. A click on
 * one column chooses it alone; the whole is chosen again with the button, or with Escape on a slider.
 */
export function Brush(props: {
  title: string;
  measure: string;
  summary: string;
  points: readonly ColumnPoint[];
  head: readonly [string, string];
  empty: string;
  /** The chosen range; null for the whole. */
  range: Range | null;
  onRange: (range: Range | null) => void;
  /** Whether what is shown is old while the new is on its way. */
  isBusy?: boolean;
}) {
  const { title, measure, summary, points, head, empty, range, onRange, isBusy } = props;
  const top = niceTop(Math.max(0, ...points.map(({ values }) => values[0] ?? 0)));
  const { index, spoken, helpId, plotProps } = usePoints({
    count: points.length,
    label: title,
    onChoose: (at) => onRange({ from: at, to: at }),
    isDragged: true,
  });
  const { dragged, dragProps } = useDrag(points.length, onRange);
  const shown = dragged ?? range;
  const wordsOf = (at: number | null): string | null => (at === null ? null : (points[at]?.words ?? null));
  return (
    <Chart
      title={title}
      measure={measure}
      summary={summary}
      height="low"
      empty={points.length === 0 ? empty : null}
      table={{ head, rows: points.map(({ label, values }) => [label, (values[0] ?? 0).toLocaleString("en-GB")]) }}
    >
      <div className={cn("relative min-h-0 flex-1", isBusy && "opacity-60")}>
        <div
          role="application"
          {...plotProps}
          {...dragProps}
          onPointerDown={(event) => {
            plotProps.onPointerDown(event);
            dragProps.onPointerDown(event);
          }}
          onPointerMove={(event) => {
            plotProps.onPointerMove(event);
            dragProps.onPointerMove(event);
          }}
          onPointerCancel={(event) => {
            plotProps.onPointerCancel();
            dragProps.onPointerCancel(event);
          }}
          className="absolute inset-0 cursor-crosshair touch-pan-y rounded-sm"
        >
          <ColumnBars
            points={points}
            series={ONE}
            top={Math.max(1, top)}
            at={index}
            {...(shown === null ? {} : { within: shown })}
          />
          {shown === null ? null : <Chosen range={shown} count={points.length} />}
        </div>
        {points.length === 0 ? null : (
          <>
            <Handle side="from" {...{ points, range, onRange }} />
            <Handle side="to" {...{ points, range, onRange }} />
          </>
        )}
      </div>
      <ChartAxis
        from={points[0]?.label ?? ""}
        to={points.at(-1)?.label ?? ""}
        at={shown === null || dragged === null ? wordsOf(index) : rangeWords(points, shown)}
        spoken={wordsOf(spoken)}
        helpId={helpId}
      />
    </Chart>
  );
}

const ONE = [{ look: "full" as const }];

function rangeWords(points: readonly ColumnPoint[], { from, to }: Range): string {
  return `${points[from]?.label ?? ""} to ${points[to]?.label ?? ""}`;
}

/** A range while it is dragged; it is chosen when the button goes up. */
function useDrag(count: number, onRange: (range: Range | null) => void) {
  const begin = useRef<number | null>(null);
  const [dragged, setDragged] = useState<Range | null>(null);
  const end = (event: PointerEvent, isMeant: boolean): void => {
    if (begin.current === null) return;
    const range = rangeBetween(begin.current, pointUnder(event, count));
    begin.current = null;
    setDragged(null);
    if (isMeant) onRange(range);
  };
  return {
    dragged,
    dragProps: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        begin.current = pointUnder(event, count);
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent) => {
        if (begin.current !== null) setDragged(rangeBetween(begin.current, pointUnder(event, count)));
      },
      onPointerUp: (event: PointerEvent) => end(event, true),
      onPointerCancel: (event: PointerEvent) => end(event, false),
    },
  };
}

function Chosen({ range: { from, to }, count }: { range: Range; count: number }) {
  return (
    <div
      aria-hidden
      style={{ left: `${(from / count) * 100}%`, width: `${((to - from + 1) / count) * 100}%` }}
      className="pointer-events-none absolute inset-y-0 rounded-sm border border-accent bg-accent/8"
    />
  );
}

/** One end of the range, for the keyboard. */
function Handle(props: {
  side: "from" | "to";
  points: readonly ColumnPoint[];
  range: Range | null;
  onRange: (range: Range | null) => void;
}) {
  const { side, points, range, onRange } = props;
  const last = points.length - 1;
  const whole = { from: 0, to: last };
  const value = (range ?? whole)[side];
  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = brushedTo(event.key, side, range ?? whole, last);
    if (next === undefined) return;
    event.preventDefault();
    onRange(next.from === 0 && next.to === last ? null : next);
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={side === "from" ? "From" : "To"}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={value}
      aria-valuetext={points[value]?.label ?? ""}
      onKeyDown={onKeyDown}
      style={{ left: `${((side === "from" ? value : value + 1) / points.length) * 100}%` }}
      className="pointer-events-none absolute inset-y-0 w-3 -translate-x-1/2 rounded-sm"
    >
      <span
        aria-hidden
        className={cn(
          "absolute top-1/2 left-1/2 h-5 w-1 -translate-1/2 rounded-full forced-colors:bg-[CanvasText]",
          range === null ? "bg-transparent" : "bg-accent",
        )}
      />
      <VisuallyHidden>{side === "from" ? "Start of the range" : "End of the range"}</VisuallyHidden>
    </div>
  );
}
