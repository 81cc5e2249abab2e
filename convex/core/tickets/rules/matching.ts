/** When something can be done with every ticket of the queue that matches. */

import type { Refusal } from "../../../lib/pure/refusal";

/** Tickets that are changed at once; as many are counted exactly. */
export const MAX_MATCHING = 200;

/** What of a filter says whether it narrows the queue. */
export interface QueueNarrowed {
  readonly show: string;
  readonly text?: string | undefined;
  readonly businessAreaId?: string | undefined;
  readonly tag?: string | undefined;
  readonly dueBefore?: number | undefined;
}

/** Why nothing is done with all of these, or null: whatever waits or is done, without more, is everything. */
export function whyNotAllOf({ show, text = "", businessAreaId, tag, dueBefore }: QueueNarrowed): Refusal | null {
  const isNarrowed = text.trim() !== "" || businessAreaId !== undefined || tag !== undefined || dueBefore !== undefined;
  return isNarrowed || show === "mine" || show === "unassigned" ? null : { code: "empty-filter" };
}
