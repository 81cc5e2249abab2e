/** The link of an invitation: it signs in once, and only whom it was made for. */

import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../../convex/lib/pure/time.ts";
import { aPortalSignIn, type PortalSignIn, verifiedAda } from "./testing.ts";

describe("the link of an invitation", () => {
  const invited = { email: "new@ao.com", password: "Initial-1pass", hasChangedInitialPassword: false };

  test("it signs in once; the second time it is refused like any wrong password", async () => {
    const world = await aPortalSignIn();
    await world.provision(invited);
    expect(await world.browser().post("auto-sign-in", invited)).toMatchObject({
      status: 200,
      body: { status: "complete" },
    });
    expect(await world.browser().post("auto-sign-in", invited)).toMatchObject({
      status: 422,
      body: { code: "form_password_incorrect" },
    });
  });

  test("of two openings at the same moment one is refused", async () => {
    const world = await aPortalSignIn();
    await world.provision(invited);
    const answers = await Promise.all([1, 2].map(() => world.browser().post("auto-sign-in", invited)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test("opening it again in the browser it signed in is no error", async () => {
    const world = await aPortalSignIn();
    await world.provision(invited);
    const browser = world.browser();
    await browser.post("auto-sign-in", invited);
    expect(await browser.post("auto-sign-in", invited)).toMatchObject({ body: { status: "complete" } });
  });

  test("it never replaces someone else's open session", async () => {
    const world = await verifiedAda();
    await world.provision(invited);
    const browser = world.browser();
    await browser.post("sign-in", { email: "ada@ao.com", password: "Byrons-1pass" });
    expect(await browser.post("auto-sign-in", invited)).toMatchObject({
      status: 400,
      body: { code: "session_exists" },
    });
  });

  test.each<[string, (world: PortalSignIn) => Promise<unknown>]>([
    ["an expired one", async (world) => void (world.clock.now += 7 * DAY_MS + 1)],
    ["one whose password was used to sign in", (world) => world.browser().post("sign-in", invited)],
    [
      "five wrong guesses later",
      async (world) => {
        for (let guess = 1; guess <= 5; guess += 1)
          await world.browser().post("auto-sign-in", { ...invited, password: "Wrong-one1" });
        world.clock.now += HOUR_MS;
      },
    ],
  ])("%s is refused", async (_name, prepare) => {
    const world = await aPortalSignIn();
    await world.provision(invited);
    await prepare(world);
    expect(await world.browser().post("auto-sign-in", invited)).toMatchObject({
      status: 422,
      body: { code: "form_password_incorrect" },
    });
  });

  test("an ordinary password never works by link", async () => {
    const world = await verifiedAda();
    expect((await world.browser().post("auto-sign-in", { email: "ada@ao.com", password: "Byrons-1pass" })).status).toBe(
      422,
    );
  });
});
