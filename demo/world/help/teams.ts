/** Who looks after which tickets in the demo world: the platform answers, and what is about money is Finance's. */

import type { MutationCtx } from "../../../convex/_generated/server";
import { personActor } from "../../../convex/core/audit/model";
import { newestTeams, setTeams } from "../../../convex/core/supportTeams/model";
import type { SupportTeams } from "../../../convex/core/supportTeams/table";
import type { TicketTopic } from "../../../convex/core/tickets/table";
import { DAY_MS } from "../../../convex/lib/pure/time";
import type { Cast } from "../cast";
import type { AreaCode } from "../company";

/** What is about something else has no team. */
const TEAMS: Readonly<Partial<Record<TicketTopic, AreaCode>>> = {
  access: "DAT",
  request: "DAT",
  data: "DAT",
  report: "DAT",
  account: "DAT",
  portal: "DAT",
  cost: "FIN",
};

/** Sets the teams before the first ticket is written; what somebody real has set stays. */
export async function haveTeams(ctx: MutationCtx, { areas, superAdmin }: Cast, now: number): Promise<void> {
  if (await newestTeams(ctx)) return;
  const idOf = new Map(areas.map(({ code, id }) => [code, id]));
  const teams: SupportTeams = {};
  for (const [topic, code] of Object.entries(TEAMS)) teams[topic as TicketTopic] = idOf.get(code);
  const reason = "The platform answers what is about data and the portal, Finance what is about money.";
  const at = now - 90 * DAY_MS;
  await setTeams(ctx, teams, { by: { actor: personActor(superAdmin) }, at, byId: superAdmin._id, reason });
}
