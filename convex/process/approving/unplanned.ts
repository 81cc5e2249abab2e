/** Approving without having seen what the tasks would do: said out loud, or refused. */

import type { Case } from "../../core/approvals/case";
import type { Verdict } from "../../core/approvals/table";
import { listed } from "../../core/shared/rules/may";
import { tasksOf } from "../../core/tasks/model";
import { lacksPlan } from "../../core/tasks/rules";
import type { Refusal } from "../../lib/pure/refusal";
import type { Step } from "../steps/step";

/** Titles of the automated tasks of which nobody knows yet what exactly they would do; of interest to approvals only. */
export async function unplannedTasks(
  ctx: Step["ctx"],
  { request }: Case,
  { verdict }: { readonly verdict: Verdict },
): Promise<string[]> {
  return verdict === "approve" ? (await tasksOf(ctx, request._id)).filter(lacksPlan).map(({ title }) => title) : [];
}

/** Why a decision is not taken that does not say it does without the dry runs that are missing. */
export function whyNotUnplanned(
  titles: readonly string[],
  { withoutPlan }: { readonly withoutPlan?: boolean },
): Refusal | null {
  if (titles.length === 0 || withoutPlan !== false) return null;
  return {
    code: "plan-missing",
    message: `There is no dry run of ${listed(titles.map((title) => `“${title}”`))} yet. Say that you approve without one, or wait for it.`,
  };
}
