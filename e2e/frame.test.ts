/** The frame around every page: keys, palette, theme, sidebar, errors, and a lost connection. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { journeys } from "./support/journey.ts";
import { heading } from "./support/pages.ts";
import { expectAccessible } from "./support/theme.ts";

const journey = journeys();

const isDark = (page: Page) => page.evaluate(() => document.documentElement.classList.contains("dark"));
const sidebarWidth = (page: Page) => page.evaluate(() => document.querySelector(".sidebar")?.getBoundingClientRect().width);
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

/** Waits until the frame knows its person. */
async function framed(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account of/ }).waitFor();
}

/** Notes every class the root element has from its first moment on. */
async function watchRootClass(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { rootClasses: seen });
    new MutationObserver(() => {
      const { body, documentElement } = document;
      if (body) seen.push(documentElement.className);
    }).observe(document, { childList: true, subtree: true, attributes: true });
  });
  return () => page.evaluate(() => [...new Set((window as unknown as { rootClasses: string[] }).rootClasses)]);
}

describe("the keyboard", () => {
  journey("Ctrl+K finds a command, runs it, and Esc leaves the palette", async ({ open }) => {
    const page = await open({ as: "staff" });
    await framed(page);
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Command palette" });
    await palette.getByRole("combobox").fill("dark");
    await page.keyboard.press("Enter");
    await palette.waitFor({ state: "hidden" });
    expect(await isDark(page)).toBe(true);
    await page.keyboard.press("Control+k");
    await palette.waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await palette.waitFor({ state: "hidden" });
  });

  journey("? lists the shortcuts and single letters can be switched off", async ({ open }) => {
    const page = await open({ as: "staff" });
    await framed(page);
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

  journey("Tab meets the skip link first, and it leads to the page", async ({ open }) => {
    const page = await open({ as: "staff" });
    await framed(page);
    await page.keyboard.press("Tab");
    expect(await focusedText(page)).toBe("Skip to content");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
  });
});

describe("the theme", () => {
  journey("is kept, shown before anything else on a reload, and follows the person to another browser", async ({ open }) => {
    const page = await open({ as: "admin" });
    await framed(page);
    await page.getByRole("button", { name: "Theme" }).click();
    await page.getByRole("menuitemradio", { name: "Dark" }).click();
    expect(await page.evaluate(() => localStorage.getItem("theme-storage"))).toBe('{"state":{"themePreference":"dark"},"version":0}');
    const classes = await watchRootClass(page);
    await page.reload();
    await framed(page);
    expect(await classes()).toEqual(["dark"]);
    expect(await page.evaluate(() => document.querySelector<HTMLLinkElement>("#app-icon")?.href)).toMatch(/icon-dark\.svg$/);
    const elsewhere = await open({ as: "admin", at: null });
    await elsewhere.addInitScript(() => localStorage.clear());
    await elsewhere.goto("/");
    await framed(elsewhere);
    await expect.poll(() => isDark(elsewhere)).toBe(true);
  });

  journey("of the system is followed live", async ({ open }) => {
    const page = await open({ as: "governance", colorScheme: "light" });
    await framed(page);
    expect(await isDark(page)).toBe(false);
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => isDark(page)).toBe(true);
  });
});

journey("a narrow sidebar is remembered and never starts wide", async ({ open }) => {
  const page = await open({ as: "staff" });
  await framed(page);
  expect(await sidebarWidth(page)).toBe(240);
  await page.getByRole("button", { name: "Collapse sidebar" }).click();
  await expect.poll(() => sidebarWidth(page)).toBe(56);
  await page.reload();
  expect(await page.evaluate(() => document.documentElement.hasAttribute("data-sidebar-collapsed"))).toBe(true);
  await framed(page);
  expect(await sidebarWidth(page)).toBe(56);
  await expectAccessible(page);
});

journey("on a phone the menu is a sheet that closes when a page is chosen", async ({ open }) => {
  const page = await open({ as: "staff", viewport: { width: 360, height: 740 } });
  await framed(page);
  await page.getByRole("button", { name: "Open menu" }).click();
  const sheet = page.getByRole("dialog", { name: "Menu" });
  await sheet.waitFor();
  await expectAccessible(page);
  await sheet.getByRole("link", { name: "Home" }).click();
  await sheet.waitFor({ state: "hidden" });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

journey("an address that leads nowhere says so and leads home, with focus on the heading", async ({ open }) => {
  const page = await open({ as: "staff", at: null, allow: [/status of 404/] });
  await page.goto("/nowhere");
  await heading(page, "404 - Page Not Found").waitFor();
  await page.getByText("The page you're looking for doesn't exist.").waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Go Home" }).click();
  await framed(page);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
});

journey("a lost connection is said in the top bar until it is back", async ({ open, portal }) => {
  const page = await open({ as: "finops", allow: [/WebSocket|ERR_CONNECTION_REFUSED|Failed to load resource/] });
  await framed(page);
  await portal.kill();
  await page.getByRole("status").getByText("Reconnecting").waitFor();
  await portal.start();
  await page.getByRole("status").getByText("Reconnecting").waitFor({ state: "detached", timeout: 30_000 });
});
