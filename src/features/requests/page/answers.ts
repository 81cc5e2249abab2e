/** What was asked for, in the few words that stand beside and under the title; pure, with its cases beside it. */

import type { RequestDetail } from "./api";

type Answered = Pick<RequestDetail, "form">;

const lineOf = ({ form }: Answered, names: readonly string[]) => form.find(({ name }) => names.includes(name)) ?? null;

/** Why it is asked for, as its requester wrote it. */
export function reasonOf(request: Answered): string | null {
  return lineOf(request, ["reason"])?.value ?? null;
}

/** The role that is asked for, as the outside system calls it. */
export function roleOf(request: Answered): string | null {
  const line = lineOf(request, ["role", "default_role"]);
  return line && (line.code ?? line.value);
}

/** For how long, in words. */
export function durationOf(request: Answered): string | null {
  return lineOf(request, ["durationDays", "duration"])?.value ?? null;
}

/** For how many days; null where no number of days was asked for. */
export function daysOf(request: Answered): number | null {
  const days = /^(\d+) days?$/.exec(durationOf(request) ?? "")?.[1];
  return days === undefined ? null : Number(days);
}

/** What somebody runs in Snowflake to use the role they were given; null where they hold none by this request. */
export function roleStatement({
  form,
  tasks,
  grants,
}: Pick<RequestDetail, "form" | "tasks" | "grants">): string | null {
  const role = roleOf({ form });
  const wasGiven = tasks.some(({ type, status }) => type === "grant_role" && status === "Complete");
  const isHeld = grants.some(({ system, state }) => system === "snowflake" && ["Active", "Expiring"].includes(state));
  if (role === null || !wasGiven || !isHeld) return null;
  return `USE ROLE ${/^[A-Z_][A-Z0-9_$]*$/.test(role) ? role : `"${role.replaceAll('"', '""')}"`};`;
}
