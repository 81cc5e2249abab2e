import { HOUR_MS } from "../../../../convex/lib/pure/time";
import { formatDateTime } from "../../../lib/dates";

/** When a snoozed approval comes back. */
export interface SnoozeChoice {
  readonly label: string;
  readonly until: number;
}

/** In an hour, this afternoon or tomorrow morning, on Monday; all in the reader's own time. */
export function snoozeChoices(now: number): SnoozeChoice[] {
  const at = (days: number, hour: number) => {
    const day = new Date(now);
    day.setDate(day.getDate() + days);
    day.setHours(hour, 0, 0, 0);
    return day.getTime();
  };
  const toMonday = (8 - new Date(now).getDay()) % 7 || 7;
  const choices = [
    { label: "In an hour", until: now + HOUR_MS },
    { label: "Tomorrow morning", until: at(1, 9) },
    { label: "On Monday", until: at(toMonday, 9) },
  ];
  return choices.map(({ label, until }) => ({ label: `${label} (${formatDateTime(until)})`, until }));
}
