/** An agent hands a ticket to another team, or to none (S42). */

import type { Id } from "../../../_generated/dataModel";
import { currentAreaId } from "../../../core/people/mergedAreas";
import { currentTeams, teamNameOf } from "../../../core/supportTeams/model";
import type { ReadTicket } from "../../../core/tickets/model";
import { whyNotMove } from "../../../core/tickets/rules";
import { refuse, refuseIf } from "../../../lib/errors";
import { closeAssigned } from "../answers/giving";
import { agentsFor } from "../steps/agents";
import { asAgentOf, noteIn, record, type TicketStep } from "../steps/step";
import { tellHanded } from "../steps/telling";

/** Hands it over: an agent of another team no longer has it, and the agents of the new one hear of it. */
export async function handTo(step: TicketStep, read: ReadTicket, teamId: Id<"businessAreas"> | null): Promise<void> {
  asAgentOf(read);
  const { ctx, at } = step;
  const { ticket } = read;
  refuseIf(whyNotMove(ticket.state, "steer"));
  if (teamId !== null && !(await currentTeams(ctx)).some(({ _id }) => _id === teamId))
    refuse({ code: "not-found", message: "This is not a support team." });
  const before = await currentAreaId(ctx, ticket.teamId);
  if ((teamId ?? undefined) === before) return;
  const assignee = ticket.assigneeId && (await ctx.db.get(ticket.assigneeId));
  const stays = teamId === null || !assignee || (await currentAreaId(ctx, assignee.businessAreaId)) === teamId;
  const changes = {
    teamId: teamId ?? undefined,
    lastGiven: undefined,
    updatedAt: at,
    ...(!stays && { assigneeId: undefined }),
  };
  await ctx.db.patch(ticket._id, changes);
  const [from, to] = [await teamNameOf(ctx, before), await teamNameOf(ctx, teamId ?? undefined)];
  const left = stays ? "" : " Nobody has it now.";
  await noteIn(step, ticket._id, `${to === null ? `Taken from the ${from}.` : `Handed to the ${to}.`}${left}`);
  await record(step, ticket, "ticket.teamChanged", { from, to });
  if (assignee && !stays) await closeAssigned(step, ticket, assignee._id, "Handed to another team");
  if (to !== null && (!assignee || !stays)) {
    const handed = { ...ticket, ...changes };
    await tellHanded(step, handed, { agents: await agentsFor(ctx, handed), team: to, by: step.person._id });
  }
}
