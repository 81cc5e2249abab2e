/** The people of a file that two people said yes to, each invited by a request of their own. */

import { ConvexError } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { can } from "../../access/rules";
import { viewerOf } from "../../access/viewer";
import { notify } from "../../core/notifications/model";
import { nameOf } from "../../core/people/model";
import { noteInvited, runningFile, type SkippedInvitation } from "../../core/proposals/inviteFiles";
import type { InvitedRow } from "../../core/proposals/table";
import { refuse } from "../../lib/errors";
import { assert } from "../../lib/pure/impossible";
import { plural } from "../../lib/pure/text";
import { PAGES } from "../../site/pages";
import type { Step } from "../steps/step";
import { INVITATION } from "../submitting/inviting";
import { submitForm } from "../submitting/submit";

/** People who are invited per transaction: the writer is free for others in between. */
const BATCH = 10;

/** Invites the next people of the file that is under way; says whether more are to come. */
export async function inviteNext(ctx: MutationCtx, now: number): Promise<boolean> {
  const file = await runningFile(ctx);
  if (!file) return false;
  const next = file.people.slice(file.done, file.done + BATCH);
  const skipped: SkippedInvitation[] = [];
  for (const { row, firstName, lastName } of next) {
    const reason = await whyNotInvited(ctx, file._id, row);
    if (reason !== null) skipped.push({ row, name: `${firstName} ${lastName}`, reason });
  }
  const after = await noteInvited(ctx, file, { done: next.length, skipped }, now);
  if (after.endedAt !== undefined) await tellInvited(ctx, after, now);
  return (await runningFile(ctx)) !== null;
}

/** Each in a transaction of its own: one that is refused leaves the others as they are. */
async function whyNotInvited(ctx: MutationCtx, fileId: Id<"inviteFiles">, row: number): Promise<string | null> {
  try {
    await ctx.runMutation(internal.invitations.internal.inviteOne, { fileId, row });
    return null;
  } catch (error) {
    return wordsOf(error);
  }
}

/** A refusal in the words of its form or its own; what is broken says no more than that. */
function wordsOf(error: unknown): string {
  const data: unknown = error instanceof ConvexError ? error.data : null;
  if (data === null || typeof data !== "object") return "It failed. Invite them by the form.";
  const { fields, message } = data as { fields?: Readonly<Record<string, string>>; message?: unknown };
  if (fields) return Object.values(fields).join(". ");
  return typeof message === "string" ? message : "They could not be invited.";
}

/** Sends the request of one row, for whoever brought the file and may still invite. */
export async function inviteOne(
  step: Omit<Step, "ctx"> & { readonly ctx: MutationCtx },
  file: Doc<"inviteFiles">,
  row: number,
): Promise<void> {
  const { ctx } = step;
  const wanted = file.people.find((one) => one.row === row);
  const inviter = await ctx.db.get(file.invitedById);
  assert(wanted && inviter, "A row of a file of invitations without its person");
  const { roles, status, hasChangedInitialPassword } = inviter;
  if (!can({ roles, status, hasChangedInitialPassword, impersonation: null }, "people.invite"))
    refuse({ code: "not-eligible", message: `${await nameOf(ctx, inviter._id)} can no longer invite anybody.` });
  await submitForm(step, viewerOf(inviter), {
    typeKey: INVITATION,
    form: await formOf(ctx, file, wanted),
    submitKey: `invite-file/${file._id}/${row}`,
    acceptsDuplicate: false,
    inviteFileId: file._id,
  });
}

async function formOf(ctx: MutationCtx, { confirmedById }: Doc<"inviteFiles">, wanted: InvitedRow) {
  const { email, firstName, lastName, businessAreaId } = wanted;
  const name = `${firstName} ${lastName}`;
  const by = confirmedById ? ` that ${await nameOf(ctx, confirmedById)} confirmed` : "";
  return {
    email,
    firstName,
    lastName,
    role: "staff",
    businessArea: businessAreaId,
    otherAreaReason: `${name} will work in this area.`,
    reason: `${name} joins the company and needs an account in the portal. Invited by a file${by}.`,
  };
}

/** One word for the whole file, in place of one for each request. */
async function tellInvited(ctx: MutationCtx, file: Doc<"inviteFiles">, at: number): Promise<void> {
  const { people, skipped, invitedById } = file;
  const label = plural(people.length, "person", "people");
  await notify(ctx, {
    recipientId: invitedById,
    kind: "proposal.ended",
    subject: { type: "inviteFile", id: file._id, label },
    title: `Your file is done: ${people.length - skipped.length} of ${label} invited`,
    body: skipped.length === 0 ? "" : `${plural(skipped.length, "row")} left out. The page says why.`,
    to: PAGES.inviteUser.path,
    at,
  });
}
