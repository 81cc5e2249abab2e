/** Out of office: somebody decides for somebody else in a window. One hop, and never for a party to the request. */

import type { Doc, Id } from "../../_generated/dataModel";
import { whyNotDelegate } from "../../core/approvals/rules/delegation";
import { recordEvent } from "../../core/audit/model";
import { closeNotices, notify } from "../../core/notifications/model";
import { fullName, nameOf } from "../../core/people/model";
import { refuse, refuseIf } from "../../lib/errors";
import { PAGES } from "../../site/pages";
import type { Step } from "../steps/step";
import { seatDelegate, unseatDelegate } from "./sittingIn";

const DELEGATIONS_READ = 50;
/** Delegations begun or ended per run of the clock. */
const TURN_BATCH = 20;

/** Who stands in for whom, when, and for which types. */
export interface DelegationDraft {
  readonly from: Doc<"people">;
  readonly to: Doc<"people">;
  readonly typeKeys?: string[];
  readonly startsAt: number;
  readonly endsAt: number;
  readonly reason: string;
  readonly createdById: Id<"people">;
}

/** Plans a delegation; one whose time has come takes effect at once, also on what is open already. */
export async function delegate(step: Step, draft: DelegationDraft): Promise<Id<"delegations">> {
  const { from, to, createdById, ...window } = draft;
  const others = { ofFrom: await windowsOf(step, from._id), ofTo: await windowsOf(step, to._id) };
  refuseIf(
    whyNotDelegate({
      from: { id: from._id, status: from.status },
      to: { id: to._id, status: to.status, name: fullName(to) },
      byId: createdById,
      ...window,
      others,
      now: step.at,
    }),
  );
  const id = await step.ctx.db.insert("delegations", {
    ...window,
    reason: draft.reason.trim(),
    fromId: from._id,
    toId: to._id,
    createdById,
    phase: "planned",
  });
  await recordEvent(step.ctx, {
    ...step.by,
    action: "delegation.created",
    targets: [
      { type: "delegation", id, label: `${fullName(from)} to ${fullName(to)}` },
      { type: "person", id: from._id, label: from.email },
      { type: "person", id: to._id, label: to.email },
    ],
    context: {
      startsAt: draft.startsAt,
      endsAt: draft.endsAt,
      typeKeys: draft.typeKeys ?? "all",
      reason: draft.reason.trim(),
    },
    occurredAt: step.at,
  });
  await tellDelegate(step, id, draft);
  if (draft.startsAt <= step.at) await begin(step, id);
  return id;
}

/** Tells whoever sits in, and whoever is away when somebody else arranged it. */
async function tellDelegate(
  step: Step,
  id: Id<"delegations">,
  { from, to, createdById, reason }: DelegationDraft,
): Promise<void> {
  const notice = {
    kind: "delegation.created",
    subject: { type: "delegation", id, label: fullName(from) },
    body: reason.trim(),
    to: PAGES.approvals.path,
    at: step.at,
  } as const;
  await notify(step.ctx, {
    ...notice,
    recipientId: to._id,
    title: `You stand in for ${fullName(from)}`,
    because: createdById === from._id ? `${fullName(from)} is away and chose you` : `${fullName(from)} is away`,
  });
  if (createdById === from._id) return;
  await notify(step.ctx, {
    ...notice,
    recipientId: from._id,
    title: `${fullName(to)} stands in for you`,
    because: `${await nameOf(step.ctx, createdById)} arranged it while you are away`,
  });
}

/** Ends a delegation before its time: seats held for the absent person are returned at once. */
export async function endDelegation(step: Step, delegation: Doc<"delegations">): Promise<void> {
  if (delegation.phase === "over") refuse({ code: "wrong-state", status: "over" });
  await step.ctx.db.patch(delegation._id, { endedAt: step.at });
  await finish(step, delegation);
}

/**
 * Somebody is gone: what they arranged for others, who stands in for them and whom they stand in for ends with them. None
 * of it comes back when they do. Says whether more are left.
 */
export async function endDelegationsOf(step: Step, personId: Id<"people">): Promise<boolean> {
  const found = [
    ...(await step.ctx.db
      .query("delegations")
      .withIndex("by_creator", (q) => q.eq("createdById", personId).gt("endsAt", step.at))
      .take(DELEGATIONS_READ)),
    ...(await step.ctx.db
      .query("delegations")
      .withIndex("by_from", (q) => q.eq("fromId", personId).gt("endsAt", step.at))
      .take(DELEGATIONS_READ)),
    ...(await step.ctx.db
      .query("delegations")
      .withIndex("by_to", (q) => q.eq("toId", personId).gt("endsAt", step.at))
      .take(DELEGATIONS_READ)),
  ];
  const open = new Map(found.filter(({ phase }) => phase !== "over").map((row) => [row._id, row]));
  for (const delegation of [...open.values()].slice(0, TURN_BATCH)) await endDelegation(step, delegation);
  return open.size > TURN_BATCH;
}

/** The delegations that begin or end now. */
export async function dueDelegations(step: Step): Promise<Id<"delegations">[]> {
  const starting = await step.ctx.db
    .query("delegations")
    .withIndex("by_start", (q) => q.eq("phase", "planned").lte("startsAt", step.at))
    .take(TURN_BATCH);
  const ending = await step.ctx.db
    .query("delegations")
    .withIndex("by_end", (q) => q.eq("phase", "inEffect").lte("endsAt", step.at))
    .take(TURN_BATCH);
  return [...new Set([...starting, ...ending].map(({ _id }) => _id))];
}

/** Begins a delegation whose time has come, and ends it when that is over. */
export async function turnDelegation(step: Step, id: Id<"delegations">): Promise<void> {
  await begin(step, id);
  const delegation = await step.ctx.db.get(id);
  if (delegation?.phase === "inEffect" && delegation.endsAt <= step.at) await finish(step, delegation);
}

async function begin(step: Step, id: Id<"delegations">): Promise<void> {
  const delegation = await step.ctx.db.get(id);
  if (delegation?.phase !== "planned") return;
  await step.ctx.db.patch(id, { phase: "inEffect" });
  await recordEvent(step.ctx, {
    ...step.by,
    action: "delegation.began",
    targets: [await target(step, delegation)],
    occurredAt: step.at,
  });
  await seatDelegate(step, delegation);
}

async function finish(step: Step, delegation: Doc<"delegations">): Promise<void> {
  await step.ctx.db.patch(delegation._id, { phase: "over" });
  await unseatDelegate(step, delegation);
  await closeNotices(step.ctx, {
    subjectId: delegation._id,
    kinds: ["delegation.created"],
    reason: "The delegation is over",
    at: step.at,
  });
  await recordEvent(step.ctx, {
    ...step.by,
    action: "delegation.ended",
    targets: [await target(step, delegation)],
    occurredAt: step.at,
  });
}

async function target(step: Step, { _id, fromId, toId }: Doc<"delegations">) {
  return { type: "delegation", id: _id, label: `${await nameOf(step.ctx, fromId)} to ${await nameOf(step.ctx, toId)}` };
}

async function windowsOf(step: Step, fromId: Id<"people">): Promise<Doc<"delegations">[]> {
  const found = await step.ctx.db
    .query("delegations")
    .withIndex("by_from", (q) => q.eq("fromId", fromId).gt("endsAt", step.at))
    .take(DELEGATIONS_READ);
  return found.filter(({ phase }) => phase !== "over");
}
