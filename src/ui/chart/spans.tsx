import type { ReactNode } from "react";
import { cn } from "../cn";

/** How the bar of a span looks; the words beside it say it, too. */
export type SpanTone = "plain" | "running" | "done" | "failed" | "out";

/** Something that took time. */
export interface Span {
  readonly id: string;
  readonly label: ReactNode;
  readonly from: number;
  /** As long as it goes on: until now. */
  readonly to: number;
  readonly tone: SpanTone;
  /** How long, and how it ended. */
  readonly words: string;
}

const TONES: Readonly<Record<SpanTone, string>> = {
  plain: "fill-control",
  running: "fill-info-solid",
  done: "fill-success-solid",
  failed: "fill-danger-solid",
  out: "fill-line-strong",
};

/**
 * What happened when, one bar per row under a common time. Every row has its words, so the list says all
 * the drawing does, to whoever hears or prints it.
 */
export function Spans(props: {
  label: string;
  spans: readonly Span[];
  from: number;
  to: number;
  /** What is said of the two ends. */
  ends: { readonly from: string; readonly to: string };
}) {
  const { label, spans, from, to, ends } = props;
  const length = Math.max(1, to - from);
  const share = (at: number): number => Math.max(0, Math.min(1, (at - from) / length));
  return (
    <div className="@container flex flex-col gap-1.5">
      <ol aria-label={label} className="flex flex-col gap-1.5">
        {spans.map((span) => {
          const start = share(span.from) * 1000;
          const width = Math.max(4, share(span.to) * 1000 - start);
          return (
            <li
              key={span.id}
              className="grid break-inside-avoid grid-cols-1 items-center gap-x-3 @2xl:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_minmax(0,11rem)]"
            >
              <span className="truncate text-sm text-ink">{span.label}</span>
              <svg
                aria-hidden
                viewBox="0 0 1000 12"
                preserveAspectRatio="none"
                className="h-3 w-full rounded-sm bg-sunken print:border print:border-line"
              >
                <rect
                  x={Math.min(start, 996)}
                  y={1}
                  width={width}
                  height={10}
                  className={cn(TONES[span.tone], "forced-colors:fill-[CanvasText]")}
                />
              </svg>
              <span className="text-xs text-muted tabular-nums" suppressHydrationWarning>
                {span.words}
              </span>
            </li>
          );
        })}
      </ol>
      <div className="grid grid-cols-1 gap-x-3 @2xl:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_minmax(0,11rem)]">
        <p
          className="flex justify-between gap-2 text-xs text-muted tabular-nums @2xl:col-start-2"
          suppressHydrationWarning
        >
          <span>{ends.from}</span>
          <span>{ends.to}</span>
        </p>
      </div>
    </div>
  );
}
