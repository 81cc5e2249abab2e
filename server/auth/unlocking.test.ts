/** Whoever too many wrong passwords lock out is let in again by those who look after them (U18). */

import { expect, test } from "vitest";
import { verifiedAda } from "./testing.ts";

test("[U18] wrong passwords that are forgotten lock nobody out, on a known device either; others' still do", async () => {
  const world = await verifiedAda();
  await world.provision({ email: "ada@ao.com.au", password: "Somebody-1else" });
  const known = world.browser();
  await known.post("sign-in", { email: "ada@ao.com", password: "Byrons-1pass" });
  const tryWrong = async (browser: typeof known, email: string) => {
    for (let attempt = 1; attempt <= 8; attempt += 1) await browser.post("sign-in", { email, password: "Wrong-one1" });
  };
  const stranger = world.browser();
  await tryWrong(known, "ada@ao.com");
  await tryWrong(stranger, "ada@ao.com");
  await tryWrong(stranger, "ada@ao.com.au");
  const statusOf = async (browser: typeof known, email = "ada@ao.com", password = "Byrons-1pass") =>
    (await browser.post("sign-in", { email, password })).status;
  expect([await statusOf(known), await statusOf(stranger)]).toEqual([429, 429]);
  world.unlock("Ada@ao.com");
  expect([await statusOf(known), await statusOf(stranger)]).toEqual([200, 200]);
  expect(await statusOf(world.browser(), "ada@ao.com.au", "Somebody-1else")).toBe(429);
});

test("[U18] what one network address may try stays counted", async () => {
  const world = await verifiedAda();
  for (let other = 1; other <= 8; other += 1) {
    const email = `colleague${other}@ao.com`;
    await world.provision({ email, password: "Somebody-1else" });
    for (let attempt = 1; attempt <= 8; attempt += 1)
      await world.browser().post("sign-in", { email, password: "Wrong-one1" });
  }
  world.unlock("ada@ao.com");
  const { status } = await world.browser().post("sign-in", { email: "ada@ao.com", password: "Byrons-1pass" });
  expect(status).toBe(429);
});

test("a link to a new password opens for whoever too many wrong ones lock out", async () => {
  const world = await verifiedAda();
  const browser = world.browser();
  for (let attempt = 1; attempt <= 9; attempt += 1)
    await browser.post("sign-in", { email: "ada@ao.com", password: "Wrong-one1" });
  await world.sendPasswordLink("ada@ao.com");
  const { token } = world.lastMail();
  const reset = await browser.post("reset-password", { token, newPassword: "Another-1pass" });
  expect(reset.status).toBe(200);
  expect((await browser.post("sign-in", { email: "ada@ao.com", password: "Another-1pass" })).status).toBe(200);
});
