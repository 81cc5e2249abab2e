/** What may be done to a person by whoever looks at them, each with the reason why not. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { KEEPER_ROLE } from "../../access/roles";
import { configured } from "../../core/config/model";
import { openCorrection } from "../../core/emails/model";
import { whyNotBesideCorrection, whyNotCorrectEmail } from "../../core/emails/rules";
import { whyNotCorrectName, whyNotSendLink } from "../../core/people/rules/moves";
import { whyNotMoveAtAll } from "../../core/people/rules/moving";
import { appliesAtOf } from "../../core/proposals/rules";
import { whyNotTouchDates } from "./dates";
import { changeOfRoles } from "./roles";
import { movedOf, moverOf, superAdminHumans } from "./steps/people";
import { restoring, suspending } from "./suspending";

/** What may be done to a person by whoever looks, each with the reason why not, and what it takes. */
export async function movesFor(ctx: Pick<QueryCtx, "db">, by: Doc<"people">, person: Doc<"people">) {
  const personId = person._id;
  // Any other roles than theirs: whether these may be given is asked again with the choice.
  const roles = person.roles.includes(KEEPER_ROLE)
    ? person.roles.filter((role) => role !== KEEPER_ROLE)
    : [...person.roles, KEEPER_ROLE];
  const suspend = { kind: "person.suspend" as const, personId };
  const restore = { kind: "person.restore" as const, personId };
  return {
    whyNotSuspend: await suspending.whyNot(ctx, suspend, by),
    whyNotRestore: await restoring.whyNot(ctx, restore, by),
    whyNotRoles: await changeOfRoles.whyNot(ctx, { kind: "person.roles", personId, roles }, by),
    whyNotDates: await whyNotTouchDates(ctx, person, by),
    whyNotMove: whyNotMoveAtAll(moverOf(by), movedOf(person)),
    whyNotCorrectName: whyNotCorrectName(moverOf(by), movedOf(person)),
    whyNotCorrectEmail:
      whyNotCorrectEmail(moverOf(by), movedOf(person)) ??
      whyNotBesideCorrection(await openCorrection(ctx, personId, Date.now())),
    whyNotSendLink: whyNotSendLink(moverOf(by), movedOf(person)),
    takesTwo: (await suspending.look(ctx, suspend, by)).needsSecond,
    roleTermDays: await configured(ctx, "people.roleTermDays"),
    waitsInstead: appliesAtOf(await superAdminHumans(ctx), 0, 0) !== null,
  };
}
