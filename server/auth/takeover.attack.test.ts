/** Somebody who wants an account that is not theirs: before its owner comes, and after they forgot the password. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { HOUR_MS } from "../../convex/lib/pure/time.ts";
import { ada, aPortalSignIn, verifiedAda } from "./testing.ts";

const theirs = "Attackers-1pass";
const own = "Owners-own-1pass";
const refused = { status: 422, body: { code: "form_password_incorrect" } };
const unverified = { status: 200, body: { status: "needs_email_verification" } };

describe("signing up for somebody else's address", () => {
  test("the owner's click on the link opens the account with the password the owner gives there, never with the stranger's", async () => {
    const world = await aPortalSignIn();
    await world.browser("6.6.6.6").post("sign-up", { ...ada, password: theirs });
    expect(await world.browser("6.6.6.6").post("sign-in", { email: "ada@ao.com", password: theirs })).toMatchObject(
      unverified,
    );
    expect((await world.browser().post("verify-email", { token: world.lastMail().token, password: own })).status).toBe(
      200,
    );
    expect(await world.browser("6.6.6.6").post("sign-in", { email: "ada@ao.com", password: theirs })).toMatchObject(
      refused,
    );
    expect(await world.browser().post("sign-in", { email: "ada@ao.com", password: own })).toMatchObject({
      body: { status: "complete" },
    });
  });

  test("a click alone opens nothing: the link asks for the password", async () => {
    const world = await aPortalSignIn();
    await world.browser("6.6.6.6").post("sign-up", { ...ada, password: theirs });
    const { token } = world.lastMail();
    await world.browser().post("open-link", { token, purpose: "verify-email" });
    expect((await world.browser().post("verify-email", { token })).status).toBe(400);
    expect(await world.browser("6.6.6.6").post("sign-in", { email: "ada@ao.com", password: theirs })).toMatchObject(
      unverified,
    );
  });

  test("the owner's own sign-up replaces the stranger's names and password", async () => {
    const world = await aPortalSignIn();
    await world.browser("6.6.6.6").post("sign-up", { ...ada, firstName: "Mallory", password: theirs });
    await world.browser().post("sign-up", { ...ada, password: own });
    expect(await world.browser("6.6.6.6").post("sign-in", { email: "ada@ao.com", password: theirs })).toMatchObject(
      refused,
    );
    const browser = world.browser();
    await browser.post("verify-email", { token: world.lastMail().token, password: own });
    await browser.post("sign-in", { email: "ada@ao.com", password: own });
    expect(await world.claimsOf(browser)).toMatchObject({ given_name: "Ada" });
  });

  test("a stranger's later sign-up does not make the owner's link useless", async () => {
    const world = await aPortalSignIn();
    await world.browser().post("sign-up", ada);
    const { token } = world.lastMail();
    await world.browser("6.6.6.6").post("sign-up", { ...ada, password: theirs });
    expect((await world.browser().post("verify-email", { token, password: own })).status).toBe(200);
  });
});

describe("the link of a forgotten password", () => {
  const ask = async (world: Awaited<ReturnType<typeof verifiedAda>>) => {
    await world.browser().post("request-password-reset", { email: "ada@ao.com" });
    return world.lastMail().token;
  };

  test("works once, and not by its neighbours", async () => {
    const world = await verifiedAda();
    const [first, second] = [await ask(world), await ask(world)];
    expect(await world.browser().post("reset-password", { token: `${second}x`, newPassword: own })).toMatchObject({
      status: 400,
      body: { code: "link_invalid" },
    });
    expect((await world.browser().post("reset-password", { token: second, newPassword: own })).status).toBe(200);
    for (const token of [first, second]) {
      expect(await world.browser("6.6.6.6").post("reset-password", { token, newPassword: theirs })).toMatchObject({
        status: 400,
        body: { code: "link_invalid" },
      });
    }
    expect((await world.browser().post("sign-in", { email: "ada@ao.com", password: own })).status).toBe(200);
  });

  test("of two uses at the same moment one is refused", async () => {
    const world = await verifiedAda();
    const token = await ask(world);
    const answers = await Promise.all(
      [own, theirs].map((newPassword) => world.browser().post("reset-password", { token, newPassword })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test("expires, and does not verify an address, nor does the other kind of link reset", async () => {
    const world = await verifiedAda();
    const token = await ask(world);
    expect(await world.browser().post("verify-email", { token, password: theirs })).toMatchObject({
      status: 400,
      body: { code: "verification_failed" },
    });
    world.clock.now += HOUR_MS;
    expect(await world.browser().post("reset-password", { token, newPassword: own })).toMatchObject({
      status: 400,
      body: { code: "link_invalid" },
    });
    await world.browser().post("sign-up", { ...ada, email: "bea@ao.com" });
    expect(
      await world.browser().post("reset-password", { token: world.lastMail().token, newPassword: own }),
    ).toMatchObject({ status: 400, body: { code: "link_invalid" } });
  });

  test("ends every session of the account and is written down", async () => {
    const world = await verifiedAda();
    const thief = world.browser("6.6.6.6");
    await thief.post("sign-in", { email: "ada@ao.com", password: ada.password });
    await world.browser().post("reset-password", { token: await ask(world), newPassword: own });
    expect((await thief.get("token")).body.token).toBeNull();
    expect(world.ended).toHaveLength(1);
    expect(world.events).toContainEqual(
      expect.objectContaining({ action: "password.resetRequested", actorEmail: "ada@ao.com" }),
    );
    expect(world.events).toContainEqual(
      expect.objectContaining({ action: "password.reset", actorEmail: "ada@ao.com", outcome: "success" }),
    );
  });

  test("a new password follows the rules, and a refused one does not use the link up", async () => {
    const world = await verifiedAda();
    const token = await ask(world);
    expect(await world.browser().post("reset-password", { token, newPassword: "short" })).toMatchObject({
      status: 422,
      body: {
        code: "form_password_validation_failed",
        fields: { newPassword: "Password must be at least 8 characters long" },
      },
    });
    expect((await world.browser().post("reset-password", { token, newPassword: own })).status).toBe(200);
  });

  test("asking tells nobody whether the account exists, and is limited", async () => {
    const world = await verifiedAda();
    const known = await world.browser().post("request-password-reset", { email: "ada@ao.com" });
    const unknown = await world.browser().post("request-password-reset", { email: "nobody@ao.com" });
    expect(unknown).toEqual(known);
    expect(world.mails.filter(({ to }) => to === "nobody@ao.com")).toHaveLength(0);
    for (let round = 1; round <= 2; round += 1)
      await world.browser().post("request-password-reset", { email: "ada@ao.com" });
    expect(await world.browser("6.6.6.6").post("request-password-reset", { email: "ada@ao.com" })).toMatchObject({
      status: 429,
    });
  });

  test("for an address that waits to be verified the mail verifies it", async () => {
    const world = await aPortalSignIn();
    await world.browser("6.6.6.6").post("sign-up", { ...ada, password: theirs });
    await world.browser().post("request-password-reset", { email: "ada@ao.com" });
    expect(world.lastMail()).toMatchObject({ to: "ada@ao.com", kind: "verify-email" });
  });

  test("also replaces an initial password, which is then no longer asked to be changed", async () => {
    const world = await aPortalSignIn();
    await world.provision({ email: "ada@ao.com", password: "Initial-1pass", hasChangedInitialPassword: false });
    await world.browser().post("reset-password", { token: await ask(world), newPassword: own });
    const browser = world.browser();
    await browser.post("sign-in", { email: "ada@ao.com", password: own });
    expect(await world.claimsOf(browser)).toMatchObject({ has_changed_initial_password: true });
  });
});

test("the database holds no link that could be used", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "portal-links-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const world = await verifiedAda({ dataDir });
  await world.browser().post("request-password-reset", { email: "ada@ao.com" });
  await world.browser().post("sign-up", { ...ada, email: "bea@ao.com" });
  const stored = readdirSync(dataDir)
    .map((file) => readFileSync(join(dataDir, file), "latin1"))
    .join("");
  const tokens = world.mails.flatMap(({ link }) =>
    link === undefined ? [] : [new URL(link).searchParams.get("token") ?? ""],
  );
  expect(tokens).toHaveLength(3);
  for (const token of tokens) expect(stored).not.toContain(token);
});
