import { describe, expect, test } from "vitest";
import { HOUR_MS } from "../../convex/lib/pure/time.ts";
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
