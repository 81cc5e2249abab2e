/**
 * Somebody moves to another part of the company, or leaves it: what they had is looked at, and goes, stays or comes back.
 * The parts themselves are made, renamed, merged and taken apart again.
 */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { DAY_MS, MINUTE_MS } from "../convex/lib/pure/time.ts";
import { whilePortalIsDown } from "./support/browser/browser.ts";
import { expectFocused } from "./support/browser/keyboard.ts";
import { expectAccessibleAtEveryWidth, takePictures } from "./support/browser/theme.ts";
import { journeys } from "./support/journey.ts";
import { heading, visit } from "./support/pages.ts";
import { demoPassword } from "./support/portal/portal.ts";
import { sandboxOf } from "./support/portal/sandbox.ts";

const journey = journeys();

/** Gives the password, as whoever removes somebody or brings them back has to. */
async function proveIt(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm it is you" });
  await dialog.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
}

/** Chooses somebody in a field for people. */
async function choose(page: Page, field: string, name: string): Promise<void> {
  await page.getByRole("combobox", { name: field }).pressSequentially(name);
  await page.getByRole("option", { name }).click();
}

/** Moves whoever's page is open. */
async function moveToFinance(admin: Page): Promise<void> {
  await admin.getByRole("button", { name: "Move", exact: true }).click();
  await admin.getByRole("combobox", { name: "Business area" }).click();
  await admin.getByRole("option", { name: "Finance" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Works on the budget from Monday");
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

const ACCESS = "Read Purchasing";

journey("somebody moves; an access nobody there has is removed, which is proven", async ({ open, portal }) => {
  const account = sandboxOf(portal);
  const admin = await open({ as: "admin", at: "/admin/users?q=freya.olsen@ao.com" });
  await admin.getByRole("table", { name: "Users" }).getByRole("link", { name: "Freya Olsen" }).click();
  await admin.getByRole("link", { name: "Open page" }).click();
  await heading(admin, "Freya Olsen").waitFor();
  // They ring because they typed their password wrongly: what was counted is forgotten, and they hear of it.
  await admin.getByRole("button", { name: "More for Freya Olsen" }).click();
  await admin.getByRole("menuitem", { name: "Unlock sign-in" }).click();
  await admin.getByText("Freya Olsen can try their password again").waitFor();
  await moveToFinance(admin);

  // Whoever moved them decides nothing of it; somebody else who looks after it does.
  await admin.getByRole("tab", { name: "Access" }).click();
  const own = admin.getByRole("region", { name: "Review after the move" });
  await own.getByText("You moved Freya Olsen. Somebody else has to decide").waitFor();
  await own.getByText("0 of 6 there have it: remove").waitFor();
  expect(await own.getByRole("button", { name: `Remove ${ACCESS}` }).count()).toBe(0);
  const { pathname, search } = new URL(admin.url());
  const other = await open({ as: "superAdmin", at: `${pathname}${search}` });
  const review = other.getByRole("region", { name: "Review after the move" });
  const accounts = other.getByRole("region", { name: "Accounts" });
  await review.getByText("0 of 6 there have it: remove").waitFor();
  await review.getByText("Keep until").first().waitFor();
  // When it was last used stands beside it, in the review and among the accounts.
  for (const place of [review, accounts])
    await place
      .getByText(/^(Last used|No use recorded|Not known)/)
      .first()
      .waitFor();
  await expectAccessibleAtEveryWidth(other);
  await takePictures(other, "move-review");
  expect(account.rolesOf("FREYA_OLSEN")).toContain("PURCHASING_READ");
  await review.getByRole("button", { name: `Remove ${ACCESS}` }).click();
  await accounts.getByText(ACCESS, { exact: true }).waitFor({ state: "detached" });
  expect(account.rolesOf("FREYA_OLSEN")).not.toContain("PURCHASING_READ");
  await admin.getByRole("tab", { name: "Sessions and history" }).click();
  await admin.getByText("Access removed after a move").waitFor();
  await admin.getByText("Sign-in unlocked").waitFor();

  // What somebody looks after is decided about on a page of its own, by somebody else as well.
  await visit(admin, "/admin/users?q=priya.nair@ao.com");
  await admin.getByRole("table", { name: "Users" }).getByRole("link", { name: "Priya Nair" }).click();
  await admin.getByRole("link", { name: "Open page" }).click();
  await heading(admin, "Priya Nair").waitFor();
  await moveToFinance(admin);
  await visit(other, new URL(admin.url()).pathname.replace("/admin/users/", "/moves/"));
  await heading(other, "Priya Nair: review after the move").waitFor();
  const duties = other.getByRole("region", { name: "Data domains" });
  await duties.getByText("Campaigns", { exact: true }).waitFor();
  await expectAccessibleAtEveryWidth(other);
  await takePictures(other, "move-duties");
  await duties.getByRole("button", { name: "Keep Campaigns" }).click();
  await other
    .getByRole("region", { name: "Decided" })
    .getByText(/^Stays with Priya Nair, by Sofia Rossi on /)
    .waitFor();

  // With its owner gone, a domain is listed for those who look after domains.
  await admin.getByRole("button", { name: "Suspend", exact: true }).click();
  await admin.getByRole("dialog").getByRole("textbox", { name: "Reason" }).fill("Left their laptop open");
  await admin.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
  await admin.getByText("Priya Nair was suspended").waitFor();
  await visit(other, "/governance/data-domains");
  const missing = other.getByRole("region", { name: /^Somebody is missing \(\d+\)$/ });
  await missing.getByRole("listitem").filter({ hasText: "Campaigns" }).waitFor();
  await missing.getByRole("link", { name: "Campaigns" }).click();
  await heading(other, "Campaigns").waitFor();
});

journey(
  "people are changed by a file: refused whole where a row is wrong, done once where none is",
  async ({ open }) => {
    const page = await open({
      as: "admin",
      at: "/admin/users",
      allow: [/step-up-required|people\/mutations:importFile/],
    });
    await page.getByRole("button", { name: "Import", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Import people" });
    const choose = async (...rows: string[]) =>
      await dialog.getByLabel("CSV file").setInputFiles({
        name: "people.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(["email,business_area,manager,last_day", ...rows].join("\n")),
      });
    const good = ["anya.petrova@ao.com,,,31/12/2029", "liam.gallagher@ao.com,,,2029-12-31"];
    await choose(...good, "nobody@ao.com,,,", "sanne.visser@ao.com,NOWHERE,,31/02/2029");
    await dialog.getByText("3 problems in this file").waitFor();
    const problems = dialog.getByRole("table", { name: "Problems" });
    await problems.getByRole("row", { name: "4 email Nobody here has this address." }).waitFor();
    await problems.getByRole("row", { name: "5 business_area No business area has this code or name." }).waitFor();
    const run = dialog.getByRole("button", { name: /^Import/ });
    expect(await run.getAttribute("aria-disabled")).toBe("true");
    await expectAccessibleAtEveryWidth(page);
    await page.setViewportSize({ width: 1440, height: 900 });

    await choose(...good);
    await dialog.getByRole("row", { name: /Anya Petrova Change.*31\/12\/2029/ }).waitFor();
    await dialog.getByRole("button", { name: "Import 2 people" }).click();
    await dialog.getByText("2 changed.").waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();

    await page.getByRole("button", { name: "Import", exact: true }).click();
    await choose(...good);
    await expect.poll(() => dialog.getByRole("row", { name: /Skip nothing differs$/ }).count()).toBe(2);
    expect(await run.getAttribute("aria-disabled")).toBe("true");
    await choose(...good, "clara.engel@ao.com,,,31/12/2029");
    await dialog.getByRole("button", { name: "Import 1 person" }).click();
    await dialog.getByText("1 changed, 2 skipped because nothing differs.").waitFor();
  },
);

journey(
  "a business area is made, renamed, merged and taken apart again; another owner takes two",
  async ({ open, portal }) => {
    const allow = [/step-up-required|areas\/mutations:(save|merge|undoMerge)/, ...whilePortalIsDown];
    const page = await open({ as: "superAdmin", at: "/superadmin/business-areas", allow });
    const form = page.getByRole("dialog");
    /** Opens the list, and the page of an area from there. */
    async function openArea(name: string): Promise<void> {
      await page.setViewportSize({ width: 1440, height: 900 });
      await visit(page, "/superadmin/business-areas");
      await page.getByRole("table", { name: "Business areas" }).getByRole("link", { name, exact: true }).click();
      await heading(page, name).waitFor();
    }

    await page.getByRole("button", { name: "Add area" }).click();
    await form.getByRole("textbox", { name: "Name" }).fill("Shop design");
    await form.getByRole("button", { name: "Add area" }).click();
    await form.getByText("Code is required").waitFor();
    await form.getByRole("textbox", { name: "Code" }).fill("SHD");
    await choose(page, "Owner", "Hannah Cole");
    await form.getByRole("button", { name: "Add area" }).click();
    await page.getByText("Shop design was added").waitFor();
    await expectAccessibleAtEveryWidth(page);
    await takePictures(page, "business-areas");

    await openArea("Shop design");
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await form.getByRole("textbox", { name: "Name" }).fill("Shop fitting");
    await form.getByRole("button", { name: "Save area" }).click();
    await heading(page, "Shop fitting").waitFor();

    // Nobody belongs to it yet, so one person decides who owns it; for one that is used it takes two.
    await openArea("Pricing");
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await form.getByRole("button", { name: "Remove Rohan Mehta" }).click();
    await choose(page, "Owner", "Grace Whitfield");
    await form.getByRole("textbox", { name: "Reason" }).fill("Rohan works on something else now");
    await form.getByRole("button", { name: "Save area" }).click();
    await proveIt(page);
    await page.getByText(/^Rohan Mehta .*→ Grace Whitfield/).waitFor();
    await expectAccessibleAtEveryWidth(page);
    await takePictures(page, "business-area-proposed");
    await portal.later(DAY_MS + MINUTE_MS);
    await page.getByText("Grace Whitfield", { exact: true }).waitFor();

    await openArea("Shop fitting");
    await page.getByRole("button", { name: "Merge" }).click();
    await form.getByRole("combobox", { name: "Into" }).click();
    await page.getByRole("option", { name: "Pricing" }).click();
    await form.getByRole("textbox", { name: "Reason" }).fill("Two people are no area");
    await form.getByRole("button", { name: "Propose" }).click();
    await proveIt(page);
    await portal.later(DAY_MS + MINUTE_MS);
    await page.getByText("Merged into Pricing").waitFor();
    await expectAccessibleAtEveryWidth(page);
    await takePictures(page, "business-area-merged");

    await page.getByRole("button", { name: "Undo merge" }).click();
    await form.getByRole("textbox", { name: "Reason" }).fill("They are twelve now");
    await form.getByRole("button", { name: "Propose" }).click();
    await proveIt(page);
    await portal.later(DAY_MS + MINUTE_MS);
    await page.getByText("Merged into Pricing").waitFor({ state: "detached" });
    await page.getByRole("tab", { name: "History" }).click();
    await page.getByText("Merge undone").first().waitFor();
  },
);

journey(
  "an owner of data would leave: each domain is tried with a successor of its own, and those who are named agree first",
  async ({ open }) => {
    const allow = [/step-up-required|removals\/mutations:remove/];
    const page = await open({ as: "superAdmin", at: "/admin/users?q=yuki.tanaka@ao.com", allow });
    await page.getByRole("table", { name: "Users" }).getByRole("link", { name: "Yuki Tanaka" }).click();
    await page.getByRole("link", { name: "Open page" }).click();
    await page.getByRole("tab", { name: "If they leave" }).click();
    const domains = page.getByRole("region", { name: "Data domains" });
    await domains.getByText("without an active owner").first().waitFor();
    await choose(page, "Successor to try", "Sam Taylor");
    await page.getByRole("button", { name: "Choose another successor for Baskets" }).click();
    await choose(page, "Successor for Baskets", "Rosa Jimenez");
    await domains.getByText("goes to Rosa Jimenez").waitFor();
    await expectAccessibleAtEveryWidth(page);
    await takePictures(page, "leaving-domains");
    await page.getByRole("link", { name: "Remove user", exact: true }).click();

    const happens = page.getByRole("region", { name: "What will happen" });
    await happens.getByText("Data domain Baskets").waitFor();
    await happens.getByText("Yuki Tanaka → Rosa Jimenez").waitFor();
    await page.getByText(/^Different successors/).click();
    await page.getByRole("button", { name: "Remove Rosa Jimenez from Baskets" }).waitFor();
    await expectAccessibleAtEveryWidth(page);
    await takePictures(page, "remove-domains");

    // Nothing changes hands until those who are named have agreed: Sam does, on his profile, and Rosa has not yet.
    await page.getByRole("textbox", { name: "Reason" }).fill("Their last day was yesterday");
    await page.getByRole("button", { name: "Propose to remove" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("yuki.tanaka@ao.com");
    await page.getByRole("dialog").getByRole("button", { name: "Propose" }).click();
    await proveIt(page);
    const sam = await open({ as: "staff", at: "/profile" });
    const named = sam.getByRole("region", { name: "Successor" });
    await named.getByText("Sofia Rossi named you to take over from Yuki Tanaka").waitFor();
    await expectAccessibleAtEveryWidth(sam);
    await takePictures(sam, "successor");
    await named.getByRole("button", { name: "Agree" }).click();
    await named.getByText("You agreed.").waitFor();
    await visit(page, "/admin/users?q=yuki.tanaka@ao.com");
    await page.getByRole("table", { name: "Users" }).getByRole("link", { name: "Yuki Tanaka" }).click();
    await page.getByRole("link", { name: "Open page" }).click();
    await page.getByText("Rosa Jimenez to agree to take over").waitFor();
    await visit(page, "/governance/remove-user");

    // The end of their user in Snowflake says what depends on them, too.
    await page.getByRole("tab", { name: "Delete user" }).click();
    await page.getByText("Choose the user to see what depends on them.").waitFor();
    const username = page.getByRole("textbox", { name: "Snowflake username" });
    const send = page.getByRole("button", { name: "Delete user", exact: true });
    await send.click();
    await expectFocused(page, /^There are 3 problems/);
    await page.getByText("Please select a user to delete", { exact: true }).waitFor();
    await username.fill("1st");
    await send.click();
    await page.getByText("Invalid username format", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Username must start with a letter or underscore" }).click();
    await expectFocused(page, /^Snowflake username/);
    await username.fill("piotr_zielinski");
    const depends = page.getByRole("region", { name: "What depends on them" });
    await depends.getByText("PIOTR_ZIELINSKI", { exact: true }).waitFor();
    await expectAccessibleAtEveryWidth(page);
    await takePictures(page, "delete-impact");
  },
);

journey("somebody leaves: tried first, removed with proof, and brought back", async ({ open }) => {
  const allow = [/step-up-required|removals\/mutations:remove|people\/mutations:restore/];
  const page = await open({ as: "superAdmin", at: "/admin/users?q=piotr.zielinski@ao.com", allow });
  await page.getByRole("table", { name: "Users" }).getByRole("link", { name: "Piotr Zielinski" }).click();
  await page.getByRole("link", { name: "Open page" }).click();
  await page.getByRole("tab", { name: "If they leave" }).click();
  // Five tabs are wider than a phone: the chosen one stays in sight when the window narrows, and when opened directly.
  const wide = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => isChosenTabInSight(page)).toBe(true);
  await page.reload();
  await page.getByRole("tab", { name: "If they leave", selected: true }).waitFor();
  await expect.poll(() => isChosenTabInSight(page)).toBe(true);
  await page.setViewportSize(wide);
  await choose(page, "Successor to try", "Rosa Jimenez");
  await page.getByText("Every step would still have enough people.").waitFor();
  await page.getByRole("link", { name: "Remove user", exact: true }).click();

  await heading(page, "Remove User").waitFor();
  await page.getByRole("list", { name: "Successor: chosen" }).getByText("Rosa Jimenez").waitFor();
  await page.getByText(/^Different successors/).click();
  await choose(page, "Tasks", "Karim Belhaj");
  const happens = page.getByRole("region", { name: "What will happen" });
  await happens.getByText("Karim Belhaj where they may, otherwise those who can take them").waitFor();
  await happens.getByText("PIOTR_ZIELINSKI", { exact: true }).waitFor();
  await expectAccessibleAtEveryWidth(page);

  await page.getByRole("textbox", { name: "Reason" }).fill("Their last day was yesterday");
  await page.getByRole("button", { name: "Remove user", exact: true }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("piotr.zielinski@ao.com");
  await page.getByRole("dialog").getByRole("button", { name: "Remove user" }).click();
  await proveIt(page);

  // Whom they handed over to is nobody's successor but theirs.
  await expect.poll(() => page.getByRole("list", { name: "Successor: chosen" }).count()).toBe(0);
  await page.getByRole("link", { name: "Certificate of removing Piotr Zielinski" }).click();
  await page
    .getByText(/Piotr Zielinski \(piotr\.zielinski@ao\.com\) was removed from the portal on .* by Sofia Rossi/)
    .waitFor();
  await page.getByText("Portal sign-in of piotr.zielinski@ao.com").first().waitFor();
  await page.emulateMedia({ media: "print" });
  await page.getByText(/Last event in the audit trail: [\d,]+, hash/).waitFor();
  await takePictures(page, "removal-certificate");
  await page.emulateMedia({ media: "screen" });

  // Whoever would invite them again is led to restoring them, however the address is spelt; only super admins may.
  await visit(page, "/governance/invite-user");
  await page.getByRole("textbox", { name: "Email" }).fill(" Piotr.Zielinski@AO.com");
  await page.getByText("Piotr Zielinski is removed: restore them instead").waitFor();
  await page.getByText(/^They can be restored until .+, as suspended staff\./).waitFor();
  await page.getByRole("link", { name: "Restore Piotr Zielinski" }).click();
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Reason" }).fill("They stay after all");
  await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
  await page.getByText("Suspended").first().waitFor();
});

/** Whether the whole of the chosen tab stands within the list of tabs, which scrolls sideways. */
function isChosenTabInSight(page: Page): Promise<boolean> {
  return page.getByRole("tab", { selected: true }).evaluate((tab) => {
    const list = tab.closest('[role="tablist"]')?.getBoundingClientRect();
    const { left, right } = tab.getBoundingClientRect();
    return list !== undefined && left >= list.left - 1 && right <= list.right + 1;
  });
}
