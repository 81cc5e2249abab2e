/** Support tickets of somebody who left: nobody answers a ticket who is not there. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { Deed } from "../../core/audit/model";
import { closeNotices, notify } from "../../core/notifications/model";
import { nameOf } from "../../core/people/model";
import { ticketsHeldBy } from "../../core/tickets/model";
import { plural } from "../../lib/pure/text";
import { pathTo } from "../../site/links";
import type { Step } from "../steps/step";
import { agentsFor } from "../supporting/steps/agents";
import { record } from "../supporting/steps/step";

/** Tickets somebody who left is relieved of per run. */
const RELEASE_BATCH = 50;

/** Somebody left: their tickets wait for another agent, who are told once. Says whether more may be left. */
export async function releaseTickets(step: Deed, personId: Id<"people">): Promise<boolean> {
  const { ctx, at } = step;
  const held = await ticketsHeldBy(ctx, personId, RELEASE_BATCH);
  for (const ticket of held) {
    await ctx.db.patch(ticket._id, { assigneeId: undefined });
    await record(step, ticket, "ticket.holderLeft");
    await closeNotices(ctx, {
      subjectId: ticket._id,
      kinds: ["ticket.assigned"],
      recipientId: personId,
      reason: "No longer active",
      at,
    });
  }
  const open = held.filter(({ state }) => state !== "resolved");
  if (open.length > 0) await tellReleased(step, personId, open);
  return held.length === RELEASE_BATCH;
}

/** Those who answer them hear how many wait: one notice each, however many they are. */
async function tellReleased(
  { ctx, at }: Pick<Step, "ctx" | "at">,
  personId: Id<"people">,
  tickets: readonly Doc<"tickets">[],
): Promise<void> {
  const name = await nameOf(ctx, personId);
  const keysFor = new Map<Id<"people">, string[]>();
  for (const ticket of tickets)
    for (const { _id } of await agentsFor(ctx, ticket)) keysFor.set(_id, [...(keysFor.get(_id) ?? []), ticket.key]);
  for (const [recipientId, keys] of keysFor) {
    const isOne = keys.length === 1;
    await notify(ctx, {
      recipientId,
      kind: "ticket.unheld",
      subject: { type: "person", id: personId, label: name },
      title: `${plural(keys.length, "support ticket")} of ${name} ${isOne ? "waits" : "wait"} for another agent`,
      body: `${keys.join(", ")}: nobody has ${isOne ? "it" : "them"} now.`,
      to: pathTo("support", { view: "queue", show: "unassigned" }),
      at,
    });
  }
}
