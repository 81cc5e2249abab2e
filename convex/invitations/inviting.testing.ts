/** A company that invites people: somebody of every role, an area with an owner, and what the sign-in would do. */

import { api, internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { RoleName } from "../access/roles";
import { aCatalogFor } from "../lib/publicApi.scene.testing";
import { aCompany, type Company } from "../people/suspending.testing";
import { type TestPerson, tokenOf } from "../testing/world.testing";

const REASON = "Takes over the weekly price reports from the first of June.";

/** Ada is staff and owns no area; the others as in any company of tests. */
export async function anInvitingCompany(env: Record<string, string> = {}) {
  const company = await aCompany(env);
  const { world } = company;
  await aCatalogFor({ world });
  const owner = await world.person("olga");
  const areaId = await world.run((ctx) =>
    ctx.db.insert("businessAreas", { name: "Pricing", code: "PRC", costCentre: "47", ownerId: owner.id }),
  );
  let sent = 0;
  /** Sends the form; what it says about fields is thrown as the screen gets it. */
  const submit = async (by: TestPerson, form: Record<string, unknown> = {}) => {
    sent += 1;
    const asked = {
      businessArea: areaId,
      otherAreaReason: "New in the area",
      email: "new@ao.com",
      firstName: "Nova",
      lastName: "Newcomer",
      role: "staff",
      reason: REASON,
      ...form,
    };
    return await by.mutation(api.requests.mutations.submit, {
      typeKey: "portal-invite",
      form: asked,
      submitKey: `invitation ${sent}`,
    });
  };
  /** Sends the form, and the portal does its part. */
  const invite = async (by: TestPerson, form: Record<string, unknown> = {}) => {
    await submit(by, form);
    await settle();
  };
  const settle = async (): Promise<void> => {
    await world.internal(internal.workflow.internal.runMonitor, {});
    await world.advance(0);
  };
  const rowOf = async (email = "new@ao.com"): Promise<Doc<"people"> | undefined> =>
    (await world.rows("people")).find((row) => row.email === email);
  const invitationOf = async (email = "new@ao.com"): Promise<Doc<"invitations"> | undefined> => {
    const person = await rowOf(email);
    return (await world.rows("invitations")).find(({ personId }) => personId === person?._id);
  };
  const doors = signInOf(world, rowOf);
  const personIdOf = async (email = "new@ao.com") => {
    const person = await rowOf(email);
    if (!person) throw new Error("Nobody");
    return person._id;
  };
  const task = async (type: string) => (await world.rows("requestTasks")).findLast((one) => one.type === type);
  const turn = () => world.internal(internal.invitations.internal.turn, {});
  const setRoles = (who: TestPerson, ...roles: RoleName[]) =>
    world.run((ctx) =>
      ctx.db.patch(who.id, { roles: ["staff", ...roles], isSuperAdmin: roles.includes("superAdmin") }),
    );
  return {
    ...company,
    ...doors,
    owner,
    areaId,
    submit,
    invite,
    settle,
    rowOf,
    invitationOf,
    personIdOf,
    task,
    turnInvitations: turn,
    setRoles,
    resend: async (by: TestPerson) => by.mutation(api.invitations.mutations.resend, { personId: await personIdOf() }),
    withdraw: async (by: TestPerson) =>
      by.mutation(api.invitations.mutations.withdraw, { personId: await personIdOf() }),
    renew: (email = "new@ao.com") => world.internal(internal.invitations.internal.renew, { email }),
  };
}

/** What the sign-in service does beside the portal. */
function signInOf(world: Company["world"], rowOf: (email: string) => Promise<Doc<"people"> | undefined>) {
  /** The sign-in does what it is asked; says what it mailed to whom. */
  const signIn = async (found: "waiting" | "own-password" | "mail-refused" = "waiting") => {
    const mailed: string[] = [];
    for (const { _id, email, kind } of await world.rows("accountOrders")) {
      if (!(await world.internal(internal.invitations.internal.takeOrder, { id: _id }))) continue;
      await world.internal(internal.invitations.internal.orderDone, { id: _id, found });
      mailed.push(`${kind} ${email}`);
    }
    await world.advance(0);
    return mailed;
  };
  /** They came, as somebody who calls functions. */
  const acceptAs = async (name = "new"): Promise<TestPerson> => {
    const row = await accept(`${name}@ao.com`);
    if (!row) throw new Error("Nobody came");
    const token = tokenOf(name);
    return {
      ...world.as(token),
      id: row._id,
      token,
      stepUp: () => world.stepUp(`session-of-${name}`),
      shows: () => undefined,
    };
  };
  const accept = async (email = "new@ao.com") => {
    await world.internal(internal.invitations.internal.accept, {
      email,
      tokenIdentifier: `https://portal.test|${email.split("@")[0]}`,
    });
    return await rowOf(email);
  };
  return { signIn, accept, acceptAs };
}
