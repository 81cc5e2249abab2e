/** A successor says yes or no to what they are named for. One no ends the proposal: somebody else has to be named. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { type Deed, recordEvent } from "../../core/audit/model";
import { closeNotices } from "../../core/notifications/model";
import { nameOf } from "../../core/people/model";
import { whyNotAccept, whyNotProposalReason } from "../../core/proposals/rules";
import { refuse, refuseIf } from "../../lib/errors";
import { end } from "./confirming";
import { namedIn, notAccepted } from "./named";
import { askToConfirm } from "./proposing";

type ReadCtx = Pick<QueryCtx, "db">;
type Proposal = Doc<"proposals">;

/** Open proposals that are looked through for one person: more than a company has. */
const PROPOSALS_READ = 200;

/** A proposal that names somebody, as they see it. */
export interface Named {
  readonly proposal: Proposal;
  /** What they would take over, in words. */
  readonly things: readonly string[];
  /** Whom they would take it over from. */
  readonly from: string;
  readonly hasAccepted: boolean;
}

/** The open proposals that name somebody as a successor, the oldest first. */
export async function proposalsNaming(ctx: ReadCtx, person: Doc<"people">, now: number): Promise<Named[]> {
  const open = await ctx.db
    .query("proposals")
    .withIndex("by_state", (q) => q.eq("state", "open"))
    .take(PROPOSALS_READ);
  const found: Named[] = [];
  for (const proposal of open) {
    if (proposal.expiresAt <= now || !proposal.partyIds.includes(person._id)) continue;
    const things = (await namedIn(ctx, proposal)).get(person._id);
    if (!things || !("personId" in proposal.change)) continue;
    const from = await nameOf(ctx, proposal.change.personId);
    found.push({ proposal, things, from, hasAccepted: hasAccepted(proposal, person) });
  }
  return found;
}

/** Says yes; with the last one whoever may confirm is asked. */
export async function accept(deed: Deed, person: Doc<"people">, proposal: Proposal): Promise<void> {
  const { ctx, at, by } = deed;
  await requireNamed(ctx, person, proposal);
  refuseIf(whyNotAccept({ ...proposal, hasAccepted: hasAccepted(proposal, person) }, at));
  const acceptedBy = [...(proposal.acceptedBy ?? []), { personId: person._id, at }];
  await ctx.db.patch(proposal._id, { acceptedBy });
  await recordEvent(ctx, {
    ...by,
    action: "proposal.accepted",
    targets: [{ type: "proposal", id: proposal._id, label: proposal.title }, proposal.subject],
    occurredAt: at,
  });
  const subjectId = proposal._id;
  await closeNotices(ctx, {
    subjectId,
    recipientId: person._id,
    kinds: ["proposal.successor"],
    reason: "You agreed to take over",
    at,
  });
  const accepted = { ...proposal, acceptedBy };
  if ((await notAccepted(ctx, accepted)).length === 0) await askToConfirm(deed, accepted);
}

/** Says no, with a reason that whoever proposed it reads. */
export async function turnDown(deed: Deed, person: Doc<"people">, proposal: Proposal, reason: string): Promise<void> {
  await requireNamed(deed.ctx, person, proposal);
  refuseIf(whyNotAccept({ ...proposal, hasAccepted: false }, deed.at) ?? whyNotProposalReason(reason));
  await end(deed, proposal, { state: "refused", person, action: "proposal.turnedDown", endReason: reason.trim() });
}

/** For whom it does not name, there is no such proposal. */
async function requireNamed(ctx: ReadCtx, person: Doc<"people">, proposal: Proposal): Promise<void> {
  if (!(await namedIn(ctx, proposal)).has(person._id)) refuse({ code: "not-found" });
}

function hasAccepted({ acceptedBy = [] }: Proposal, { _id }: Doc<"people">): boolean {
  return acceptedBy.some(({ personId }) => personId === _id);
}
