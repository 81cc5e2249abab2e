/** Several requests filled in, justified once, and sent together. */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { askBackend } from "./support/backend.ts";
import { expectFocused, tabTo } from "./support/browser/keyboard.ts";
import { expectAccessible, expectAccessibleAtEveryWidth } from "./support/browser/theme.ts";
import { journeys } from "./support/journey.ts";
import { expectPath, heading, visit } from "./support/pages.ts";

const journey = journeys();
const JUSTIFICATION =
  "Two people join the delay report on Monday and need the orders and the dashboards until the end of June.";

/** Looks at every width and comes back to the desk. */
async function lookAt(page: Page): Promise<void> {
  const desk = page.viewportSize();
  await expectAccessibleAtEveryWidth(page);
  if (desk) await page.setViewportSize(desk);
}

/** Puts a form into the cart of the page's person without the screen. */
async function put(page: Page, typeKey: string, form: Record<string, unknown>): Promise<void> {
  const areas = await askBackend<{ id: string; isOwn: boolean }[]>(page, "query", "people/queries:areas");
  const businessArea = areas.value?.find(({ isOwn }) => isOwn)?.id;
  const put = await askBackend(page, "mutation", "requests/mutations:addToCart", {
    typeKey,
    form: { businessArea, ...form },
  });
  expect(put.code, `putting ${typeKey} into the cart`).toBeUndefined();
}

/** The reason a request was sent with. */
async function reasonOf(page: Page, key: string): Promise<string | undefined> {
  const { value } = await askBackend<{ form: { name: string; value: string }[] }>(
    page,
    "query",
    "requests/queries:get",
    { request: key },
  );
  return value?.form.find(({ name }) => name === "reason")?.value;
}

/** The browser notes every call that was refused. */
const refusedCart = [/requests\/mutations:submitCart\)\].* Server Error/];

const focusedField = (page: Page) => page.evaluate(() => document.activeElement?.id ?? "");

journey("somebody puts a form into the cart without a reason, and finds it there", async ({ open }) => {
  const page = await open({ as: "staff", at: "/requests/cart" });
  await page.getByText("Your cart is empty").waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "See what you can request" }).click();
  await heading(page, "New Request").waitFor();
  expect(await page.getByRole("link", { name: /^Cart/ }).count()).toBe(0);

  await page.getByRole("link", { name: "Snowflake data access" }).click();
  await page.getByRole("button", { name: "Add to cart" }).click();
  await page.getByText("One answer needs another look").waitFor();
  await expect.poll(() => focusedField(page)).toBe("field-domain");
  await page.getByLabel("Data domain").fill("deliver");
  await page.getByRole("option", { name: /^Deliveries/ }).click();
  await page.getByRole("radio", { name: "Test", exact: true }).click();
  await page.getByLabel("Role", { exact: true }).click();
  await page.getByRole("option", { name: /DELIVERIES_TEST/ }).click();
  await page.getByRole("button", { name: "Add to cart" }).click();
  await expectPath(page, "/requests/cart");
  await page.getByText("1 request, sent together").waitFor();
  expect(await page.locator("code", { hasText: "DELIVERIES_TEST" }).count()).toBe(1);

  await page.getByRole("link", { name: "Add another request" }).click();
  await page.getByRole("link", { name: "Cart (1)" }).waitFor();
});

journey("two requests are justified once and sent together, and each knows of the other", async ({ open }) => {
  const page = await open({ as: "governance", at: "/requests" });
  await put(page, "bi-access", { tool: "sigma", license: "creator", durationDays: 90, team: "Delay report" });
  await put(page, "bi-access", {
    tool: "thoughtspot",
    license: "creator",
    durationDays: 90,
    team: "Delay report",
    reason: "The report has a reason of its own: its dashboards.",
  });
  await visit(page, "/requests/cart");
  await page
    .getByRole("region", { name: "Who decides" })
    .getByText(/decides \d/)
    .waitFor();
  await page.getByRole("button", { name: "Send all 2 requests" }).click();
  await page.getByText("Justification is required").waitFor();
  await expect.poll(() => focusedField(page)).toBe("cart-justification");
  await page.getByRole("textbox", { name: "Justification" }).fill("because");
  await page.getByRole("button", { name: "Send all 2 requests" }).click();
  await page.getByText("Justification must be at least 20 characters").waitFor();
  await page.getByRole("textbox", { name: "Justification" }).fill(JUSTIFICATION);
  await page.getByText("Draft saved").waitFor();
  await page.reload();
  await expect.poll(() => page.getByRole("textbox", { name: "Justification" }).inputValue()).toBe(JUSTIFICATION);
  await page.getByRole("button", { name: "Send all 2 requests" }).click();
  await heading(page, "2 requests sent").waitFor();
  await expectAccessible(page);

  const sent = page.getByRole("list", { name: "Sent requests" }).getByRole("link");
  const [first = "", second = ""] = (await sent.allTextContents()).map((text) => /REQ-\d+/.exec(text)?.[0]);
  await sent.first().click();
  await page.getByText("Sent together with").waitFor();
  await page.getByRole("link", { name: second, exact: true }).click();
  await page.getByRole("link", { name: first, exact: true }).waitFor();
  const reasons = await Promise.all([first, second].map((key) => reasonOf(page, key)));
  expect(reasons).toEqual([JUSTIFICATION, "The report has a reason of its own: its dashboards."]);
});

journey(
  "a cart with something in the way sends nothing, leads there, and can be repaired with the keyboard alone",
  async ({ open }) => {
    const page = await open({ as: "finops", at: "/requests", allow: refusedCart });
    const bi = { tool: "sigma", license: "viewer", durationDays: 90 };
    await put(page, "bi-access", { ...bi, team: "Month-end close" });
    await put(page, "bi-access", {
      ...bi,
      team: "Cost of the warehouses of every business area and of everything else that somebody once wanted to have in one single report for the board",
      durationDays: 900,
    });
    await put(page, "bi-access", { ...bi, team: "Month-end close" });
    await visit(page, "/requests/cart");
    await page.getByText("3 requests, sent together").waitFor();
    await page.getByText("Asked for twice").waitFor();
    await page
      .getByRole("textbox", { name: "Justification" })
      .fill("The close of the second quarter needs it until the end of July.");
    await tabTo(page, "Send all 3 requests");
    await page.keyboard.press("Enter");
    await page.getByText("Nothing was sent").waitFor();
    await expect.poll(() => focusedField(page)).toMatch(/^cart-item-/);
    await lookAt(page);
    expect(
      (await askBackend<{ rows: { status: string }[] }>(page, "query", "requests/queries:mine")).value?.rows.filter(
        ({ status }) => status === "Draft",
      ).length,
    ).toBeGreaterThanOrEqual(3);

    await tabTo(page, /^Take out /, "Shift+Tab");
    await page.keyboard.press("Enter");
    await page.getByText("2 requests, sent together").waitFor();
    await expectFocused(page, "Cart");
    await tabTo(page, /^Edit /);
    await page.keyboard.press("Enter");
    await heading(page, "BI access").waitFor();
    await page.getByRole("button", { name: "Save and go to the cart" }).waitFor();
  },
);
