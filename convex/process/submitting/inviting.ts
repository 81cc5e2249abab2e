/** What is wrong with asking for an invitation, beside what its form says about itself. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { FormValues } from "../../core/catalog/rules/conditions";
import { configuredCompany } from "../../core/catalog/types/company";
import { configured } from "../../core/config/model";
import { whyNotInviteAddress } from "../../core/people/invitations";
import { nameOf } from "../../core/people/model";
import { whyNotInviteAs, whyNotInviteEmail } from "../../core/people/rules/inviting";
import { plural } from "../../lib/pure/text";
import { HOUR_MS } from "../../lib/pure/time";

type ReadCtx = Pick<QueryCtx, "db">;

/** The request type that brings somebody new in. */
export const INVITATION = "portal-invite";

interface Inviting {
  readonly requester: Doc<"people">;
  readonly isImpersonating: boolean;
  /** Two people said yes to a file this is in. */
  readonly isConfirmed: boolean;
}

/** By field: whom it goes to, what only others could grant, and mailboxes that are not to be flooded. */
export async function invitationProblems(
  ctx: ReadCtx,
  { requester, isImpersonating, isConfirmed }: Inviting,
  { email, role }: FormValues,
  now: number,
): Promise<Record<string, string>> {
  if (typeof email !== "string" || typeof role !== "string" || role === "") return {};
  const address = isImpersonating
    ? "You cannot invite people while impersonating"
    : ((await whyNotInviteAddress(ctx, email, now)) ??
      whyNotInviteEmail(email, role, configuredCompany(process.env)) ??
      (isConfirmed ? null : await whyNotInviteMore(ctx, requester._id, now)));
  const tooMuch = whyNotInviteAs(requester.roles, role);
  return { ...(address !== null && { email: address }), ...(tooMuch !== null && { role: tooMuch }) };
}

/** A file of invitations that was confirmed; without a name nobody was there who could. */
export interface ConfirmedFile {
  readonly confirmedBy: string | null;
}

/** The file a request comes from, with the name of whoever confirmed it. */
export async function confirmedFile(
  ctx: ReadCtx,
  id: Id<"inviteFiles"> | undefined,
): Promise<ConfirmedFile | undefined> {
  const file = id && (await ctx.db.get(id));
  return file ? { confirmedBy: file.confirmedById ? await nameOf(ctx, file.confirmedById) : null } : undefined;
}

/** More requests than anybody makes in an hour. */
const REQUESTS_READ = 500;

async function whyNotInviteMore(ctx: ReadCtx, requesterId: Id<"people">, now: number): Promise<string | null> {
  const most = await configured(ctx, "invitations.perHour");
  const latest = await ctx.db
    .query("requests")
    .withIndex("by_requester", (q) => q.eq("requesterId", requesterId).eq("archivedAt", undefined))
    .order("desc")
    .take(REQUESTS_READ);
  const made = latest.filter(
    ({ typeId, status, createdAt, inviteFileId }) =>
      typeId === INVITATION && inviteFileId === undefined && status !== "Draft" && createdAt > now - HOUR_MS,
  );
  return made.length < most ? null : `You can invite ${plural(most, "person", "people")} an hour. Try again later.`;
}
