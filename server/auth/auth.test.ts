import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { DAY_MS } from "../../convex/lib/pure/time.ts";
import { ada, verifiedAda } from "./testing.ts";

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
