/** Giving the password again in a running session: who cannot, and that nothing counts before the backend knows. */

import { expect, test } from "vitest";
import { createRemoteBackend } from "../backend/remote.ts";
import { ada, verifiedAda, nobodyInvited } from "./testing.ts";

/** What the backend named when it asked for the password. */
const asked = "approvals.breakGlass:k17";

async function signedInAda(options: Parameters<typeof verifiedAda>[0] = {}) {
  const world = await verifiedAda(options);
  const browser = world.browser();
  await browser.post("sign-in", ada);
  return { world, browser, claims: await world.claimsOf(browser) };
}

test("the right password is reported to the backend for this session of this person, and only then answered", async () => {
  const { world, browser, claims } = await signedInAda();
  expect(await browser.post("step-up", { password: ada.password, for: asked })).toMatchObject({
    status: 200,
    body: { ok: true },
  });
  expect(world.stepUps).toEqual([
    { tokenIdentifier: `${claims.iss}|${claims.sub}`, sessionId: claims["sid"], for: asked },
  ]);
});

test.each([[undefined], [""], ["anything:else"], ["approvals.breakGlass"], [{ purpose: "config.set" }]])(
  "for nothing, or for what the portal never asks for, it proves nothing and is no way to try passwords (%j)",
  async (other) => {
    const { world, browser } = await signedInAda();
    for (const password of [ada.password, "Wrong-one1"])
      expect((await browser.post("step-up", { password, for: other })).status).toBe(400);
    expect(world.stepUps).toEqual([]);
  },
);

test("it reaches a backend elsewhere by the deploy key", async () => {
  const calls: { authorization: string; body: unknown }[] = [];
  const remote = createRemoteBackend({
    url: "https://backend.example.com",
    deployKey: "the-key",
    fetch: async (_url, init) => {
      calls.push({
        authorization: new Headers(init?.headers).get("authorization") ?? "",
        body: JSON.parse(String(init?.body)),
      });
      return Response.json({ status: "success", value: null });
    },
  });
  const { browser, claims } = await signedInAda({
    backend: {
      ...nobodyInvited,
      recordStepUp: async (session) => void (await remote.mutation("people/internal:recordStepUp", { ...session })),
      accountStateOf: () => Promise.resolve("open"),
    },
  });
  expect((await browser.post("step-up", { password: ada.password, for: asked })).status).toBe(200);
  expect(calls).toMatchObject([
    {
      authorization: "Convex the-key",
      body: { path: "people/internal:recordStepUp", args: { sessionId: claims["sid"], for: asked } },
    },
  ]);
});

test("a wrong password proves nothing and is written down", async () => {
  const { world, browser } = await signedInAda();
  expect(await browser.post("step-up", { password: "Wrong-one1", for: asked })).toMatchObject({
    status: 422,
    body: { code: "form_password_incorrect", fields: { password: "Incorrect password. Please try again." } },
  });
  expect(world.stepUps).toEqual([]);
  expect(world.events).toContainEqual(
    expect.objectContaining({ action: "session.stepUpRefused", actorEmail: "ada@ao.com", outcome: "denied" }),
  );
});

test("without a session, and with somebody else's password, it is refused", async () => {
  const { world, browser } = await signedInAda();
  expect(await world.browser().post("step-up", { password: ada.password, for: asked })).toMatchObject({
    status: 401,
    body: { code: "session_expired" },
  });
  await world.provision({ email: "bea@ao.com", password: "Beas-own-1pass" });
  expect((await browser.post("step-up", { password: "Beas-own-1pass", for: asked })).status).toBe(422);
  expect(world.stepUps).toEqual([]);
});

test("guessing is limited, together with the guesses at the password's change", async () => {
  const { world, browser } = await signedInAda();
  for (let guess = 1; guess <= 10; guess += 1)
    await browser.post("step-up", { password: `Wrong-one${guess}`, for: asked });
  expect(await browser.post("step-up", { password: ada.password, for: asked })).toMatchObject({
    status: 429,
    body: { code: "rate_limit_exceeded" },
  });
  expect(
    (await browser.post("change-password", { currentPassword: ada.password, newPassword: "Another-1pass" })).status,
  ).toBe(429);
  expect(world.stepUps).toEqual([]);
});

test("a backend that does not answer leaves the session as it was", async () => {
  const down = await signedInAda({
    backend: {
      ...nobodyInvited,
      recordStepUp: () => Promise.reject(new Error("away")),
      accountStateOf: () => Promise.resolve("open"),
    },
    log: { warn: () => undefined, error: () => undefined },
  });
  expect(await down.browser.post("step-up", { password: ada.password, for: asked })).toMatchObject({
    status: 500,
    body: { code: "clerk_error" },
  });
});
