/** The same done with every ticket a filter of the queue lets through; what is refused stays as it is, and says why. */

import { v, type Infer } from "convex/values";
import type { ReadTicket } from "../../../core/tickets/model";
import { ticketPriority } from "../../../core/tickets/table";
import { setPriority } from "../answering";
import type { TicketStep } from "../steps/step";
import { tag } from "../tagging";
import { assignTicket, type Given } from "./giving";

/** What is done. An answer is not: nobody has read all of them. */
export const matchingWish = v.union(
  v.object({ kind: v.literal("claim") }),
  v.object({ kind: v.literal("assign"), assigneeId: v.id("people") }),
  v.object({ kind: v.literal("prioritise"), priority: ticketPriority }),
  v.object({ kind: v.literal("tag"), tag: v.string() }),
);
export type MatchingWish = Infer<typeof matchingWish>;

/** Does it with one of them; answers what undoes it, where that can be undone. */
export async function changeAs(step: TicketStep, read: ReadTicket, wish: MatchingWish): Promise<Given | null> {
  switch (wish.kind) {
    case "claim":
      return await assignTicket(step, read, step.person._id);
    case "assign":
      return await assignTicket(step, read, wish.assigneeId);
    case "prioritise":
      await setPriority(step, read, wish.priority);
      return null;
    case "tag":
      await tag(step, read, { add: [wish.tag], remove: [] });
      return null;
  }
}
