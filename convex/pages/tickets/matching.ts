/** All tickets a filter of the queue lets through, for what is done with all of them. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { MAX_MATCHING, whyNotAllOf } from "../../core/tickets/rules/matching";
import { refuse, refuseIf } from "../../lib/errors";
import { merged } from "../../lists/streams";
import { check, matcher, type QueueFilter, queueSources, sortingOf } from "./ticketQueue";

/** Tickets that are looked at for it: where words are looked for, each costs its messages. */
const SCAN_LIMIT = 2000;

/** The same, in the order of the queue; refused where they are more than can be changed at once, or simply all. */
export async function matchingTickets(
  ctx: Pick<QueryCtx, "db">,
  agent: Doc<"people">,
  filter: QueueFilter,
): Promise<Doc<"tickets">[]> {
  refuseIf(whyNotAllOf(filter));
  check(filter.text);
  const { sources, isWhole, limits } = await queueSources(ctx, agent, filter);
  const matches = matcher(ctx, agent, filter);
  const found: Doc<"tickets">[] = [];
  let looked = 0;
  for await (const ticket of merged(sources, sortingOf(filter), null, false)) {
    looked += 1;
    if (looked > (limits?.scanLimit ?? SCAN_LIMIT)) refuse({ code: "too-many", max: MAX_MATCHING });
    if (!(await matches(ticket))) continue;
    if (found.length === MAX_MATCHING) refuse({ code: "too-many", max: MAX_MATCHING });
    found.push(ticket);
  }
  if (!isWhole) refuse({ code: "too-many", max: MAX_MATCHING });
  return found;
}
