/** Suspending and restoring somebody: the one place where each is done. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { isElevated, wholeRoles } from "../../access/rank";
import { configured } from "../../core/config/model";
import { accountsOf } from "../../core/people/humans";
import { fullName } from "../../core/people/model";
import { isRestorable, noteRestored } from "../../core/people/removals";
import { whyNotRestore, whyNotSuspend } from "../../core/people/rules/moves";
import type { ProposedChange, ProposedLine } from "../../core/proposals/table";
import { type ChangeKind, rolesLine, shown } from "./steps/change";
import {
  change,
  decidesAbout,
  decidesBeside,
  loadPerson,
  movedOf,
  moverOf,
  otherSuperAdmins,
  sponsor,
  suspendedLately,
  tellOthers,
  tellPerson,
} from "./steps/people";

type ReadCtx = Pick<QueryCtx, "db">;
type Suspend = Extract<ProposedChange, { kind: "person.suspend" }>;
type Restore = Extract<ProposedChange, { kind: "person.restore" }>;

/** Suspending ends sessions and hands on what they held; it needs two people for whoever holds more than staff. */
export const suspending: ChangeKind<Suspend> = {
  look: async (ctx, { personId }, by) => {
    const person = await loadPerson(ctx, personId);
    const needsSecond = isElevated(person.roles) || (await decidesBeside(ctx, person, by));
    return shown(
      person,
      `Suspend ${fullName(person)}`,
      [{ field: "Status", before: "Active", after: "Suspended" }, ...rolesLine(person.roles, person.roles)],
      needsSecond,
    );
  },
  whyNot: async (ctx, { personId }, by) => {
    const person = await loadPerson(ctx, personId);
    return whyNotSuspend({
      by: moverOf(by),
      person: movedOf(person),
      otherSuperAdmins: await otherSuperAdmins(ctx, person),
      decidesAboutMover: await decidesAbout(ctx, person, by),
      suspendedLately: await suspendedLately(ctx, by),
      maySuspend: await configured(ctx, "people.suspensionsPerHour"),
    });
  },
  apply: async (deed, { personId }, word) => {
    const person = await loadPerson(deed.ctx, personId);
    await change(deed, person, { status: "suspended" }, word, "person.suspended");
    await tellPerson(deed, person, word, { kind: "person.suspended", title: "Your account was suspended" });
    await tellOthers(deed, person, word, { kind: "person.suspended", title: `${fullName(person)} was suspended` });
  },
};

/** Restoring lets somebody in again as staff, whatever they were: roles, sessions and delegations do not come back. */
export const restoring: ChangeKind<Restore> = {
  look: async (ctx, { personId }) => {
    const person = await loadPerson(ctx, personId);
    return shown(
      person,
      `Restore ${fullName(person)}`,
      [restoredLine(person), ...rolesLine(person.roles, wholeRoles())],
      isElevated(person.roles),
    );
  },
  whyNot: async (ctx, { personId }, by) => {
    const person = await loadPerson(ctx, personId);
    return whyNotRestore({
      by: moverOf(by),
      person: movedOf(person),
      isHandingOn: await isHandingOn(ctx, personId),
      isMailboxTaken: await isMailboxTaken(ctx, person),
      isTooLate: !(await isRestorable(ctx, person.removedAt, Date.now())),
    });
  },
  apply: async (deed, { personId }, word) => {
    const person = await loadPerson(deed.ctx, personId);
    if (person.status === "removed") {
      const changes = { status: "suspended" as const, roles: wholeRoles(), removedAt: undefined };
      await change(deed, person, changes, word, "person.restored");
      await noteRestored(deed.ctx, personId, { byId: word.proposedBy._id, reason: word.reason, at: deed.at });
      return await sponsor(deed, personId, word, "restored");
    }
    await change(deed, person, { status: "active" }, word, "person.restored");
    await sponsor(deed, personId, word, "restored");
    await tellPerson(deed, person, word, {
      kind: "person.restored",
      title: "Your account is active again, with the Staff role",
    });
    await tellOthers(deed, person, word, {
      kind: "person.restored",
      title: `${fullName(person)} was restored, with the Staff role`,
    });
  },
};

/** Whoever was removed comes back suspended: being let in is a step of its own. */
function restoredLine({ status }: Doc<"people">): ProposedLine {
  return status === "removed"
    ? { field: "Status", before: "Removed", after: "Suspended" }
    : { field: "Status", before: "Suspended", after: "Active" };
}

async function isHandingOn(ctx: ReadCtx, personId: Id<"people">): Promise<boolean> {
  const departure = await ctx.db
    .query("departures")
    .withIndex("by_person", (q) => q.eq("personId", personId))
    .first();
  return departure !== null;
}

async function isMailboxTaken(ctx: ReadCtx, person: Doc<"people">): Promise<boolean> {
  const accounts = await Promise.all((await accountsOf(ctx, person._id)).map((id) => ctx.db.get(id)));
  return accounts.some((other) => other !== null && other._id !== person._id && other.status === "active");
}
