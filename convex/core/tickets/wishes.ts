/** What agents ask of a ticket. */

import { v } from "convex/values";
import { nullableString, nullableTimestamp, timestamp } from "../../lib/validators";

/** When the last of what somebody has read in a ticket was said: words that arrived after it are read first (S37). */
export const readUpTo = v.optional(timestamp);

/** What a ticket is to wait for. */
export const waitWish = {
  on: v.union(v.literal("waitingOnRequester"), v.literal("waitingOnThirdParty")),
  until: nullableTimestamp,
  /** "REQ-142", "task:<id>" or "INC-3". */
  what: nullableString,
  readUpTo,
};
