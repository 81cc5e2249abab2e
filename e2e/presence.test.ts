/** People who look at the same request see each other, and nobody else. */

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { askBackend } from "./support/backend.ts";
import { expectAccessible, expectAccessibleAtEveryWidth } from "./support/browser/theme.ts";
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

journey("two agents with one ticket open see who writes, and the second reply asks first", async ({ open }) => {
  const finops = await open({ as: "finops", at: null });
  const words = { title: "Costs of March are missing", description: "Since Monday.", topic: "cost", related: null };
  const ticket = await askBackend<string>(finops, "mutation", "tickets/mutations:create", words);
  const admin = await open({ as: "admin", at: `/support/${ticket.value}` });
  const other = await open({ as: "superAdmin", at: "/support?view=queue&show=unassigned" });
  const row = other.getByRole("row").filter({ hasText: words.title });
  await expectVisible(row.getByText("Aisha Khan is here too"));
  await row.getByRole("link").first().click();
  const field = other.getByRole("textbox", { name: /^Reply to/ });
  await field.fill("I look at it.");
  await expectVisible(others(admin, /^Sofia Rossi is writing a reply$/));
  await expectVisible(admin.getByRole("status").getByText("Sofia Rossi is writing a reply"));
  await expectVisible(others(other, /^Aisha Khan is here too$/));
  await expectAccessibleAtEveryWidth(admin);

  await admin.getByRole("textbox", { name: /^Reply to/ }).fill("They are being loaded again.");
  await admin.getByRole("button", { name: "Send reply" }).click();
  await admin.getByRole("button", { name: "Send now" }).click();
  await expectVisible(other.getByLabel("Conversation").getByText("They are being loaded again."));
  await other.getByRole("button", { name: "Send reply" }).click();
  const question = other.getByRole("dialog", { name: "Aisha Khan replied in the meantime" });
  await expectVisible(question.getByText("They are being loaded again."));
  await expectAccessibleAtEveryWidth(other);
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  expect(await field.inputValue()).toBe("I look at it.");
  await other.getByRole("button", { name: "Send reply" }).click();
  await expectVisible(other.getByRole("region", { name: "Reply about to be sent" }).getByText("I look at it."));
});

/** As if the person went to another tab, or came back. */
async function look(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate((now) => {
    Object.defineProperty(document, "visibilityState", { value: now, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
}
