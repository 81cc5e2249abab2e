/** What every move of an idea is made with. */

import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { type Deed, recordEvent } from "../../core/audit/model";

/** The circumstances of one move, and whose it is. */
export interface FeedbackStep extends Deed<Pick<MutationCtx, "db" | "scheduler" | "storage">> {
  readonly person: Doc<"people">;
}

/** Writes an event about an idea. It names the idea by its key: what was written goes when an idea is deleted. */
export async function record(
  { ctx, at, by }: FeedbackStep,
  action: string,
  { _id, key }: Pick<Doc<"ideas">, "_id" | "key">,
  context: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await recordEvent(ctx, { ...by, action, targets: [{ type: "idea", id: _id, label: key }], context, occurredAt: at });
}
