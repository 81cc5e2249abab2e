import { CalendarPlus, CircleSlash, type LucideIcon, Minus } from "lucide-react";
import type { MonitorAction } from "../../../convex/core/shared/table";

const looks: Record<MonitorAction, { Icon: LucideIcon; className: string }> = {
  Scheduled: { Icon: CalendarPlus, className: "font-medium text-ink" },
  Ignored: { Icon: CircleSlash, className: "text-warning" },
  "No Change": { Icon: Minus, className: "text-muted" },
};

/** What the monitor did with a task: quiet, so that the status badges beside it stay the loudest. */
export function ActionLabel({ action }: { action: MonitorAction }) {
  const { Icon, className } = looks[action];
  return (
    <span className={`flex items-center gap-1.5 whitespace-nowrap ${className}`}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {action}
    </span>
  );
}
