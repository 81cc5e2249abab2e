import { cn } from "../cn";
import { Chart, ChartAxis, type ChartSeries, type SeriesLook } from "./chart";
import { niceTop } from "./scale";
import { usePoints } from "./use-points";

/** One place on the axis with a value per series. */
export interface ColumnPoint {
  readonly label: string;
  readonly values: readonly number[];
  /** The place and its values in one line. */
  readonly words: string;
}

const LOOKS: Readonly<Record<SeriesLook, string>> = {
  full: "fill-chart-1 forced-colors:fill-[CanvasText]",
  outlined: "fill-surface stroke-chart-2 forced-colors:stroke-[CanvasText]",
};

/** Values over time as columns, the series of one place side by side. */
export function Columns(props: {
  title: string;
  measure: string;
  summary: string;
  series: readonly ChartSeries[];
  points: readonly ColumnPoint[];
  /** What the first column of the table is called. */
  axis: string;
  empty: string;
  onChoose?: (index: number) => void;
}) {
  const { title, measure, summary, series, points, axis, empty, onChoose } = props;
  const top = niceTop(Math.max(0, ...points.flatMap(({ values }) => values)));
  const { index, spoken, helpId, plotProps } = usePoints({
    count: points.length,
    label: title,
    ...(onChoose ? { onChoose } : {}),
  });
  return (
    <Chart
      title={title}
      measure={measure}
      summary={summary}
      series={series}
      height="low"
      empty={top === 0 ? empty : null}
      table={{
        head: [axis, ...series.map(({ label }) => label)],
        rows: points.map(({ label, values }) => [label, ...values.map((value) => value.toLocaleString("en-GB"))]),
      }}
    >
      <div role="application" {...plotProps} className="relative min-h-0 flex-1 rounded-sm">
        <span
          aria-hidden
          className="pointer-events-none absolute top-0 left-0 text-xs leading-3 text-muted tabular-nums"
        >
          {top.toLocaleString("en-GB")}
        </span>
        <div className="absolute inset-x-0 top-3.5 bottom-0">
          <ColumnBars points={points} series={series} top={top} at={index} />
        </div>
      </div>
      <ChartAxis
        from={points[0]?.label ?? ""}
        to={points.at(-1)?.label ?? ""}
        at={index === null ? null : (points[index]?.words ?? null)}
        spoken={spoken === null ? null : (points[spoken]?.words ?? null)}
        helpId={helpId}
      />
    </Chart>
  );
}

const STEP = 12;

/** The columns themselves: stretched to whatever room there is, so that no size has to be measured. */
export function ColumnBars(props: {
  points: readonly Pick<ColumnPoint, "values">[];
  series: readonly Pick<ChartSeries, "look">[];
  top: number;
  /** The point somebody is at. */
  at: number | null;
  /** Points outside of it are faint. */
  within?: { readonly from: number; readonly to: number };
}) {
  const { points, series, top, at, within } = props;
  const width = 10 / series.length;
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${Math.max(1, points.length) * STEP} 100`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {at === null ? null : <rect x={at * STEP} y={0} width={STEP} height={100} className="fill-pressed" />}
      {[0, 50].map((y) => (
        <line
          key={y}
          x1={0}
          x2={points.length * STEP}
          y1={y}
          y2={y}
          vectorEffect="non-scaling-stroke"
          strokeDasharray="2 4"
          className="stroke-line"
        />
      ))}
      {points.map(({ values }, place) =>
        values.map((value, one) =>
          value === 0 ? null : (
            <rect
              key={`${place} ${one}`}
              x={place * STEP + 1 + one * width + (series.length > 1 ? 0.3 : 0)}
              y={100 - Math.max(1.5, (value / top) * 100)}
              width={width - (series.length > 1 ? 0.6 : 0)}
              height={Math.max(1.5, (value / top) * 100)}
              vectorEffect="non-scaling-stroke"
              strokeWidth={1.5}
              className={cn(
                LOOKS[series[one]?.look ?? "full"],
                within && (place < within.from || place > within.to) && "opacity-30",
              )}
            />
          ),
        ),
      )}
      <line
        x1={0}
        x2={points.length * STEP}
        y1={100}
        y2={100}
        vectorEffect="non-scaling-stroke"
        className="stroke-line-strong"
      />
    </svg>
  );
}
