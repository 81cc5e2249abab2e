/** The open scenarios of the demo world: between them every request status, task status, outcome and monitor decision. */

import { HOUR_MS } from "../../convex/lib/pure/time";
import { cancelRequest } from "../../convex/process/settling/requestMoves";
import {
  drafts,
  awaitingApproval,
  awaitingSecondApproval,
  awaitingGovernance,
  needsInfo,
  takenBack,
  brokenGlass,
  rejected,
  expired,
} from "./approvalScenarios";
import { scenarios, type Scenario } from "./scenario";
import { play, stepAt, submit } from "./stage";
import { access, leaver, newWarehouse } from "./wishes";
import {
  workedOnByHand,
  machineAtWork,
  lostWorker,
  retrying,
  blocked,
  resolvedByHand,
  onHold,
  connectorDown,
  unknownType,
} from "./workScenarios";

const leaving = scenarios(
  async (stage, plot) => void (await play(stage, await submit(stage, plot), { until: ({ order }) => order > 2 })),
  [{ hoursAgo: 50, area: "B2B", by: "declan.byrne@ao.com", wish: leaver({ email: "hugo.martins@ao.com" }) }],
);

const cancelled = scenarios(
  async (stage, plot) => {
    const request = await submit(stage, plot);
    const requester = await stage.ctx.db.get(request.requesterId);
    await cancelRequest(
      stepAt(stage, request.updatedAt + HOUR_MS, requester ?? undefined),
      request,
      "The project was postponed",
    );
  },
  [{ hoursAgo: 84, area: "MKT", by: "staff@ao.com", wish: newWarehouse() }],
);

/** Access that was given lately, and access that ends soon. */
const given = scenarios(
  async (stage, plot) => void (await play(stage, await submit(stage, plot))),
  [
    {
      hoursAgo: 83 * 24,
      area: "MKT",
      by: "staff@ao.com",
      wish: access({ domain: "web-analytics", level: "read", durationDays: 90 }),
    },
    {
      hoursAgo: 400,
      area: "MKT",
      by: "staff@ao.com",
      wish: access({ domain: "orders", level: "read", durationDays: 90 }),
    },
    {
      hoursAgo: 160,
      area: "FIN",
      by: "finops@ao.com",
      wish: access({ domain: "cloud-cost", level: "read", durationDays: 180 }),
    },
  ],
);

/** Every open scenario, the oldest first: request numbers follow it. */
export const OPEN_SCENARIOS: readonly Scenario[] = [
  drafts,
  awaitingApproval,
  awaitingSecondApproval,
  awaitingGovernance,
  workedOnByHand,
  machineAtWork,
  lostWorker,
  retrying,
  blocked,
  resolvedByHand,
  needsInfo,
  onHold,
  connectorDown,
  unknownType,
  takenBack,
  brokenGlass,
  leaving,
  rejected,
  expired,
  cancelled,
  given,
]
  .flat()
  .toSorted((a, b) => b.plot.hoursAgo - a.plot.hoursAgo);
