/** People who look at the same request see each other, and nobody else. */

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible } from "./support/browser/theme.ts";
import { journeys } from "./support/journey.ts";
import { expectVisible, heading, visit } from "./support/pages.ts";
import { askForWarehouse } from "./support/requests.ts";

const journey = journeys();

function others(page: Page, words: RegExp): Locator {
  return page.getByRole("main").getByRole("button", { name: words });
}

journey(
  "two who have a request open see each other, on its pages and by keyboard; who leaves is gone at once",
  async ({ open }) => {
    const staff = await open({ as: "staff", at: "/" });
    const request = await askForWarehouse(staff, "WH_MKT_TOGETHER");
    await visit(staff, `/requests/${request.key}`);
    await heading(staff, /.+/).waitFor();
    expect(await others(staff, /here too$/).count()).toBe(0);

    const admin = await open({ as: "admin", at: `/admin/requests/${request.key}` });
    await expectVisible(others(admin, /^Sam Taylor is here too$/));
    const aisha = others(staff, /^Aisha Khan is here too$/);
    await expectVisible(aisha);
    await aisha.focus();
    await staff.keyboard.press("Enter");
    await expectVisible(staff.getByRole("dialog", { name: "Also here" }).getByText("Aisha Khan on this page"));
    await expectAccessible(staff);

    // Further inside the request she is still there, without a moment between, and said to be elsewhere.
    await admin.getByRole("article").first().getByRole("link").first().click();
    await admin.waitForURL(/\/tasks\//);
    await expectVisible(staff.getByRole("dialog", { name: "Also here" }).getByText("Aisha Khan on a task"));
    await staff.keyboard.press("Escape");

    await visit(admin, "/");
    await aisha.waitFor({ state: "detached" });
    await visit(staff, "/requests");
    await heading(staff, /.+/).waitFor();
    await visit(admin, `/admin/requests/${request.key}`);
    await heading(admin, /.+/).waitFor();
    // That staff left is on its way while admin arrives.
    await expect.poll(() => others(admin, /here too$/).count()).toBe(0);
  },
);

journey("a tab that is not looked at counts as left", async ({ open }) => {
  const staff = await open({ as: "staff", at: "/" });
  const request = await askForWarehouse(staff, "WH_MKT_HIDDEN");
  await visit(staff, `/requests/${request.key}`);
  const admin = await open({ as: "admin", at: `/admin/requests/${request.key}` });
  const sam = others(admin, /^Sam Taylor is here too$/);
  await expectVisible(sam);
  await look(staff, "hidden");
  await sam.waitFor({ state: "detached" });
  await look(staff, "visible");
  await expectVisible(sam);
});

/** As if the person went to another tab, or came back. */
async function look(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate((now) => {
    Object.defineProperty(document, "visibilityState", { value: now, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
}
