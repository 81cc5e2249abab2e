/** The end of a trial: the demo is cleared by somebody real, counted before, and can be loaded once more. */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { whilePortalIsDown } from "./support/browser/browser.ts";
import { expectAccessibleAtEveryWidth, takePictures } from "./support/browser/theme.ts";
import { fillIn, inviteByForm, printedLink } from "./support/forms.ts";
import { journeys } from "./support/journey.ts";
import { heading, visit } from "./support/pages.ts";

const journey = journeys();

const OWN_PASSWORD = "My-own-1pass";
const asksForPassword = /step-up-required|seedData\/mutations/;

/** What stands beside a word on the page, as a number. */
async function countOf(page: Page, region: string, word: string): Promise<number> {
  const said = page.getByRole("region", { name: region }).getByRole("term").filter({ hasText: word }).locator("+ dd");
  return Number(((await said.first().textContent()) ?? "").replaceAll(/\D/g, ""));
}

/** Types what is asked for, and the password. */
async function sayYes(page: Page, button: string, words: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  const dialog = page.getByRole("dialog").filter({ hasText: words.toLowerCase() });
  await dialog.getByRole("textbox").fill(words);
  await dialog.getByRole("button", { name: button }).click();
  const proof = page.getByRole("dialog", { name: "Confirm it is you" });
  await proof.getByLabel("Password", { exact: true }).fill(OWN_PASSWORD);
  await page.keyboard.press("Enter");
  await proof.waitFor({ state: "hidden" });
}

journey(
  "demo data is counted, cleared by a real super admin alone, and loaded once more with what it would write said before",
  async ({ open, portal }) => {
    const demo = await open({ as: "superAdmin", at: "/superadmin/seed-data", allow: whilePortalIsDown });
    await demo
      .getByText("Nobody could sign in afterwards. Invite a real person and make them a super admin first.")
      .first()
      .waitFor();
    expect(await demo.getByRole("button", { name: "Clear Demo Data" }).getAttribute("aria-disabled")).toBe("true");
    await demo.getByRole("link", { name: "Invite a Real Person" }).click();
    await heading(demo, "Invite User").waitFor();
    await inviteByForm(demo, {
      email: "rita.real@ao.com",
      firstName: "Rita",
      lastName: "Real",
      role: "Super admin",
    });

    const page = await open({ at: null, allow: [asksForPassword, ...whilePortalIsDown] });
    await page.goto(printedLink(portal, "invitation"));
    await fillIn(page, { Password: OWN_PASSWORD, "Password again": OWN_PASSWORD });
    await page.getByRole("button", { name: "Come in" }).click();
    await heading(page, /, Rita$/).waitFor();
    // The only super admin of the demo has no second one: what they proposed takes effect a day later.
    await portal.later(25 * 60 * 60_000);
    await visit(page, "/superadmin/seed-data");
    await page.getByText("No real person has data that depends on it.").waitFor();
    await page.getByRole("region", { name: "Kept" }).getByText("Rita Real").waitFor();
    for (const word of ["Demo people", "Requests", "Notifications"])
      expect(await countOf(page, "Removed", word)).toBeGreaterThan(10);
    await expectAccessibleAtEveryWidth(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await takePictures(page, "seed-data-counts");
    await sayYes(page, "Clear Demo Data", "clear demo data");
    await page.getByRole("region", { name: "The demo data was cleared" }).waitFor({ timeout: 60_000 });
    expect(await countOf(page, "The demo data was cleared", "Rows removed")).toBeGreaterThan(1000);

    for (const word of ["Demo people", "Requests"])
      expect(await countOf(page, "What is written", word)).toBeGreaterThan(10);
    await expectAccessibleAtEveryWidth(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await sayYes(page, "Load Demo Data", "load demo data");
    await page.getByRole("region", { name: "The demo data is being loaded" }).getByRole("progressbar").waitFor();
    await page.getByText("Rita Real").first().waitFor();
  },
);
