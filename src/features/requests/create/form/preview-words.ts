/** What a preview says: who decides, who does the work, and how long it takes. */

import { plural } from "../../../../../convex/lib/pure/text";
import { dayWords, durationText, HOUR_MS } from "../../../../../convex/lib/pure/time";
import type { Preview } from "../api";

/** When a task starts that does not start at once: "after 30 days", "after 30/06/2026"; null for the others. */
export function startWords({
  delayDays,
  startsAfter,
}: Pick<Preview["tasks"][number], "delayDays" | "startsAfter">): string | null {
  if (startsAfter !== null) return `after ${dayWords(startsAfter)}`;
  return delayDays === null ? null : `after ${plural(delayDays, "day")}`;
}

/** The tasks with the numbers to count them by: of those that apply, and one for those that run side by side. */
export function numberedTasks(tasks: Preview["tasks"]): (Preview["tasks"][number] & { readonly number: number })[] {
  const orders = [...new Set(tasks.map(({ order }) => order))].toSorted((a, b) => a - b);
  return tasks.map((task) => ({ ...task, number: orders.indexOf(task.order) + 1 }));
}

/** How long it takes, from what was completed, or from what is promised. */
export function expectedTime({
  medianMs,
  counted,
  slaHours,
}: Pick<Preview, "medianMs" | "counted" | "slaHours">): string {
  if (medianMs === null) return `Target: ${durationText(slaHours * HOUR_MS)}. None completed so far.`;
  if (counted === 1) return `The only one so far took ${durationText(medianMs)}.`;
  return `Usually ${durationText(medianMs)} (median of the last ${counted}).`;
}

/** The preview in one line, for where there is no room for more. */
export function shortPreview({ steps, ...time }: Pick<Preview, "steps" | "medianMs" | "counted" | "slaHours">): string {
  const decisions = steps.length === 0 ? "no decision" : plural(steps.length, "decision");
  const duration =
    time.medianMs === null
      ? `target ${durationText(time.slaHours * HOUR_MS)}`
      : `usually ${durationText(time.medianMs)}`;
  return `${decisions}, ${duration}`;
}

/** Who decides a step, in one sentence. */
export function decidersText({ people, required, awaits }: Preview["steps"][number]): string {
  if (awaits !== null) return `Known once “${awaits}” is filled in.`;
  const names = people.map(({ name, insteadOf }) => (insteadOf === null ? name : `${name} for ${insteadOf}`));
  const [only] = names;
  if (names.length === 1 && only !== undefined) return only;
  if (required === names.length) return `Needs approval from ${listed(names, "and")}`;
  return `Needs ${plural(required, "approval")} from ${listed(names, "or")}`;
}

function listed(names: readonly string[], last: "and" | "or"): string {
  if (names.length <= 6)
    return names.length <= 1 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1) ?? ""}`;
  return `${names.slice(0, 5).join(", ")} ${last} ${names.length - 5} more`;
}

/** When a step that nobody decides moves on, and when it ends. */
export function deadlineText({ escalateAfterHours, expireAfterHours }: Preview["steps"][number]): string {
  const expiry = `after ${durationText(expireAfterHours * HOUR_MS)} without a decision.`;
  return escalateAfterHours === null
    ? `Denied ${expiry}`
    : `Escalates after ${durationText(escalateAfterHours * HOUR_MS)}; denied ${expiry}`;
}

/** What of the work is done by whom, in one sentence. */
export function workText(tasks: Preview["tasks"]): string {
  const portal = tasks.filter(({ by }) => by === "portal").length;
  const hand = tasks.filter(({ by }) => by === "hand").length;
  if (hand === 0) return `${plural(portal, "automated step")}, none manual.`;
  return `${plural(portal, "automated step")}, ${hand} manual.`;
}
