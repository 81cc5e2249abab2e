/** The frame around every page: palette, shortcuts, sidebar and the menu of a phone. */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible } from "./support/browser/theme.ts";
import { journeys } from "./support/journey.ts";
import { expectPath, heading, expectVisible } from "./support/pages.ts";
import { askForWarehouse } from "./support/requests.ts";

const journey = journeys();

const sidebarWidth = (page: Page) =>
  page.evaluate(() => document.querySelector(".sidebar")?.getBoundingClientRect().width);

journey(
  "the bar says that this is a demo; Ctrl+K finds a command, runs it, and Esc leaves the palette",
  async ({ open }) => {
    const page = await open({ as: "staff" });
    await expectVisible(page.getByRole("banner").getByText("Demo", { exact: true }));
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Command palette" });
    await palette.getByRole("combobox").fill("dark");
    await page.keyboard.press("Enter");
    await palette.waitFor({ state: "hidden" });
    expect(await page.evaluate(() => document.documentElement.classList.contains("dark"))).toBe(true);
    await page.keyboard.press("Control+k");
    await palette.waitFor();
    await page.keyboard.press("Escape");
    await palette.waitFor({ state: "hidden" });
  },
);

journey(
  "the palette opens a request by its key, and searches all of them for those who oversee them",
  async ({ open }) => {
    const page = await open({ as: "superAdmin" });
    const palette = page.getByRole("dialog", { name: "Command palette" });
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill("task mon");
    await palette.getByRole("option", { name: "Search all requests for “task mon”" }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => new URL(page.url()).pathname).toBe("/superadmin/task-monitor");
    await palette.waitFor({ state: "hidden" });
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill("req-142");
    await palette.getByRole("option", { name: "Open REQ-142" }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => new URL(page.url()).pathname).toBe("/requests/REQ-142");
    await palette.waitFor({ state: "hidden" });
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill("quarterly");
    await palette.getByRole("option", { name: "Search all requests for “quarterly”" }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("quarterly");
  },
);

journey(
  "the palette finds people and domains, does what the page offers, and leads back to recent pages until the person signs out",
  async ({ open }) => {
    const page = await open({ as: "governance" });
    const request = await askForWarehouse(page, "WH_RSK_PALETTE");
    const palette = page.getByRole("dialog", { name: "Command palette" });
    const look = async (words: string) => {
      await page.keyboard.press("Control+k");
      await palette.getByRole("combobox").fill(words);
    };
    const arrived = async () => {
      await palette.waitFor({ state: "hidden" });
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    };
    await look("grace whit");
    await palette
      .getByRole("group", { name: "People" })
      .getByRole("option", { name: /Grace Whitfield/ })
      .click();
    await expectPath(page, "/admin/users");
    const person = page.getByRole("dialog", { name: "Grace Whitfield" });
    await person.getByText("Signs in as grace.whitfield@ao.com").waitFor();
    await page.keyboard.press("Escape");
    await person.waitFor({ state: "hidden" });
    await look("general ledger");
    await palette.getByRole("option", { name: /^Request access to General ledger/ }).click();
    await expectPath(page, "/requests/create");
    await expect.poll(() => page.getByRole("combobox", { name: "Data domain" }).inputValue()).toBe("General ledger");
    await arrived();

    await look(request.key);
    await page.keyboard.press("Enter");
    await heading(page, /^New warehouse/).waitFor();
    await arrived();
    // Whoever goes to a line has that line, also when a key is typed.
    await look(request.key);
    const copy = palette.getByRole("option", { name: `Copy ${request.key}` });
    await copy.waitFor();
    await page.keyboard.press("ArrowDown");
    while ((await copy.getAttribute("aria-selected")) !== "true") await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByText(new RegExp(`^${request.key} was (not )?copied`)).waitFor();
    await look("write a comm");
    await palette.getByRole("option", { name: "Write a comment" }).waitFor();
    await page.keyboard.press("Enter");
    await expect
      .poll(() =>
        page
          .getByRole("textbox", { name: "Comment", exact: true })
          .evaluate((field) => field === document.activeElement),
      )
      .toBe(true);
    await look("cancel");
    await palette.getByRole("option", { name: "Cancel request" }).waitFor();
    await page.keyboard.press("Enter");
    const question = page.getByRole("dialog", { name: `Cancel ${request.key}?` });
    await question.waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "hidden" });

    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
    await heading(page, /,/).waitFor();
    await arrived();
    await page.keyboard.press("Control+k");
    await expect
      .poll(() => palette.getByRole("group", { name: "Recent" }).getByRole("option").first().textContent())
      .toContain(request.key);
    expect(await page.evaluate(() => localStorage.getItem("portal-recent"))).toContain(request.key);
    await palette.getByRole("combobox").fill("sign out");
    await palette.getByRole("option", { name: "Sign out", exact: true }).waitFor();
    await page.keyboard.press("Enter");
    await expectPath(page, "/signin");
    expect(await page.evaluate(() => localStorage.getItem("portal-recent"))).toBeNull();
  },
);

journey("an address that says nonsense shows the page as if it said nothing", async ({ open }) => {
  const page = await open({ as: "staff", at: "/feedback?view=nonsense" });
  await expect.poll(() => page.getByRole("tab", { name: "Mine" }).getAttribute("aria-selected")).toBe("true");
});

journey("/ goes to the search of the page, and c begins a request", async ({ open }) => {
  const page = await open({ as: "admin", at: "/admin/requests" });
  const search = page.getByLabel("Search all requests");
  await search.waitFor();
  await page.keyboard.press("/");
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type("c/");
  expect(await search.inputValue()).toBe("c/");
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("c");
  await expect.poll(() => new URL(page.url()).pathname).toBe("/requests/create");
});

journey(
  "? lists the shortcuts, from the top where they are longer than the window, and single letters can be switched off",
  async ({ open }) => {
    const page = await open({ as: "staff", viewport: { width: 1440, height: 500 } });
    await page.keyboard.press("?");
    const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expectVisible(list.getByRole("heading", { name: "Keyboard shortcuts" }));
    const tops = await list.evaluate((dialog) =>
      [dialog, dialog.querySelector("h2")].map((part) => part?.getBoundingClientRect().top),
    );
    for (const top of tops) expect(top).toBeGreaterThanOrEqual(0);
    await list.getByRole("checkbox", { name: "Single-letter shortcuts" }).click();
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "hidden" });
    await page.keyboard.press("?");
    expect(await list.count()).toBe(0);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Command palette" }).waitFor();
  },
);

journey("a long menu shows where one is; narrow by choice or by its window, it never starts wide", async ({ open }) => {
  const page = await open({ as: "superAdmin", at: "/admin/audit", viewport: { width: 1000, height: 700 } });
  expect(await sidebarWidth(page)).toBe(56);
  await page.setViewportSize({ width: 1440, height: 700 });
  await expect.poll(() => sidebarWidth(page)).toBe(240);
  const here = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Audit Trail" });
  await expect.poll(async () => ((await here.boundingBox())?.y ?? 900) < 700).toBe(true);
  await page.getByRole("button", { name: "Collapse sidebar" }).click();
  await expect.poll(() => sidebarWidth(page)).toBe(56);
  await page.reload();
  expect(await page.evaluate(() => document.documentElement.hasAttribute("data-sidebar-collapsed"))).toBe(true);
  await page.getByRole("button", { name: "Expand sidebar" }).waitFor();
  expect(await sidebarWidth(page)).toBe(56);
  await expectAccessible(page);
});

journey("on a phone the menu is a sheet that closes when a page is chosen", async ({ open }) => {
  const page = await open({ as: "staff", viewport: { width: 360, height: 740 } });
  await page.getByRole("button", { name: "Open menu" }).click();
  const sheet = page.getByRole("dialog", { name: "Menu" });
  await expectVisible(sheet.getByText("Demo", { exact: true }));
  await sheet.getByRole("link", { name: "Home" }).click();
  await sheet.waitFor({ state: "hidden" });
});
