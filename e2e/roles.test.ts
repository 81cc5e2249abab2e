/** What each role is shown, and what an address nobody gave them shows instead. */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { whilePortalIsDown } from "./support/browser/browser.ts";
import { expectAccessibleAtEveryWidth, takePictures } from "./support/browser/theme.ts";
import { holdLine } from "./support/browser/wire.ts";
import { journeys } from "./support/journey.ts";
import { expectPath, expectVisible, heading, known, visit } from "./support/pages.ts";
import type { Persona } from "./support/personas.ts";
import { demoPassword } from "./support/portal/portal.ts";

const journey = journeys();
const superAdminPages = {
  "Task Monitor": "/superadmin/task-monitor",
  "Notification Testing": "/superadmin/notification-testing",
  Environment: "/superadmin/environment",
};

/** The menu as it is read: each group with its entries. */
async function menuOf(page: Page): Promise<Record<string, string[]>> {
  const groups = page.getByRole("navigation", { name: "Main" }).getByRole("region");
  await groups.first().waitFor();
  return Object.fromEntries(
    await groups.evaluateAll((all) =>
      all.map((group) => [
        group.getAttribute("aria-label") ?? "",
        [...group.querySelectorAll("a")].map((link) => link.textContent),
      ]),
    ),
  );
}

async function pagesInPalette(page: Page): Promise<string[]> {
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("option").first().waitFor();
  const names = await palette
    .getByRole("option")
    .evaluateAll((options) => options.map((option) => option.querySelector("span")?.textContent ?? ""));
  await page.keyboard.press("Escape");
  await palette.waitFor({ state: "hidden" });
  return names;
}

journey.for(["staff", "admin", "governance", "finops"] as const satisfies Persona[])(
  "%s is shown nothing of the super admins, and an address of theirs says who can open it",
  async (persona, { open }) => {
    const page = await open({ as: persona });
    const menu = await menuOf(page);
    expect(Object.keys(menu)).not.toContain("Super Admin");
    expect(menu.Admin?.includes("Audit Trail") ?? false).toBe(persona !== "staff");
    const offered = await pagesInPalette(page);
    for (const [name, address] of Object.entries(superAdminPages)) {
      expect(offered).not.toContain(name);
      await page.goto(address);
      await heading(page, name).waitFor();
      await page.getByText("You cannot see this page").waitFor();
      await page.getByText("It is open to super admins. A super admin can grant you the role.").waitFor();
      expect(await page.getByRole("table").count()).toBe(0);
      expect(await page.getByRole("button", { name: /^(Run Task Monitor|Refresh)/ }).count()).toBe(0);
    }
    await page.keyboard.press("g");
    await page.keyboard.press("m");
    await page.keyboard.press("g");
    await page.keyboard.press("h");
    await expectPath(page, "/");
  },
);

journey.for(["staff", "admin", "governance", "finops", "superAdmin"] as const satisfies Persona[])(
  "every page in the menu of %s loads, and asks for nothing that is refused",
  async (persona, { open }) => {
    const page = await open({ as: persona });
    await menuOf(page);
    const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    expect(addresses.length).toBeGreaterThan(5);
    for (const address of addresses) {
      await visit(page, address);
      await known(page);
      await expectVisible(page.getByRole("heading", { level: 1 }));
      await page.getByRole("main").locator("[aria-busy=true]").first().waitFor({ state: "detached" });
      expect(await page.getByRole("button", { name: "Try again" }).count(), address).toBe(0);
    }
  },
);

journey("a super admin is shown every page, and the environment without a secret", async ({ open, portal }) => {
  const page = await open({ as: "superAdmin" });
  const menu = await menuOf(page);
  expect(menu["General"]).toEqual(expect.arrayContaining(["Home", "Notifications"]));
  expect(menu["Admin"]).toContain("Audit Trail");
  expect(menu["Super Admin"]).toEqual(expect.arrayContaining(Object.keys(superAdminPages)));
  for (const [name, address] of Object.entries(superAdminPages)) {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
    await expectPath(page, address);
    await heading(page, name).waitFor();
  }
  await page.getByText("Running for").waitFor();
  await page.getByRole("heading", { name: "Engine" }).waitFor();
  const shown = await page.getByRole("main").innerText();
  expect(shown).toMatch(/Version\s+\d+\.\d+\.\d+/);
  expect(shown).toMatch(/Documents/);
  expect(shown).not.toContain(portal.dataDir);
  // Names of secrets with their state and age, and none of their values.
  expect(shown).toMatch(/SNOWFLAKE_PRIVATE_KEY\s+Not set/);
  expect(shown).toMatch(/Mails to send\s+(?:first due .+\s+)?\d/);
  expect(shown.match(/In step with the portal's/g)).toHaveLength(2);
  expect(shown).not.toMatch(/BEGIN [A-Z ]*KEY/);
  expect(shown).not.toContain(demoPassword);
});

journey("an admin compares why somebody can and somebody else cannot, side by side", async ({ open }) => {
  const page = await open({ as: "admin", at: null, allow: whilePortalIsDown });
  const line = await holdLine(page);
  await page.goto("/admin/permissions");
  await page.getByRole("button", { name: "Compare with somebody" }).click();
  const second = page.getByRole("group", { name: "Compared with" });
  await second.getByText("Somebody with certain roles").click();
  await second.getByRole("checkbox", { name: "Governance" }).click();
  await page.getByRole("combobox", { name: "Person" }).pressSequentially("Fiona Murray");
  await page.getByRole("option", { name: "Fiona Murray" }).click();
  await page.getByRole("combobox", { name: "Page" }).click();
  await page.getByRole("option", { name: "Remove User" }).click();
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expectVisible(page.getByRole("heading", { name: "Fiona Murray: No, they cannot" }));
  await expectVisible(page.getByRole("heading", { name: "Somebody with Governance: Yes, they can" }));
  await expectAccessibleAtEveryWidth(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await takePictures(page, "permissions-compared");
  await page.setViewportSize({ width: 360, height: 800 });
  await takePictures(page, "permissions-compared-phone");
  await page.setViewportSize({ width: 1440, height: 900 });

  // An answer that comes late is not shown beside another question.
  const isAnswered = line.holdAnswer();
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await isAnswered;
  await page.getByRole("combobox", { name: "Page" }).click();
  await page.getByRole("option", { name: "Profile", exact: true }).click();
  line.resume();
  line.cut();
  await page.getByRole("button", { name: "Checking..." }).waitFor({ state: "detached" });
  expect(await page.getByRole("heading", { name: /they can/ }).count()).toBe(0);
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expectVisible(page.getByRole("heading", { name: "Fiona Murray: Yes, they can" }));
  await page.getByRole("button", { name: "Stop comparing" }).click();
  await second.waitFor({ state: "detached" });
});
