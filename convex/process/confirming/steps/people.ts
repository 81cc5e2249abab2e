/** What every change of a person is made with: the rows behind the rules, who hears of it, and whose word it goes by. */

import type { Doc, Id } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import { isElevated } from "../../../access/rank";
import { type Deed, timesDone } from "../../../core/audit/model";
import type { AuditTarget } from "../../../core/audit/table";
import { notify } from "../../../core/notifications/model";
import { placeOfPerson } from "../../../core/notifications/placeOfPerson";
import { activeSuperAdmins } from "../../../core/people/holders";
import { accountsOf, humanBehind } from "../../../core/people/humans";
import { endSessionsOf, fullName, updatePerson } from "../../../core/people/model";
import { isProtected } from "../../../core/people/protected";
import { type Moved, whyNotSendLink } from "../../../core/people/rules/moves";
import type { PersonFields } from "../../../core/people/table";
import { refuse, refuseIf } from "../../../lib/errors";
import { PAGES } from "../../../site/pages";
import type { Word } from "./change";

type ReadCtx = Pick<QueryCtx, "db">;

/** More super admins than a portal has. */
const SUPER_ADMINS_READ = 200;
/** More seats than one person is asked from. */
const SEATS_READ = 200;

/** The person behind an id; refuses when there is nobody. */
export async function loadPerson(ctx: ReadCtx, personId: Id<"people">): Promise<Doc<"people">> {
  return (await ctx.db.get(personId)) ?? refuse({ code: "not-found" });
}

/** The person this one helps to sign in; refuses where they cannot be helped by them. */
export async function loadHelped(ctx: ReadCtx, by: Doc<"people">, personId: Id<"people">): Promise<Doc<"people">> {
  const person = await loadPerson(ctx, personId);
  refuseIf(whyNotSendLink(moverOf(by), movedOf(person)));
  return person;
}

/** Active super admins as humans, but for the human behind this person. */
export async function superAdminHumans(ctx: ReadCtx, except?: Doc<"people">): Promise<number> {
  const humans = new Set((await activeSuperAdmins(ctx, SUPER_ADMINS_READ)).map(humanBehind));
  if (except) humans.delete(humanBehind(except));
  return humans.size;
}

/** Active super admins beside this person, as humans. */
export const otherSuperAdmins = (ctx: ReadCtx, person: Doc<"people">): Promise<number> => superAdminHumans(ctx, person);

/** Whoever does something, as the rules look at them. */
export function moverOf(person: Doc<"people">) {
  return { human: humanBehind(person), roles: person.roles, status: person.status };
}

/** Whoever something is done to, as the rules look at them. */
export function movedOf(person: Doc<"people">): Moved {
  return { ...moverOf(person), name: fullName(person), isProtected: isProtected(person) };
}

/** Requests that wait for this person's decision. */
async function* waitingSeats(ctx: ReadCtx, personId: Id<"people">): AsyncGenerator<Doc<"approvalSeats">> {
  yield* await ctx.db
    .query("approvalSeats")
    .withIndex("by_person", (q) => q.eq("personId", personId).eq("isPending", true))
    .take(SEATS_READ);
}

/** Whether somebody is asked to decide about something another one asked for, gets or wrote last. */
export async function decidesAbout(ctx: ReadCtx, person: Doc<"people">, other: Doc<"people">): Promise<boolean> {
  const own = await accountsOf(ctx, other._id);
  for await (const { requestId } of waitingSeats(ctx, person._id)) {
    const request = await ctx.db.get(requestId);
    if (request && [request.requesterId, request.beneficiaryId, request.createdById].some((id) => own.includes(id)))
      return true;
  }
  return false;
}

/** Whether the two are asked to decide about the same thing: putting the other away would leave it to one. */
export async function decidesBeside(ctx: ReadCtx, person: Doc<"people">, other: Doc<"people">): Promise<boolean> {
  const own = await accountsOf(ctx, other._id);
  for await (const { approvalId } of waitingSeats(ctx, person._id)) {
    for (const id of own) {
      const seat = await ctx.db
        .query("approvalSeats")
        .withIndex("by_holder", (q) => q.eq("personId", id).eq("approvalId", approvalId))
        .first();
      if (seat) return true;
    }
  }
  return false;
}

/** People somebody suspended in the last hour, or whose last day they set, as far as the limit counts. */
export async function suspendedLately(ctx: ReadCtx, by: Doc<"people">): Promise<number> {
  return await timesDone(ctx, by._id, ["person.suspended", "person.datesSet"], Date.now());
}

/** Changes the row; the event names both people whose word it goes by. */
export async function change(
  deed: Deed,
  person: Doc<"people">,
  changes: Partial<
    Pick<
      PersonFields,
      "status" | "roles" | "roleEnds" | "startsAt" | "endsAt" | "removedAt" | "businessAreaId" | "managerId"
    >
  >,
  { reason, proposedBy, confirmedBy }: Word,
  action: string,
): Promise<void> {
  const others = [proposedBy, ...(confirmedBy ? [confirmedBy] : [])];
  await updatePerson(deed.ctx, person, changes, {
    ...deed.by,
    action,
    at: deed.at,
    beside: others.map(({ _id, email }): AuditTarget => ({ type: "person", id: _id, label: email })),
    context: { reason, proposedById: proposedBy._id, confirmedById: confirmedBy?._id ?? null },
  });
}

/** Whoever raised or restored somebody is no second person for them for a while, nor they for them. */
export async function sponsor(
  { ctx, at }: Deed,
  personId: Id<"people">,
  { proposedBy, confirmedBy }: Word,
  why: Doc<"sponsors">["why"],
): Promise<void> {
  for (const sponsorId of new Set([proposedBy._id, ...(confirmedBy ? [confirmedBy._id] : [])]))
    await ctx.db.insert("sponsors", { personId, sponsorId, why, at });
}

interface Said {
  readonly kind: string;
  readonly title: string;
}

/** Whom it is about hears of it. */
export async function tellPerson(deed: Deed, person: Doc<"people">, { reason }: Word, said: Said): Promise<void> {
  await notify(deed.ctx, {
    ...said,
    recipientId: person._id,
    subject: { type: "person", id: person._id, label: person.email },
    body: `Reason: ${reason}`,
    to: PAGES.profile.path,
    at: deed.at,
  });
}

/** Signs a person out everywhere and tells them who did it, and why. */
export async function signOut(deed: Deed, person: Doc<"people">, by: Doc<"people">, reason: string): Promise<void> {
  const event = { ...deed.by, at: deed.at, action: "person.sessionsEnded", context: { reason } } as const;
  await endSessionsOf(deed.ctx, person, event);
  const title = `${fullName(by)} signed you out everywhere`;
  const word = { reason, proposedBy: by, confirmedBy: null };
  await tellPerson(deed, person, word, { kind: "person.sessionsEnded", title });
}

/** Their manager hears of it; of somebody who holds or held more than staff every super admin does, too. */
export async function tellOthers(deed: Deed, person: Doc<"people">, word: Word, said: Said): Promise<void> {
  const recipients = new Set<Id<"people">>(person.managerId ? [person.managerId] : []);
  if (isElevated(person.roles) || said.kind === "person.rolesChanged")
    for (const { _id } of await activeSuperAdmins(deed.ctx, SUPER_ADMINS_READ)) recipients.add(_id);
  for (const id of [person._id, word.proposedBy._id, word.confirmedBy?._id]) if (id) recipients.delete(id);
  for (const recipientId of recipients)
    await notify(deed.ctx, {
      ...said,
      recipientId,
      subject: { type: "person", id: person._id, label: person.email },
      body: `By ${fullName(word.proposedBy)}. Reason: ${word.reason}`,
      to: await placeOfPerson(deed.ctx, { recipientId, personId: person._id }),
      because: recipientId === person.managerId ? "You are their manager" : "You are a super admin of the portal",
      at: deed.at,
    });
}
