import type { ComponentProps } from "react";
import { cn } from "../cn";
import { VisuallyHidden } from "../text/visually-hidden";
import { Chart, ChartAxis } from "./chart";
import { usePoints } from "./use-points";

/** One part of a whole. */
export interface Share {
  readonly label: string;
  readonly value: number;
}

/** From what is fine to what is not; the labels say it, too. */
const STEPS = ["fill-chart-1/25", "fill-chart-1/50", "fill-chart-1/75", "fill-chart-2", "fill-chart-4"];
const WASHES = ["bg-chart-1/25", "bg-chart-1/50", "bg-chart-1/75", "bg-chart-2", "bg-chart-4"];

/** Which part is under the pointer, each part says: they are not equally wide. */
const NOT_EQUALLY_WIDE = { onPointerDown: undefined, onPointerMove: undefined, onClick: undefined };

/** The parts of a whole in their order as one bar, at most five; each can lead to what it is made of. */
export function Shares(props: {
  title: string;
  measure: string;
  summary: string;
  shares: readonly Share[];
  head: readonly [string, string];
  empty: string;
  onChoose?: (index: number) => void;
}) {
  const { title, measure, summary, shares, head, empty, onChoose } = props;
  const total = shares.reduce((sum, { value }) => sum + value, 0);
  const { index, spoken, helpId, pointTo, leave, plotProps } = usePoints({
    count: shares.length,
    label: title,
    ...(onChoose ? { onChoose } : {}),
  });
  const words = (at: number | null): string | null => {
    const share = at === null ? undefined : shares[at];
    return share ? `${share.label}: ${share.value.toLocaleString("en-GB")} of ${total.toLocaleString("en-GB")}` : null;
  };
  const partProps = (at: number) => ({
    onPointerEnter: () => pointTo(at),
    onPointerDown: () => pointTo(at),
    ...(onChoose ? { onClick: () => onChoose(at) } : {}),
  });
  const starts = shares.map((_, at) => shares.slice(0, at).reduce((sum, { value }) => sum + value, 0));
  return (
    <Chart
      title={title}
      measure={measure}
      summary={summary}
      height="low"
      empty={total === 0 ? empty : null}
      table={{ head, rows: shares.map(({ label, value }) => [label, value.toLocaleString("en-GB")]) }}
    >
      <div
        role="application"
        {...plotProps}
        {...NOT_EQUALLY_WIDE}
        className={cn("flex min-h-0 flex-1 flex-col gap-2 rounded-sm", onChoose && "cursor-pointer")}
      >
        <svg aria-hidden viewBox={`0 0 ${total} 10`} preserveAspectRatio="none" className="h-6 w-full shrink-0">
          {shares.map(({ label, value }, at) => (
            <rect
              key={label}
              {...partProps(at)}
              x={starts[at]}
              y={0}
              width={value}
              height={10}
              vectorEffect="non-scaling-stroke"
              strokeWidth={at === index ? 2 : 1}
              className={cn(
                STEPS[at],
                at === index ? "stroke-ink" : "stroke-surface",
                "forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]",
              )}
            />
          ))}
        </svg>
        <div className="grid grid-cols-5 gap-1">
          {shares.map((share, at) => (
            <Label key={share.label} {...{ share, at }} isAt={at === index} {...partProps(at)} onPointerLeave={leave} />
          ))}
        </div>
      </div>
      <VisuallyHidden>
        <ChartAxis from="" to="" at={null} spoken={words(spoken)} helpId={helpId} />
      </VisuallyHidden>
    </Chart>
  );
}

/** One part in words, as easy to press as the part itself. */
function Label({
  share,
  at,
  isAt,
  ...pointing
}: { share: Share; at: number; isAt: boolean } & Pick<
  ComponentProps<"div">,
  "onPointerEnter" | "onPointerDown" | "onPointerLeave" | "onClick"
>) {
  return (
    <div {...pointing} className={cn("flex min-w-0 flex-col gap-0.5 rounded-sm px-1 py-0.5", isAt && "bg-pressed")}>
      <span aria-hidden className={cn("h-1 w-full rounded-[2px] forced-colors:bg-[CanvasText]", WASHES[at])} />
      <span className="text-lg font-semibold text-ink tabular-nums">{share.value.toLocaleString("en-GB")}</span>
      <span className="text-xs leading-4 text-muted">{share.label}</span>
    </div>
  );
}
