/** Somebody who looks through the eyes of another changes nobody's account: the page is the other's, the account their own. */

import { expect, test } from "vitest";
import { ada, verifiedAda } from "./testing.ts";

const NEW = "Another-1pass";

async function anImpersonatingAda() {
  const world = await verifiedAda();
  const browser = world.browser();
  await browser.post("sign-in", ada);
  const { iss, sub } = await world.claimsOf(browser);
  world.impersonating.add(`${iss}|${sub}`);
  const enters = async (password: string) =>
    (await world.browser("10.0.0.9").post("sign-in", { email: "ada@ao.com", password })).body.status === "complete";
  return { world, browser, account: `${iss}|${sub}`, enters };
}

test("no password is changed while impersonating, with the right one either, until it is over [I12]", async () => {
  const { world, browser, account, enters } = await anImpersonatingAda();
  const change = { currentPassword: ada.password, newPassword: NEW };
  for (const currentPassword of [ada.password, "Wrong-one1"])
    expect(await browser.post("change-password", { ...change, currentPassword })).toMatchObject({
      status: 403,
      body: { code: "impersonating" },
    });
  expect([await enters(ada.password), await enters(NEW)]).toEqual([true, false]);
  expect(world.events.filter(({ action }) => action.startsWith("password."))).toEqual([]);
  world.impersonating.delete(account);
  expect((await browser.post("change-password", change)).status).toBe(200);
  expect(await enters(NEW)).toBe(true);
});

test("no address is changed while impersonating, and no link is mailed [I12]", async () => {
  const { world, browser } = await anImpersonatingAda();
  const mails = world.mails.length;
  const wish = { email: "ada.king@ao.com", password: ada.password };
  expect(await browser.post("request-email-change", wish)).toMatchObject({
    status: 403,
    body: { code: "impersonating" },
  });
  expect(world.mails.length).toBe(mails);
});

test("the password is still given for a window to act, and the session ended by oneself", async () => {
  const { world, browser } = await anImpersonatingAda();
  expect((await browser.post("step-up", { password: ada.password, for: "impersonation.act:k17" })).status).toBe(200);
  expect(world.stepUps).toHaveLength(1);
  expect((await browser.post("sign-out", {})).status).toBe(200);
});
