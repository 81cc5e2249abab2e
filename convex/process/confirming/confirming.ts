/** The end of a proposal: confirmed, refused, withdrawn, stopped, or by the clock. */

import type { Doc, Id } from "../../_generated/dataModel";
import { personAsOf } from "../../access/entry";
import { type Deed, recordEvent } from "../../core/audit/model";
import { closeNotices, notify } from "../../core/notifications/model";
import { fullName } from "../../core/people/model";
import { whyNotProposalReason, whyNotRefuse, whyNotSecond, whyNotStop } from "../../core/proposals/rules";
import type { ProposalState } from "../../core/proposals/table";
import { refuse, refuseIf } from "../../lib/errors";
import type { Refusal } from "../../lib/pure/refusal";
import { kindOf } from "./kinds";
import { whyNotAccepted } from "./named";
import { seenOf, shownHash } from "./proposing";
import { placeOf } from "./steps/change";
import { loadPerson } from "./steps/people";
import { secondFacts } from "./steps/seconds";

/** Proposals ended by the clock in one run. */
const TURN_BATCH = 20;

/** Confirms exactly what was shown, and carries it out. */
export async function confirm(
  deed: Deed,
  person: Doc<"people">,
  proposal: Doc<"proposals">,
  seenHash: string,
): Promise<void> {
  refuseIf(whyNotSecond(await secondFacts(deed.ctx, proposal, person, deed.at), deed.at));
  if (seenHash !== (await seenOf(deed.ctx, proposal.change, proposal)).shownHash) refuse({ code: "changed-meanwhile" });
  refuseIf(await kindOf(proposal.change).whyNot(deed.ctx, proposal.change, person));
  refuseIf(await whyNotStill(deed, proposal));
  await carryOut(deed, proposal, person);
  await end(deed, proposal, { state: "confirmed", person, action: "proposal.confirmed" });
}

/** Says no, with a reason. */
export async function refuseProposal(
  deed: Deed,
  person: Doc<"people">,
  proposal: Doc<"proposals">,
  reason: string,
): Promise<void> {
  refuseIf(whyNotProposalReason(reason));
  refuseIf(whyNotRefuse(await secondFacts(deed.ctx, proposal, person, deed.at), deed.at));
  await end(deed, proposal, { state: "refused", person, action: "proposal.refused", endReason: reason.trim() });
}

/** Stops what would take effect without a second person. */
export async function stop(
  deed: Deed,
  person: Doc<"people">,
  proposal: Doc<"proposals">,
  reason: string,
): Promise<void> {
  refuseIf(whyNotProposalReason(reason));
  refuseIf(whyNotStop(proposal, deed.at));
  await end(deed, proposal, { state: "stopped", person, action: "proposal.stopped", endReason: reason.trim() });
}

/** Takes back one's own proposal. */
export async function withdraw(deed: Deed, person: Doc<"people">, proposal: Doc<"proposals">): Promise<void> {
  if (proposal.proposedById !== person._id) refuse({ code: "not-eligible", message: "Somebody else proposed this." });
  if (proposal.state !== "open") refuse({ code: "wrong-state", status: proposal.state });
  await end(deed, proposal, { state: "withdrawn", person, action: "proposal.withdrawn" });
}

/** Proposals whose time has come: those that nobody stopped take effect, those that nobody confirmed are over. */
export async function dueProposals({ ctx, at }: Pick<Deed, "ctx" | "at">): Promise<Id<"proposals">[]> {
  const due = await ctx.db
    .query("proposals")
    .withIndex("by_due", (q) => q.eq("state", "open").gt("appliesAt", 0).lte("appliesAt", at))
    .take(TURN_BATCH);
  const expired = await ctx.db
    .query("proposals")
    .withIndex("by_expiry", (q) => q.eq("state", "open").lte("expiresAt", at))
    .take(TURN_BATCH);
  return [...new Set([...due, ...expired].map(({ _id }) => _id))];
}

/** Does what the time of one proposal asks for. */
export async function turnProposal(deed: Deed, proposalId: Id<"proposals">): Promise<void> {
  const proposal = await deed.ctx.db.get(proposalId);
  if (proposal?.state !== "open") return;
  const isDue = proposal.appliesAt !== undefined && proposal.appliesAt <= deed.at;
  if (!isDue) {
    if (proposal.expiresAt <= deed.at)
      await end(deed, proposal, { state: "expired", person: null, action: "proposal.expired" });
    return;
  }
  const no = await whyNotStill(deed, proposal);
  if (no) {
    const endReason = typeof no["message"] === "string" ? no["message"] : "What it was about has changed since.";
    return await end(deed, proposal, { state: "overtaken", person: null, action: "proposal.overtaken", endReason });
  }
  await carryOut(deed, proposal, null);
  await end(deed, proposal, { state: "applied", person: null, action: "proposal.applied" });
}

/** Why a proposal does not hold any more, or null: its proposer may do it still, and it is what was shown, and whoever takes over agreed. */
export async function whyNotStill({ ctx }: Pick<Deed, "ctx">, proposal: Doc<"proposals">): Promise<Refusal | null> {
  const { change } = proposal;
  const kind = kindOf(change);
  const proposer = personAsOf(await loadPerson(ctx, proposal.proposedById), Date.now());
  const no = (await kind.whyNot(ctx, change, proposer)) ?? (await whyNotAccepted(ctx, proposal));
  if (no) return no;
  const isSame = shownHash(change, await kind.look(ctx, change, proposer)) === proposal.shownHash;
  return isSame ? null : { code: "changed-meanwhile", message: "What it was about changed since it was proposed." };
}

async function carryOut(deed: Deed, proposal: Doc<"proposals">, confirmedBy: Doc<"people"> | null): Promise<void> {
  const { change, reason, proposedById } = proposal;
  const proposedBy = await loadPerson(deed.ctx, proposedById);
  await kindOf(change).apply(deed, change, { reason, proposedBy, confirmedBy });
}

const ENDS: Readonly<Record<Exclude<ProposalState, "open">, string>> = {
  confirmed: "was confirmed",
  applied: "took effect: nobody stopped it",
  refused: "was refused",
  withdrawn: "was withdrawn",
  stopped: "was stopped",
  overtaken: "did not take effect",
  expired: "expired: nobody confirmed it in time",
};

/** Ends a proposal, and tells whoever proposed it. */
export async function end(
  { ctx, at, by }: Deed,
  { _id, title, subject, proposedById }: Doc<"proposals">,
  how: {
    readonly state: Exclude<ProposalState, "open">;
    readonly person: Doc<"people"> | null;
    readonly action: string;
    readonly endReason?: string;
  },
): Promise<void> {
  const { state, person, action, endReason } = how;
  await ctx.db.patch(_id, {
    state,
    endedAt: at,
    ...(person && { endedById: person._id }),
    ...(endReason !== undefined && { endReason }),
  });
  const target = { type: "proposal", id: _id, label: title };
  await recordEvent(ctx, {
    ...by,
    action,
    targets: [target, subject],
    context: { proposedById, reason: endReason ?? null },
    occurredAt: at,
  });
  const who = person ? ` by ${fullName(person)}` : "";
  await closeNotices(ctx, {
    subjectId: _id,
    kinds: ["proposal.asked", "proposal.announced", "proposal.successor"],
    reason: `It ${ENDS[state]}${who}`,
    at,
  });
  if (person?._id === proposedById) return;
  await notify(ctx, {
    recipientId: proposedById,
    kind: "proposal.ended",
    subject: target,
    title: `${title}: ${ENDS[state]}${who}`,
    body: endReason === undefined ? "" : `Reason: ${endReason}`,
    to: placeOf(subject),
    at,
  });
}
