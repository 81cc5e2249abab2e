import { expect, test } from "vitest";
import { createBetterAuthAdapter } from "./better-auth";
import type { TabMessage } from "./page-session";

type Answer = { status: number; body: object } | "no network";

function aToken(claims: object = {}): string {
  const payload = { sub: "user-1", iat: 1_000, exp: 1_600, has_changed_initial_password: true, ...claims };
  return `header.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.signature`;
}

/** An adapter over answers by endpoint; each list is used up, its last entry stays. */
function aPage(answers: Record<string, Answer[]>) {
  const clock = { now: 5_000_000 };
  const calls: string[] = [];
  const posted: TabMessage[] = [];
  const tabs: ((message: TabMessage) => void)[] = [];
  const adapter = createBetterAuthAdapter({
    fetch: async (input) => {
      const endpoint = String(input).replace("/api/auth/", "");
      calls.push(endpoint);
      const list = answers[endpoint] ?? [];
      const answer = list.length > 1 ? list.shift() : list[0];
      if (answer === undefined || answer === "no network") throw new TypeError("Failed to fetch");
      return Response.json(answer.body, { status: answer.status });
    },
    now: () => clock.now,
    wait: async (milliseconds) => void (clock.now += milliseconds),
    channel: { post: (message) => void posted.push(message), listen: (listener) => void tabs.push(listener) },
  });
  return {
    adapter,
    clock,
    calls,
    posted,
    hear: (message: TabMessage) => tabs.forEach((listener) => listener(message)),
  };
}

const good: Answer = { status: 200, body: { token: aToken() } };
const over: Answer = { status: 200, body: { userId: null, token: null } };
const signedIn = { userId: "user-1", token: aToken() };

test("signing in ends with a token, a state and the other tabs told", async () => {
  const page = aPage({ "sign-in": [{ status: 200, body: { status: "complete" } }], token: [good] });
  expect(await page.adapter.signIn({ email: "a@ao.com", password: "x" })).toMatchObject({
    ok: true,
    status: "complete",
  });
  expect(page.adapter.state()).toMatchObject({ status: "signed-in", userId: "user-1" });
  expect(page.posted).toEqual(["signed-in"]);
});

test.each<[string, Answer, object]>([
  [
    "a refusal of the catalogue",
    { status: 422, body: { code: "form_password_incorrect" } },
    { code: "form_password_incorrect", message: "Incorrect password. Please try again." },
  ],
  [
    "too many attempts",
    { status: 429, body: { code: "rate_limit_exceeded", retryAfterSeconds: 30 } },
    { code: "rate_limit_exceeded", retryAfterSeconds: 30 },
  ],
  [
    "no network",
    "no network",
    { code: "network_error", message: "Network error. Please check your connection and try again." },
  ],
  ["a foreign answer", { status: 502, body: {} }, { code: "unknown", message: "Request failed with status 502" }],
  ["an address without a sign-in", { status: 404, body: {} }, { code: "unknown", message: "Sign in not available" }],
])("%s is a result, not an exception", async (_name, answer, failure) => {
  const page = aPage({ "sign-in": [answer] });
  expect(await page.adapter.signIn({ email: "a@ao.com", password: "x" })).toMatchObject({ ok: false, ...failure });
});

test.each([
  ["the session is not kept", over, "Set active not available"],
  ["the network is gone", "no network" as const, "Network error. Please check your connection and try again."],
])("a sign-in that is complete and yet has no session says that %s", async (_name, token, message) => {
  const page = aPage({ "sign-in": [{ status: 200, body: { status: "complete" } }], token: [token] });
  expect(await page.adapter.signIn({ email: "a@ao.com", password: "x" })).toMatchObject({ ok: false, message });
  expect(page.posted).toEqual([]);
});

test("an answer of a session that is over has the page ask once whether it is", async () => {
  const page = aPage({ "change-password": [{ status: 401, body: { code: "session_expired" } }], token: [over] });
  page.adapter.adopt(signedIn);
  const change = { currentPassword: "x", newPassword: "y" };
  expect(await page.adapter.changePassword(change)).toMatchObject({ ok: false, code: "session_expired" });
  expect(page.calls).toEqual(["change-password", "token"]);
  expect(page.adapter.state()).toEqual({ status: "signed-out", by: "elsewhere" });
});

test("the token of the root load is used until shortly before it runs out", async () => {
  const page = aPage({ token: [good] });
  page.adapter.adopt(signedIn);
  expect(await page.adapter.fetchAccessToken({ forceRefreshToken: false })).toBe(signedIn.token);
  expect(page.calls).toEqual([]);
  page.clock.now += 590_000;
  await page.adapter.fetchAccessToken({ forceRefreshToken: false });
  expect(page.calls).toEqual(["token"]);
});

test("callers that ask for a token at the same moment share one question", async () => {
  const page = aPage({ token: [good] });
  page.adapter.adopt(signedIn);
  await Promise.all([1, 2, 3].map(() => page.adapter.fetchAccessToken({ forceRefreshToken: true })));
  expect(page.calls).toEqual(["token"]);
});

test("a server that is away for a while does not sign anybody out", async () => {
  const page = aPage({ token: ["no network", { status: 503, body: {} }, good] });
  page.adapter.adopt(signedIn);
  expect(await page.adapter.fetchAccessToken({ forceRefreshToken: true })).toBe(aToken());
  expect(page.adapter.state().status).toBe("signed-in");
});

test("a server that stays away leaves the person signed in, without a token once the old one ran out", async () => {
  const page = aPage({ token: ["no network"] });
  page.adapter.adopt({ userId: "user-1", token: aToken({ exp: 1_010 }) });
  expect(await page.adapter.fetchAccessToken({ forceRefreshToken: true })).toBeNull();
  expect(page.adapter.state().status).toBe("signed-in");
  expect(page.calls).toHaveLength(6);
});

test("a session that is over elsewhere is noticed once, with the other tabs told", async () => {
  const page = aPage({ token: [over] });
  page.adapter.adopt(signedIn);
  let changes = 0;
  page.adapter.subscribe(() => (changes += 1));
  expect(await page.adapter.fetchAccessToken({ forceRefreshToken: true })).toBeNull();
  expect(await page.adapter.fetchAccessToken({ forceRefreshToken: true })).toBeNull();
  expect(page.adapter.state()).toEqual({ status: "signed-out", by: "elsewhere" });
  expect(changes).toBe(1);
  expect(page.posted).toEqual(["signed-out"]);
});

test("signing out in one tab reaches the others", async () => {
  const page = aPage({ token: [over] });
  page.adapter.adopt(signedIn);
  page.hear("signed-out");
  await page.adapter.revalidate();
  expect(page.adapter.state()).toEqual({ status: "signed-out", by: "elsewhere" });
});

test("signing out here says so, and needs the server to agree", async () => {
  const page = aPage({ "sign-out": ["no network", { status: 200, body: { status: "complete" } }] });
  page.adapter.adopt(signedIn);
  expect(await page.adapter.signOut()).toMatchObject({ ok: false, code: "network_error" });
  expect(page.adapter.state().status).toBe("signed-in");
  await page.adapter.signOut();
  expect(page.adapter.state()).toEqual({ status: "signed-out", by: "here" });
});

test("after the first password the state no longer asks for one", async () => {
  const page = aPage({ "first-password": [{ status: 200, body: { ok: true } }], token: [good] });
  page.adapter.adopt({ userId: "user-1", token: aToken({ has_changed_initial_password: false }) });
  expect(page.adapter.state()).toMatchObject({ hasChangedInitialPassword: false });
  await page.adapter.setFirstPassword({ newPassword: "My-own-1pass" });
  expect(page.adapter.state()).toMatchObject({ hasChangedInitialPassword: true });
});
