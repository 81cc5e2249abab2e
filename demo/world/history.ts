/** Six months of ended requests: most were granted, some were not. One seed gives one history. */

import type { Doc } from "../../convex/_generated/dataModel";
import { SYSTEM } from "../../convex/core/audit/model";
import { updateGrant } from "../../convex/core/grants/model";
import { DAY_MS, HOUR_MS } from "../../convex/lib/pure/time";
import { cancelRequest } from "../../convex/process/settling/requestMoves";
import { BUSINESS_AREAS } from "./company";
import { chanceFrom, type Chance } from "./random";
import type { Scenario } from "./scenario";
import { decideAs, letTimePass, play, runningTask, stepAt, submit, type Plot, type Stage } from "./stage";
import {
  access,
  biSeat,
  dataSource,
  newUser,
  newWarehouse,
  pipelineChange,
  resize,
  sandboxSchema,
  serviceUser,
  type Wishing,
} from "./wishes";

/** How far back the history goes, and where the open scenarios begin. */
const FIRST_HOUR = 26 * 7 * 24;
const LAST_HOUR = 9 * 24;

/** What is asked for, by how often. */
const WISHES: readonly Wishing[] = [
  access(),
  access(),
  access(),
  access(),
  access({ isSensitive: true }),
  biSeat(),
  biSeat({ license: "explorer" }),
  newUser(),
  pipelineChange(),
  pipelineChange({ kind: "rerun" }),
  sandboxSchema,
  newWarehouse(),
  resize(),
  dataSource(),
  serviceUser(),
];

type Play = Scenario["play"];

const granted: Play = async (stage, plot) => {
  const request = await play(stage, await submit(stage, plot));
  await endOldAccess(stage, request);
};

const refused: Play = async (stage, plot) => {
  const request = await submit(stage, plot);
  const task = await runningTask(stage, request);
  const comment = stage.chance.pick([
    "Somebody of your area has this and can share the report.",
    "The reason does not say what it is for.",
    "This data may not be used for that purpose.",
  ]);
  await decideAs(stage, task, {
    at: request.updatedAt + stage.chance.between(2, 30) * HOUR_MS,
    verdict: "reject",
    comment,
  });
};

const withdrawn: Play = async (stage, plot) => {
  const request = await submit(stage, plot);
  const requester = await stage.ctx.db.get(request.requesterId);
  await cancelRequest(
    stepAt(stage, request.updatedAt + 5 * HOUR_MS, requester ?? undefined),
    request,
    "No longer needed",
  );
};

const forgotten: Play = async (stage, plot) => {
  const request = await submit(stage, plot);
  await letTimePass({ ...stage, now: request.updatedAt + 6 * DAY_MS }, request);
};

/** Access whose time was over before the demo began has ended, read back as such. */
async function endOldAccess(stage: Stage, { _id }: Pick<Doc<"requests">, "_id">): Promise<void> {
  const grants = await stage.ctx.db
    .query("grants")
    .withIndex("by_request", (q) => q.eq("requestId", _id))
    .take(10);
  for (const grant of grants) {
    const { expiresAt } = grant;
    if (expiresAt === undefined || expiresAt > stage.now) continue;
    const facts = [{ subject: grant.description, expected: "not granted", actual: "not granted" }];
    const removalProof = { isProven: true, facts, readAt: expiresAt };
    await updateGrant(
      stage.ctx,
      grant,
      { state: "Expired", endedAt: expiresAt, nextCheckAt: undefined, removalProof, endReason: "Its time was over" },
      { ...SYSTEM, at: expiresAt, action: "grant.expired" },
    );
  }
}

function outcomeOf(chance: Chance): Play {
  const dice = chance.next();
  if (dice < 0.8) return granted;
  if (dice < 0.9) return refused;
  return dice < 0.96 ? withdrawn : forgotten;
}

/** So many ended requests, evenly over six months, the oldest first. */
export function historyScenarios(seed: number, count: number): Scenario[] {
  return Array.from({ length: count }, (_, index) => {
    const chance = chanceFrom(seed * 7919 + index);
    const hoursAgo = FIRST_HOUR - Math.floor(((FIRST_HOUR - LAST_HOUR) * index) / count) - chance.between(0, 9);
    const plot: Plot = { hoursAgo, area: chance.pick(BUSINESS_AREAS).code, wish: chance.pick(WISHES) };
    return { plot, play: outcomeOf(chance) };
  });
}

/** How many of so many ended requests began earlier than so many days before the demo. */
export function endedBefore(days: number, count: number): number {
  return Math.ceil((count * (FIRST_HOUR - days * 24)) / (FIRST_HOUR - LAST_HOUR));
}
