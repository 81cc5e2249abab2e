/** When a claim or an assignment can still be undone (S43). */

import type { Refusal } from "../../../lib/pure/refusal";
import { MINUTE_MS } from "../../../lib/pure/time";
import type { LastGiven } from "../table";

/** How long after it. */
export const UNDO_GIVEN_MS = 10 * MINUTE_MS;

/** Who undoes which one, when: it is named by its event. */
interface Undoing {
  readonly event: number;
  readonly personId: string;
  readonly at: number;
}

/** Why it cannot be undone, or null: whoever made the last one does that, soon, while the ticket is as it left it. */
export function whyNotUndo(
  { assigneeId, lastGiven }: { readonly assigneeId?: string | undefined; readonly lastGiven?: LastGiven | undefined },
  { event, personId, at }: Undoing,
): Refusal | null {
  if (lastGiven?.event !== event || lastGiven.to !== assigneeId)
    return { code: "changed-meanwhile", message: "It has been assigned again since, or this was undone." };
  if (lastGiven.byId !== personId)
    return { code: "not-eligible", message: "Only whoever claimed or assigned it can undo that." };
  return at < lastGiven.at + UNDO_GIVEN_MS
    ? null
    : { code: "too-late", message: "This can be undone for ten minutes. Assign the ticket instead." };
}
