/** Arguments with which anybody who may call a function about approvals succeeds, whatever their role. */

import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { DAY_MS } from "../lib/pure/time";
import type { aWorld } from "../testing/world.testing";
import { openCase, type Scene } from "./approvals.testing";

type World = Awaited<ReturnType<typeof aWorld>>;

/** Everybody active has a seat, and more are needed than will ever decide. */
const EVERYBODY: Scene = {
  steps: [
    { rule: { kind: "role", role: "staff" }, quorum: { kind: "count", count: 40 }, escalateAfterHours: undefined },
  ],
};
const ANYBODY: Scene = { steps: [{ rule: { kind: "role", role: "staff" } }], policy: { holdSeconds: 600 } };

/** The arguments of one mutation for one caller, in a world made ready for it. */
export async function approvalArgs(
  world: World,
  callerId: Id<"people">,
  mutation: string,
): Promise<Record<string, unknown>> {
  const turn = (await world.rows("requests")).length;
  const rita = await world.person(`rita${turn}`);
  const sue = await world.person(`sue${turn}`, { roles: ["staff", "superAdmin"] });
  const open = (scene: Scene) =>
    world.run((ctx) => openCase(ctx, { requesterId: rita.id, beneficiaryId: rita.id }, scene));
  const requestId = await open(mutation === "takeBack" ? ANYBODY : EVERYBODY);
  const [approval] = (await world.rows("approvals")).filter((row) => row.requestId === requestId);
  if (!approval) throw new Error("The approval did not open");
  const approvalId = approval._id;
  if (mutation === "takeBack")
    await sue.mutation(api.approvals.mutations.decide, { approvalId, verdict: "approve", comment: "" });
  if (mutation === "review") {
    await sue.stepUp();
    await sue.mutation(api.approvals.mutations.breakGlass, { approvalId, reason: "Urgent" });
  }
  // Comes too late for a seat of her own.
  const zoe = await world.person(`zoe${turn}`);
  const now = Date.UTC(2026, 2, 2, 9);
  const window = { startsAt: now + DAY_MS, endsAt: now + 2 * DAY_MS, reason: "On leave" };
  switch (mutation) {
    case "decide":
      return { approvalId, verdict: "approve", comment: "" };
    case "decideMany":
      return { typeKey: "test", items: [{ approvalId }], verdict: "approve", comment: "" };
    case "askInfo":
      return { approvalId, comment: "Which report?" };
    case "takeBack":
      return { approvalId, reason: "Wrong warehouse" };
    case "breakGlass":
      await stepUp(world, callerId);
      return { approvalId, reason: "Urgent" };
    case "review":
      return { approvalId, isJustified: true, comment: "Confirmed" };
    case "reassign": {
      const seat = (await world.rows("approvalSeats")).find(({ personId }) => personId === callerId);
      return { approvalId, seatId: seat?._id, toId: zoe.id, reason: "manual", comment: "She knows better" };
    }
    case "delegate":
      return { toId: zoe.id, ...window };
    case "endDelegation":
      return {
        delegationId: await world.run((ctx) =>
          ctx.db.insert("delegations", {
            ...window,
            fromId: callerId,
            toId: zoe.id,
            createdById: rita.id,
            phase: "planned",
          }),
        ),
      };
    case "snooze":
      return { approvalId, until: now + DAY_MS };
    default:
      throw new Error(`No arguments for approvals/mutations:${mutation}`);
  }
}

/** The caller has their password at hand. */
export async function stepUp(world: World, callerId: Id<"people">): Promise<void> {
  const tokenIdentifier = (await world.rows("people")).find(({ _id }) => _id === callerId)?.tokenIdentifier ?? "";
  await world.stepUp(`session-of-${tokenIdentifier.split("|")[1]}`);
}
