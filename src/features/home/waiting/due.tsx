import { CalendarClock, TriangleAlert } from "lucide-react";
import { formatDeadline } from "../../../lib/dates";
import { cn } from "../../../ui/cn";
import { Tooltip } from "../../../ui/floating/tooltip";
import type { WaitingItem } from "../api";
import { dueText, urgency } from "../home-words";

const looks = {
  overdue: "font-medium text-danger",
  soon: "font-medium text-warning",
  later: "text-muted",
  none: "text-muted",
} as const;

/** Until when something waits, and what happens then. */
export function Due({ item, now }: { item: Pick<WaitingItem, "kind" | "dueAt">; now: number }) {
  const words = dueText(item, now);
  if (words === null || item.dueAt === null) return <span className="text-sm text-muted">No due date</span>;
  const level = urgency(item.dueAt, now);
  const Icon = level === "overdue" ? TriangleAlert : CalendarClock;
  return (
    <Tooltip text={formatDeadline(item.dueAt)}>
      <time
        dateTime={new Date(item.dueAt).toISOString()}
        tabIndex={0}
        suppressHydrationWarning
        className={cn(
          "inline-flex items-center gap-1.5 rounded-sm text-sm whitespace-nowrap tabular-nums",
          looks[level],
        )}
      >
        <Icon aria-hidden className="size-3.5 shrink-0" />
        {words}
        <span className="sr-only">, {formatDeadline(item.dueAt)}</span>
      </time>
    </Tooltip>
  );
}
