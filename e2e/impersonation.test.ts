/** A super admin looks through somebody's eyes, acts for them and stops, in two windows; the other hears of it. */

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../convex/lib/pure/time.ts";
import { askBackend } from "./support/backend.ts";
import { whilePortalIsDown } from "./support/browser/browser.ts";
import { chunkOf } from "./support/browser/chunks.ts";
import { shiftsOf, watchShifts } from "./support/browser/steadiness.ts";
import { expectAccessible, takePictures } from "./support/browser/theme.ts";
import { journeys } from "./support/journey.ts";
import { expectVisible, heading, visit } from "./support/pages.ts";
import { personas } from "./support/personas.ts";
import { demoPassword } from "./support/portal/portal.ts";
import { askForWarehouse } from "./support/requests.ts";

const journey = journeys();

const banner = (page: Page): Locator => page.getByRole("region", { name: "Impersonation" });

/** Opens the page of Sam Taylor. */
async function openSam(page: Page): Promise<void> {
  await page.getByRole("searchbox").fill(personas.staff);
  await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe(personas.staff);
  await page.getByRole("table", { name: "Users" }).getByRole("link", { name: "Sam Taylor" }).click();
  await page.getByRole("link", { name: "Open page" }).click();
  await heading(page, "Sam Taylor").waitFor();
}

/** The password as the page asks for it. */
const passwordOf = (page: Page) =>
  page.getByRole("dialog", { name: "Confirm it is you" }).getByLabel("Password", { exact: true });

/** While it is being started, which may ask for the password above it, the dialog is not cancelled. */
async function expectNoCancel(page: Page, name: RegExp): Promise<void> {
  const dialog = page.getByRole("dialog", { name, includeHidden: true });
  const cancel = dialog.getByRole("button", { name: "Cancel", exact: true, includeHidden: true });
  expect(await cancel.getAttribute("aria-disabled")).toBe("true");
}

/** Starts, and gives the password where it was not given for this person just now. */
async function begin(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Start viewing" }).click();
  await passwordOf(page).or(banner(page)).waitFor();
  if ((await banner(page).count()) > 0) return;
  await expectNoCancel(page, /^View the portal as /);
  await passwordOf(page).fill(demoPassword);
  await page.keyboard.press("Enter");
}

/** Begins to act: what was given to look is not enough. */
async function beginActing(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Start acting" }).click();
  await passwordOf(page).waitFor();
  await expectNoCancel(page, /^Act as /);
  await passwordOf(page).fill(demoPassword);
  await page.keyboard.press("Enter");
}

journey(
  "every window follows: looking, acting and the end; what only looks offers nothing to change, and Sam reads who it was",
  async ({ open }) => {
    // The password is asked for when the server wants it; who is looked through sees less than who looks.
    const allow = [
      /impersonation\/mutations:(start|act)/,
      /not-while-impersonating|impersonation-mismatch|not-allowed/,
    ];
    const sam = await open({ as: "staff", at: "/" });
    const { key } = await askForWarehouse(sam, "WH_MKT_HELPED");
    const page = await open({ as: "superAdmin", at: "/admin/users", allow });
    const other = await open({ as: "superAdmin", at: "/requests", allow });
    const { key: ownKey } = await askForWarehouse(other, "WH_OF_MY_OWN");
    await expectVisible(other.getByRole("table").getByText(ownKey));
    await visit(other, `/requests/${key}`);
    await openSam(page);
    await page.getByRole("button", { name: "View as them" }).click();
    const start = page.getByRole("dialog", { name: "View the portal as Sam Taylor?" });
    await expect.poll(() => start.getByRole("radio", { name: "30 minutes" }).isChecked()).toBe(true);
    await start.getByRole("textbox", { name: "Reason" }).fill("Ticket 4711: cannot find a request");
    await expectAccessible(page);
    await begin(page);

    // Both windows say so, in the page and in the tab; the portal is Sam's.
    for (const window of [page, other]) {
      await expectVisible(banner(window).getByText("Viewing as Sam Taylor"));
      await expectVisible(banner(window).getByText("30 min left"));
      await expect.poll(() => window.title()).toMatch(/Viewing as Sam Taylor · /);
    }
    await expect.poll(() => new URL(page.url()).pathname).toBe("/");
    // A list that was left with other eyes is not shown to these.
    await other.goBack();
    await expectVisible(other.getByRole("table").getByText(key));
    expect(await other.getByText(ownKey).count()).toBe(0);
    expect(await other.getByRole("button", { name: /new: show$/ }).count()).toBe(0);
    await other.goForward();
    await heading(other, /.+/).waitFor();
    const menu = page.getByRole("navigation", { name: "Main" });
    expect(await menu.getByRole("link", { name: "New Request" }).count()).toBe(0);
    // Nor is a form behind any link of Home: it would say that it is closed.
    await expectVisible(page.getByText("You are only viewing the portal. Act for them to request something."));
    await page.getByRole("region", { name: "My access" }).getByRole("listitem").first().waitFor();
    expect(await page.locator("main a[href^='/requests/create'], main a[href^='/requests/extend']").count()).toBe(0);

    // Acting takes the password once more; the other window follows at once.
    await banner(page).getByRole("button", { name: "Act for them" }).click();
    const acting = page.getByRole("dialog", { name: "Act as Sam Taylor for 30 minutes?" });
    await acting.getByRole("textbox", { name: "Reason" }).fill("Sends it for Sam");
    await beginActing(page);
    for (const window of [page, other]) {
      await expectVisible(banner(window).getByText("Acting as Sam Taylor"));
      await expect.poll(() => window.title()).toMatch(/Acting as Sam Taylor · /);
    }
    await expectVisible(menu.getByRole("link", { name: "New Request" }));
    await other.getByRole("textbox", { name: "Comment", exact: true }).fill("Sofia wrote this for me");
    await other.keyboard.press("Control+Enter");
    await expectVisible(other.getByRole("list", { name: "Comments" }).getByText("Sofia wrote this for me"));
    await expectVisible(other.getByRole("list", { name: "Comments" }).getByText("Sofia Rossi for Sam Taylor"));

    // On a phone, by keyboard: the buttons are in reach, and the end leads back to where it began.
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page);
    await banner(page).getByRole("button", { name: "View only" }).press("Enter");
    await expectVisible(banner(other).getByText("Viewing as Sam Taylor"));
    await banner(page).getByRole("button", { name: "Stop" }).press("Enter");
    await banner(page).waitFor({ state: "detached" });
    await banner(other).waitFor({ state: "detached" });
    await expectVisible(other.getByText("You no longer see the portal as Sam Taylor"));
    await heading(page, "Sam Taylor").waitFor();
    for (const window of [page, other]) expect(await window.title()).not.toMatch(/Sam Taylor · .* · /);

    // Sam hears of it, and finds it in the profile with who it was and why.
    await visit(sam, "/profile");
    const seen = sam.getByRole("list", { name: "As you, newest first" });
    await expectVisible(seen.getByText("Ticket 4711: cannot find a request"));
    await expectVisible(seen.getByText("Acted"));
    // On a slow machine the list that was only passed was there for the second that counts.
    await expectVisible(seen.getByText(/^Opened [23] pages: /));
  },
);

journey("from a request one sees it as its requester does", async ({ open }) => {
  const sam = await open({ as: "staff", at: "/" });
  const { key } = await askForWarehouse(sam, "WH_MKT_SEEN_AS");
  const allow = [/impersonation\/mutations:start/, /The part is broken/];
  const page = await open({ as: "superAdmin", at: `/admin/requests/${key}`, allow });
  await page.getByRole("button", { name: "View as requester" }).click();
  const reason = page.getByRole("textbox", { name: "Reason" });
  await expect.poll(() => reason.inputValue()).toBe(key);
  await reason.fill(`${key}: says the button is missing`);
  await begin(page);
  await expectVisible(banner(page).getByText("Viewing as Sam Taylor"));
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/requests/${key}`);
  // An error that is reported meanwhile says so: it is Sofia's, on a page that shows what Sam sees.
  const broken = { contentType: "text/javascript", body: 'throw new Error("The part is broken")' };
  await page.route(chunkOf("_portal/feedback/index"), (route) => route.fulfill(broken));
  const report = page.waitForRequest("**/api/client-errors");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "My Feedback" }).click();
  expect((await report).postDataJSON()).toMatchObject({ tags: { impersonation: "view" } });
  await page.keyboard.press("Control+k");
  await page.getByRole("option", { name: "Stop viewing as Sam Taylor" }).waitFor();
  await page.keyboard.press("Escape");
  // Where one signs out one leaves the other's eyes first, and is back where one began.
  await page.getByRole("button", { name: /^Account of / }).click();
  expect(await page.getByRole("menuitem", { name: "Sign out" }).count()).toBe(0);
  await page.getByRole("menuitem", { name: "Stop viewing as Sam Taylor" }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/admin/requests/${key}`);
  await banner(page).waitFor({ state: "detached" });
});

journey(
  "acting is over after half an hour and looking after the time that was chosen, in every window that is open [I1]; on a super admin's own pages it says that they are used as oneself [I12]",
  async ({ open, portal }) => {
    const allow = [/impersonation\/mutations:(start|act)/, ...whilePortalIsDown];
    const page = await open({ as: "superAdmin", at: "/admin/users", allow });
    await openSam(page);
    await page.getByRole("button", { name: "View as them" }).click();
    await page.getByRole("radio", { name: "2 hours" }).click();
    await page.getByRole("textbox", { name: "Reason" }).fill("Ticket 4713: looks at it for a while");
    await begin(page);
    await banner(page).getByRole("button", { name: "Act for them" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Reason" }).fill("Sends it for Sam");
    await beginActing(page);
    await expectVisible(banner(page).getByText("Acting as Sam Taylor"));
    const other = await open({ as: "superAdmin", at: "/profile", allow });
    await expectVisible(banner(other).getByText("Acting as Sam Taylor"));
    // A super admin's own pages stay open, and say whose deed it is there.
    await visit(page, "/superadmin/task-monitor");
    await expectVisible(banner(page).getByText("As yourself on this page"));
    await expectAccessible(page);
    await visit(page, "/requests");
    await banner(page).getByText("As yourself on this page").waitFor({ state: "detached" });
    await portal.later(31 * MINUTE_MS);
    for (const window of [page, other]) {
      await expectVisible(banner(window).getByText("Viewing as Sam Taylor"));
      await expect.poll(() => window.title()).toMatch(/Viewing as Sam Taylor · /);
    }
    await portal.later(90 * MINUTE_MS);
    await banner(other).waitFor({ state: "detached" });
    await banner(page).waitFor({ state: "detached" });
    await expectVisible(page.getByText("You no longer see the portal as Sam Taylor"));
    await expect.poll(() => page.title()).not.toMatch(/Sam Taylor/);
  },
);

journey(
  "what runs is listed for another super admin, who ends it with a reason: every window is out of it, and Sam reads by whom",
  async ({ open, portal }) => {
    const sofia = await open({ as: "superAdmin", at: null });
    const admin = await open({ as: "admin", at: null });
    // With fewer than three super admins another one is made after a day.
    const { value: me } = await askBackend<{ _id: string }>(admin, "query", "people/queries:me");
    const roles = ["staff", "admin", "superAdmin"];
    const wish = { personId: me?._id, roles, reason: "Stands in" };
    const { data } = await askBackend(sofia, "mutation", "people/mutations:changeRoles", wish);
    await sofia.request.post("/api/auth/step-up", {
      headers: { origin: portal.url },
      data: { password: demoPassword, for: data?.["for"] },
    });
    expect(await askBackend(sofia, "mutation", "people/mutations:changeRoles", wish)).toMatchObject({
      value: { state: "proposed" },
    });
    await portal.later(24 * HOUR_MS + MINUTE_MS);
    const allow = [
      /impersonation\/mutations:(start|act)/,
      /not-while-impersonating|impersonation-mismatch|not-allowed/,
    ];
    const page = await open({ as: "superAdmin", at: "/admin/users", allow });
    await openSam(page);
    await page.getByRole("button", { name: "View as them" }).click();
    await page.getByRole("textbox", { name: "Reason" }).fill("Ticket 4712: left open over lunch");
    await begin(page);
    await expectVisible(banner(page).getByText("Viewing as Sam Taylor"));

    await watchShifts(admin);
    await visit(admin, "/profile");
    const running = admin.getByRole("list", { name: "Running now, newest first" });
    await expectVisible(running.getByText("Ticket 4712: left open over lunch"));
    expect(await shiftsOf(admin)).toEqual([]);
    await running.scrollIntoViewIfNeeded();
    await takePictures(admin, "impersonation-running");
    await running.getByRole("button", { name: "End Sofia Rossi viewing as Sam Taylor" }).click();
    const dialog = admin.getByRole("dialog", { name: "End Sofia Rossi viewing as Sam Taylor?" });
    await expectAccessible(admin);
    await takePictures(admin, "impersonation-end");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("She is at lunch");
    await dialog.getByRole("button", { name: "End impersonation" }).click();
    await banner(page).waitFor({ state: "detached" });
    await expectVisible(page.getByText("You no longer see the portal as Sam Taylor"));
    await running.waitFor({ state: "detached" });

    const sam = await open({ as: "staff", at: "/profile" });
    const seen = sam.getByRole("list", { name: "As you, newest first" }).getByRole("listitem").first();
    await expectVisible(seen.getByText("Ticket 4712: left open over lunch"));
    await expectVisible(seen.getByText(/^Ended by Aisha Khan on .+: She is at lunch$/));
  },
);
