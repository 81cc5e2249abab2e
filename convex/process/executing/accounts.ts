/**
 * Tasks the sign-in service does: it is given an order, does it, reads back what is there, and reports. The task is
 * done by what was read, never by the order. An order is given again when nobody reported it.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import { personAsOf } from "../../access/entry";
import { isElevated } from "../../access/rank";
import type { RoleName } from "../../access/roles";
import {
  invitationOf,
  invite,
  noteMailed,
  orderMail,
  takeOrder,
  whyNotInviteAddress,
} from "../../core/people/invitations";
import { personByEmail } from "../../core/people/model";
import { whyNotInviteAs } from "../../core/people/rules/inviting";
import { REASON_MAX_LENGTH } from "../../core/proposals/rules";
import { refusalIn } from "../../lib/errors";
import type { Proof } from "../../lib/pure/plan";
import { normalizeEmail, shorten } from "../../lib/pure/text";
import { momentUtc } from "../../lib/pure/time";
import { wish } from "../confirming/proposing";
import { completeTask } from "../settling/model";
import { failTask, holdsLease } from "../settling/taskMoves";
import type { Step } from "../steps/step";

/** What the sign-in found after it did an order. */
export type FoundAccount =
  /** An account nobody has a password for yet: its link was mailed. */
  | "waiting"
  /** Somebody has a password for it already: nothing was touched. */
  | "own-password"
  /** The mail server refuses the mail for good. */
  | "mail-refused"
  /** The order does not stand any more. */
  | "withdrawn";

const NOT_DONE: Readonly<Record<Exclude<FoundAccount, "waiting">, string>> = {
  "own-password": "Somebody has a password for this address already. Nothing was changed: they can sign in with it.",
  "mail-refused": "The mail server takes no mail for this address, so the invitation is not out. Check the address.",
  withdrawn: "The invitation was withdrawn before it was sent.",
};

/** Makes the invited person and asks the sign-in to open the account; the task ends when it reports. */
export async function openAccount(step: Step, task: Doc<"requestTasks">, request: Doc<"requests">): Promise<void> {
  const role = text(task, "role") as RoleName;
  const found = await step.ctx.db.get(request.requesterId);
  const inviter = found && personAsOf(found, step.at);
  if (inviter?.status !== "active")
    return await stop(step, task, "The person who requested the invitation is no longer active");
  // They may have lost since then what they wanted to give.
  const problem = whyNotInviteAs(inviter.roles, role) ?? (await whyNotInvited(step, task));
  if (problem !== null) return await stop(step, task, problem);
  const personId = await inviteeOf(step, task, request, role);
  if (isElevated([role])) await askForRole(step, { personId, role, inviter, request });
  await orderMail(step.ctx, personId, { at: step.at, taskId: task._id, attempt: task.attempt });
}

/** The sign-in service takes an order over; one that does not stand any more ends its task. */
export async function takeAccountOrder(step: Step, orderId: Id<"accountOrders">): Promise<boolean> {
  const order = await step.ctx.db.get(orderId);
  if (!order) return false;
  const isTaken = await takeOrder(step.ctx, orderId, step.at);
  if (!isTaken && (await step.ctx.db.get(orderId)) === null) await report(step, order, "withdrawn");
  return isTaken;
}

/** What the sign-in service found after it did an order. */
export async function finishOrder(step: Step, orderId: Id<"accountOrders">, found: FoundAccount): Promise<void> {
  const order = await step.ctx.db.get(orderId);
  if (!order) return;
  await step.ctx.db.delete(orderId);
  if (found === "waiting") await noteMailed(step.ctx, order, step.at);
  await report(step, order, found);
}

async function report(
  step: Step,
  { taskId, attempt, email }: Doc<"accountOrders">,
  found: FoundAccount,
): Promise<void> {
  const task = taskId && (await step.ctx.db.get(taskId));
  if (!task || attempt === undefined || !holdsLease(task, attempt, step.at)) return;
  const facts = [{ subject: `Sign-in account of ${email}`, expected: "waiting", actual: found }];
  const proof: Proof = { isProven: found === "waiting", facts, readAt: step.at };
  if (found === "waiting") {
    const note = `The account waits for its person, and the invitation was mailed at ${momentUtc(step.at)}`;
    await completeTask(step, task, { note }, { proof: { ...proof } });
  } else await failTask(step, task, { outcome: "error", error: NOT_DONE[found], isFinal: true, proof: { ...proof } });
}

async function stop(step: Step, task: Doc<"requestTasks">, error: string): Promise<void> {
  await failTask(step, task, { outcome: "error", error, isFinal: true });
}

/** Why the address of a request cannot be invited, or null; whom an earlier try of it invited can. */
async function whyNotInvited(step: Step, task: Doc<"requestTasks">): Promise<string | null> {
  return (await invitedBy(step, task)) ? null : await whyNotInviteAddress(step.ctx, text(task, "email"), step.at);
}

async function inviteeOf(
  step: Step,
  task: Doc<"requestTasks">,
  { _id: requestId, requesterId, businessAreaId }: Doc<"requests">,
  role: RoleName,
): Promise<Id<"people">> {
  const known = await invitedBy(step, task);
  if (known) return known;
  return await invite(
    step.ctx,
    {
      email: text(task, "email"),
      firstName: text(task, "firstName"),
      lastName: text(task, "lastName"),
      roles: [role],
      ...(businessAreaId && { businessAreaId }),
    },
    { ...step.by, at: step.at, invitedById: requesterId, requestId },
  );
}

/** Whom the request of this task invited already. */
async function invitedBy(step: Step, task: Doc<"requestTasks">): Promise<Id<"people"> | null> {
  const person = await personByEmail(step.ctx, text(task, "email"));
  const invitation = person && (await invitationOf(step.ctx, person._id));
  return invitation?.requestId === task.requestId && invitation.state === "open" ? invitation.personId : null;
}

/** More than staff waits for a second person; a role that cannot be proposed now is left to who gives roles. */
async function askForRole(
  { ctx, at, by }: Step,
  {
    personId,
    role,
    inviter,
    request,
  }: {
    readonly personId: Id<"people">;
    readonly role: RoleName;
    readonly inviter: Doc<"people">;
    readonly request: Doc<"requests">;
  },
): Promise<void> {
  const change = { kind: "person.inviteAs" as const, personId, roles: [role] };
  try {
    await wish({ ctx, at, by }, inviter, change, shorten(String(request.form["reason"]), REASON_MAX_LENGTH));
  } catch (error) {
    // They come as staff. Nothing was written: a refusal comes before the first row.
    if (refusalIn(error) === null) throw error;
  }
}

/** What the request asks for, as its approvers saw it; addresses as they are stored. */
function text({ input }: Doc<"requestTasks">, name: "email" | "firstName" | "lastName" | "role"): string {
  const given = String(input[name] ?? "");
  return name === "email" ? normalizeEmail(given) : given;
}
