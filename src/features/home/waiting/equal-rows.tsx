import { useState } from "react";
import { GoLink } from "../../../components/go-link";
import { Button } from "../../../ui/button";
import { buttonClasses } from "../../../ui/button-classes";
import { cn } from "../../../ui/cn";
import type { WaitingItem } from "../api";
import { belongsTo, KINDS } from "../home-words";
import { Due } from "./due";
import { buttonPlace, duePlace, RowTile, rowClasses, wordsClasses } from "./waiting-row";

/** The same task of several requests: one row with how many there are, which unfolds. The first is the most urgent. */
export function EqualRows({ items, now }: { items: readonly [WaitingItem, ...WaitingItem[]]; now: number }) {
  const [isOpen, setOpen] = useState(false);
  const [first] = items;
  const { verb } = KINDS[first.kind];
  return (
    <li className="border-b border-line last:border-b-0">
      <div className={rowClasses}>
        <RowTile {...first} />
        <p className="col-span-2 flex min-w-0 flex-wrap items-baseline gap-x-2 @xl:col-span-1">
          <span className="min-w-0 font-medium wrap-anywhere text-ink">{first.title}</span>
          <span className="shrink-0 text-sm text-muted tabular-nums">
            <span aria-hidden>× </span>
            {items.length}
          </span>
        </p>
        <p className={cn(wordsClasses, "line-clamp-2 text-sm wrap-anywhere text-ink-soft")}>{belongsTo(items)}</p>
        <span className={duePlace}>
          <Due item={first} now={now} />
        </span>
        <Button
          variant="outline"
          size="sm"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? "Hide" : "Show"} ${items.length} tasks: ${first.title}`}
          className={buttonPlace}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Hide" : `Show ${items.length}`}
        </Button>
      </div>
      {isOpen ? (
        <ul className="border-t border-line bg-sunken">
          {items.map((item) => (
            <li key={item.id} className={cn(rowClasses, "border-b border-line py-2 last:border-b-0 @xl:pl-16")}>
              <p className="col-span-2 flex min-w-0 flex-wrap items-baseline gap-x-2 text-sm">
                <span className="min-w-0 wrap-anywhere text-ink">{item.requestTitle}</span>
                <span className="shrink-0 font-mono text-xs text-muted">{item.requestKey}</span>
                <span className="w-full wrap-anywhere text-muted">{item.why}</span>
              </p>
              <Due item={item} now={now} />
              <GoLink
                to={item.to}
                aria-label={`${verb}: ${item.title}, ${item.requestTitle ?? ""} (${item.requestKey})`}
                className={cn(buttonClasses({ variant: "outline", size: "sm" }), "justify-self-end @xl:min-w-24")}
              >
                {verb}
              </GoLink>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}
