import { DAY_MINUTES } from "../../../../convex/core/supportHours/rules/calendar";
import { WEEKDAYS } from "../../../../convex/core/supportHours/rules/hours";
import { dayText } from "../../../../convex/core/supportHours/rules/hoursText";
import type { Hours } from "../api";

/** A week as bars of 24 hours, each with its times in words. */
export function Week({ week }: { week: Hours["week"] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1.5 text-sm sm:grid-cols-[auto_1fr_auto]">
      {WEEKDAYS.map((name, place) => {
        const day = week[place] ?? [];
        return (
          <div key={name} className="col-span-full grid grid-cols-subgrid items-center">
            <dt className="w-24 text-ink-soft">{name}</dt>
            <dd aria-hidden className="relative hidden h-3 rounded-sm bg-line sm:block">
              {day.map(({ from, to }) => (
                <span
                  key={from}
                  className="absolute inset-y-0 rounded-sm bg-chart-1"
                  style={{ left: share(from), width: share(to - from) }}
                />
              ))}
            </dd>
            <dd className="min-w-40 tabular-nums">{dayText(day) || <span className="text-muted">Free</span>}</dd>
          </div>
        );
      })}
    </dl>
  );
}

function share(minutes: number): string {
  return `${(minutes / DAY_MINUTES) * 100}%`;
}
