import { backAt } from "../../../convex/core/supportHours/rules/calendar";
import { isSomethingDue, OUR_TURN } from "../../../convex/core/tickets/rules";
import { DueTime } from "../../components/status/due-time";
import { formatDeadline, formatWeekday } from "../../lib/dates";
import { useNow } from "../../ui/text/use-now";
import type { SupportHours, TicketRow } from "./api";

/** Says when support is back, where it rests now; nothing while it works. */
export function Back({ hours }: { hours: SupportHours }) {
  const back = backAt(hours, useNow());
  return back === null ? null : (
    <span className="font-normal text-ink-soft"> Support is back {formatWeekday(back)}.</span>
  );
}

/** By when support answers or solves a ticket of which something is due, and that it is overdue. */
export function Expected({ ticket }: { ticket: Pick<TicketRow, "state" | "dueAt" | "isPaused" | "isAnswered"> }) {
  const { state, dueAt, isPaused, isAnswered } = ticket;
  const isOverdue = dueAt < useNow();
  if (!isSomethingDue(ticket) || (isPaused && OUR_TURN.includes(state))) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
      {isAnswered ? "Solution" : "Answer"} expected by {formatDeadline(dueAt)}
      {isOverdue ? <DueTime at={dueAt} isOverdue /> : null}
    </p>
  );
}
