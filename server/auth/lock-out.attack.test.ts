/** Somebody who knows only an address tries to keep its owner out. */

import { expect, test } from "vitest";
import { DAY_MS } from "../../convex/lib/pure/time.ts";
import { attemptsBy } from "./limits.ts";
import { ada, aPortalSignIn, verifiedAda, type PortalSignIn, type TestBrowser } from "./testing.ts";

const wrong = { email: "ada@ao.com", password: "Wrong-one1" };
const own = "Another-1pass";

/** Somebody in the owner's own office guesses until nobody there is let try: every browser here is at that address. */
async function besiege(world: PortalSignIn): Promise<void> {
  for (let guess = 1; guess <= 8; guess += 1) await world.browser().post("sign-in", wrong);
}

const enter = (browser: TestBrowser, password = ada.password) =>
  browser.post("sign-in", { email: "ada@ao.com", password });

test("a device the owner signed in from before still gets in", async () => {
  const world = await verifiedAda();
  const laptop = world.browser();
  await enter(laptop);
  await laptop.post("sign-out", {});
  await besiege(world);
  expect((await enter(world.browser())).status).toBe(429);
  expect(await enter(laptop)).toMatchObject({ status: 200, body: { status: "complete" } });
});

test("without such a device the mailed link of a forgotten password gets through", async () => {
  const world = await verifiedAda();
  await besiege(world);
  const phone = world.browser();
  await phone.post("request-password-reset", { email: "ada@ao.com" });
  await phone.post("reset-password", { token: world.lastMail().token, newPassword: own });
  expect(await enter(phone, own)).toMatchObject({ status: 200, body: { status: "complete" } });
});

test("a known device is limited, too, and known for its own account only", async () => {
  const world = await verifiedAda();
  const laptop = world.browser();
  await enter(laptop);
  for (let guess = 1; guess <= 8; guess += 1) await laptop.post("sign-in", wrong);
  expect((await enter(laptop)).status).toBe(429);

  await world.provision({ email: "bea@ao.com", password: "Beas-own-1pass" });
  const beas = world.browser();
  await beas.post("sign-in", { email: "bea@ao.com", password: "Beas-own-1pass" });
  await besiege(world);
  expect((await enter(beas)).status).toBe(429);
});

test("a forged or an expired mark makes no device known", async () => {
  const world = await verifiedAda();
  const laptop = world.browser();
  await enter(laptop);
  const forger = world.browser();
  const mark = [...laptop.cookies].find(([name]) => name.endsWith("portal.device"))?.[1] ?? "";
  forger.take({ ...laptop, cookies: new Map([["portal.device", mark.replace(/^[^.]+/, "another")]]) });
  await besiege(world);
  expect((await enter(forger)).status).toBe(429);
  world.clock.now += 181 * DAY_MS;
  await besiege(world);
  expect((await enter(laptop)).status).toBe(429);
});

test("one address tries so often for all its people, and more often where more sit behind it; an account's own limits stay", async () => {
  const limitsOf = (factor: number) =>
    attemptsBy(factor)
      .signIn("ada@ao.com", "10.0.0.1", null)
      .map(({ rule }) => rule.limit);
  expect([limitsOf(1), limitsOf(3)]).toEqual([
    [8, 40, 60],
    [8, 40, 180],
  ]);
  const world = await aPortalSignIn({ addressLimitFactor: 2 });
  const statuses = [];
  for (let link = 0; link < 62; link += 1)
    statuses.push(
      (await world.browser().post("verify-email", { token: `none${link}`, password: "Wrong-one1" })).status,
    );
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
});
