/** What a reviewer reads about an access beside its use: who approved it, and what its removal would send. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { CONNECTOR_ENDINGS } from "../../connectors/endings";
import { approvalsOf, decisionsOf } from "../../core/approvals/model";
import { nameOf } from "../../core/people/model";
import { typeOf } from "../../core/tasks/rules";
import type { Call, PlanStep } from "../../lib/pure/plan";

type Ctx = Pick<QueryCtx, "db">;

/** Longest list of statements that is shown. */
const MAX_STATEMENTS = 10;

/** Names of everybody who approved the request of an access as it was granted. */
export async function approverNames(ctx: Ctx, request: Doc<"requests">): Promise<string[]> {
  const names = new Set<string>();
  for (const { _id } of await approvalsOf(ctx, request._id))
    for (const { decidedById, verdict, formHash } of await decisionsOf(ctx, _id))
      if (decidedById && verdict === "approve" && formHash === request.formHash)
        names.add(await nameOf(ctx, decidedById));
  return [...names];
}

/** What ending an access would send as things are written down; null where people end it manually. */
export async function removalStatements(ctx: Ctx, { taskId }: Doc<"grants">): Promise<string[] | null> {
  const task = await ctx.db.get(taskId);
  const type = typeOf(task?.type ?? "");
  if (!task || !type?.connector) return null;
  const { connector, endsBy } = type;
  if (!endsBy) return undoing(task.plan?.["steps"] as readonly PlanStep[] | undefined);
  const ending = Object.hasOwn(CONNECTOR_ENDINGS, connector)
    ? CONNECTOR_ENDINGS[connector as keyof typeof CONNECTOR_ENDINGS][endsBy.operation]
    : undefined;
  const names = endsBy.fields.flatMap((field) => {
    const value = task.input[field];
    return typeof value === "string" ? [[field, value] as const] : [];
  });
  if (!ending) return null;
  try {
    return [ending(Object.fromEntries(names))];
  } catch {
    // No name the system knows: the removal itself will say so.
    return null;
  }
}

/** The work is taken back from its last step to its first. */
function undoing(steps: readonly PlanStep[] = []): string[] | null {
  const sent = steps.toReversed().flatMap(({ undo }) => undo.map(wordsOf));
  return sent.length === 0 ? null : sent.slice(0, MAX_STATEMENTS);
}

function wordsOf(call: Call): string {
  return call.kind === "sql" ? call.statement : `${call.method} ${call.path}`;
}
