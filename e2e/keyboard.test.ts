/** One walk through the product without a mouse: everything can be reached, and nothing holds the focus. */

import { expect } from "vitest";
import { expectFocused, focused, tabThrough, tabTo } from "./support/browser/keyboard.ts";
import { journeys } from "./support/journey.ts";
import { expectPath, known } from "./support/pages.ts";
import { demoPassword } from "./support/portal/portal.ts";

const journey = journeys();

journey("signing in, working and signing out needs no mouse", async ({ open }) => {
  const page = await open();
  const press = (key: string) => page.keyboard.press(key);

  await tabTo(page, "Email");
  await page.keyboard.type("super@ao.com");
  await tabTo(page, "Password");
  await page.keyboard.type(demoPassword);
  // Until the page's code has loaded the button is grey, and Enter waits as a click would.
  await page.getByRole("button", { name: "Sign in", exact: true, disabled: false }).waitFor();
  await press("Enter");
  await known(page);
  await expectFocused(page, /^Good (morning|afternoon|evening), Sofia$/);

  await tabTo(page, "Skip to content");
  await press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
  await tabTo(page, "Skip to content");
  await tabTo(page, "Task Monitor");
  await press("Enter");
  await expectFocused(page, "Task Monitor");
  await expectPath(page, "/superadmin/task-monitor");

  await page.getByRole("row").filter({ hasText: "examined" }).first().waitFor();
  await tabTo(page, "Run Task Monitor");
  await press("Enter");
  await page.getByRole("button", { name: "Run Task Monitor" }).and(page.locator(":not([aria-busy])")).waitFor();
  await expectFocused(page, "Run Task Monitor");

  await tabTo(page, "Clear All Logs");
  await press("Enter");
  const question = page.getByRole("dialog", { name: "Clear all logs?" });
  await question.waitFor();
  await expectFocused(page, /^Type “clear all logs” to confirm/);
  for (const stop of ["Clear All Logs", "Cancel", "Close", /^Type “clear all logs” to confirm/]) {
    await press("Tab");
    await expectFocused(page, stop);
  }
  await press("Escape");
  await question.waitFor({ state: "hidden" });
  await expectFocused(page, "Clear All Logs");

  await tabTo(page, "Execution History");
  await tabTo(page, /^\w{8}…\d\d\//);
  await press("Enter");
  await page.getByRole("heading", { name: "Task Details" }).waitFor();
  await tabTo(page, "Execution History", "Shift+Tab");
  await press("ArrowRight");
  await expectFocused(page, "Task Details");
  await press("Enter");
  await page.getByText(/^Showing task status changes across/).waitFor();

  await press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("option").first().waitFor();
  await page.keyboard.type("environ");
  await press("Enter");
  await palette.waitFor({ state: "hidden" });
  await expectPath(page, "/superadmin/environment");
  await expectFocused(page, "Environment");

  await press("?");
  const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await shortcuts.waitFor();
  await press("Escape");
  await shortcuts.waitFor({ state: "hidden" });
  await press("g");
  await press("t");
  await expectPath(page, "/support");
  await press("g");
  await press("h");
  await expectPath(page, "/");
  await expectFocused(page, /^Good/);

  await tabTo(page, /^Account of/);
  await press("Enter");
  // The menu gives its first entry the focus a moment after it shows them.
  await expectFocused(page, /^Profile/);
  await press("End");
  await expectFocused(page, "Sign out");
  await press("Enter");
  await expectPath(page, "/signin");
  await expectFocused(page, "Sign in");
});

journey.for(["/", "/profile", "/superadmin/task-monitor", "/superadmin/environment"])(
  "Tab goes through all of %s and out again",
  async (address, { open }) => {
    const page = await open({ as: "superAdmin", at: address });
    await page.getByRole("heading", { level: 2 }).last().waitFor();
    const stops = await tabThrough(page);
    expect(stops[0]).toBe("Skip to content");
    expect(stops).toEqual(
      expect.arrayContaining(["Home", "Task Monitor", "Environment", "Theme", expect.stringMatching(/^Account of/)]),
    );
    expect(stops.filter((stop) => stop === "")).toEqual([]);
    expect(await focused(page)).toSatisfy((now: string) => now === "" || now === "Skip to content");
  },
);
