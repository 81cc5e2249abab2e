import { HOUR_MS } from "../../../../convex/lib/pure/time";
import { formatDeadline } from "../../../lib/dates";
import { dayFrom, shownDate } from "../../../lib/readers-clock";

/** When a snoozed approval comes back. */
export interface SnoozeChoice {
  readonly label: string;
  readonly until: number;
}

/** In an hour, this afternoon or tomorrow morning, on Monday; all in the reader's own time. */
export function snoozeChoices(now: number): SnoozeChoice[] {
  const toMonday = (8 - shownDate(now).getUTCDay()) % 7 || 7;
  const choices = [
    { label: "In an hour", until: now + HOUR_MS },
    { label: "Tomorrow morning", until: dayFrom(now, 1, 9) },
    { label: "On Monday", until: dayFrom(now, toMonday, 9) },
  ];
  return choices.map(({ label, until }) => ({ label: `${label} (${formatDeadline(until)})`, until }));
}
