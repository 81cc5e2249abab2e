/** What of changes that need a second person is shown. */

import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import { guardedQuery, type ViewerQueryCtx } from "../access/functions";
import { personCan } from "../access/rules";
import { namesOf } from "../core/people/model";
import { whyNotRefuse, whyNotSecond, whyNotStop } from "../core/proposals/rules";
import { proposalState, proposedLine } from "../core/proposals/table";
import { nullableString, nullableTimestamp, timestamp } from "../lib/validators";
import { proposalsNaming } from "../process/confirming/accepting";
import { kindOf } from "../process/confirming/kinds";
import { notAccepted, whyNotAccepted } from "../process/confirming/named";
import { seenOf } from "../process/confirming/proposing";
import { secondFacts } from "../process/confirming/steps/seconds";

const refusal = v.union(v.null(), v.any());

const shownProposal = v.object({
  id: v.id("proposals"),
  title: v.string(),
  lines: v.array(proposedLine),
  shownHash: v.string(),
  reason: v.string(),
  proposedBy: v.string(),
  proposedAt: timestamp,
  expiresAt: timestamp,
  /** When it takes effect without a second person; null where one decides. */
  appliesAt: nullableTimestamp,
  state: proposalState,
  endedAt: nullableTimestamp,
  endedBy: nullableString,
  endReason: nullableString,
  isOwn: v.boolean(),
  /** Successors it names who have not agreed yet, by name. */
  waitsFor: v.array(v.string()),
  whyNotConfirm: refusal,
  whyNotRefuse: refusal,
  whyNotStop: refusal,
});

/** Ended proposals that are shown beside the open one. */
const SHOWN_ENDED = 10;

/** The proposals about one thing: the open one first, then the latest that ended. */
export const about = guardedQuery("proposals.read", {
  args: { subjectId: v.string() },
  returns: v.array(shownProposal),
  handler: async (ctx, { subjectId }) => {
    // Each state apart: however many ended one way, what is open is there, and of what ended the latest.
    const rows: Doc<"proposals">[] = [];
    for (const { value: state } of proposalState.members)
      rows.push(
        ...(await ctx.db
          .query("proposals")
          .withIndex("by_subject", (q) => q.eq("subject.id", subjectId).eq("state", state))
          .order("desc")
          .take(SHOWN_ENDED)),
      );
    const sorted = rows.toSorted(
      (a, b) => Number(b.state === "open") - Number(a.state === "open") || b.proposedAt - a.proposedAt,
    );
    return await Promise.all(sorted.slice(0, SHOWN_ENDED).map((row) => shown(ctx, row)));
  },
});

/** What the caller is named for as a successor, as long as it has not ended. */
export const naming = guardedQuery("self.read", {
  args: {},
  returns: v.array(
    v.object({
      id: v.id("proposals"),
      from: v.string(),
      things: v.array(v.string()),
      proposedBy: v.string(),
      expiresAt: timestamp,
      hasAccepted: v.boolean(),
    }),
  ),
  handler: async (ctx) => {
    const found = await proposalsNaming(ctx, ctx.viewer.person, Date.now());
    const names = await namesOf(
      ctx,
      found.map(({ proposal }) => proposal.proposedById),
    );
    return found.map(({ proposal: { _id: id, proposedById, expiresAt }, from, things, hasAccepted }) => {
      const proposedBy = names.get(proposedById) ?? "";
      return { id, from, things: [...things], proposedBy, expiresAt, hasAccepted };
    });
  },
});

async function shown(ctx: ViewerQueryCtx, row: Doc<"proposals">): Promise<Infer<typeof shownProposal>> {
  const { viewer } = ctx;
  const now = Date.now();
  const names = await namesOf(ctx, [row.proposedById, ...(row.endedById ? [row.endedById] : [])]);
  const facts = await secondFacts(ctx, row, viewer.person, now);
  const waitsFor = row.state === "open" ? await notAccepted(ctx, row) : [];
  return {
    id: row._id,
    title: row.title,
    ...(row.state === "open" ? await seenOf(ctx, row.change, row) : { lines: row.lines, shownHash: row.shownHash }),
    reason: row.reason,
    proposedBy: names.get(row.proposedById) ?? "",
    proposedAt: row.proposedAt,
    expiresAt: row.expiresAt,
    appliesAt: row.appliesAt ?? null,
    state: row.state,
    endedAt: row.endedAt ?? null,
    endedBy: (row.endedById && names.get(row.endedById)) ?? null,
    endReason: row.endReason ?? null,
    isOwn: row.proposedById === viewer.person._id,
    waitsFor: [...(await namesOf(ctx, waitsFor)).values()],
    whyNotConfirm:
      whyNotSecond(facts, now) ??
      (await kindOf(row.change).whyNot(ctx, row.change, viewer.person)) ??
      (await whyNotAccepted(ctx, row)),
    whyNotRefuse: whyNotRefuse(facts, now),
    whyNotStop: personCan(viewer.person, "proposals.stop") ? whyNotStop(row, now) : { code: "not-allowed" },
  };
}
