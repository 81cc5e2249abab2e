/** People who may suspend each other, or not: a world with somebody of every role and three super admins. */

import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { INVITATION_LIFETIME_MS } from "../access/entry";
import type { RoleName } from "../access/roles";
import { HOUR_MS } from "../lib/pure/time";
import { lookAt, seenOf } from "../process/confirming/proposing";
import { loadPerson } from "../process/confirming/steps/people";
import { agreed } from "../proposals/proposals.testing";
import { aWorld, type TestPerson } from "../testing/world.testing";

const { suspend, restore, changeRoles } = api.people.mutations;

/** Ada is staff; sam, una and kim are super admins; adam is an admin, gina governance, fay FinOps. */
export async function aCompany(env: Record<string, string> = {}) {
  const world = await aWorld({}, env);
  const person = (name: string, ...roles: RoleName[]) => world.person(name, { roles: ["staff", ...roles] });
  const people = {
    ada: await person("ada"),
    adam: await person("adam", "admin"),
    gina: await person("gina", "governance"),
    fay: await person("fay", "finops"),
    sam: await person("sam", "superAdmin"),
    una: await person("una", "superAdmin"),
    kim: await person("kim", "superAdmin"),
  };
  const row = async ({ id }: TestPerson) => {
    const found = (await world.rows("people")).find(({ _id }) => _id === id);
    if (!found) throw new Error("Nobody");
    return found;
  };
  /** Everybody's password was given again just now. */
  const proven = async (who: TestPerson): Promise<TestPerson> => {
    await who.stepUp();
    return who;
  };
  const reason = "Left their laptop open";
  const doing = {
    suspend: async (by: TestPerson, { id }: TestPerson) =>
      (await proven(by)).mutation(suspend, { personId: id, reason }),
    restore: async (by: TestPerson, { id }: TestPerson) =>
      (await proven(by)).mutation(restore, { personId: id, reason }),
    give: async (by: TestPerson, { id }: TestPerson, ...roles: RoleName[]) =>
      (await proven(by)).mutation(changeRoles, { personId: id, roles, reason }),
  };
  const open = async () => {
    const found = (await world.rows("proposals")).findLast(({ state }) => state === "open");
    if (!found) throw new Error("No proposal is open");
    return found;
  };
  /** Somebody confirms the open proposal as it is shown, once the successors it names have agreed. */
  const confirm = async (by: TestPerson, shownHash?: string) => {
    const proposal = await open();
    await agreed(world, proposal._id);
    const seen = await world.run(async (ctx) => await seenOf(ctx, proposal.change, proposal));
    await by.stepUp();
    const word = { proposalId: proposal._id, shownHash: shownHash ?? seen.shownHash };
    return await by.mutation(api.proposals.mutations.confirm, word);
  };
  const turn = async () => {
    await world.internal(internal.proposals.internal.turn, {});
    await world.advance(0);
  };
  const noticesOf = async ({ id }: TestPerson) =>
    (await world.rows("notifications")).filter(({ recipientId }) => recipientId === id).map(({ title }) => title);
  const events = async (action: string) => (await world.rows("auditEvents")).filter((event) => event.action === action);
  return { world, ...people, row, ...doing, open, confirm, turn, noticesOf, events, reason };
}

/** A company. */
export type Company = Awaited<ReturnType<typeof aCompany>>;

/** Somebody a colleague invited as staff an hour ago, who has not come. */
export async function anInvitedPerson({
  world,
  personId,
}: {
  readonly world: Company["world"];
  readonly personId: Id<"people">;
}): Promise<Id<"people">> {
  const invited = await world.person("invited", { status: "invited" });
  const at = world.now() - HOUR_MS;
  const fields = { personId: invited.id, invitedById: personId, roles: ["staff" as const], state: "open" as const };
  await world.run((ctx) =>
    ctx.db.insert("invitations", { ...fields, at, sentAt: at, expiresAt: at + INVITATION_LIFETIME_MS }),
  );
  return invited.id;
}

/** A colleague somebody is about to remove, as it was shown to them. */
export async function aRemovalOf({
  world,
  personId,
}: {
  readonly world: Company["world"];
  readonly personId: Id<"people">;
}) {
  const leaving = await world.person("leaving");
  const successor = await world.person("successor");
  const change = { kind: "person.remove" as const, personId: leaving.id, successorId: successor.id };
  const shown = await world.run(async (ctx) => (await lookAt(ctx, change, await loadPerson(ctx, personId))).shownHash);
  const args = { userEmail: "leaving@ao.com", successorId: successor.id, reason: "Their last day was yesterday" };
  return { ...args, typed: args.userEmail, shownHash: shown };
}
