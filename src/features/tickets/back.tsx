import { backAt } from "../../../convex/core/supportHours/rules/calendar";
import { formatWeekday } from "../../lib/dates";
import { useNow } from "../../ui/text/use-now";
import type { SupportHours } from "./api";

/** Says when support is back, where it rests now; nothing while it works. */
export function Back({ hours }: { hours: SupportHours }) {
  const back = backAt(hours, useNow());
  return back === null ? null : (
    <span className="font-normal text-ink-soft"> Support is back {formatWeekday(back)}.</span>
  );
}
