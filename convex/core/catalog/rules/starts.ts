/** When a task of a template may start, as far as the answers say. */

import { DAY_MS } from "../../../lib/pure/time";
import type { TemplateTask } from "../table";
import type { FormValues } from "./conditions";

type Waiting = Pick<TemplateTask, "startsAfter" | "startsOn">;

/**
 * The day whose end a task waits for ("2026-06-30"): one of the form, or the one before it; null when it waits for
 * none.
 */
export function dayBefore({ startsAfter, startsOn }: Waiting, values: FormValues): string | null {
  const first = dayIn(startsOn, values);
  return (
    dayIn(startsAfter, values) ??
    (first === null ? null : new Date(Date.parse(`${first}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10))
  );
}

function dayIn(field: string | undefined, values: FormValues): string | null {
  const day = field === undefined ? undefined : values[field];
  return typeof day === "string" && day !== "" ? day : null;
}

/** The earliest time a task may start: when that day is over (UTC). Undefined when it waits for none. */
export function notBeforeOf(task: Waiting, values: FormValues): number | undefined {
  const day = dayBefore(task, values);
  return day === null ? undefined : Date.parse(`${day}T00:00:00Z`) + DAY_MS;
}
