import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from "react";
import { dayText } from "../../lib/readers-clock";
import { buttonClasses } from "../button-classes";
import { cn } from "../cn";
import { dayByKey, dayInWords, monthAfter, weeksOf } from "./calendar-days";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** What a calendar takes. */
export interface CalendarProps {
  /** The chosen day, "2026-11-22"; empty for none. */
  value: string;
  onChoose: (day: string) => void;
}

/**
 * A month of days, from Monday to Sunday, one stop of the Tab key: the arrow keys go over days and weeks, Page Up and
 * Page Down over months, with Shift over years.
 */
export function CalendarBody({ value, onChoose }: CalendarProps) {
  const [today] = useState(() => dayText(Date.now()));
  const [current, setCurrent] = useState(value === "" ? today : value);
  const monthId = useId();
  const stop = useRef<HTMLButtonElement>(null);
  const isByKey = useRef(true);
  // The day is where the keys are, when it opens and whenever a key leads to another.
  useEffect(() => {
    if (isByKey.current) stop.current?.focus();
  }, [current]);
  function go(day: string, byKey: boolean): void {
    isByKey.current = byKey;
    setCurrent(day);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = dayByKey(current, event.key, event.shiftKey);
    if (next === null) return;
    event.preventDefault();
    go(next, true);
  }
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between">
        <Turn label="Previous month" onTurn={() => go(monthAfter(current, -1), false)} />
        <p id={monthId} aria-live="polite" className="text-sm font-semibold text-ink">
          {dayInWords(current, "month")}
        </p>
        <Turn label="Next month" onTurn={() => go(monthAfter(current, 1), false)} />
      </div>
      <div role="grid" tabIndex={-1} aria-labelledby={monthId} onKeyDown={onKeyDown} className="outline-none">
        <div role="row" className="grid grid-cols-7">
          {WEEKDAYS.map((name) => (
            <span
              key={name}
              role="columnheader"
              aria-label={name}
              className="flex h-7 items-center justify-center text-xs font-medium text-muted"
            >
              {name.slice(0, 2)}
            </span>
          ))}
        </div>
        {weeksOf(current).map((week) => (
          <div key={week[0]} role="row" className="grid grid-cols-7">
            {week.map((day) => (
              <Day
                key={day}
                {...{ day, today, onChoose }}
                isChosen={day === value}
                isOfMonth={day.slice(0, 7) === current.slice(0, 7)}
                stop={day === current ? stop : undefined}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function Turn({ label, onTurn }: { label: "Previous month" | "Next month"; onTurn: () => void }) {
  const Icon = label === "Next month" ? ChevronRight : ChevronLeft;
  return (
    <button
      type="button"
      aria-label={label}
      className={buttonClasses({ variant: "ghost", size: "iconSm" })}
      onClick={onTurn}
    >
      <Icon aria-hidden />
    </button>
  );
}

function Day(props: {
  day: string;
  today: string;
  isChosen: boolean;
  isOfMonth: boolean;
  /** Of the one day the Tab key comes to. */
  stop: Ref<HTMLButtonElement> | undefined;
  onChoose: (day: string) => void;
}) {
  const { day, today, isChosen, isOfMonth, stop, onChoose } = props;
  return (
    <span role="gridcell" aria-selected={isChosen} className="flex justify-center p-px pointer-coarse:p-0">
      <button
        ref={stop}
        type="button"
        tabIndex={stop === undefined ? -1 : 0}
        aria-label={dayInWords(day, "day")}
        aria-current={day === today ? "date" : undefined}
        onClick={() => onChoose(day)}
        className={cn(
          "inline-flex size-8 items-center justify-center rounded-md text-sm tabular-nums hover:bg-hover pointer-coarse:size-11",
          isOfMonth ? "text-ink" : "text-muted",
          day === today && "font-semibold ring-1 ring-control ring-inset",
          isChosen && "bg-accent text-accent-ink hover:bg-accent-hover",
        )}
      >
        {Number(day.slice(8))}
      </button>
    </span>
  );
}
