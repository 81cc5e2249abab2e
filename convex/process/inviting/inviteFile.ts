/** The people of a file that two people said yes to, each invited, or given a user in Snowflake, by a request of their own. */

import { ConvexError } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { COMMON_ROLE } from "../../access/roles";
import { can } from "../../access/rules";
import { viewerOf } from "../../access/viewer";
import { notify } from "../../core/notifications/model";
import { areaDecider, areasOneWith, currentArea } from "../../core/people/mergedAreas";
import { nameOf, personByMailbox } from "../../core/people/model";
import { DEFAULT_SNOWFLAKE_ROLE, SNOWFLAKE_USER } from "../../core/people/rules/inviteFile";
import { snowflakeNameOf } from "../../core/people/rules/inviting";
import { noteInvited, runningFile, type SkippedInvitation } from "../../core/proposals/inviteFiles";
import type { InvitedRow } from "../../core/proposals/table";
import { isInSight } from "../../core/shared/rules/queues";
import { refuse } from "../../lib/errors";
import { assert } from "../../lib/pure/impossible";
import { plural } from "../../lib/pure/text";
import { PAGES } from "../../site/pages";
import type { MutationStep } from "../steps/step";
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
  if (after.endedAt !== undefined) {
    await tellInvited(ctx, after, now);
    if (after.target === "snowflake") await tellAreas(ctx, after, now);
  }
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
export async function inviteOne(step: MutationStep, file: Doc<"inviteFiles">, row: number): Promise<void> {
  const { ctx } = step;
  const wanted = file.people.find((one) => one.row === row);
  const inviter = await ctx.db.get(file.invitedById);
  assert(wanted && inviter, "A row of a file of invitations without its person");
  const { roles, status, hasChangedInitialPassword } = inviter;
  if (!can({ roles, status, hasChangedInitialPassword, impersonation: null }, "people.invite"))
    refuse({ code: "not-eligible", message: `${await nameOf(ctx, inviter._id)} can no longer invite anybody.` });
  const isSnowflake = file.target === "snowflake";
  await submitForm(step, viewerOf(inviter), {
    typeKey: isSnowflake ? SNOWFLAKE_USER : INVITATION,
    form: isSnowflake ? await userFormOf(ctx, file, wanted, step.at) : await formOf(ctx, file, wanted),
    submitKey: `invite-file/${file._id}/${row}`,
    acceptsDuplicate: false,
    inviteFileId: file._id,
  });
}

async function formOf(ctx: MutationCtx, file: Doc<"inviteFiles">, wanted: InvitedRow) {
  const { email, firstName, lastName, businessAreaId } = wanted;
  const name = `${firstName} ${lastName}`;
  return {
    email,
    firstName,
    lastName,
    role: COMMON_ROLE,
    businessArea: businessAreaId,
    otherAreaReason: `${name} will work in this area.`,
    reason: `${name} joins the company and needs an account in the portal. Invited by ${await fileWords(ctx, file)}.`,
  };
}

/** The same as the page of invitations sends; a colleague gets the user as theirs. */
async function userFormOf(ctx: MutationCtx, file: Doc<"inviteFiles">, wanted: InvitedRow, at: number) {
  const { email, firstName, lastName, businessAreaId } = wanted;
  const name = `${firstName} ${lastName}`;
  const known = await personByMailbox(ctx, email);
  return {
    ...(known && { requestedFor: known._id }),
    snowflake_email: email,
    first_name: firstName,
    last_name: lastName,
    user_name: snowflakeNameOf(firstName, lastName),
    default_role: DEFAULT_SNOWFLAKE_ROLE,
    start_date: new Date(at).toISOString().slice(0, 10),
    businessArea: businessAreaId,
    otherAreaReason: `${name} will work in this area.`,
    reason: `${name} will work with data in Snowflake. Invited by ${await fileWords(ctx, file)}.`,
  };
}

async function fileWords(ctx: MutationCtx, { confirmedById }: Doc<"inviteFiles">): Promise<string> {
  return confirmedById ? `a file that ${await nameOf(ctx, confirmedById)} confirmed` : "a file";
}

/** One word for the whole file, in place of one for each request. */
async function tellInvited(ctx: MutationCtx, file: Doc<"inviteFiles">, at: number): Promise<void> {
  const { people, skipped, invitedById, target } = file;
  const label = plural(people.length, "person", "people");
  await notify(ctx, {
    recipientId: invitedById,
    kind: "proposal.ended",
    subject: { type: "inviteFile", id: file._id, label },
    title: `Your file was processed: ${people.length - skipped.length} of ${label} invited`,
    body: skipped.length === 0 ? "" : `${plural(skipped.length, "row")} left out. The page says why.`,
    to: target === "snowflake" ? `${PAGES.inviteUser.path}?to=snowflake` : PAGES.inviteUser.path,
    at,
  });
}

/** Names in the word of an area. */
const NAMES_SHOWN = 3;

/** Those who would have decided about each user hear, once for each area, what was confirmed in their place. */
async function tellAreas(ctx: MutationCtx, file: Doc<"inviteFiles">, at: number): Promise<void> {
  const { people, skipped, invitedById, confirmedById } = file;
  if (!confirmedById) return;
  const made = people.filter(({ row }) => !skipped.some((one) => one.row === row));
  const words = `${await nameOf(ctx, invitedById)} requested them by a file, and ${await nameOf(ctx, confirmedById)} approved it in your place.`;
  for (const [areaId, named] of Map.groupBy(made, ({ businessAreaId }) => businessAreaId)) {
    const area = await currentArea(ctx, areaId);
    const recipientId = area && (await areaDecider(ctx, area));
    if (!recipientId || recipientId === confirmedById || recipientId === invitedById) continue;
    const names = named.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
    const rest = names.length - NAMES_SHOWN;
    await notify(ctx, {
      recipientId,
      kind: "area.usersApproved",
      subject: { type: "inviteFile", id: file._id, label: area.name },
      step: areaId,
      title: `${plural(names.length, "Snowflake user")} for ${area.name}`,
      body: `${words} ${names.slice(0, NAMES_SHOWN).join(", ")}${rest > 0 ? ` and ${plural(rest, "other")}` : ""}.`,
      to: await whereSeen(ctx, recipientId, { areaId: area._id, invitedById }),
      at,
    });
  }
}

/** Where whoever decides for an area sees what was approved in it: among the requests they oversee, or nowhere but here. */
async function whereSeen(
  ctx: MutationCtx,
  readerId: Id<"people">,
  { areaId, invitedById }: { readonly areaId: Id<"businessAreas">; readonly invitedById: Id<"people"> },
): Promise<string> {
  const reader = await ctx.db.get(readerId);
  return reader && isInSight(reader, { areaIds: await areasOneWith(ctx, areaId) })
    ? `${PAGES.allRequests.path}?person=${invitedById}`
    : PAGES.home.path;
}
