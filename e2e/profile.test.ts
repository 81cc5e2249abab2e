/** What people change about themselves, and where they are signed in. */

import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { HOUR_MS } from "../convex/lib/pure/time.ts";
import { expectAccessibleAtEveryWidth, takePictures } from "./support/browser/theme.ts";
import { printedLink } from "./support/forms.ts";
import { journeys } from "./support/journey.ts";
import { expectPath, heading, signIn } from "./support/pages.ts";
import { demoPassword } from "./support/portal/portal.ts";

const journey = journeys();

journey("a new name is checked in the specified words, saved, and greets on Home", async ({ open }) => {
  const page = await open({ as: "staff", at: "/profile" });
  await heading(page, "Profile").waitFor();
  await page.getByLabel("First name").fill(" ");
  await page.getByLabel("Last name").fill("x".repeat(51));
  await page.getByRole("button", { name: "Save names" }).click();
  const summary = page.getByRole("alert").filter({ hasText: "There are 2 problems" });
  await summary.getByRole("link", { name: "First name is required" }).waitFor();
  await summary.getByRole("link", { name: "Last name must be less than 50 characters" }).click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("lastName");
  await page.getByLabel("First name").fill("  Augusta ");
  await page.getByLabel("Last name").fill("4th King");
  await page.getByRole("button", { name: "Save names" }).click();
  await page.getByText("Last name must start with a letter").waitFor();
  // The only problem has its sentence at its field, which has the focus.
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("lastName");
  await page.getByLabel("Last name").fill("O’King");
  await page.getByRole("button", { name: "Save names" }).click();
  await page.getByText("Your names were saved").waitFor();
  // Another form, letter by letter: the list of its problems takes the focus once.
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByText("There are 2 problems").waitFor();
  await page.getByLabel("New email address").pressSequentially("ada");
  expect(await page.getByLabel("New email address").inputValue()).toBe("ada");
  expect(await page.getByLabel("First name").inputValue()).toBe("Augusta");
  await page.getByRole("navigation").getByRole("link", { name: "Home", exact: true }).first().click();
  await heading(page, /, Augusta$/).waitFor();
});

journey("one's own doings are listed on the profile, each with the way to what it was about", async ({ open }) => {
  const page = await open({ as: "staff", at: "/profile" });
  await page.getByRole("button", { name: "Arrange out of office" }).click();
  await page.getByRole("dialog", { name: /out of office/i }).waitFor();
  await page.keyboard.press("Escape");
  const letters = page.getByRole("region", { name: "Keyboard" }).getByRole("checkbox");
  await letters.click();
  await heading(page, "Profile").click();
  await page.keyboard.press("?");
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe("/profile");
  await letters.click();
  await heading(page, "Profile").click();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
  const zone = page.getByRole("combobox", { name: "Time zone" });
  await page.getByText(/^It is now .+\. Emails give times in UTC until you choose a zone\.$/).waitFor();
  await zone.fill("tokyo");
  await page.getByRole("option", { name: "Asia/Tokyo" }).click();
  await page.getByText("Your time zone is saved").waitFor();
  await page.getByText(/^It is now \d\d\/\d\d\/\d{4}, \d\d:\d\d GMT\+9\. Emails use it, too\.$/).waitFor();
  const activity = page.getByRole("list", { name: "Your activity, newest first" });
  await activity.getByRole("listitem").first().waitFor();
  await page.getByRole("button", { name: /^Show the latest \d+$/ }).click();
  await expect.poll(() => activity.getByRole("listitem").count()).toBeGreaterThan(10);
  await activity.getByRole("listitem").nth(10).and(page.locator(":focus")).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download my data" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("my-data.json");
  const data = JSON.parse(await readFile(await file.path(), "utf8"));
  expect(await page.getByText(data.person.email).count()).toBeGreaterThan(0);
  expect(data.requests.rows.length).toBeGreaterThan(0);
  await activity
    .getByRole("link", { name: /^Request REQ-\d+$/ })
    .first()
    .click();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/requests\/REQ-\d+$/);
  await page.getByRole("region", { name: "Next step" }).waitFor();
});

const elsewhere = { email: "finops@ao.com", password: demoPassword };

journey(
  "a session is ended from the list, after a question, and its browser is led to sign in",
  async ({ open, portal }) => {
    const there = await open({ allow: [/status of 401/] });
    await signIn(there, { url: portal.url, ...elsewhere });
    const here = await open({ as: "finops", at: "/profile" });
    const sessions = here.getByRole("region", { name: "Sessions" }).getByRole("listitem");
    await expect.poll(() => sessions.count()).toBe(2);
    await sessions.first().getByText("This session").waitFor();
    await sessions.last().getByRole("button", { name: "Sign out Chrome on Linux" }).click();
    const question = here.getByRole("dialog", { name: "Sign out Chrome on Linux?" });
    await question.getByRole("button", { name: "Sign out" }).click();
    await here.getByText("Chrome on Linux was signed out").waitFor();
    await expect.poll(() => sessions.count()).toBe(1);
    await expectPath(there, "/signin");
  },
);

journey(
  "a password is changed only with the current one, and every other browser is signed out",
  async ({ open, portal }) => {
    const there = await open({ allow: [/status of 401/] });
    await signIn(there, { url: portal.url, ...elsewhere });
    const here = await open({ as: "finops", at: "/profile", allow: [/status of 422/, /status of 401/] });
    const change = async (current: string, next: string, again: string) => {
      await here.getByLabel("Current password").fill(current);
      await here.getByLabel("New password", { exact: true }).fill(next);
      await here.getByLabel("New password again").fill(again);
      await here.getByRole("button", { name: "Change password" }).click();
    };
    await change("", "short", "other");
    const summary = here.getByRole("alert").filter({ hasText: "There are 3 problems" });
    await summary.getByRole("link", { name: "Password is required" }).waitFor();
    await summary.getByRole("link", { name: "Password must be at least 8 characters long" }).waitFor();
    await summary.getByRole("link", { name: "Passwords do not match" }).waitFor();
    await change("not-the-password", "Another-2026-ok", "Another-2026-ok");
    await here.getByText("Incorrect password. Please try again.").waitFor();
    await change(demoPassword, "Another-2026-ok", "Another-2026-ok");
    await here.getByText("Your password was changed").waitFor();
    expect(await here.getByLabel("Current password").inputValue()).toBe("");
    await expectPath(there, "/signin");
    await expectPath(here, "/profile");

    // A session that ended in the meantime is noticed by the answer.
    await here.route("**/api/auth/token", (route) => route.fulfill({ json: { userId: null, token: null } }));
    await here.route("**/api/auth/change-password", (route) =>
      route.fulfill({ status: 401, json: { code: "session_expired" } }),
    );
    await change("Another-2026-ok", "Yet-another-2026", "Yet-another-2026");
    await expectPath(here, "/signin");
  },
);

/** The first answer asks for the password again. */
const asksForPassword = [/CONVEX M\(config/];

journey("an option is set with a reason, holds at once, and is set back from its history", async ({ open }) => {
  const page = await open({ as: "superAdmin", at: "/superadmin/config", allow: asksForPassword });
  await page.getByRole("link", { name: "Daily digests are sent at" }).click();
  await heading(page, "Daily digests are sent at").waitFor();
  const set = async (value: string) => {
    await page.getByRole("button", { name: "Change" }).click();
    await page.getByRole("textbox", { name: "Value" }).fill(value);
    await page.getByRole("textbox", { name: "Reason" }).fill("The office starts later");
    await page.getByRole("button", { name: "Set", exact: true }).click();
  };
  await set("99");
  await page.getByText("Choose a whole number from 0 to 23").waitFor();
  await page.getByText("Now 07:00 UTC", { exact: true }).waitFor();
  await page.getByRole("textbox", { name: "Value" }).fill("9");
  await page.getByText("Now 07:00 UTC → 09:00 UTC").waitFor();
  await page.getByRole("button", { name: "Set", exact: true }).click();
  const step = page.getByRole("dialog", { name: "Confirm it is you" }).getByLabel("Password", { exact: true });
  await step.fill(demoPassword);
  await step.press("Enter");
  const now = page.getByRole("listitem").filter({ hasText: "Current" });
  await now.getByText("09:00 UTC").waitFor();
  await expectAccessibleAtEveryWidth(page, [1440, 360]);
  await page.getByRole("button", { name: "Set back to 07:00 UTC" }).click();
  await page.getByText("Now 09:00 UTC → 07:00 UTC").waitFor();
  await page.getByRole("textbox", { name: "Reason" }).fill("It starts as before");
  await page.getByRole("button", { name: "Set", exact: true }).click();
  await now.getByText("07:00 UTC").waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  await takePictures(page, "config-option");
  await page.getByRole("link", { name: "Configuration" }).first().click();
  await page.getByText("by Sofia Rossi").waitFor();
  await takePictures(page, "config");
});

journey(
  "another address is one's own once its link is confirmed, and one signs in with it from then on",
  async ({ open, portal }) => {
    // Somebody whose session and password the journeys above left alone.
    const page = await open({
      as: "governance",
      at: "/profile",
      allow: [/api\/auth\/(request-email-change|open-link)/],
    });
    const section = page.getByRole("region", { name: "Email address" });
    const ask = async (email: string, password: string) => {
      await section.getByLabel("New email address").fill(email);
      await section.getByLabel("Your password").fill(password);
      await section.getByRole("button", { name: "Send link" }).click();
    };
    await ask("nobody@elsewhere.com", demoPassword);
    await section.getByText("Email must be @ao.com domain").waitFor();
    await ask("new.name@ao.com", "Wrong-1pass");
    await section.getByText("Incorrect password. Please try again.").waitFor();
    await takePictures(page, "profile-email-refused");
    await ask("new.name@ao.com", demoPassword);
    await section.getByText("A link is on its way to new.name@ao.com").waitFor();
    await expectAccessibleAtEveryWidth(page);

    const link = printedLink(portal, "change-email-address");
    await page.goto(link);
    await heading(page, "Confirm your new email address").waitFor();
    // The page takes the token out of its address once it is drawn.
    await expect.poll(() => new URL(page.url()).search).toBe("");
    await expectAccessibleAtEveryWidth(page);
    await takePictures(page, "change-email");
    await page.getByRole("button", { name: "Use this address" }).click();
    await page.getByText("You sign in as new.name@ao.com now").waitFor();
    await takePictures(page, "change-email-done");
    await page.getByRole("link", { name: "Go to your profile" }).click();
    await page.getByRole("main").getByText("new.name@ao.com").first().waitFor();
    await page.goto(link);
    await page.getByText("This link no longer works. Please request a new one.").waitFor();

    const elsewhere = await open();
    await signIn(elsewhere, { url: portal.url, email: "new.name@ao.com", password: demoPassword });
  },
);

journey(
  "an address an admin corrects is stopped by its person, and is theirs once the new mailbox confirms it a day later",
  async ({ open, portal }) => {
    const admin = await open({ as: "admin", at: "/admin/users?q=staff@ao.com", allow: [/api\/auth\/open-link/] });
    await admin.getByRole("table", { name: "Users" }).getByRole("row").nth(1).getByRole("link").first().click();
    await admin.getByRole("link", { name: "Open page" }).click();
    const ask = async () => {
      await admin.getByRole("button", { name: /^More for / }).click();
      await admin.getByRole("menuitem", { name: "Correct email" }).click();
      const dialog = admin.getByRole("dialog");
      await dialog.getByLabel("New email address").fill("augusta.king@ao.com");
      await dialog.getByRole("textbox", { name: "Reason" }).fill("It was mistyped.");
      await takePictures(admin, "correct-email");
      await expectAccessibleAtEveryWidth(admin);
      await dialog.getByRole("button", { name: "Correct address" }).click();
      await admin.getByText("is changing their email address to augusta.king@ao.com").first().waitFor();
    };
    await ask();
    await takePictures(admin, "email-correction");

    const staff = await open({ as: "staff", at: "/profile" });
    const section = staff.getByRole("region", { name: "Email address" });
    await section.getByText("is changing your email address to augusta.king@ao.com").waitFor();
    await takePictures(staff, "own-correction");
    await expectAccessibleAtEveryWidth(staff);
    await section.getByRole("button", { name: "Keep my address" }).click();
    await section.getByText("is changing your email address").waitFor({ state: "hidden" });

    await ask();
    const stranger = await open({ allow: [/api\/auth\/open-link/] });
    await expect.poll(() => portal.log().match(/keep-email-address/g)?.length ?? 0).toBeGreaterThan(1);
    await stranger.goto(printedLink(portal, "keep-email-address"));
    await heading(stranger, "Keep your email address").waitFor();
    await takePictures(stranger, "keep-email");
    await expectAccessibleAtEveryWidth(stranger);
    await stranger.getByRole("button", { name: "Keep my address" }).click();
    await stranger.getByText("The change was stopped").waitFor();
    await stranger.goto(printedLink(portal, "keep-email-address"));
    await stranger.getByText("This link no longer works: the change was stopped, confirmed or is over.").waitFor();
    await takePictures(stranger, "keep-email-over");

    await ask();
    for (const page of [admin, staff, stranger]) await page.goto("about:blank");
    await portal.later(25 * HOUR_MS);
    await expect.poll(() => portal.log().includes("/correct-email-address"), { timeout: 10_000 }).toBe(true);
    await stranger.goto(printedLink(portal, "correct-email-address"));
    await stranger.getByRole("button", { name: "Use this address" }).click();
    await stranger.getByText("You sign in as augusta.king@ao.com now").waitFor();
    await signIn(await open(), { url: portal.url, email: "augusta.king@ao.com", password: demoPassword });
  },
);
