/** One line of a list of bars. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  /** The value as it is read. */
  readonly words: string;
}

/**
 * How much of each there was, the longest bar for the most. Every line has its words, so the list says all the drawing
 * does, to whoever hears or prints it.
 */
export function Bars(props: { title: string; measure: string; bars: readonly Bar[]; empty: string }) {
  const { title, measure, bars, empty } = props;
  const top = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <figure aria-label={title} className="@container min-w-0">
      <figcaption className="pb-2">
        <p className="text-base font-medium text-ink">{title}</p>
        <p className="text-xs text-muted">{measure}</p>
      </figcaption>
      {bars.length === 0 ? (
        <p className="flex h-14 items-center justify-center rounded-md bg-sunken text-sm text-muted">{empty}</p>
      ) : (
        <ol className="flex flex-col gap-1.5">
          {bars.map(({ label, value, words }) => (
            <li
              key={label}
              className="grid break-inside-avoid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 @md:grid-cols-[minmax(0,12rem)_minmax(0,1fr)_7rem]"
            >
              <span className="truncate text-sm text-ink">{label}</span>
              <svg
                aria-hidden
                viewBox="0 0 1000 12"
                preserveAspectRatio="none"
                className="order-last col-span-2 h-2.5 w-full rounded-sm bg-sunken @md:order-none @md:col-span-1 print:border print:border-line"
              >
                <rect
                  width={Math.max(8, (value / top) * 1000)}
                  height={12}
                  className="fill-chart-1 forced-colors:fill-[CanvasText]"
                />
              </svg>
              <span className="text-right text-sm text-ink-soft tabular-nums">{words}</span>
            </li>
          ))}
        </ol>
      )}
    </figure>
  );
}
