import type { ReactNode } from "react";

/** One fact: its label, its value, and what is said quietly in front of the value. */
interface Fact {
  readonly term: ReactNode;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

/** Short facts about one thing, a line each at any width: label left, value right. */
export function FactList({ items }: { items: readonly Fact[] }) {
  return (
    <dl className="text-sm">
      {items.map(({ term, value, note }, place) => (
        <div
          key={place}
          className="flex min-h-9 items-center justify-between gap-3 border-b border-line py-1.5 last:border-b-0"
        >
          <dt className="min-w-0 break-words text-muted">{term}</dt>
          <dd className="flex min-w-0 items-center justify-end gap-2 text-right break-words text-ink">
            {note ? <span className="text-muted">{note}</span> : null}
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
