import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ada, aPortalSignIn, verifiedAda } from "./testing.ts";

describe("passwords", () => {
  test("changing it needs the current one, follows the rules, and signs the other places out", async () => {
    const world = await verifiedAda();
    const [laptop, phone] = [world.browser(), world.browser()];
    for (const browser of [laptop, phone])
      await browser.post("sign-in", { email: "ada@ao.com", password: "Byrons-1pass" });
    const change = (currentPassword: string, newPassword: string) =>
      laptop.post("change-password", { currentPassword, newPassword });
    expect(await change("Wrong-one1", "Byrons-2pass")).toMatchObject({
      status: 422,
      body: { code: "form_password_incorrect" },
    });
    expect(await change("Byrons-1pass", "weak")).toMatchObject({
      status: 422,
      body: { code: "form_password_validation_failed" },
    });
    expect(await change("Byrons-1pass", "Byrons-1pass")).toMatchObject({
      status: 422,
      body: { code: "form_password_validation_failed" },
    });
    expect((await change("Byrons-1pass", "Byrons-2pass")).status).toBe(200);
    expect((await laptop.get("token")).body.token).toEqual(expect.any(String));
    expect((await phone.get("token")).body.token).toBeNull();
    expect((await world.browser().post("sign-in", { email: "ada@ao.com", password: "Byrons-2pass" })).status).toBe(200);
  });

  test("once it is changed, a link to reset it that was mailed before opens nothing", async () => {
    const world = await verifiedAda();
    const laptop = world.browser();
    await laptop.post("sign-in", { email: "ada@ao.com", password: "Byrons-1pass" });
    await world.browser().post("request-password-reset", { email: "ada@ao.com" });
    const { token } = world.lastMail();
    await laptop.post("change-password", { currentPassword: "Byrons-1pass", newPassword: "Byrons-2pass" });
    expect(await world.browser().post("reset-password", { token, newPassword: "Byrons-3pass" })).toMatchObject({
      status: 400,
      body: { code: "link_invalid" },
    });
  });

  test("an initial password is replaced once without asking for it, and the token says so", async () => {
    const world = await aPortalSignIn();
    await world.provision({ email: "new@ao.com", password: "Initial-1pass", hasChangedInitialPassword: false });
    const browser = world.browser();
    await browser.post("sign-in", { email: "new@ao.com", password: "Initial-1pass" });
    expect(await world.claimsOf(browser)).toMatchObject({ has_changed_initial_password: false });
    expect((await browser.post("first-password", { newPassword: "Initial-1pass" })).status).toBe(422);
    expect((await browser.post("first-password", { newPassword: "My-own-1pass" })).status).toBe(200);
    expect(await world.claimsOf(browser)).toMatchObject({ has_changed_initial_password: true });
    expect((await browser.post("first-password", { newPassword: "My-own-2pass" })).status).toBe(422);
  });

  test.each(["Password1", "Welcome2026!", "Qwerty123", "Letmein1234", "A1b2c3d4"])(
    "%s is refused at sign-up, at the link and at a change: everybody would guess it",
    async (password) => {
      const pwned = { status: 422, body: { code: "form_password_pwned" } };
      const world = await verifiedAda();
      expect(await world.browser().post("sign-up", { ...ada, email: "bea@ao.com", password })).toMatchObject(pwned);
      await world.browser().post("request-password-reset", { email: "ada@ao.com" });
      expect(
        await world.browser().post("reset-password", { token: world.lastMail().token, newPassword: password }),
      ).toMatchObject(pwned);
      const browser = world.browser();
      await browser.post("sign-in", ada);
      expect(
        await browser.post("change-password", { currentPassword: ada.password, newPassword: password }),
      ).toMatchObject(pwned);
    },
  );

  test("a password from a known breach is refused; an unreachable list refuses nobody", async () => {
    const sha1 = createHash("sha1").update(ada.password).digest("hex").toUpperCase();
    const list: typeof fetch = async () => new Response(`${sha1.slice(5)}:42\r\n0000:1`);
    const breached = await aPortalSignIn({ breachedPasswordCheck: true, fetch: list });
    expect(await breached.browser().post("sign-up", ada)).toMatchObject({
      status: 422,
      body: { code: "form_password_pwned" },
    });
    const unreachable: typeof fetch = () => Promise.reject(new Error("no network"));
    const offline = await aPortalSignIn({ breachedPasswordCheck: true, fetch: unreachable });
    expect((await offline.browser().post("sign-up", ada)).status).toBe(200);
  });
});
