/** What a person sees when the application itself fails, and what is reported. */
import { expect } from "vitest";
import { chunkOf } from "./support/chunks.ts";
import { journeys } from "./support/journey.ts";
import { heading } from "./support/pages.ts";
import { expectAccessible } from "./support/theme.ts";

const journey = journeys();

/** A failed navigation, a reload and another failure come before the screen that is waited for. */
const slowMs = 30_000;

journey("a chunk that is gone reloads the page once, then the error screen explains, reports and recovers", async ({ open, portal }) => {
  const page = await open({ as: "staff", at: null, allow: [/404|net::ERR_FAILED|Failed to fetch dynamically imported module|Error/] });
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
  });
  await page.goto("/nowhere");
  await heading(page, "404 - Page Not Found").waitFor();
  await page.route(chunkOf("_portal/index"), (route) => route.abort());
  const report = page.waitForRequest("**/api/client-errors", { timeout: slowMs });
  await page.getByRole("link", { name: "Go Home" }).click();
  await heading(page, "Oops! Something went wrong").waitFor({ timeout: slowMs });
  expect(loads).toEqual(["/nowhere", "/"]);

  await page.getByText("We encountered an unexpected error. Please try again.").waitFor();
  await page.getByText("If this problem persists, please contact support.").waitFor();
  await page.getByRole("button", { name: "Show technical details" }).click();
  await page.getByRole("button", { name: "Hide Error Details" }).waitFor();
  await page.getByText(/Failed to fetch dynamically imported module/).first().waitFor();
  await expectAccessible(page);
  const reported: unknown = (await report).postDataJSON();
  expect(reported).toMatchObject({ level: "error", tags: { errorBoundary: "DefaultCatchBoundary" }, path: "/" });
  // The page sends it with keepalive, whose answer the driver never sees: the same report is sent again to see it.
  const answer = await page.request.post("/api/client-errors", { data: reported, headers: { origin: portal.url } });
  expect(answer.status()).toBeLessThan(300);

  await page.unroute(chunkOf("_portal/index"));
  await page.getByRole("button", { name: "Try Again" }).click();
  await page.getByRole("button", { name: /^Account of/ }).waitFor();
});

journey("a frame that cannot be loaded shows the page-level error view", async ({ open }) => {
  const page = await open({ as: "staff", at: null, allow: [/404|net::ERR_FAILED|Failed to fetch dynamically imported module|Error/] });
  await page.goto("/nowhere");
  await heading(page, "404 - Page Not Found").waitFor();
  await page.route(chunkOf("_portal"), (route) => route.abort());
  await page.getByRole("link", { name: "Go Home" }).click();
  await heading(page, "Something went wrong").waitFor({ timeout: slowMs });
  await page.getByText("An unexpected error occurred. Please try refreshing the page or contact support if the problem persists.").waitFor();
  await page.getByRole("button", { name: "Try Again" }).waitFor();
  await expectAccessible(page);
  await page.unroute(chunkOf("_portal"));
  await page.getByRole("button", { name: "Refresh Page" }).click();
  await page.getByRole("button", { name: /^Account of/ }).waitFor();
});
