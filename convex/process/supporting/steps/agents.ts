/** Who is told of a ticket that nobody has: the agents of its team, and without any the agents of every team (S42). */

import type { Doc } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import { personCan } from "../../../access/rules";
import { firstHoldersOf, ownersOf, MAX_OWNERS } from "../../../core/people/holders";
import { currentAreaId } from "../../../core/people/mergedAreas";
import { isOwnOf, participantsOf } from "../../../core/tickets/model";

type ReadCtx = Pick<QueryCtx, "db">;

/** Whether somebody answers a ticket: nobody does one they take part in, by whichever account. */
export async function answersIt(ctx: ReadCtx, ticket: Doc<"tickets">, agent: Doc<"people">): Promise<boolean> {
  if (!personCan(agent, "tickets.answer")) return false;
  return !(await isOwnOf(ctx, { ticket, participants: await participantsOf(ctx, ticket._id) }, agent));
}

/** Those who are told, as far as they answer it. */
export async function agentsFor(ctx: ReadCtx, ticket: Doc<"tickets">): Promise<Doc<"people">[]> {
  const team = await answering(ctx, ticket, await membersOf(ctx, ticket.teamId));
  return team.length > 0 ? team : await answering(ctx, ticket, await ownersOf(ctx));
}

/** The active people of a team who answer tickets: its admins; without any, its super admins. */
export async function membersOf(ctx: ReadCtx, teamId: Doc<"tickets">["teamId"]): Promise<Doc<"people">[]> {
  const areaId = await currentAreaId(ctx, teamId);
  if (areaId === undefined) return [];
  return await firstHoldersOf(ctx, "tickets.answer", MAX_OWNERS, async (people) => {
    const areaIds = await Promise.all(people.map((person) => currentAreaId(ctx, person.businessAreaId)));
    return people.filter((_, place) => areaIds[place] === areaId);
  });
}

async function answering(ctx: ReadCtx, ticket: Doc<"tickets">, agents: readonly Doc<"people">[]) {
  const answers = await Promise.all(agents.map((agent) => answersIt(ctx, ticket, agent)));
  return agents.filter((_, place) => answers[place]);
}
