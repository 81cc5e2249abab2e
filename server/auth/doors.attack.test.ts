/**
 * Somebody has an account at an address the server opens accounts for: it must not become theirs, nor be taken from
 * them.
 */

import { expect, test } from "vitest";
import { ada, aPortalSignIn, verifiedAda } from "./testing.ts";

const refused = { status: 422, body: { code: "form_password_incorrect" } };
const issued = {
  firstName: "First",
  lastName: "Admin",
  email: "ada@ao.com",
  password: "Issued-1pass",
  hasChangedInitialPassword: false,
};

test("an account somebody has keeps its password and its sessions", async () => {
  const world = await verifiedAda();
  const browser = world.browser();
  await browser.post("sign-in", ada);
  expect([await world.provisioning.openAccount(issued), await world.provisioning.renewPassword(issued)]).toEqual([
    false,
    false,
  ]);
  expect((await browser.get("token")).body.token).toEqual(expect.any(String));
  expect(await world.browser().post("sign-in", issued)).toMatchObject(refused);
});

test("an account that a stranger opened and nobody verified is replaced, password and names", async () => {
  const world = await aPortalSignIn();
  await world.browser("6.6.6.6").post("sign-up", { ...ada, firstName: "Mallory" });
  expect(await world.provisioning.openAccount(issued)).toBe(true);
  expect(await world.browser("6.6.6.6").post("sign-in", ada)).toMatchObject(refused);
  const browser = world.browser();
  await browser.post("sign-in", issued);
  expect(await world.claimsOf(browser)).toMatchObject({ given_name: "First", has_changed_initial_password: false });
});

test("an account opened by the server is renewed until its person chose a password, and not after", async () => {
  const world = await aPortalSignIn();
  await world.provisioning.openAccount(issued);
  const renewed = { ...issued, password: "Renewed-1pass" };
  expect(await world.provisioning.renewPassword(renewed)).toBe(true);
  expect(await world.browser().post("sign-in", issued)).toMatchObject(refused);
  const browser = world.browser();
  await browser.post("sign-in", renewed);
  await browser.post("first-password", { newPassword: "My-own-1pass" });
  expect(await world.provisioning.renewPassword(issued)).toBe(false);
});
