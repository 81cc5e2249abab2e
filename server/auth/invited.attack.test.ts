/** The link of an invitation: opened by machines, seen by others, kept too long, tried too often. */

import { describe, expect, test } from "vitest";
import { DAY_MS } from "../../convex/lib/pure/time.ts";
import { ada, aPortalSignIn, verifiedAda } from "./testing.ts";

const own = "Owners-own-1pass";
const theirs = "Attackers-1pass";
const email = "new@ao.com";

/** A sign-in that was asked to open the account of somebody who is invited. */
async function anInvited() {
  const world = await aPortalSignIn();
  world.invited.add(email);
  const send = async () => {
    const found = await world.openInvited({
      email,
      firstName: "Nova",
      lastName: "Newcomer",
      expiresAt: world.clock.now + 7 * DAY_MS,
      isReminder: false,
      isReturn: false,
    });
    return { found, token: world.lastMail().token };
  };
  const first = await send();
  const accept = (token: string, password = own) => world.browser().post("accept-invitation", { token, password });
  const look = (token: string) => world.browser().post("open-link", { token, purpose: "invitation" });
  return { world, send, accept, look, token: first.token };
}

describe("the link of an invitation", () => {
  test("it ends with the password its person chooses: they are signed in, and the backend knows", async () => {
    const { world, token } = await anInvited();
    const browser = world.browser();
    expect(await browser.post("accept-invitation", { token, password: own })).toMatchObject({
      body: { status: "complete" },
    });
    expect(world.accepted).toEqual([email]);
    expect(await world.claimsOf(browser)).toMatchObject({ email, email_verified: true });
    expect((await world.browser().post("sign-in", { email, password: own })).body).toEqual({ status: "complete" });
  });

  test("looked at as often as a mail scanner likes, it spends nothing", async () => {
    const { look, accept, token } = await anInvited();
    for (let time = 0; time < 5; time += 1) expect((await look(token)).status).toBe(200);
    expect((await accept(token)).status).toBe(200);
  });

  test("a password that is refused, or many of them, strands nobody", async () => {
    const { accept, token } = await anInvited();
    for (const bad of ["", "short", "no-digits-Here", "nocapitals1"])
      expect((await accept(token, bad)).status).toBe(422);
    expect((await accept(token)).status).toBe(200);
  });

  test("links are not tried without end", async () => {
    const { accept } = await anInvited();
    const statuses: number[] = [];
    for (let time = 0; time < 200 && !statuses.includes(429); time += 1)
      statuses.push((await accept(`made up ${time}`)).status);
    expect(statuses.at(-1)).toBe(429);
  });

  test("it works once; of two at the same moment one is refused", async () => {
    const { accept, token } = await anInvited();
    const both = await Promise.all([accept(token), accept(token, theirs)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect((await accept(token, theirs)).body).toMatchObject({ code: "invitation_replaced" });
  });

  test("the newest alone works", async () => {
    const { send, accept, look, token } = await anInvited();
    const { token: newest } = await send();
    expect((await look(token)).body).toMatchObject({ code: "invitation_replaced" });
    expect((await accept(token, theirs)).status).toBe(400);
    expect((await accept(newest)).status).toBe(200);
  });

  test("past its seven days it says that it expired, never that it is invalid", async () => {
    const { world, look, accept, token } = await anInvited();
    world.clock.now += 7 * DAY_MS;
    for (const answer of [await look(token), await accept(token), await look("never-mailed")])
      expect(answer).toMatchObject({ status: 400, body: { code: "invitation_expired" } });
    expect(world.accepted).toEqual([]);
  });

  test("its mail says until when it works, as it is for this invitation, also the one that reminds", async () => {
    const { world } = await anInvited();
    const expiresAt = Date.UTC(2027, 2, 5, 14, 5);
    for (const isReminder of [false, true]) {
      await world.openInvited({
        email,
        firstName: "Nova",
        lastName: "Newcomer",
        expiresAt,
        isReminder,
        isReturn: false,
      });
      expect(world.lastMail().text).toContain("open this link by 05/03/2027 14:05 UTC:");
      expect(world.lastMail().text).not.toContain("seven");
    }
  });

  test("withdrawn meanwhile, it opens nothing and says so, before the sign-in store heard of it and after", async () => {
    const { world, look, accept, token } = await anInvited();
    world.invited.delete(email);
    const isOver = async () => {
      for (const answer of [await look(token), await accept(token)])
        expect(answer).toMatchObject({ status: 400, body: { code: "invitation_over" } });
    };
    await isOver();
    await world.shutOut({ tokenIdentifier: null, email, at: world.clock.now });
    await isOver();
    expect((await world.browser().post("sign-in", { email, password: own })).status).toBe(422);
  });

  test("somebody who was shut out keeps no link from before", async () => {
    const { world, look, token } = await anInvited();
    await world.shutOut({ tokenIdentifier: null, email, at: world.clock.now });
    expect((await look(token)).body).toMatchObject({ code: "invitation_replaced" });
  });
});

describe("an account somebody has a password for", () => {
  test("an invitation touches neither password nor sessions", async () => {
    const world = await verifiedAda();
    const browser = world.browser();
    await browser.post("sign-in", { email: "ada@ao.com", password: ada.password });
    for (const spelt of ["ada@ao.com", "ada+2@ao.com"])
      expect(
        await world.openInvited({
          email: spelt,
          firstName: "Mallory",
          lastName: "Other",
          expiresAt: world.clock.now + DAY_MS,
          isReminder: false,
          isReturn: spelt !== "ada@ao.com",
        }),
      ).toBe("own-password");
    expect(await world.claimsOf(browser)).toMatchObject({ given_name: "Ada" });
    expect(world.lastMail().kind).toBe("already-registered");
  });

  test("of somebody who comes back after their removal, it ends what they had: the link alone opens it (U4)", async () => {
    const world = await verifiedAda();
    world.invited.add("ada@ao.com");
    const before = world.browser();
    await before.post("sign-in", { email: ada.email, password: ada.password });
    const account = { email: ada.email, firstName: "Ada", lastName: "Byron", isReminder: false, isReturn: true };
    for (const time of [1, 2])
      expect(await world.openInvited({ ...account, expiresAt: world.clock.now + time * DAY_MS })).toBe("waiting");
    expect((await before.get("token")).body.token).toBeNull();
    expect((await world.browser().post("sign-in", { email: ada.email, password: ada.password })).body).toEqual({
      status: "needs_email_verification",
    });
    const { token } = world.lastMail();
    expect((await world.browser().post("accept-invitation", { token, password: own })).status).toBe(200);
    expect((await world.browser().post("sign-in", { email: ada.email, password: ada.password })).status).toBe(422);
    expect((await world.browser().post("sign-in", { email: ada.email, password: own })).status).toBe(200);
  });

  test("a stranger who signed up first with the address has a password that opens nothing", async () => {
    const world = await aPortalSignIn();
    world.invited.add(email);
    await world.browser("6.6.6.6").post("sign-up", { ...ada, email, password: theirs });
    await world.openInvited({
      email,
      firstName: "Nova",
      lastName: "Newcomer",
      expiresAt: world.clock.now + DAY_MS,
      isReminder: false,
      isReturn: false,
    });
    const { token } = world.lastMail();
    expect((await world.browser("6.6.6.6").post("sign-in", { email, password: theirs })).body).toEqual({
      status: "needs_email_verification",
    });
    await world.browser().post("accept-invitation", { token, password: own });
    expect((await world.browser("6.6.6.6").post("sign-in", { email, password: theirs })).status).toBe(422);
  });
});

describe("another link without the inviter", () => {
  test("an expired one is enough to ask for it; so is the way of a forgotten password", async () => {
    const { world, token } = await anInvited();
    world.clock.now += 7 * DAY_MS;
    expect((await world.browser().post("renew-invitation", { token })).status).toBe(200);
    const mails = world.mails.length;
    expect((await world.browser().post("request-password-reset", { email })).status).toBe(200);
    expect(world.renewed).toEqual([email, email]);
    // The backend has it mailed; no link of another kind goes out beside it.
    expect(world.mails).toHaveLength(mails);
  });

  test("a mailbox is not flooded by it", async () => {
    const { world, token } = await anInvited();
    const answers = [];
    for (let time = 0; time < 5; time += 1)
      answers.push((await world.browser().post("renew-invitation", { token })).status);
    expect(answers).toContain(429);
    expect(world.renewed.length).toBeLessThanOrEqual(3);
  });

  test("whoever came by it, or made a link up, is answered the same and gets none", async () => {
    const { world, accept, token } = await anInvited();
    await accept(token);
    for (const one of [token, "made-up"])
      expect(await world.browser().post("renew-invitation", { token: one })).toMatchObject({ status: 200 });
    expect(world.renewed).toEqual([]);
  });
});
