/** The server dies under an open page and comes back: nothing is lost, nothing happens twice, nobody reloads. */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { askBackend } from "./support/backend.ts";
import { whilePortalIsDown } from "./support/browser/browser.ts";
import { holdLine } from "./support/browser/wire.ts";
import { journeys } from "./support/journey.ts";
import { known } from "./support/pages.ts";

const journey = journeys();
const address = "/superadmin/task-monitor";

const connection = (page: Page, words: string) => page.getByRole("status").getByText(words, { exact: true });
const documentOf = (page: Page) => page.evaluate(() => performance.timeOrigin);

/** How often Sofia's click started the monitor, as the server knows it. */
async function runsByHand(page: Page): Promise<number> {
  const { value = [] } = await askBackend<{ trigger: string }[]>(page, "query", "workflow/queries:listExecutions");
  return value.filter(({ trigger }) => trigger === "person").length;
}

const momentsOfDeath = [
  { name: "before it heard of a click", hold: "call" },
  { name: "after it did the work and before it could say so", hold: "answer" },
] as const;

journey.for(momentsOfDeath)(
  "killed $name, the server carries the click out exactly once",
  async ({ hold }, { open, portal }) => {
    const page = await open({ as: "superAdmin", at: null, allow: whilePortalIsDown });
    const line = await holdLine(page);
    await page.goto(address);
    await known(page);
    await page.getByRole("row").filter({ hasText: "examined" }).first().waitFor();
    const runs = await runsByHand(page);
    const document = await documentOf(page);

    const isHeld = hold === "call" ? line.holdCall("runTaskMonitor") : line.holdAnswer();
    await page.getByRole("button", { name: "Run Task Monitor" }).click();
    await isHeld;
    await portal.kill();
    line.resume();
    await connection(page, "Reconnecting").waitFor();
    await page.getByRole("button", { name: "Running..." }).waitFor();
    await portal.start();

    await connection(page, "Reconnecting").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Run Task Monitor" }).waitFor();
    expect(await runsByHand(page)).toBe(runs + 1);
    expect(await documentOf(page)).toBe(document);
  },
);

journey("after an outage the page is live again by itself", async ({ open, portal }) => {
  const watching = await open({ as: "superAdmin", at: address, allow: whilePortalIsDown });
  const acting = await open({ as: "superAdmin", at: address, allow: whilePortalIsDown });
  const document = await documentOf(watching);
  await portal.kill();
  await connection(watching, "Reconnecting").waitFor();
  await portal.start();
  await connection(watching, "Reconnecting").waitFor({ state: "detached" });
  const before = await watching.getByRole("row").count();
  await acting.getByRole("button", { name: "Run Task Monitor" }).click();
  await expect.poll(() => watching.getByRole("row").count()).toBeGreaterThan(before);
  expect(await documentOf(watching)).toBe(document);
});

journey("a browser without a network says so, and goes on when it is back", async ({ open }) => {
  const page = await open({ as: "superAdmin", at: null, allow: whilePortalIsDown });
  const line = await holdLine(page);
  await page.goto(address);
  await page.getByRole("row").filter({ hasText: "examined" }).first().waitFor();
  const document = await documentOf(page);
  await page.context().setOffline(true);
  line.cut();
  await connection(page, "Offline").waitFor();
  await page.context().setOffline(false);
  await connection(page, "Offline").waitFor({ state: "detached" });
  const before = await page.getByRole("row").count();
  await page.getByRole("button", { name: "Run Task Monitor" }).click();
  await expect.poll(() => page.getByRole("row").count()).toBeGreaterThan(before);
  expect(await documentOf(page)).toBe(document);
});
