import { createHash } from "node:crypto";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { DAY_MS, HOUR_MS } from "#convex/lib/pure/time.ts";
import { ada, aPortalSignIn, verifiedAda } from "./testing.ts";

describe("signing up", () => {
  test("a colleague signs up, is told to verify, follows the link and signs in", async () => {
    const world = await aPortalSignIn();
    const browser = world.browser();
    expect(await browser.post("sign-up", ada)).toMatchObject({
      status: 200,
      body: { status: "needs_email_verification" },
    });
    expect(world.lastMail()).toMatchObject({ to: "ada@ao.com", kind: "verify-email" });
    expect(await browser.post("sign-in", { email: "ada@ao.com", password: "Byrons-1pass" })).toMatchObject({
      body: { status: "needs_email_verification" },
    });
    expect(await browser.get("token")).toMatchObject({ status: 200, body: { userId: null, token: null } });
    expect(
      await browser.post("verify-email", { token: world.lastMail().token, password: "Byrons-1pass" }),
    ).toMatchObject({ status: 200, body: { email: "ada@ao.com" } });
    expect(await browser.post("sign-in", { email: " ADA@ao.com", password: "Byrons-1pass" })).toMatchObject({
      body: { status: "complete" },
    });
    expect((await browser.get("token")).body.token).toEqual(expect.any(String));
  });

  test.each([
    [{ email: "ada@elsewhere.com" }, "form_invalid", { email: "Email must be @ao.com domain" }],
    [{ email: "ada@evil-ao.com" }, "form_invalid", { email: "Email must be @ao.com domain" }],
    [{ email: "ada@ao.com.evil.com" }, "form_invalid", { email: "Email must be @ao.com domain" }],
    [{ email: "nonsense" }, "form_invalid", { email: "Please enter a valid email address" }],
    [{ firstName: " " }, "form_invalid", { firstName: "First name is required" }],
    [
      { firstName: "Ada\u202E" },
      "form_invalid",
      { firstName: "First name can only contain letters, numbers, spaces, hyphens, and apostrophes" },
    ],
    [{ lastName: "x".repeat(51) }, "form_invalid", { lastName: "Last name must be less than 50 characters" }],
    [
      { password: "Passw1" },
      "form_password_validation_failed",
      { password: "Password must be at least 8 characters long" },
    ],
    [
      { password: "password1" },
      "form_password_validation_failed",
      { password: "Password must contain at least one uppercase letter" },
    ],
    [
      { password: "PASSWORD1" },
      "form_password_validation_failed",
      { password: "Password must contain at least one lowercase letter" },
    ],
    [
      { password: "Passwords" },
      "form_password_validation_failed",
      { password: "Password must contain at least one number" },
    ],
  ])("the server refuses %o", async (change, code, fields) => {
    const world = await aPortalSignIn();
    expect(await world.browser().post("sign-up", { ...ada, ...change })).toMatchObject({
      status: 422,
      body: { code, fields },
    });
    expect(world.mails).toHaveLength(0);
  });

  test("a listed test address may sign up, and only when it is listed", async () => {
    const probe = { ...ada, email: "probe@example.com" };
    const strict = await aPortalSignIn();
    expect((await strict.browser().post("sign-up", probe)).status).toBe(422);
    const listed = await aPortalSignIn({ testAddresses: ["probe@example.com"] });
    expect((await listed.browser().post("sign-up", probe)).status).toBe(200);
  });

  test("nobody can sign up with fields that are not in the form", async () => {
    const world = await aPortalSignIn();
    await world
      .browser()
      .post("sign-up", { ...ada, emailVerified: true, hasChangedInitialPassword: false, role: "superAdmin" });
    expect(await world.browser().post("sign-in", { email: "ada@ao.com", password: "Byrons-1pass" })).toMatchObject({
      body: { status: "needs_email_verification" },
    });
  });

  test("an address that is taken is refused, whether or not its person may come in, and keeps its password", async () => {
    const world = await verifiedAda();
    const taken = { status: 422, body: { code: "form_identifier_exists" } };
    const before = world.mails.length;
    world.clock.now += HOUR_MS;
    expect(await world.browser().post("sign-up", { ...ada, password: "Byrons-3pass" })).toMatchObject(taken);
    expect(await world.browser().post("sign-up", { ...ada, email: "ada+2@ao.com" })).toMatchObject(taken);
    world.closed.add("ada@ao.com");
    expect(await world.browser().post("sign-up", ada)).toMatchObject(taken);
    world.closed.clear();
    expect(world.mails).toHaveLength(before);
    expect((await world.browser().post("sign-in", ada)).status).toBe(200);
  });

  test("with private accounts a second sign-up answers as the first did, keeps the password, and tells the owner by mail", async () => {
    const world = await verifiedAda({ hasPrivateAccounts: true });
    const first = await world.browser().post("sign-up", { ...ada, email: "new@ao.com" });
    const again = await world.browser().post("sign-up", { ...ada, password: "Byrons-3pass" });
    expect(again).toEqual(first);
    expect(world.lastMail()).toMatchObject({ to: "ada@ao.com", kind: "already-registered" });
    expect(await world.browser().post("sign-in", { email: "ada@ao.com", password: "Byrons-3pass" })).toMatchObject({
      body: { code: "form_password_incorrect" },
    });
  });

  test("a second sign-up before the address was verified sends the link again", async () => {
    const world = await aPortalSignIn();
    await world.browser().post("sign-up", ada);
    await world.browser().post("sign-up", ada);
    expect(world.mails.map(({ kind }) => kind)).toEqual(["verify-email", "verify-email"]);
  });
});

describe("verifying the address", () => {
  test("a link works once, then says so; a forged one fails", async () => {
    const world = await aPortalSignIn();
    await world.browser().post("sign-up", ada);
    const { token } = world.lastMail();
    expect(await world.browser().post("verify-email", { token: `${token}x`, password: "Byrons-1pass" })).toMatchObject({
      status: 400,
      body: { code: "verification_failed" },
    });
    expect((await world.browser().post("verify-email", { token, password: "Byrons-1pass" })).status).toBe(200);
    expect(await world.browser().post("verify-email", { token, password: "Byrons-1pass" })).toMatchObject({
      status: 400,
      body: { code: "verification_already_verified" },
    });
  });

  test("asking for the link again answers the same for every address and mails only those that wait", async () => {
    const world = await aPortalSignIn();
    await world.browser().post("sign-up", ada);
    const known = await world.browser().post("resend-verification", { email: "ada@ao.com" });
    const unknown = await world.browser().post("resend-verification", { email: "nobody@ao.com" });
    expect(known).toEqual(unknown);
    expect(world.mails.map(({ to }) => to)).toEqual(["ada@ao.com", "ada@ao.com"]);
  });
});

describe("signing in", () => {
  test("an unknown account is named as such, in the words of the link, too, until somebody tries many", async () => {
    const world = await verifiedAda();
    const codeFor = async (endpoint: string, email: string, address = "10.0.0.9") =>
      (await world.browser(address).post(endpoint, { email, password: "Wrong-one1" })).body.code;
    expect(await codeFor("sign-in", "ada@ao.com")).toBe("form_password_incorrect");
    expect(await codeFor("auto-sign-in", "nobody@ao.com")).toBe("form_identifier_not_found");
    for (let tried = 1; tried < 10; tried += 1)
      expect(await codeFor("sign-in", `nobody${tried}@ao.com`)).toBe("form_identifier_not_found");
    expect(await codeFor("sign-in", "nobody10@ao.com")).toBe("form_password_incorrect");
    expect(await codeFor("sign-in", "nobody11@ao.com", "10.0.0.8")).toBe("form_identifier_not_found");
    world.clock.now += 600_000;
    expect(await codeFor("sign-in", "nobody12@ao.com")).toBe("form_identifier_not_found");
  });

  test("with private accounts a wrong password and an unknown account are answered alike", async () => {
    const world = await verifiedAda({ hasPrivateAccounts: true });
    const wrong = await world.browser().post("sign-in", { email: "ada@ao.com", password: "Wrong-one1" });
    const unknown = await world.browser().post("sign-in", { email: "nobody@ao.com", password: "Wrong-one1" });
    expect(wrong).toMatchObject({ status: 422, body: { code: "form_password_incorrect" } });
    expect(unknown).toEqual(wrong);
  });

  test("the ninth wrong password is refused with Retry-After, while another account still gets in", async () => {
    const world = await verifiedAda();
    const browser = world.browser();
    for (let attempt = 1; attempt <= 8; attempt += 1)
      await browser.post("sign-in", { email: "ada@ao.com", password: "Wrong-one1" });
    const refused = await browser.post("sign-in", { email: "ada@ao.com", password: "Byrons-1pass" });
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limit_exceeded", retryAfterSeconds: 600 } });
    expect(refused.headers.get("retry-after")).toBe("600");
    expect(
      (await world.browser("10.9.9.9").post("sign-in", { email: "ada@ao.com", password: "Byrons-1pass" })).status,
    ).toBe(200);
    world.clock.now += 600_000;
    expect((await browser.post("sign-in", { email: "ada@ao.com", password: "Byrons-1pass" })).status).toBe(200);
  });

  test("signing in as often as one likes is no attack", async () => {
    const world = await verifiedAda();
    for (let round = 1; round <= 12; round += 1) {
      expect((await world.browser().post("sign-in", { email: "ada@ao.com", password: "Byrons-1pass" })).status).toBe(
        200,
      );
    }
  });

  test.each([
    ["http://localhost:3000", "portal.session_token", false],
    ["https://portal.example.com", "__Secure-portal.session_token", true],
  ])("on %s the cookie is HttpOnly, SameSite=Lax and Secure only over https", async (baseUrl, name, isSecure) => {
    const world = await verifiedAda({ baseUrl });
    const { headers } = await world.browser().post("sign-in", { email: "ada@ao.com", password: "Byrons-1pass" });
    const [cookie = ""] = headers.getSetCookie();
    expect(cookie).toContain(`${name}=`);
    expect(cookie).toContain("HttpOnly");
    expect(cookie).toContain("SameSite=Lax");
    expect(cookie.includes("Secure;") || cookie.endsWith("Secure")).toBe(isSecure);
  });

  test("the token is RS256 with the agreed claims, and its key set verifies it", async () => {
    const world = await verifiedAda();
    const browser = world.browser();
    await browser.post("sign-in", { email: "ada@ao.com", password: "Byrons-1pass" });
    const { body } = await browser.get("token");
    const { payload } = await jwtVerify(body.token, createLocalJWKSet(world.jwks()), {
      currentDate: new Date(world.clock.now),
    });
    expect(decodeProtectedHeader(body.token)).toMatchObject({ alg: "RS256", typ: "JWT", kid: expect.any(String) });
    expect(payload).toMatchObject({
      iss: "https://portal.invalid/auth",
      aud: "convex",
      sub: body.userId,
      sid: expect.any(String),
      email: "ada@ao.com",
      email_verified: true,
      given_name: "Ada",
      family_name: "Byron",
      has_changed_initial_password: true,
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600);
  });

  test("every token is a new one, also within a second: the client stops renewing when it is given the same again", async () => {
    const world = await verifiedAda();
    const browser = world.browser();
    await browser.post("sign-in", { email: "ada@ao.com", password: "Byrons-1pass" });
    expect((await browser.get("token")).body.token).not.toBe((await browser.get("token")).body.token);
  });
});

describe("sessions", () => {
  test("the list names every place without a token, and revoking one ends it at once", async () => {
    const world = await verifiedAda();
    const [laptop, phone] = [world.browser(), world.browser("10.0.0.2")];
    for (const browser of [laptop, phone])
      await browser.post("sign-in", { email: "ada@ao.com", password: "Byrons-1pass" });
    const { body } = await laptop.get("sessions");
    expect(body.sessions).toHaveLength(2);
    expect(JSON.stringify(body)).not.toContain("token");
    const other = body.sessions.find((session: { isCurrent: boolean }) => !session.isCurrent);
    expect(other).toMatchObject({ address: "10.0.0.2" });
    await laptop.post("revoke-session", { sessionId: other.id });
    expect((await phone.get("token")).body.token).toBeNull();
    expect(world.ended).toEqual([{ sessionId: other.id, expiresAt: world.clock.now + 660_000 }]);
  });

  test("nobody can revoke someone else's session", async () => {
    const world = await verifiedAda();
    const bea = world.browser();
    await world.provision({ email: "bea@ao.com", password: "Byrons-2pass" });
    await bea.post("sign-in", { email: "bea@ao.com", password: "Byrons-2pass" });
    const adas = world.browser();
    await adas.post("sign-in", { email: "ada@ao.com", password: "Byrons-1pass" });
    const { body } = await adas.get("sessions");
    await bea.post("revoke-session", { sessionId: body.sessions[0].id });
    expect((await adas.get("token")).body.token).toEqual(expect.any(String));
  });

  test("signing out ends the session, and signing in again replaces the old one", async () => {
    const world = await verifiedAda();
    const browser = world.browser();
    await browser.post("sign-in", { email: "ada@ao.com", password: "Byrons-1pass" });
    await browser.post("sign-in", { email: "ada@ao.com", password: "Byrons-1pass" });
    expect(world.ended).toHaveLength(1);
    await browser.post("sign-out", {});
    expect(world.ended).toHaveLength(2);
    expect((await browser.get("token")).body.token).toBeNull();
    expect((await browser.post("sign-out", {})).status).toBe(200);
  });
});

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

test("the audit trail hears of success and failure with the address, and never of a password", async () => {
  const world = await verifiedAda();
  await world.browser("10.0.0.7").post("sign-in", { email: "ada@ao.com", password: "Wrong-one1" });
  await world.browser().post("sign-in", { email: "ada@ao.com", password: "Byrons-1pass" });
  expect(world.events).toContainEqual(
    expect.objectContaining({
      action: "session.refused",
      outcome: "denied",
      actorEmail: "ada@ao.com",
      context: expect.objectContaining({ address: "10.0.0.7" }),
    }),
  );
  expect(world.events).toContainEqual(
    expect.objectContaining({ action: "session.started", outcome: "success", actorEmail: "ada@ao.com" }),
  );
  expect(JSON.stringify(world.events)).not.toContain("Byrons-1pass");
});

test("a session ends when its time is up, however often it is used", async () => {
  // Better Auth reads the machine's clock.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const world = await verifiedAda();
  const browser = world.browser();
  await browser.post("sign-in", { email: ada.email, password: ada.password });
  const isSignedIn = async () => (await browser.get("token")).body.token !== null;
  for (let day = 1; day < 7; day += 1) {
    vi.setSystemTime(Date.now() + DAY_MS);
    expect(await isSignedIn(), `day ${day}`).toBe(true);
  }
  vi.setSystemTime(Date.now() + DAY_MS + 1_000);
  expect(await isSignedIn()).toBe(false);
});
