/** What a person sees when the application itself fails, and what is reported. */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { ClientErrorGroup } from "../contracts/environment.ts";
import { chunkOf } from "./support/browser/chunks.ts";
import { expectAccessible, expectAccessibleAtEveryWidth } from "./support/browser/theme.ts";
import { askInstead } from "./support/browser/wire.ts";
import { journeys } from "./support/journey.ts";
import { expectPath, expectVisible, heading, known } from "./support/pages.ts";

const journey = journeys();

/** A failed navigation, a reload and another failure come before the screen that is waited for. */
const slowMs = 30_000;
/**
 * What a browser and React log about a chunk that is gone; 520: React rendered the page again after the failure, if it
 * had begun.
 */
const goneChunk = [
  /status of 404/,
  /net::ERR_FAILED/,
  /Failed to fetch dynamically imported module/,
  /Minified React error #520/,
];

/** After a deployment: the chunk of this source is gone from the server. */
async function removeChunk(page: Page, source: string): Promise<void> {
  await page.route(chunkOf(source), (route) => route.fulfill({ status: 404, body: "" }));
}

/** The paths of every document loaded from here on. */
function followLoads(page: Page): string[] {
  const loads: string[] = [];
  page.on("request", (request) => void (request.isNavigationRequest() && loads.push(new URL(request.url()).pathname)));
  return loads;
}

async function reportedErrors(superAdmin: Page): Promise<readonly ClientErrorGroup[]> {
  const answer = await superAdmin.request.get("/api/client-errors");
  return ((await answer.json()) as { groups: ClientErrorGroup[] }).groups;
}

journey(
  "a menu whose code cannot be fetched leaves the page as it is and opens at the next press",
  async ({ open }) => {
    const page = await open({ as: "staff", at: null, allow: goneChunk });
    await removeChunk(page, "ui/floating/floating.ts");
    await page.goto("/");
    await heading(page, /, Sam$/).waitFor();
    const loads = followLoads(page);
    const button = page.getByRole("button", { name: "Theme" });
    await button.click();
    await page.getByText("This could not be opened").waitFor();
    expect(await page.getByRole("menu").count()).toBe(0);
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);

    await page.unroute(chunkOf("ui/floating/floating.ts"));
    await button.press("Enter");
    await page.getByRole("menuitemradio", { name: "Dark" }).waitFor();
    expect(loads).toEqual([]);
  },
);

journey(
  "a page whose chunk is gone reloads once, then the error screen explains, reports and recovers",
  async ({ open }) => {
    const page = await open({ as: "staff", at: null, allow: goneChunk });
    await page.goto("/nowhere").catch(() => undefined);
    await heading(page, "404 - Page Not Found").waitFor();
    await removeChunk(page, "_portal/index");
    const loads = followLoads(page);
    await page.getByRole("link", { name: "Go Home" }).click();
    await heading(page, "Oops! Something went wrong").waitFor({ timeout: slowMs });
    expect(loads).toEqual(["/"]);

    await page.getByText("We encountered an unexpected error. Please try again.").waitFor();
    await page.getByText("If this problem persists, please contact support.").waitFor();
    await page.getByRole("button", { name: "Go Home" }).waitFor();
    const details = page.getByText("TypeError: Failed to fetch dynamically imported module", { exact: false }).first();
    expect(await details.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Show technical details" }).click();
    await details.waitFor();
    await page.getByLabel("Stack trace").waitFor();
    await expectAccessibleAtEveryWidth(page);
    await page.getByRole("button", { name: "Hide Error Details" }).click();
    await details.waitFor({ state: "hidden" });

    const superAdmin = await open({ as: "superAdmin", at: null });
    await expect
      .poll(() => reportedErrors(superAdmin))
      .toContainEqual(
        expect.objectContaining({
          name: "TypeError",
          level: "error",
          pages: ["/"],
          message: expect.stringContaining("Failed to fetch dynamically imported module") as string,
          newest: expect.objectContaining({ boundary: "DefaultCatchBoundary" }) as ClientErrorGroup["newest"],
        }),
      );
    expect((await page.request.get("/api/client-errors")).status()).toBe(403);

    const reference = await page
      .locator("p", { hasText: /^Reference/ })
      .locator("span")
      .first()
      .innerText();
    await page.getByRole("link", { name: "Ask support" }).click();
    await heading(page, "Create Ticket").waitFor();
    expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("An error on /");
    expect(await page.getByRole("textbox", { name: "Description" }).inputValue()).toContain(
      `Error reference: ${reference}\nPage: /`,
    );
    // The way to the form loaded the page anew; what the tab noted is still there, and goes along line by line.
    await page.getByRole("button", { name: "Add diagnostics" }).click();
    const noted = page.getByRole("checkbox", { name: new RegExp(`TypeError on /: .*reference ${reference}`) });
    await noted.waitFor();
    await page.getByRole("checkbox", { name: /^Browser: / }).uncheck();
    await expectAccessibleAtEveryWidth(page);
    await page.getByRole("button", { name: "Send to support" }).click();
    await heading(page, "An error on /").waitFor();
    const sent = page.getByRole("region", { name: "Diagnostics" });
    await expectVisible(sent.getByText(reference));
    await expectVisible(sent.getByText("Page: /", { exact: true }));
    expect(await sent.getByText("Browser: ").count()).toBe(0);
    await page.goto("/").catch(() => undefined);
    await heading(page, "Oops! Something went wrong").waitFor({ timeout: slowMs });

    await page.unroute(chunkOf("_portal/index"));
    await page.getByRole("button", { name: "Try Again" }).click();
    await known(page);
  },
);

journey("a part of the frame whose chunk is gone reloads the page once, not twice", async ({ open }) => {
  const page = await open({ as: "staff", at: null, allow: goneChunk });
  // Before the page is there, which fetches it ahead.
  await removeChunk(page, "shell/palette/command-palette.tsx");
  await page.goto("/");
  await known(page);
  const loads = followLoads(page);
  await page.keyboard.press("Control+k");
  await expect.poll(() => loads).toEqual(["/"]);
  await known(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("alert").getByRole("heading", { level: 1 }).waitFor({ timeout: slowMs });
  expect(loads).toEqual(["/"]);
  await page.unroute(chunkOf("shell/palette/command-palette.tsx"));
  await page.reload();
  await known(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Command palette" }).waitFor();
});

journey("a frame that cannot be loaded shows the page-level error view", async ({ open }) => {
  const page = await open({ as: "staff", at: null, allow: goneChunk });
  await page.goto("/verification-status");
  await heading(page, "Verify your email").waitFor();
  await removeChunk(page, "_portal");
  await page.getByRole("link", { name: "Back to sign in" }).click();
  await heading(page, "Something went wrong").waitFor({ timeout: slowMs });
  await page
    .getByText(
      "An unexpected error occurred. Please try refreshing the page or contact support if the problem persists.",
    )
    .waitFor();
  await page.getByRole("button", { name: "Try Again" }).waitFor();
  await expectAccessibleAtEveryWidth(page);
  await page.unroute(chunkOf("_portal"));
  await page.getByRole("button", { name: "Refresh Page" }).click();
  await known(page);
});

journey("an error outside every page leaves the critical screen, and starting again helps", async ({ open }) => {
  const page = await open({ as: "staff", at: null, allow: goneChunk });
  await removeChunk(page, "ui/toast/toaster.tsx");
  const loads = followLoads(page);
  await page.goto("/profile");
  await heading(page, "Critical Error").waitFor({ timeout: slowMs });
  await page.getByText("A critical error occurred and has been reported to our team.").waitFor();
  expect(loads).toEqual(["/profile", "/profile"]);
  const ask = page.getByRole("link", { name: "Ask support" });
  expect(await ask.getAttribute("href")).toMatch(/^\/support\/create\?error=E-[2-9A-Z]{8}&page=%2Fprofile$/);
  await expectAccessibleAtEveryWidth(page);
  const superAdmin = await open({ as: "superAdmin", at: null });
  await expect
    .poll(() => reportedErrors(superAdmin))
    .toContainEqual(expect.objectContaining({ level: "fatal", pages: ["/profile"] }));
  await page.unroute(chunkOf("ui/toast/toaster.tsx"));
  await page.getByRole("button", { name: "Reset Application" }).click();
  await known(page);
  await expectPath(page, "/");
});

journey("a part that fails is reported, says its reference and leads to support with it", async ({ open }) => {
  const page = await open({ as: "staff", at: null, allow: [/CONVEX Q\(tickets/] });
  await askInstead(page, { mine: { wrong: 1 } });
  await page.goto("/support");
  await expectVisible(page.getByText("The tickets did not load"));
  await expectVisible(page.getByRole("status").getByRole("link", { name: "When a page shows an error" }));
  const reference = await page
    .getByText(/^Reference/)
    .locator("span")
    .first()
    .innerText();
  await expectAccessibleAtEveryWidth(page);
  await page.getByRole("link", { name: "Ask support" }).click();
  await heading(page, "Create Ticket").waitFor();
  expect(await page.getByRole("textbox", { name: "Description" }).inputValue()).toContain(reference);
  const superAdmin = await open({ as: "superAdmin", at: null });
  await expect
    .poll(() => reportedErrors(superAdmin))
    .toContainEqual(
      expect.objectContaining({
        newest: expect.objectContaining({ boundary: "QueryBoundary" }) as ClientErrorGroup["newest"],
      }),
    );
});

journey(
  "an address that leads nowhere says so inside the frame, and leads home, back and to the search",
  async ({ open }) => {
    const page = await open({ as: "staff", at: null, allow: [/status of 404/] });
    await page.goto("/requests");
    await heading(page, "My Requests").waitFor();
    await page.goto("/nowhere");
    await heading(page, "404 - Page Not Found").waitFor();
    await page.getByText("The page you're looking for doesn't exist.", { exact: true }).waitFor();
    await expect.poll(() => page.title()).toMatch(/Page not found · /);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "My Requests" }).click();
    // Not before it is there: whoever goes back at once has left no page, and focus stays where they put it.
    await heading(page, "My Requests").waitFor();
    await page.goBack();
    await heading(page, "404 - Page Not Found").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    await expectAccessibleAtEveryWidth(page, [360]);
    const search = page.getByRole("region", { name: "Search" });
    await search.getByRole("searchbox").fill("support tick");
    await expectVisible(search.getByRole("link", { name: "My Tickets" }));
    await search.getByRole("searchbox").fill("cost");
    await search.getByRole("link", { name: "What a query costs, and who pays" }).waitFor();
    await expectAccessible(page);
    await search.getByRole("searchbox").fill("zzzz");
    await expectVisible(search.getByText("Nothing found. Try another word."));
    await page.getByRole("main").getByRole("button", { name: "Search everything" }).click();
    await page.getByRole("dialog", { name: "Command palette" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Go Home" }).click();
    await expectPath(page, "/");
    await known(page);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  },
);

journey(
  "to a stranger an address that leads nowhere says so without a frame and without asking to sign in",
  async ({ open }) => {
    const page = await open({ at: null, allow: [/status of 404/] });
    await page.goto("/nowhere");
    await heading(page, "404 - Page Not Found").waitFor();
    await expect.poll(() => page.title()).toMatch(/^Page not found/);
    await expectPath(page, "/nowhere");
    expect(await page.getByRole("navigation").count()).toBe(0);
    await page.getByRole("link", { name: "Go Home" }).waitFor();
  },
);
