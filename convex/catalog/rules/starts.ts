/** When a task of a template may start, as far as the answers say. */
import { DAY_MS } from "../../lib/pure/time";
import type { TemplateTask } from "../table";
import type { FormValues } from "./conditions";

/** The day whose end a task waits for, as the form has it ("2026-06-30"); null when it waits for none. */
export function dayBefore({ startsAfter }: Pick<TemplateTask, "startsAfter">, values: FormValues): string | null {
  const day = startsAfter === undefined ? undefined : values[startsAfter];
  return typeof day === "string" && day !== "" ? day : null;
}

/** The earliest time a task may start: when that day is over (UTC). Undefined when it waits for none. */
export function notBeforeOf(task: Pick<TemplateTask, "startsAfter">, values: FormValues): number | undefined {
  const day = dayBefore(task, values);
  return day === null ? undefined : Date.parse(`${day}T00:00:00Z`) + DAY_MS;
}
