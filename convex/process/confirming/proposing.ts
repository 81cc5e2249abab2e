/** From somebody's wish to a change: done at once where one person is enough, proposed where it takes two. */

import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { DATA_DUTY } from "../../access/rules";
import { type Deed, recordEvent } from "../../core/audit/model";
import { configured } from "../../core/config/model";
import { notify } from "../../core/notifications/model";
import { holdersOf } from "../../core/people/holders";
import { fullName } from "../../core/people/model";
import { appliesAtOf, MAX_OPEN_PROPOSALS, whyNotProposalReason, whyNotSecond } from "../../core/proposals/rules";
import type { ProposedChange, ProposedLine } from "../../core/proposals/table";
import { refuseIf } from "../../lib/errors";
import { hashOfJson } from "../../lib/hash";
import type { Refusal } from "../../lib/pure/refusal";
import { DAY_MS, HOUR_MS, momentIn } from "../../lib/pure/time";
import { nullableTimestamp } from "../../lib/validators";
import { PAGES } from "../../site/pages";
import { kindOf } from "./kinds";
import { namedIn } from "./named";
import { placeOf, type Shown } from "./steps/change";
import { loadPerson, superAdminHumans } from "./steps/people";
import { secondFacts } from "./steps/seconds";

/** More people than need to hear of one proposal. */
const MAX_NOTIFIED = 100;

/** What a wish came to, for whoever had it. */
export const wished = v.union(
  v.object({ state: v.literal("done") }),
  v.object({
    state: v.literal("proposed"),
    proposalId: v.id("proposals"),
    /** When it takes effect although nobody is there to confirm; null where a second person decides. */
    appliesAt: nullableTimestamp,
  }),
);

/** What became of a wish. */
export type Proposed =
  | { readonly state: "done" }
  | { readonly state: "proposed"; readonly proposalId: Id<"proposals">; readonly appliesAt: number | null };

/** What of a change was shown, as one name. */
export function shownHash(change: ProposedChange, { title, lines }: Pick<Shown, "title" | "lines">): string {
  return hashOfJson({ change, title, lines });
}

/** What is to be seen before somebody gives their word: the change with what hangs on it now, and the name of both. */
export interface Seen {
  readonly lines: readonly ProposedLine[];
  readonly shownHash: string;
}

/** What is seen of a change that was shown so, with what hangs on it now. */
export async function seenOf(
  ctx: Pick<QueryCtx, "db">,
  change: ProposedChange,
  shown: Seen,
): Promise<{ lines: ProposedLine[]; shownHash: string }> {
  const hanging = (await kindOf(change).hanging?.(ctx, change)) ?? [];
  const hash = hanging.length === 0 ? shown.shownHash : hashOfJson({ shown: shown.shownHash, hanging });
  return { lines: [...shown.lines, ...hanging], shownHash: hash };
}

/** What is seen of a change before anybody proposes it. */
export async function lookAt(ctx: Pick<QueryCtx, "db">, change: ProposedChange, by: Doc<"people">) {
  const look = await kindOf(change).look(ctx, change, by);
  const seen = await seenOf(ctx, change, { lines: look.lines, shownHash: shownHash(change, look) });
  return { ...seen, takesTwo: look.needsSecond };
}

/** Does a change, or proposes it when a second person has to confirm. */
export async function wish(
  deed: Deed,
  by: Doc<"people">,
  change: ProposedChange,
  givenReason: string,
): Promise<Proposed> {
  const kind = kindOf(change);
  if (!kind.isReasonForSecond) refuseIf(whyNotProposalReason(givenReason));
  refuseIf(await kind.whyNot(deed.ctx, change, by));
  const reason = givenReason.trim();
  const look = await kind.look(deed.ctx, change, by);
  if (look.needsSecond || reason !== "") refuseIf(whyNotProposalReason(givenReason));
  if (look.needsSecond) {
    refuseIf(await whyNotPropose(deed.ctx, by, look));
    return await propose(deed, by, { change, look, reason });
  }
  await kind.apply(deed, change, { reason, proposedBy: by, confirmedBy: null });
  return { state: "done" };
}

/** Why one more cannot be proposed, or null. */
async function whyNotPropose(
  ctx: Pick<QueryCtx, "db">,
  by: Doc<"people">,
  { subject }: Shown,
): Promise<Refusal | null> {
  if (await openAbout(ctx, subject.id))
    return { code: "duplicate", message: "A change to this is already waiting for a second person." };
  const own = await ctx.db
    .query("proposals")
    .withIndex("by_proposer", (q) => q.eq("proposedById", by._id).eq("state", "open"))
    .take(MAX_OPEN_PROPOSALS);
  return own.length === MAX_OPEN_PROPOSALS ? { code: "too-many", max: MAX_OPEN_PROPOSALS } : null;
}

/** Asks for a second person, whatever else waits for one: what the clock proposes nobody can hold up. */
export async function propose(
  deed: Deed,
  by: Doc<"people">,
  { change, look, reason }: { readonly change: ProposedChange; readonly look: Shown; readonly reason: string },
): Promise<Proposed> {
  const { ctx, at } = deed;
  const waitMs = (await configured(ctx, "proposals.waitHours")) * HOUR_MS;
  const appliesAt = appliesAtOf(await superAdminHumans(ctx), at, waitMs);
  const { subject, title, lines, partyIds } = look;
  const proposalId = await ctx.db.insert("proposals", {
    change,
    subject,
    title,
    lines: [...lines],
    partyIds: [...partyIds],
    shownHash: shownHash(change, look),
    reason,
    proposedById: by._id,
    proposedAt: at,
    expiresAt: at + (await configured(ctx, "proposals.days")) * DAY_MS,
    ...(appliesAt !== null && { appliesAt }),
    state: "open",
  });
  await recordEvent(ctx, {
    ...deed.by,
    action: "proposal.made",
    targets: [{ type: "proposal", id: proposalId, label: title }, subject],
    context: { reason, lines, appliesAt },
    occurredAt: at,
  });
  const row = await ctx.db.get(proposalId);
  if (row) await tellProposed(deed, row, by);
  return { state: "proposed", proposalId, appliesAt };
}

/** The open proposal about something, or null: there is one at a time, so that two do not add up to another one. */
export async function openAbout(ctx: Pick<QueryCtx, "db">, subjectId: string): Promise<Doc<"proposals"> | null> {
  return await ctx.db
    .query("proposals")
    .withIndex("by_subject", (q) => q.eq("subject.id", subjectId).eq("state", "open"))
    .first();
}

/** Whoever takes over is asked first. Of what takes effect alone everybody who may stop it is told, and whom it is about. */
async function tellProposed(deed: Deed, proposal: Doc<"proposals">, by: Doc<"people">): Promise<void> {
  const { ctx, at } = deed;
  const { appliesAt, title } = proposal;
  const named = await namedIn(ctx, proposal);
  const notified = named.size === 0 ? await askToConfirm(deed, proposal) : new Set(named.keys());
  for (const [recipientId, things] of named)
    await notify(ctx, {
      ...noticeOf(proposal, by, at),
      recipientId,
      kind: "proposal.successor",
      title: `Agree or decline to take over: ${title}`,
      body: `${fullName(by)} named you for: ${things.join(", ")}.`,
      to: PAGES.profile.path,
    });
  if (appliesAt === undefined) return;
  const parties = await Promise.all(proposal.partyIds.map((id) => ctx.db.get(id)));
  const admins = await holdersOf(ctx, "proposals.stop", MAX_NOTIFIED);
  const people = [...(await deciders(ctx)), ...admins, ...parties.filter((one) => one !== null)];
  for (const [recipientId, person] of new Map(people.map((one) => [one._id, one]))) {
    if (recipientId === by._id || notified.has(recipientId)) continue;
    await notify(ctx, {
      ...noticeOf(proposal, by, at),
      recipientId,
      kind: "proposal.announced",
      title: `${title}: takes effect on ${momentIn(appliesAt, person.timeZone)} unless an admin stops it`,
    });
  }
}

/** Asks whoever may confirm a proposal; answers who that is. */
export async function askToConfirm({ ctx, at }: Deed, proposal: Doc<"proposals">): Promise<ReadonlySet<Id<"people">>> {
  const notified = new Set<Id<"people">>();
  const by = await loadPerson(ctx, proposal.proposedById);
  for (const [recipientId, person] of new Map((await deciders(ctx)).map((one) => [one._id, one]))) {
    const canConfirm =
      recipientId !== by._id &&
      whyNotSecond(await secondFacts(ctx, proposal, person, at), at) === null &&
      (await kindOf(proposal.change).whyNot(ctx, proposal.change, person)) === null;
    if (!canConfirm) continue;
    notified.add(recipientId);
    const title = `Confirm or refuse: ${proposal.title}`;
    await notify(ctx, { ...noticeOf(proposal, by, at), recipientId, kind: "proposal.asked", title });
  }
  return notified;
}

/** Everybody whose word may be the second one. */
async function deciders(ctx: Pick<QueryCtx, "db">): Promise<Doc<"people">[]> {
  return await holdersOf(ctx, DATA_DUTY, MAX_NOTIFIED);
}

function noticeOf({ _id, title, subject, reason }: Doc<"proposals">, by: Doc<"people">, at: number) {
  return {
    subject: { type: "proposal", id: _id, label: title },
    body: `${fullName(by)} proposed it. Reason: ${reason}`,
    to: placeOf(subject),
    at,
  };
}
