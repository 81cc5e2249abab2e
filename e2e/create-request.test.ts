/** From the catalog to a request that was sent. */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { whilePortalIsDown } from "./support/browser/browser.ts";
import { expectAccessibleAtEveryWidth } from "./support/browser/theme.ts";
import { holdLine } from "./support/browser/wire.ts";
import { journeys } from "./support/journey.ts";
import { expectPath, heading, visit } from "./support/pages.ts";

const journey = journeys();

/** Looks at every width and comes back to the desk. */
async function expectAccessibleEverywhere(page: Page): Promise<void> {
  const desk = page.viewportSize();
  await expectAccessibleAtEveryWidth(page);
  if (desk) await page.setViewportSize(desk);
}

const focusedField = (page: Page) => page.evaluate(() => document.activeElement?.id ?? "");

journey(
  "somebody finds a type, repairs an answer, sees who decides, and sends a request that has a page of its own",
  async ({ open }) => {
    const page = await open({ as: "staff", at: "/requests/create" });
    await heading(page, "New Request").waitFor();
    // What people like them ask for stands first, each type with its icon.
    const catalog = page.getByRole("main");
    expect(await catalog.getByRole("heading", { level: 2 }).first().innerText()).toBe("Most requested");
    expect(await catalog.locator('svg[data-type="snowflake-access"]').count()).toBeGreaterThan(0);
    // A domain is found itself, not only by its roles.
    await page.getByLabel("Search the catalog").fill("deliver");
    await page.getByRole("link", { name: /^Access to Deliveries/ }).waitFor();
    // By the words people have for it, which stand in no name.
    for (const [words, name] of [
      ["cost", "Warehouse"],
      ["table permission", "Snowflake data access"],
    ] as const) {
      await page.getByLabel("Search the catalog").fill(words);
      await page.getByRole("link", { name, exact: true }).waitFor();
    }
    await page.getByLabel("Search the catalog").fill("read data");
    await page.getByText(/^1 type(, \d+ data domains?)?(, \d+ roles?)? found$/).waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByRole("link", { name: "Snowflake data access" }).click();
    await heading(page, "Snowflake data access").waitFor();
    const next = page.getByRole("region", { name: "What happens next" });
    await next.getByText("Known once “Data domain” is filled in.").waitFor();
    await page.getByText("Help with this form").waitFor();
    await page.getByText(/^Granted today, it would end on \d/).waitFor();

    await page.getByRole("button", { name: "Review request" }).click();
    await page.getByText("2 answers need another look").waitFor();
    await expect.poll(() => focusedField(page)).toBe("field-domain");
    await expectAccessibleEverywhere(page);
    const requestedFor = page.getByLabel("Requested for");
    await requestedFor.fill("svc");
    await page.getByRole("option", { name: /^SVC_MKT_CAMPAIGN_EXPORT\s*Service user, yours/ }).click();
    await page.getByLabel("Data domain").fill("deliver");
    await page.getByRole("option", { name: /^Deliveries/ }).click();
    await page.getByRole("radio", { name: "Test", exact: true }).click();
    await page.getByLabel("Role", { exact: true }).click();
    // The demo world may ask for the other ones already; this journey is not about repeating.
    await page.getByRole("option", { name: /^Write to Deliveries \(test\)\s*DELIVERIES_TEST/ }).click();
    await page.getByLabel("Reason").fill("because");
    await page.getByRole("button", { name: "Review request" }).click();
    await page.getByText("Reason must be at least 20 characters").waitFor();
    await expect.poll(() => focusedField(page)).toBe("field-reason");
    await page
      .getByLabel("Reason")
      .fill("The weekly delay report of the logistics board needs it until the end of June.");
    await page.getByText("Draft saved").waitFor();

    await next.getByText("Needs 1 approval from Mateusz Nowak or Elin Svensson").waitFor();
    await page.getByRole("button", { name: "Review request" }).click();
    await page.getByRole("heading", { name: "Review and send" }).waitFor();
    await page.getByText("Write to Deliveries (test) for SVC_MKT_CAMPAIGN_EXPORT").first().waitFor();
    await page.getByText("90 days").waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByRole("button", { name: "Send request" }).click();
    await page.waitForURL((address) => /^\/requests\/REQ-\d+$/.test(address.pathname));

    await page.goto("/requests?show=open");
    const row = page.getByRole("row").filter({ hasText: "DELIVERIES_TEST" });
    await row.getByText("Pending approval").waitFor();
    await expectAccessibleEverywhere(page);
  },
);

journey("an unfinished request asks before it is left, and is found again as it was typed", async ({ open }) => {
  const page = await open({ as: "finops", at: "/requests/create?type=warehouse&field.workload=Month-end%20close" });
  await heading(page, "Warehouse").waitFor();
  expect(await page.locator("main h1 [data-type]").getAttribute("data-type")).toBe("warehouse");
  expect(await page.getByLabel("Workload").inputValue()).toBe("Month-end close");
  await page.getByLabel("Hours a month").fill("many");
  await page.getByText("Draft saved").waitFor();
  await page.getByRole("navigation").getByRole("link", { name: "Home", exact: true }).first().click();
  const question = page
    .getByRole("dialog", { name: "Leave this request?" })
    .or(page.getByRole("alertdialog", { name: "Leave this request?" }));
  await question.getByText("Are you sure you want to leave? Your changes may not be saved.").waitFor();
  await question.getByRole("button", { name: "Leave" }).click();
  await expectPath(page, "/");
  await visit(page, "/requests?q=warehouse%20draft");
  const drafts = (seen: Page) => seen.getByRole("link", { name: "Warehouse" });
  await drafts(page).first().waitFor();
  const before = await drafts(page).count();

  // Its first save answers once it was left, by way of the catalog: nobody is taken back to it, and it is kept.
  const slow = await open({ as: "finops", at: null, allow: whilePortalIsDown });
  const line = await holdLine(slow);
  await slow.goto("/requests/create");
  await slow.getByRole("link", { name: "Warehouse", exact: true }).first().click();
  await heading(slow, "Warehouse").waitFor();
  const saving = line.holdAnswer();
  await slow.getByLabel("Workload").fill("Of the night");
  await saving;
  await slow.goBack();
  const leaving = slow.getByRole("dialog", { name: "Leave this request?" });
  await leaving.getByRole("button", { name: "Cancel" }).click();
  expect(await slow.getByLabel("Workload").inputValue()).toBe("Of the night");
  await slow.goBack();
  await leaving.getByRole("button", { name: "Leave" }).click();
  await heading(slow, "New Request").waitFor();
  line.resume();
  line.cut();
  await visit(slow, "/requests?q=warehouse%20draft");
  await expect.poll(() => drafts(slow).count()).toBe(before + 1);
  await expectPath(slow, "/requests");

  await page.goto("/requests?size=25");
  const counted = async () =>
    Number(
      /^\d+/.exec(
        (await page
          .getByRole("status")
          .filter({ hasText: /^\d+ request/ })
          .textContent()) ?? "",
      )?.[0],
    );
  const all = await counted();
  await page.getByRole("searchbox", { name: "Search my requests" }).fill("wareh draft");
  await expect.poll(counted).toBeLessThan(all);
  expect(new URL(page.url()).searchParams.get("q")).toBe("wareh draft");
  // The newest is that of the night.
  await page.getByRole("link", { name: "Warehouse" }).nth(1).click();
  await heading(page, "Warehouse").waitFor();
  await expect.poll(() => page.getByLabel("Hours a month").inputValue()).toBe("many");
});
