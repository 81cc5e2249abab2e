/** What everything that is done with an article is made with. */

import type { Doc } from "../../_generated/dataModel";
import { refuseIf } from "../../lib/errors";
import { type Deed, recordEvent, timesDone } from "../audit/model";
import type { changedFields } from "../audit/rules";
import type { Eyes } from "./model";
import { SAVES, whyNotSaveYet } from "./rules";

/** Who does it, when. */
export interface ArticleStep extends Deed {
  readonly eyes: Eyes;
}

/** Refuses to whoever changed articles so often within the hour. */
export async function refuseIfTooOften({ ctx, at, eyes }: ArticleStep): Promise<void> {
  refuseIf(whyNotSaveYet(await timesDone(ctx, eyes.person._id, SAVES, at)));
}

/** Says in the audit trail what was done; never what was written. */
export async function record(
  { ctx, at, by }: ArticleStep,
  action: string,
  { _id, key }: Pick<Doc<"articles">, "_id" | "key">,
  changes: ReturnType<typeof changedFields> = [],
  context: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await recordEvent(ctx, {
    ...by,
    action,
    targets: [{ type: "article", id: _id, label: key }],
    changes,
    context,
    occurredAt: at,
  });
}
