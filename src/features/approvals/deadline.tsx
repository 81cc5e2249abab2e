import { CalendarClock, PauseCircle, TriangleAlert } from "lucide-react";
import { formatDeadline } from "../../lib/dates";
import { cn } from "../../ui/cn";
import { Tooltip } from "../../ui/floating/tooltip";
import { useNow } from "../../ui/text/use-now";
import { deadlineWords, urgencyOf } from "./deadline-words";

const looks = {
  over: "font-medium text-danger",
  soon: "font-medium text-warning",
  later: "text-muted",
  none: "text-muted",
} as const;

/** When a step ends undecided, which counts as denied; said beside it; the full date on hover and focus. */
export function Deadline({ expireAt, isPaused }: { expireAt: number | null; isPaused: boolean }) {
  const now = useNow(expireAt ?? 0);
  const level = isPaused ? "none" : urgencyOf(expireAt, now);
  const Icon = isPaused ? PauseCircle : level === "over" ? TriangleAlert : CalendarClock;
  const words = (
    <span className={cn("inline-flex items-start gap-1.5", looks[level])}>
      <Icon aria-hidden className="mt-0.75 size-3.5 shrink-0" />
      {deadlineWords({ expireAt, isPaused }, now)}
    </span>
  );
  if (expireAt === null) return words;
  return (
    <Tooltip text={formatDeadline(expireAt)}>
      <time dateTime={new Date(expireAt).toISOString()} tabIndex={0} className="rounded-sm" suppressHydrationWarning>
        {words}
      </time>
    </Tooltip>
  );
}
