/**
 * Who takes over what waits for somebody who was removed: whoever the removal names for it, as far as they may have it.
 * Looked at before anybody is removed and again when it is handed on (U15).
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { type Case, currentStep, stepFactsOf } from "../../core/approvals/case";
import { whyNotNamed } from "../../core/approvals/claims";
import { whyNotHold } from "../../core/approvals/seats";
import { accountsOf, humanBehind } from "../../core/people/humans";
import { areasOneWith } from "../../core/people/mergedAreas";
import { latestRemovalOf } from "../../core/people/removals";
import { successorIdOf, type SuccessionKind } from "../../core/people/rules/succession";
import { isOpen } from "../../core/requests/rules";
import { manages } from "../../core/requests/rules/access";
import { typeOf } from "../../core/tasks/rules";
import { isCandidate, whyNotAssign } from "../../core/tasks/rules/work";

type ReadCtx = Pick<QueryCtx, "db">;

/** The removal somebody is under, or null: they were suspended only, or were brought back. */
export async function removalOf(ctx: ReadCtx, personId: Id<"people">): Promise<Doc<"removals"> | null> {
  const person = await ctx.db.get(personId);
  return person?.status === "removed" ? await latestRemovalOf(ctx, personId) : null;
}

/** Who takes a kind over by a removal, or null where its rules say who, or nobody active is named. */
export async function successorOf(
  ctx: ReadCtx,
  removal: Doc<"removals"> | null,
  kind: SuccessionKind,
): Promise<Doc<"people"> | null> {
  const id = removal && successorIdOf(removal, kind);
  const successor = id && (await ctx.db.get(id));
  return successor && successor.status === "active" ? successor : null;
}

/** People who took over one after the other and left in turn, after whom nobody else is looked for. */
const MAX_REMOVALS = 10;

/**
 * Who takes over a user that a task made for somebody outside, once whoever asked for it was removed: their successor,
 * or the successor of that one if they left, too; else null.
 */
export async function successorOfMade(
  ctx: ReadCtx,
  { type }: Doc<"requestTasks">,
  asker: Doc<"people"> | null,
): Promise<Doc<"people"> | null> {
  if (typeOf(type)?.account !== "made") return null;
  let left = asker;
  for (let removals = 0; left && removals < MAX_REMOVALS; removals += 1) {
    const removal = await removalOf(ctx, left._id);
    const successorId = removal && successorIdOf(removal, "serviceUsers");
    const successor = successorId && (await ctx.db.get(successorId));
    if (!successor) return null;
    if (successor.status === "active") return successor;
    left = successor;
  }
  return null;
}

/** Whether somebody may have a task: they are among those who could take it, and no party to its request. */
export async function takesTask(ctx: ReadCtx, task: Doc<"requestTasks">, successor: Doc<"people">): Promise<boolean> {
  const request = await ctx.db.get(task.requestId);
  if (!request || !isOpen(request.status)) return false;
  const areaIds = await areasOneWith(ctx, request.businessAreaId);
  const worker = { id: successor._id, isManager: manages(successor, { ...request, areaIds }) };
  if (whyNotAssign(task, { ...worker, isManager: true }) !== null || !isCandidate(task, worker)) return false;
  const own = await accountsOf(ctx, successor._id);
  return ![request.requesterId, request.beneficiaryId].some((id) => own.includes(id));
}

/**
 * Whether somebody takes a seat of the open step on the word of others: the step asks them, they may decide, and whoever
 * names them looks after the request and is no party to it (A1).
 */
export async function takesSeat(
  ctx: ReadCtx,
  open: Case,
  successor: Doc<"people">,
  { byIds, at }: { readonly byIds: readonly Id<"people">[]; readonly at: number },
): Promise<boolean> {
  const step = currentStep(open);
  if ((await whyNotHold(ctx, successor._id, open.conflicts)) !== null || open.earlierDeciders.has(successor._id))
    return false;
  if (open.decisions.some(({ stepId, human }) => stepId === step._id && human === humanBehind(successor))) return false;
  const facts = stepFactsOf(open.request);
  for (const byId of byIds) {
    const by = await ctx.db.get(byId);
    if (!by || open.conflicts.has(byId) || !manages(by, { ...open.request, areaIds: open.areaIds })) return false;
    if ((await whyNotNamed(ctx, step, facts, { byId, toId: successor._id, at })) !== null) return false;
  }
  return byIds.length > 0;
}
