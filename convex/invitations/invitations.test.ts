/** The way of an invitation: from the form to the person who came, and everything that repeats it. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { DAY_MS, MINUTE_MS } from "../lib/pure/time";
import { endWorld } from "../testing/world.testing";
import { anInvitingCompany } from "./inviting.testing";

afterEach(endWorld);

test("governance invites: no approval, the account is opened by the sign-in and read back, the person comes", async () => {
  const { gina, areaId, invite, signIn, task, accept, rowOf, noticesOf } = await anInvitingCompany();
  await invite(gina);
  expect(await task("approve_access")).toMatchObject({ outcome: "skipped" });
  expect(await task("open_account")).toMatchObject({ status: "Running" });
  expect(await rowOf()).toMatchObject({ status: "invited", firstName: "Nova", businessAreaId: areaId });
  await signIn();
  expect(await task("open_account")).toMatchObject({ status: "Complete", proof: { isProven: true } });
  expect(await accept()).toMatchObject({ status: "active", hasChangedInitialPassword: true, roles: ["staff"] });
  expect(await noticesOf(gina)).toContain("Nova Newcomer accepted your invitation");
});

test("staff ask, and the owner of the area decides before anybody is invited", async () => {
  const { ada, invite, rowOf, task } = await anInvitingCompany();
  await invite(ada);
  expect(await task("approve_access")).toMatchObject({ status: "Running" });
  expect(await rowOf()).toBeUndefined();
});

test("a second person gives the role, also where the invited one is in already", async () => {
  const { sam, una, invite, signIn, accept, confirm, rowOf, open } = await anInvitingCompany();
  await invite(sam, { role: "admin" });
  await signIn();
  await accept();
  expect(await open()).toMatchObject({ title: "Invite Nova Newcomer as Admin" });
  await confirm(una);
  expect(await rowOf()).toMatchObject({ roles: ["staff", "admin"] });
});

test("who has not come after three days is reminded once, with a link that ends when the invitation does", async () => {
  const { world, gina, invite, signIn, turnInvitations, invitationOf } = await anInvitingCompany();
  await invite(gina);
  await signIn();
  await turnInvitations();
  expect(await signIn()).toEqual([]);
  await world.advance(3 * DAY_MS);
  await turnInvitations();
  await turnInvitations();
  const [order] = await world.rows("accountOrders");
  expect(order?.expiresAt).toBe((await invitationOf())?.expiresAt);
  expect(await signIn()).toEqual(["remind new@ao.com"]);
});

test("sent again, it stands for another seven days", async () => {
  const { world, gina, invite, signIn, resend, turnInvitations, accept, rowOf } = await anInvitingCompany();
  await invite(gina);
  await signIn();
  await world.advance(8 * DAY_MS);
  await turnInvitations();
  await resend(gina);
  expect(await signIn()).toEqual(["invite new@ao.com"]);
  expect(await rowOf()).toMatchObject({ status: "invited" });
  await world.advance(6 * DAY_MS);
  expect(await accept()).toMatchObject({ status: "active" });
});

test("whose invitation ran out gets a new link without the inviter; one that stands keeps its end", async () => {
  const { world, gina, invite, signIn, renew, accept, invitationOf } = await anInvitingCompany();
  await invite(gina);
  await signIn();
  const end = (await invitationOf())?.expiresAt;
  await world.advance(DAY_MS);
  expect([await renew(), await signIn()]).toEqual([true, ["invite new@ao.com"]]);
  expect((await invitationOf())?.expiresAt).toBe(end);
  await world.advance(7 * DAY_MS);
  expect([await renew(), await signIn()]).toEqual([true, ["invite new@ao.com"]]);
  expect(await accept()).toMatchObject({ status: "active" });
});

test("an order nobody reported is given again", async () => {
  const { world, gina, invite, task } = await anInvitingCompany();
  const { internal } = await import("../_generated/api");
  await invite(gina);
  const [order] = await world.rows("accountOrders");
  if (!order) throw new Error("Nothing was ordered");
  const take = () => world.internal(internal.invitations.internal.takeOrder, { id: order._id });
  expect([await take(), await take()]).toEqual([true, false]);
  await world.advance(2 * MINUTE_MS);
  expect(await take()).toBe(true);
  expect(await task("open_account")).toMatchObject({ status: "Running" });
});

test("the list says who invited, until when, and what waits for a second person", async () => {
  const { sam, invite, signIn } = await anInvitingCompany();
  await invite(sam, { role: "admin" });
  await signIn();
  expect(await sam.query(api.invitations.queries.pending, {})).toMatchObject([
    { email: "new@ao.com", invitedBy: "Sam Tester", state: "open", waitsForSecond: true, whyNotWithdraw: null },
  ]);
});
