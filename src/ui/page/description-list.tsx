import type { ReactNode } from "react";
import { cn } from "../cn";

/** Facts about one thing: term left, value right; stacked when narrow. */
export function DescriptionList(props: { items: readonly { term: string; value: ReactNode }[]; className?: string }) {
  return (
    <dl className={cn("@container text-base", props.className)}>
      {props.items.map((item, place) => (
        <div
          key={place}
          className="grid gap-x-4 border-b border-line py-2 last:border-b-0 @sm:grid-cols-[minmax(8rem,12rem)_1fr]"
        >
          <dt className="text-muted">{item.term}</dt>
          <dd className="min-w-0 wrap-anywhere text-ink">{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** One fact in the column beside a page: the term above, the value below it. */
export function SideFact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{term}</dt>
      <dd className="min-w-0 wrap-anywhere text-ink">{children}</dd>
    </div>
  );
}
