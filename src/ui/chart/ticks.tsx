import { cn } from "../cn";
import { Chart, ChartAxis } from "./chart";
import { usePoints } from "./use-points";

/** How one tick looks: its height says it as well as its colour. */
export type TickTone = "good" | "quiet" | "bad" | "warning" | "none";

/** One of many like it: a run, an hour, a day. */
export interface Tick {
  readonly id: string;
  readonly tone: TickTone;
  /** The tick in one line. */
  readonly words: string;
  /** The cells of its row in the table. */
  readonly cells: readonly string[];
}

const TICKS: Readonly<Record<TickTone, { readonly height: number; readonly look: string }>> = {
  bad: { height: 100, look: "fill-danger-solid forced-colors:fill-[Highlight]" },
  warning: { height: 85, look: "fill-chart-2 forced-colors:fill-[CanvasText]" },
  good: { height: 70, look: "fill-success-solid forced-colors:fill-[CanvasText]" },
  quiet: { height: 40, look: "fill-control forced-colors:fill-[CanvasText]" },
  none: { height: 12, look: "fill-line-strong forced-colors:fill-[GrayText]" },
};
const STEP = 10;

/** Many of one kind in a row, oldest first: the odd one out stands taller and in another colour. */
export function Ticks(props: {
  title: string;
  measure: string;
  summary: string;
  ticks: readonly Tick[];
  /** How many there is room for; fewer stand at the right. */
  room: number;
  head: readonly string[];
  ends: { readonly from: string; readonly to: string };
  empty: string;
  onChoose?: (id: string) => void;
  /** Which one is open beside the chart. */
  chosen?: string | null;
  className?: string;
}) {
  const { title, measure, summary, ticks, room, head, ends, empty, onChoose, chosen, className } = props;
  const { index, spoken, helpId, plotProps } = usePoints({
    count: ticks.length,
    label: title,
    ...(onChoose ? { onChoose: (at: number) => ticks[at] && onChoose(ticks[at].id) } : {}),
  });
  return (
    <Chart
      title={title}
      measure={measure}
      summary={summary}
      height="strip"
      empty={ticks.length === 0 ? empty : null}
      table={{ head, rows: ticks.map(({ cells }) => cells).toReversed() }}
      {...(className === undefined ? {} : { className })}
    >
      <div className="flex min-h-0 flex-1">
        <Gap share={Math.max(0, room - ticks.length) / room} />
        <div
          role="application"
          {...plotProps}
          className={cn("relative min-w-0 flex-1 rounded-sm", onChoose && "cursor-pointer")}
        >
          <svg
            aria-hidden
            viewBox={`0 0 ${Math.max(1, ticks.length) * STEP} 100`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full"
          >
            {ticks.map(({ id, tone }, place) => (
              <g key={id}>
                {place === index || id === chosen ? (
                  <rect x={place * STEP} y={0} width={STEP} height={100} className="fill-pressed" />
                ) : null}
                <rect
                  x={place * STEP + 1.5}
                  y={100 - TICKS[tone].height}
                  width={STEP - 3}
                  height={TICKS[tone].height}
                  className={TICKS[tone].look}
                />
              </g>
            ))}
          </svg>
        </div>
      </div>
      <ChartAxis
        from={ends.from}
        to={ends.to}
        at={index === null ? null : (ticks[index]?.words ?? null)}
        spoken={spoken === null ? null : (ticks[spoken]?.words ?? null)}
        helpId={helpId}
      />
    </Chart>
  );
}

/** The room of those that are not there yet. */
function Gap({ share }: { share: number }) {
  return share > 0 ? <div style={{ width: `${share * 100}%` }} className="shrink-0 border-b border-line" /> : null;
}
