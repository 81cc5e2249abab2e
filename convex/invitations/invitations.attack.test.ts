/** Invitations as a way to more than one has: for oneself, for an accomplice, against a colleague. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/pure/time";
import { codeOf, endWorld, tokenOf } from "../testing/world.testing";
import { anInvitingCompany } from "./inviting.testing";

afterEach(endWorld);

describe("a powerful role by invitation", () => {
  test("a super admin makes nobody a super admin alone: they come as staff, and somebody else confirms (U5)", async () => {
    const { sam, una, invite, signIn, accept, confirm } = await anInvitingCompany();
    await invite(sam, { role: "superAdmin" });
    expect(await signIn()).toEqual(["invite new@ao.com"]);
    expect(await accept()).toMatchObject({ status: "active", roles: ["staff"], isSuperAdmin: false });
    expect(await codeOf(confirm(sam))).toBe("not-eligible");
    await confirm(una);
  });

  test("whoever was just invited is no second person for the one who invited them", async () => {
    const { sam, una, invite, signIn, acceptAs, confirm } = await anInvitingCompany();
    await invite(sam, { role: "superAdmin" });
    await signIn();
    const nova = await acceptAs();
    await confirm(una);
    await invite(sam, { role: "admin", email: "second@ao.com" });
    expect(await codeOf(confirm(nova))).toBe("not-eligible");
  });

  test.each([
    ["ada", "admin", "role"],
    ["adam", "admin", "role"],
    ["adam", "governance", "role"],
    ["gina", "superAdmin", "role"],
    ["gina", "finops", "role"],
  ] as const)("%s cannot invite somebody as %s", async (who, role, field) => {
    const company = await anInvitingCompany();
    const refused = company.invite(company[who], { role });
    await expect(refused).rejects.toMatchObject({
      data: { code: "invalid-form", fields: { [field]: expect.any(String) } },
    });
    expect(await company.rowOf()).toBeUndefined();
  });

  test("whoever lost the role between asking and the account invites nobody", async () => {
    const { sam, submit, settle, task, rowOf, setRoles } = await anInvitingCompany();
    await submit(sam, { role: "governance" });
    await setRoles(sam, "admin");
    await settle();
    expect(await task("open_account")).toMatchObject({
      status: "Failed",
      error: expect.stringContaining("do not hold"),
    });
    expect(await rowOf()).toBeUndefined();
  });

  test("whoever is gone by the time of the account invites nobody", async () => {
    const { world, gina, submit, settle, task, rowOf } = await anInvitingCompany();
    await submit(gina);
    await world.run((ctx) => ctx.db.patch(gina.id, { status: "suspended" }));
    await settle();
    expect(await task("open_account")).toMatchObject({ status: "Failed", error: expect.stringContaining("no longer") });
    expect(await rowOf()).toBeUndefined();
  });

  test("through somebody else's eyes nobody is invited", async () => {
    const { world, sam, gina, invite, rowOf } = await anInvitingCompany();
    const sessionId = await world.run((ctx) =>
      ctx.db.insert("impersonationSessions", {
        realPersonId: sam.id,
        impersonatingUserId: gina.id,
        mode: "act",
        reason: "Support",
        impersonationStartedAt: world.now(),
        impersonationExpiresAt: world.now() + HOUR_MS,
      }),
    );
    sam.shows(sessionId);
    await expect(invite(sam)).rejects.toMatchObject({
      data: { fields: { email: "You cannot invite people while impersonating" } },
    });
    expect(await rowOf()).toBeUndefined();
  });

  test("whoever was invited, or invited again, is no second person for the one who did it", async () => {
    const { world, sam, una, kim, gina, invite, signIn, acceptAs, confirm, resend, setRoles } =
      await anInvitingCompany();
    await invite(gina);
    await signIn();
    await world.advance(11 * MINUTE_MS);
    await resend(una);
    await signIn();
    const nova = await acceptAs();
    // Whoever else gave her what she holds does not matter here.
    await setRoles(nova, "superAdmin");
    await invite(gina, { role: "governance", email: "second@ao.com" });
    expect(await codeOf(confirm(nova))).toBe("not-eligible");
    await confirm(sam);
    await invite(una, { role: "admin", email: "third@ao.com" });
    expect(await codeOf(confirm(nova))).toBe("not-eligible");
    await confirm(sam);
    await invite(kim, { role: "admin", email: "fourth@ao.com" });
    await confirm(nova);
  });

  test("what was withdrawn before the second person confirms gives nothing, also to whoever signed up since", async () => {
    const { world, sam, una, invite, signIn, withdraw, confirm, rowOf } = await anInvitingCompany();
    await invite(sam, { role: "admin" });
    await signIn();
    await withdraw(sam);
    await world.as(tokenOf("late", { email: "new@ao.com" })).mutation(api.people.mutations.signedIn, {});
    expect(await codeOf(confirm(una))).toBe("wrong-state");
    expect(await rowOf()).toMatchObject({ status: "active", roles: ["staff"] });
  });

  test("what was given meanwhile by others is not replaced by it", async () => {
    const { sam, una, invite, signIn, acceptAs, confirm, setRoles, rowOf } = await anInvitingCompany();
    await invite(sam, { role: "admin" });
    await signIn();
    await setRoles(await acceptAs(), "finops");
    expect(await codeOf(confirm(una))).toBe("not-eligible");
    expect(await rowOf()).toMatchObject({ roles: ["staff", "finops"] });
  });

  test("whoever lost the role before the second person confirms gave nothing", async () => {
    const { sam, una, invite, confirm, rowOf, setRoles } = await anInvitingCompany();
    await invite(sam, { role: "superAdmin" });
    await setRoles(sam, "admin");
    expect(await codeOf(confirm(una))).toBe("not-eligible");
    expect(await rowOf()).toMatchObject({ roles: ["staff"] });
  });

  test("whoever lost the role before the invited one comes gave nothing", async () => {
    const { sam, una, invite, signIn, accept, confirm, rowOf, setRoles } = await anInvitingCompany();
    await invite(sam, { role: "superAdmin" });
    await signIn();
    await confirm(una);
    expect(await rowOf()).toMatchObject({ roles: ["staff", "superAdmin"] });
    await setRoles(sam, "admin");
    expect(await accept()).toMatchObject({ status: "active", roles: ["staff"], isSuperAdmin: false });
  });

  test("whoever is gone before the invited one comes gave nothing", async () => {
    const { world, sam, una, invite, signIn, accept, confirm } = await anInvitingCompany();
    await invite(sam, { role: "admin" });
    await signIn();
    await confirm(una);
    await world.run((ctx) => ctx.db.patch(sam.id, { status: "suspended" }));
    expect(await accept()).toMatchObject({ status: "active", roles: ["staff"] });
  });

  test("an admin neither repeats nor withdraws an invitation to more than they give", async () => {
    const { sam, una, adam, invite, signIn, confirm, resend, withdraw, world } = await anInvitingCompany();
    await invite(sam, { role: "governance" });
    await signIn();
    await confirm(una);
    await world.advance(11 * MINUTE_MS);
    expect(await codeOf(resend(adam))).toBe("not-eligible");
    expect(await codeOf(withdraw(adam))).toBe("not-eligible");
  });
});

describe("an address that is somebody's", () => {
  test.each([
    ["active", "already has an account"],
    ["suspended", "is suspended"],
    ["removed", "was removed"],
  ] as const)("nobody is invited whose address belongs to somebody %s, in any spelling", async (status, words) => {
    const { world, gina, invite } = await anInvitingCompany();
    const known = await world.person("known", { status });
    if (status === "removed") await world.run((ctx) => ctx.db.patch(known.id, { removedAt: world.now() - DAY_MS }));
    for (const email of ["known@ao.com", "KNOWN@ao.com"])
      await expect(invite(gina, { email })).rejects.toMatchObject({
        data: { fields: { email: expect.stringContaining(words) } },
      });
    await expect(invite(gina, { email: "known+two@ao.com" })).rejects.toMatchObject({ data: { code: "invalid-form" } });
    expect((await world.rows("people")).find(({ _id }) => _id === known.id)).toMatchObject({ status });
    expect(await world.rows("invitations")).toEqual([]);
  });

  test.each([
    ["removed", 31],
    ["revoked", 0],
  ] as const)(
    "who may be invited again (%s) is not by another spelling: one human would be two",
    async (status, days) => {
      const { world, gina, invite } = await anInvitingCompany();
      const known = await world.person("known", { status });
      await world.run((ctx) => ctx.db.patch(known.id, { removedAt: world.now() - days * DAY_MS }));
      await expect(invite(gina, { email: "known+two@ao.com" })).rejects.toMatchObject({
        data: { fields: { email: expect.stringContaining("another spelling of known@ao.com") } },
      });
      await invite(gina, { email: "known@ao.com" });
    },
  );

  test.each([
    "a%b.com@ao.com",
    '"a"@ao.com',
    "a,b@ao.com",
    "a\r\nbcc@ao.com",
    "a＠ao.com",
    "a@ao.com.evil.com",
    "a@sub.ao.com",
    "а@ao.com",
  ])("%j is not invited", async (email) => {
    const { gina, invite } = await anInvitingCompany();
    expect(await codeOf(invite(gina, { email }))).toBe("invalid-form");
  });

  test.each([
    "<b>Win</b>",
    "Ada\r\nBcc: all@ao.com",
    "Ada\u202eadA",
    "\u2066Ada\u2069",
    "Ada http://evil.example",
    "=1+1",
  ])("nobody is invited as %j", async (hostile) => {
    const { world, gina, invite } = await anInvitingCompany();
    for (const form of [{ firstName: hostile }, { lastName: hostile }])
      expect(await codeOf(invite(gina, form))).toBe("invalid-form");
    expect(await world.rows("invitations")).toEqual([]);
  });

  test("an exempt address outside the company comes as staff alone", async () => {
    const { sam, gina, invite, rowOf } = await anInvitingCompany({ TEST_ADDRESSES: "guest@else.org" });
    await expect(invite(sam, { email: "guest@else.org", role: "admin" })).rejects.toMatchObject({
      data: { fields: { email: "An address outside the company can only be invited as Staff" } },
    });
    await invite(gina, { email: "guest@else.org" });
    expect(await rowOf("guest@else.org")).toMatchObject({ status: "invited", roles: ["staff"] });
  });

  test("an address whose account has a password is not touched: the task fails and says so", async () => {
    const { gina, invite, signIn, task } = await anInvitingCompany();
    await invite(gina);
    await signIn("own-password");
    expect(await task("open_account")).toMatchObject({
      status: "Failed",
      proof: { isProven: false },
      error: expect.stringContaining("Nothing was changed"),
    });
  });

  test("an address the mail server refuses is not said to be invited: the task fails and says so", async () => {
    const { world, gina, invite, signIn, task } = await anInvitingCompany();
    await invite(gina);
    await signIn("mail-refused");
    const error = expect.stringContaining("The mail server takes no mail for this address") as string;
    expect(await task("open_account")).toMatchObject({ status: "Failed", proof: { isProven: false }, error });
    expect((await world.rows("invitations")).map(({ mailedAt }) => mailedAt)).toEqual([undefined]);
    expect(await world.rows("accountOrders")).toEqual([]);
  });
});

describe("the end of an invitation", () => {
  test("past seven days nobody comes by it, whether or not anybody noted it", async () => {
    const { world, sam, una, invite, signIn, confirm, accept, rowOf } = await anInvitingCompany();
    await invite(sam, { role: "admin" });
    await signIn();
    await confirm(una);
    await world.advance(7 * DAY_MS);
    expect(await accept()).toMatchObject({ status: "invited" });
    const late = world.as(tokenOf("late", { email: "new@ao.com" }));
    expect(await codeOf(late.mutation(api.people.mutations.signedIn, {}))).toBe("not-active");
    expect(await rowOf()).toMatchObject({ status: "invited" });
  });

  test("the clock writes the end as a row, so that open pages follow", async () => {
    const { world, gina, invite, signIn, turnInvitations, rowOf, invitationOf } = await anInvitingCompany();
    await invite(gina);
    await signIn();
    await world.advance(7 * DAY_MS);
    await turnInvitations();
    expect([await rowOf(), await invitationOf()]).toMatchObject([{ status: "expired" }, { state: "expired" }]);
  });

  test("a withdrawn invitation opens nothing, and its address may sign up like any other: as staff", async () => {
    const { world, sam, una, invite, signIn, confirm, withdraw, accept, rowOf } = await anInvitingCompany();
    await invite(sam, { role: "admin" });
    await signIn();
    await confirm(una);
    await withdraw(sam);
    expect(await world.rows("shutOuts")).toMatchObject([{ email: "new@ao.com" }]);
    expect(await accept()).toMatchObject({ status: "revoked", roles: ["staff"] });
    await world.as(tokenOf("late", { email: "new@ao.com" })).mutation(api.people.mutations.signedIn, {});
    expect(await rowOf()).toMatchObject({ status: "active", roles: ["staff"] });
  });

  test("what was asked for in mail and withdrawn before is not sent", async () => {
    const { gina, invite, withdraw, signIn, task } = await anInvitingCompany();
    await invite(gina);
    await withdraw(gina);
    expect(await signIn()).toEqual([]);
    expect(await task("open_account")).toMatchObject({ status: "Failed", error: expect.stringContaining("withdrawn") });
  });

  test("past its end nothing is mailed for it, whether or not anybody noted the end", async () => {
    const { world, gina, invite, signIn } = await anInvitingCompany();
    await invite(gina);
    await world.advance(7 * DAY_MS);
    expect(await signIn()).toEqual([]);
  });

  test("whoever came by it is neither withdrawn nor sent another link", async () => {
    const { world, gina, invite, signIn, accept, resend, withdraw, rowOf } = await anInvitingCompany();
    await invite(gina);
    await signIn();
    await accept();
    await world.advance(11 * MINUTE_MS);
    expect([await codeOf(resend(gina)), await codeOf(withdraw(gina))]).toEqual(["wrong-state", "wrong-state"]);
    expect(await rowOf()).toMatchObject({ status: "active" });
  });

  test("A colleague who is in is neither withdrawn nor invited again", async () => {
    const { gina, ada } = await anInvitingCompany();
    const { resend, withdraw } = api.invitations.mutations;
    for (const does of [resend, withdraw])
      expect(await codeOf(gina.mutation(does, { personId: ada.id }))).toBe("not-found");
  });
});

describe("flooding a mailbox", () => {
  test("one person invites as many in an hour as is configured, by whichever address", async () => {
    const { world, gina, sam, submit } = await anInvitingCompany();
    await world.run((ctx) =>
      ctx.db.insert("configVersions", {
        key: "invitations.perHour",
        version: 1,
        value: 2,
        reason: "Few come",
        setAt: world.now(),
        byIds: [sam.id],
      }),
    );
    for (const email of ["one@ao.com", "two@ao.com"]) await submit(gina, { email });
    await expect(submit(gina, { email: "three@ao.com" })).rejects.toMatchObject({
      data: { fields: { email: "You can invite 2 people an hour. Try again later." } },
    });
    await submit(sam, { email: "four@ao.com" });
    await world.advance(61 * MINUTE_MS);
    await submit(gina, { email: "three@ao.com" });
  });

  test("an invitation is sent again once in ten minutes", async () => {
    const { world, gina, invite, signIn, resend } = await anInvitingCompany();
    await invite(gina);
    await signIn();
    expect(await codeOf(resend(gina))).toBe("rate-limited");
    await world.advance(10 * MINUTE_MS);
    await resend(gina);
    expect(await signIn()).toEqual(["invite new@ao.com"]);
  });

  test("nobody but those who invite see or touch what is out", async () => {
    const { ada, fay, gina, invite, personIdOf } = await anInvitingCompany();
    await invite(gina);
    const personId = await personIdOf();
    for (const who of [ada, fay]) {
      expect(await codeOf(who.query(api.invitations.queries.pending, {}))).toBe("not-allowed");
      expect(await codeOf(who.mutation(api.invitations.mutations.withdraw, { personId }))).toBe("not-allowed");
    }
  });
});

test("a link is asked for by the mailbox alone: an unknown, active or withdrawn one gets none", async () => {
  const { world, gina, invite, signIn, renew, withdraw } = await anInvitingCompany();
  expect([await renew("nobody@ao.com"), await renew("ada@ao.com")]).toEqual([false, false]);
  await invite(gina);
  await signIn();
  await withdraw(gina);
  expect(await renew()).toBe(false);
  expect(await world.rows("accountOrders")).toEqual([]);
});

test("asking for another link oneself does not keep an invitation open for ever", async () => {
  const { world, gina, invite, signIn, renew } = await anInvitingCompany();
  await invite(gina);
  await signIn();
  await world.advance(29 * DAY_MS);
  expect(await renew()).toBe(true);
  await signIn();
  await world.advance(2 * DAY_MS);
  expect(await renew()).toBe(false);
});

test("nor does it help once whoever invited cannot give the role any more", async () => {
  const { sam, una, invite, signIn, confirm, renew, setRoles } = await anInvitingCompany();
  await invite(sam, { role: "admin" });
  await signIn();
  await confirm(una);
  await setRoles(sam);
  expect(await renew()).toBe(false);
});
