/** Service users of people who left: each goes on to somebody who answers for it, with the access it was given. */

import type { Doc, Id } from "../../_generated/dataModel";
import { updateGrant } from "../../core/grants/model";
import { notify } from "../../core/notifications/model";
import { fullName } from "../../core/people/model";
import { answeredForBy, serviceUserOf, updateServiceUser } from "../../core/serviceUsers/model";
import { handedOn } from "../../core/serviceUsers/rules";
import { pathTo } from "../../site/links";
import { tellOwners } from "../steps/owners";
import type { Step } from "../steps/step";

/** Access of one person that is looked at: more than anybody holds. */
const MAX_HELD = 200;

/** Hands on the service users of somebody who stopped being active, and tells who has to see to them. */
export async function handOnServiceUsers(step: Step, personId: Id<"people">): Promise<void> {
  const { owned, deputised } = await answeredForBy(step.ctx, personId);
  for (const serviceUser of [...owned, ...deputised]) await handOn(step, serviceUser, personId);
}

async function handOn(step: Step, serviceUser: Doc<"serviceUsers">, leftId: Id<"people">): Promise<void> {
  const deputy = serviceUser.deputyId && (await step.ctx.db.get(serviceUser.deputyId));
  const after = handedOn(serviceUser, leftId, deputy?.status === "active");
  const by = { ...step.by, at: step.at };
  const subject = { type: "serviceUser", id: serviceUser._id, label: serviceUser.name };
  const kind = "person.dutiesChanged";
  if (after) await updateServiceUser(step.ctx, serviceUser, after, { ...by, action: "serviceUser.handedOn" });
  const isNew = after !== null && after.ownerId !== serviceUser.ownerId;
  if (isNew) {
    await handOnAccess(step, serviceUser, leftId, after.ownerId);
    await notify(step.ctx, {
      recipientId: after.ownerId,
      kind,
      subject,
      title: `You now own the service user ${serviceUser.name}`,
      body: "Its owner left, and you were the deputy. What it was given is listed under My access.",
      to: pathTo("home"),
      at: step.at,
    });
  }
  const owner = after && (await step.ctx.db.get(after.ownerId));
  await tellOwners(step, {
    kind,
    subject,
    title: owner
      ? `The service user ${serviceUser.name} needs another deputy`
      : `Nobody answers for the service user ${serviceUser.name} any more`,
    body: owner ? `${fullName(owner)} owns it now.` : "Its owner left, and no deputy is there to take over.",
    to: pathTo("users"),
  });
}

/** What the service user was given is told and extended by whoever owns it. */
async function handOnAccess(
  step: Step,
  serviceUser: Doc<"serviceUsers">,
  fromId: Id<"people">,
  toId: Id<"people">,
): Promise<void> {
  for (const state of ["Active", "Expiring"] as const) {
    const held = await step.ctx.db
      .query("grants")
      .withIndex("by_beneficiary", (q) => q.eq("beneficiaryId", fromId).eq("state", state))
      .take(MAX_HELD);
    for (const grant of held) {
      const request = await step.ctx.db.get(grant.requestId);
      const isIts = request && (await serviceUserOf(step.ctx, request.form))?._id === serviceUser._id;
      if (isIts)
        await updateGrant(
          step.ctx,
          grant,
          { beneficiaryId: toId },
          { ...step.by, at: step.at, action: "grant.handedOn" },
        );
    }
  }
}
