import { linePoints } from "./scale";

const BOX = { width: 100, height: 24 };

/** The course of a figure beside it; who does not see it is told its ends and its extremes. */
export function Sparkline({
  label,
  values,
  words,
}: {
  label: string;
  values: readonly number[];
  words: (value: number) => string;
}) {
  if (values.length < 2) return <span className="block h-6" />;
  const now = values.at(-1) ?? 0;
  const said = `${label}: ${words(values[0] ?? 0)} at first, ${words(now)} now, between ${words(Math.min(...values))} and ${words(Math.max(...values))}`;
  return (
    <svg
      role="img"
      aria-label={said}
      viewBox={`0 -2 ${BOX.width} ${BOX.height + 4}`}
      preserveAspectRatio="none"
      className="block h-6 w-full max-w-32 fill-none stroke-chart-1 forced-colors:stroke-[CanvasText]"
    >
      <title>{said}</title>
      <polyline points={linePoints(values, BOX)} strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
