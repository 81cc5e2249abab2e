/** How public functions bring a wish: the same words back, and the password where it takes two. */

import type { ViewerMutationCtx } from "../../access/functions";
import { attributionOf } from "../../core/audit/model";
import type { StepUpPurpose } from "../../core/people/rules/stepUp";
import { requireStepUp } from "../../core/people/stepUp";
import type { ProposedChange } from "../../core/proposals/table";
import { hashOfJson } from "../../lib/hash";
import { wish } from "./proposing";

/** What became of a wish, as doors answer: when it takes effect alone, where nobody is there to confirm. */
export interface Wished {
  readonly state: "done" | "proposed";
  readonly appliesAt: number | null;
}

/** Nothing is left to do. */
export const DONE: Wished = { state: "done", appliesAt: null };

/** A change that somebody wishes for themselves; others are proposed by a task or a review that ended. */
export type WishedChange = Extract<ProposedChange, { kind: StepUpPurpose }>;

/** What a password that was given for a change is about: this very change, of what it changes. */
export function stepUpTarget(change: WishedChange): string {
  return `${aboutOf(change)}/${hashOfJson(change).slice(0, 16)}`;
}

function aboutOf(change: WishedChange): string {
  if ("domainId" in change) return change.domainId;
  if ("personId" in change) return change.personId;
  if ("areaId" in change) return change.areaId;
  return "file";
}

/** Does a change as the caller, or proposes it; what one person may not do alone needs their password again, too. */
export async function wishFor(ctx: ViewerMutationCtx, change: WishedChange, reason: string): Promise<Wished> {
  const deed = { ctx, at: Date.now(), by: attributionOf(ctx.viewer) };
  const outcome = await wish(deed, ctx.viewer.person, change, reason);
  if (outcome.state === "done") return DONE;
  await requireStepUp(ctx, deed.at, change.kind, stepUpTarget(change));
  return { state: "proposed", appliesAt: outcome.appliesAt };
}
