/** The frame around every page: palette, shortcuts, sidebar and the menu of a phone. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { journeys } from "./support/journey.ts";
import { expectAccessible } from "./support/theme.ts";

const journey = journeys();

const sidebarWidth = (page: Page) => page.evaluate(() => document.querySelector(".sidebar")?.getBoundingClientRect().width);

journey("Ctrl+K finds a command, runs it, and Esc leaves the palette", async ({ open }) => {
  const page = await open({ as: "staff" });
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
});

journey("? lists the shortcuts and single letters can be switched off", async ({ open }) => {
  const page = await open({ as: "staff" });
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await list.getByRole("checkbox", { name: "Single-letter shortcuts" }).click();
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "hidden" });
  await page.keyboard.press("?");
  expect(await list.count()).toBe(0);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Command palette" }).waitFor();
});

journey("a narrow sidebar is remembered and never starts wide", async ({ open }) => {
  const page = await open({ as: "staff" });
  expect(await sidebarWidth(page)).toBe(240);
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
  await sheet.getByRole("link", { name: "Home" }).click();
  await sheet.waitFor({ state: "hidden" });
});
