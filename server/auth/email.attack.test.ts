/** An account that is to have another address: nobody takes a mailbox or an account that is not theirs by it (U16). */

import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "../../convex/lib/pure/time.ts";
import { ada, verifiedAda } from "./testing.ts";

const NEW = "ada.king@ao.com";
const wish = { email: " Ada.King@ao.com", password: ada.password };
const broken = { status: 400, body: { code: "link_invalid" } };

async function signedIn(options: Parameters<typeof verifiedAda>[0] = {}) {
  const world = await verifiedAda(options);
  const browser = world.browser();
  await browser.post("sign-in", ada);
  const ask = async (change: object = {}) => await browser.post("request-email-change", { ...wish, ...change });
  const enters = async (email: string) =>
    (await world.browser("10.0.0.9").post("sign-in", { email, password: ada.password })).body.status === "complete";
  return { world, browser, ask, enters };
}

describe("another address (U16)", () => {
  test("is the account's once its link is used, with the same id; the old one is told and opens nothing", async () => {
    const { world, browser, ask, enters } = await signedIn();
    const before = await world.claimsOf(browser);
    expect(await ask()).toMatchObject({ status: 200 });
    const { to, token } = world.lastMail();
    expect(to).toBe(NEW);
    expect([await enters("ada@ao.com"), world.changedEmails]).toEqual([true, []]);

    expect(await world.browser().post("change-email", { token })).toMatchObject({ body: { ok: true, email: NEW } });
    expect(world.changedEmails).toEqual([{ tokenIdentifier: `${before.iss}|${before.sub}`, email: NEW }]);
    expect(await world.claimsOf(browser)).toMatchObject({ sub: before.sub, email: NEW, email_verified: true });
    expect(world.lastMail()).toMatchObject({ to: "ada@ao.com", kind: "email-changed" });
    expect([await enters(NEW), await enters("ada@ao.com")]).toEqual([true, false]);
  });

  test("is nobody's who only looks at the link, uses it twice, late, or after a newer one", async () => {
    const { world, ask, enters } = await signedIn();
    await ask();
    const first = world.lastMail().token;
    for (let look = 0; look < 3; look += 1)
      expect(await world.browser().post("open-link", { token: first, purpose: "change-email" })).toMatchObject({
        status: 200,
      });
    for (const purpose of ["reset-password", "invitation", "verify-email"])
      expect((await world.browser().post("open-link", { token: first, purpose })).status).toBe(400);
    expect(await enters(NEW)).toBe(false);
    await ask();
    const second = world.lastMail().token;
    expect(await world.browser().post("change-email", { token: first })).toMatchObject(broken);
    const answers = await Promise.all([1, 2].map(() => world.browser().post("change-email", { token: second })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const { ask: askAgain, world: other } = await signedIn();
    await askAgain();
    other.clock.now += 61 * MINUTE_MS;
    expect(await other.browser().post("change-email", { token: other.lastMail().token })).toMatchObject(broken);
  });

  test("needs an open session and its password, which cannot be guessed by it", async () => {
    const { world, ask } = await signedIn();
    const mails = world.mails.length;
    expect(await world.browser().post("request-email-change", wish)).toMatchObject({ status: 401 });
    expect(await ask({ password: "Wrong-1pass" })).toMatchObject({
      status: 422,
      body: { fields: { password: expect.any(String) } },
    });
    for (let guess = 0; guess < 9; guess += 1) await ask({ password: `Wrong-1pass${guess}` });
    expect(await ask()).toMatchObject({ status: 429 });
    expect(world.mails).toHaveLength(mails);
    expect(world.events.filter(({ action }) => action === "session.stepUpRefused")).not.toHaveLength(0);
  });

  test.each([
    ["outside the company", "ada@elsewhere.com"],
    ["of a domain that only ends alike", "ada@evil-ao.com"],
    ["that is none", "ada@@ao.com"],
    ["they have", "ada@ao.com"],
  ])("is not one %s", async (_what, email) => {
    const { world, ask } = await signedIn();
    const mails = world.mails.length;
    expect(await ask({ email })).toMatchObject({ status: 422, body: { fields: { email: expect.any(String) } } });
    expect(world.mails).toHaveLength(mails);
  });

  test("is not one whose mailbox another account proved, in any spelling, asked for before or after", async () => {
    const { world, ask } = await signedIn();
    await world.provision({ email: "bea@ao.com", password: "Beas-own-1pass" });
    expect(await ask({ email: "Bea+x@ao.com" })).toMatchObject({ status: 422 });
    await ask();
    const { token } = world.lastMail();
    await world.provision({ email: NEW, password: "Kings-own-1pass" });
    expect(await world.browser().post("change-email", { token })).toMatchObject(broken);
    expect(world.changedEmails).toEqual([]);
  });

  test("is not one the backend gives them no more when the link is used", async () => {
    const { world, ask, enters } = await signedIn();
    world.refusedEmails.set(NEW, { code: "fixed", message: "Your account is protected, so its address stays." });
    expect(await ask()).toMatchObject({
      status: 422,
      body: { fields: { email: expect.stringContaining("protected") } },
    });
    world.refusedEmails.clear();
    await ask();
    world.refusedEmails.set(NEW, { code: "taken", message: "Taken" });
    expect(await world.browser().post("change-email", { token: world.lastMail().token })).toMatchObject(broken);
    expect([await enters(NEW), await enters("ada@ao.com")]).toEqual([false, true]);
  });

  test("of somebody who was shut out meanwhile changes nothing", async () => {
    const { world, ask } = await signedIn();
    await ask();
    world.closed.add("ada@ao.com");
    expect(await world.browser().post("change-email", { token: world.lastMail().token })).toMatchObject(broken);
    expect(world.changedEmails).toEqual([]);
  });

  test("takes the place of an account nobody proved, and ends links mailed to the old address", async () => {
    const { world, browser, ask, enters } = await signedIn();
    await world.browser("6.6.6.6").post("sign-up", { ...ada, email: NEW, password: "Strangers-1pass" });
    await ask();
    const { token } = world.lastMail();
    await browser.post("request-password-reset", { email: "ada@ao.com" });
    const reset = world.lastMail().token;
    await world.browser().post("change-email", { token });
    expect(await world.browser().post("reset-password", { token: reset, newPassword: "Thiefs-1pass" })).toMatchObject(
      broken,
    );
    expect(await enters(NEW)).toBe(true);
  });

  test("with private accounts tells nobody whose it is, and mails nothing", async () => {
    const { world, ask } = await signedIn({ hasPrivateAccounts: true });
    await world.provision({ email: "bea@ao.com", password: "Beas-own-1pass" });
    const mails = world.mails.length;
    expect(await ask({ email: "bea@ao.com" })).toMatchObject({ status: 200, body: { ok: true } });
    expect(world.mails).toHaveLength(mails);
  });
});
