/** Somebody who was suspended or removed, or whose password or session should be worth nothing any more, comes back. */

import { describe, expect, test, vi } from "vitest";
import { DAY_MS, MINUTE_MS } from "../../convex/lib/pure/time.ts";
import { ada, aPortalSignIn, verifiedAda } from "./testing.ts";

const own = "Another-1pass";

describe("a person who was shut out", () => {
  test.each([
    ["as anybody with a wrong password", false, { email: "ada@ao.com", password: own }],
    ["with private accounts as a stranger", true, { email: "nobody@ao.com", password: ada.password }],
  ])("is answered %s, and gets no session", async (_whom, hasPrivateAccounts, other) => {
    const world = await verifiedAda({ hasPrivateAccounts });
    const like = await world.browser().post("sign-in", other);
    world.closed.add("ada@ao.com");
    const browser = world.browser();
    expect(await browser.post("sign-in", ada)).toEqual(like);
    expect((await browser.get("token")).body).toEqual({ userId: null, token: null });
    expect(world.events).toContainEqual(
      expect.objectContaining({ action: "session.refused", actorEmail: "ada@ao.com" }),
    );
  });

  test("loses every session at the next contact", async () => {
    const world = await verifiedAda();
    const [laptop, phone] = [world.browser(), world.browser()];
    for (const browser of [laptop, phone]) await browser.post("sign-in", ada);
    world.closed.add("ada@ao.com");
    expect((await laptop.get("token")).body).toEqual({ userId: null, token: null });
    expect(world.ended).toHaveLength(2);
    world.closed.clear();
    expect((await phone.get("token")).body.token).toBeNull();
  });

  test.each([
    ["sessions", {}],
    ["step-up", { password: ada.password, for: "config.hours:" }],
    ["change-password", { currentPassword: ada.password, newPassword: own }],
    ["revoke-session", { sessionId: "any" }],
  ])("can do nothing by %s", async (endpoint, body) => {
    const world = await verifiedAda();
    const browser = world.browser();
    await browser.post("sign-in", ada);
    world.closed.add("ada@ao.com");
    const answer = endpoint === "sessions" ? await browser.get(endpoint) : await browser.post(endpoint, body);
    expect(answer).toMatchObject({ status: 401, body: { code: "session_expired" } });
  });

  test("is mailed no link, and an earlier one opens nothing; the answers are those to strangers", async () => {
    const world = await verifiedAda();
    await world.browser().post("request-password-reset", { email: "ada@ao.com" });
    const { token } = world.lastMail();
    await world.browser().post("sign-up", { ...ada, email: "bea@ao.com" });
    const verification = world.lastMail().token;
    const before = world.mails.length;
    for (const email of ["ada@ao.com", "bea@ao.com", "cleo@ao.com"]) world.closed.add(email);
    expect(await world.browser().post("reset-password", { token, newPassword: own })).toMatchObject({
      status: 400,
      body: { code: "link_invalid" },
    });
    expect(await world.browser().post("verify-email", { token: verification, password: own })).toMatchObject({
      status: 400,
      body: { code: "verification_failed" },
    });
    const strangers = await world.browser().post("request-password-reset", { email: "nobody@ao.com" });
    expect(await world.browser().post("request-password-reset", { email: "ada@ao.com" })).toEqual(strangers);
    await world.browser().post("resend-verification", { email: "bea@ao.com" });
    const signedUp = await world.browser().post("sign-up", { ...ada, email: "cleo@ao.com" });
    expect(signedUp).toMatchObject({ status: 200, body: { status: "needs_email_verification" } });
    expect(world.mails).toHaveLength(before);
  });

  test("is not told of their account when somebody signs up with their address, which answers as for a new one", async () => {
    const world = await verifiedAda({ hasPrivateAccounts: true });
    const usual = await world.browser().post("sign-up", { ...ada, email: "bea@ao.com" });
    const before = world.mails.length;
    world.closed.add("ada@ao.com");
    expect(await world.browser().post("sign-up", ada)).toEqual(usual);
    expect(world.mails).toHaveLength(before);
  });

  test("is mailed no link either when somebody else asks for it; whoever is open is, and it opens", async () => {
    const world = await verifiedAda();
    const before = world.mails.length;
    await world.sendPasswordLink("nobody@ao.com");
    world.closed.add("ada@ao.com");
    await world.sendPasswordLink("ada@ao.com");
    expect(world.mails).toHaveLength(before);
    world.closed.clear();
    await world.sendPasswordLink("ada@ao.com");
    const { token, to } = world.lastMail();
    expect(to).toBe("ada@ao.com");
    expect((await world.browser().post("reset-password", { token, newPassword: own })).status).toBe(200);
  });

  test("cannot use the link of an invitation", async () => {
    const world = await aPortalSignIn();
    const invited = { email: "new@ao.com", password: "Initial-1pass", hasChangedInitialPassword: false };
    await world.provision(invited);
    world.closed.add("new@ao.com");
    expect(await world.browser().post("auto-sign-in", invited)).toMatchObject({
      status: 422,
      body: { code: "form_password_incorrect" },
    });
  });
});

describe("a person who was shut out and let in again", () => {
  test("comes back by a new sign-in alone: no earlier session goes on, and later ones are left in peace", async () => {
    const world = await verifiedAda();
    const [old, fresh] = [world.browser(), world.browser()];
    await old.post("sign-in", ada);
    const { session_started_at: began } = await world.claimsOf(old);
    world.reopened.set("ada@ao.com", Number(began) + 1);
    await fresh.post("sign-in", ada);
    expect((await old.get("token")).body).toEqual({ userId: null, token: null });
    expect((await old.post("change-password", { currentPassword: ada.password, newPassword: own })).status).toBe(401);
    expect(await world.claimsOf(fresh)).toMatchObject({ session_started_at: expect.any(Number) });
    expect(world.ended).toHaveLength(1);
  });

  test("finds nothing of before in the sign-in store: sessions and mailed links are gone, later ones stay", async () => {
    const world = await verifiedAda();
    const browser = world.browser();
    await browser.post("sign-in", ada);
    await browser.post("request-password-reset", { email: "ada@ao.com" });
    const { token } = world.lastMail();
    const account = { tokenIdentifier: null, email: "ada@ao.com" };
    await world.shutOut({ ...account, at: Date.now() - MINUTE_MS });
    expect((await browser.get("token")).body.token).toEqual(expect.any(String));
    await world.shutOut({ ...account, at: Math.max(world.clock.now, Date.now()) });
    expect(world.ended).toHaveLength(1);
    expect((await browser.get("token")).body.token).toBeNull();
    expect(await world.browser().post("reset-password", { token, newPassword: own })).toMatchObject({
      body: { code: "link_invalid" },
    });
  });
});

describe("an initial password", () => {
  const invited = { email: "new@ao.com", password: "Initial-1pass", hasChangedInitialPassword: false };
  const week = 7 * DAY_MS;

  test.each([
    ["its link was never used", false],
    ["its link was used", true],
  ])("expires on the form, too, when %s", async (_name, isUsed) => {
    const world = await aPortalSignIn();
    await world.provision(invited);
    if (isUsed) await world.browser().post("auto-sign-in", invited);
    expect((await world.browser().post("sign-in", invited)).status).toBe(200);
    world.clock.now += week;
    expect(await world.browser().post("sign-in", invited)).toMatchObject({
      status: 422,
      body: { code: "form_password_incorrect" },
    });
  });

  test("takes the sessions it opened with it", async () => {
    const world = await aPortalSignIn();
    await world.provision(invited);
    const browser = world.browser();
    await browser.post("sign-in", invited);
    world.clock.now += week;
    expect(await browser.post("first-password", { newPassword: own })).toMatchObject({ status: 401 });
    expect((await browser.get("token")).body.token).toBeNull();
  });
});

describe("a session", () => {
  test("ends after its time, however much it is used", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const world = await verifiedAda({ sessionMaxAgeMs: 3 * DAY_MS });
      const browser = world.browser();
      await browser.post("sign-in", ada);
      for (let day = 1; day <= 2; day += 1) {
        vi.setSystemTime(Date.now() + DAY_MS + 1);
        expect((await browser.get("token")).body.token).toEqual(expect.any(String));
      }
      vi.setSystemTime(Date.now() + DAY_MS);
      expect((await browser.get("token")).body.token).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  test("gets a new cookie with a new password: a copy of the old one is worth nothing, the tokens go on", async () => {
    const world = await verifiedAda();
    const browser = world.browser();
    await browser.post("sign-in", ada);
    const { sid } = await world.claimsOf(browser);
    const thief = world.browser("6.6.6.6");
    thief.take(browser);
    expect((await thief.get("token")).body.token).toEqual(expect.any(String));
    await browser.post("change-password", { currentPassword: ada.password, newPassword: own });
    expect((await thief.get("token")).body.token).toBeNull();
    expect(await world.claimsOf(browser)).toMatchObject({ sid });
  });
});
