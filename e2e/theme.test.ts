/** Light, dark, or as the system has it: right from the first frame, kept here, and carried to other browsers. */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { askBackend } from "./support/backend.ts";
import { sendInstead } from "./support/browser/wire.ts";
import { journeys } from "./support/journey.ts";
import { heading, known } from "./support/pages.ts";

const journey = journeys();

const isDark = (page: Page) => page.evaluate(() => document.documentElement.classList.contains("dark"));
const stored = (page: Page) => page.evaluate(() => localStorage.getItem("theme-storage"));
const icon = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLLinkElement>("link[rel=icon]")?.getAttribute("href"));
const savedTheme = async (page: Page) =>
  (await askBackend<{ themePreference: string | null }>(page, "query", "people/queries:me")).value?.themePreference;

async function choose(page: Page, name: "System" | "Light" | "Dark"): Promise<void> {
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitemradio", { name }).click();
  await page.getByRole("menu").waitFor({ state: "hidden" });
}

/** Every theme the page has shown since its body was there, noted from the first change of the document on. */
async function watchThemes(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shown = new Set<string>();
    Object.assign(window, { shownThemes: shown });
    new MutationObserver(() => {
      if (document.body) shown.add(document.documentElement.classList.contains("dark") ? "dark" : "light");
    }).observe(document, { childList: true, subtree: true, attributes: true });
  });
  return () => page.evaluate(() => [...(window as unknown as { shownThemes: Set<string> }).shownThemes]);
}

const modes = [
  { choice: "Light", system: "dark", shown: "light" },
  { choice: "Dark", system: "light", shown: "dark" },
  { choice: "System", system: "dark", shown: "dark" },
  { choice: "System", system: "light", shown: "light" },
] as const;

journey("each choice is kept, and a reload shows nothing else from its first frame on", async ({ open }) => {
  const page = await open({ as: "admin" });
  const themes = await watchThemes(page);
  for (const { choice, system, shown } of modes) {
    await page.emulateMedia({ colorScheme: system });
    await choose(page, choice);
    expect(await stored(page)).toBe(JSON.stringify({ state: { themePreference: choice.toLowerCase() }, version: 0 }));
    await expect.poll(() => isDark(page)).toBe(shown === "dark");
    await page.reload();
    await known(page);
    expect(await themes(), `${choice} on a ${system} system`).toEqual([shown]);
    expect((await icon(page))?.replace("-unseen", "")).toBe(`/icon-${shown}.svg`);
    await expect.poll(() => savedTheme(page)).toBe(choice.toLowerCase());
  }
});

journey("a stranger's page follows the system live, its icon too, until they choose", async ({ open }) => {
  const page = await open({ at: null, colorScheme: "dark" });
  const themes = await watchThemes(page);
  await page.goto("/signin");
  await heading(page, "Sign in").waitFor();
  expect(await themes()).toEqual(["dark"]);
  expect(await icon(page)).toBe("/icon-dark.svg");
  const documentsLife = await page.evaluate(() => performance.timeOrigin);
  await page.getByRole("button", { name: "Sign in", exact: true }).isEnabled();
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => isDark(page)).toBe(false);
  await expect.poll(() => icon(page)).toBe("/icon-light.svg");
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(documentsLife);

  await page.getByRole("radio", { name: "Dark" }).check({ force: true });
  expect(await isDark(page)).toBe(true);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.emulateMedia({ colorScheme: "light" });
  expect(await isDark(page)).toBe(true);
});

journey("a choice follows the person to another browser, unless that browser has one of its own", async ({ open }) => {
  const page = await open({ as: "governance" });
  await choose(page, "Dark");
  await expect.poll(() => savedTheme(page)).toBe("dark");

  const undecided = await open({ as: "governance", at: null });
  await undecided.addInitScript(() => localStorage.removeItem("theme-storage"));
  await undecided.goto("/");
  await known(undecided);
  await expect.poll(() => isDark(undecided)).toBe(true);

  const decided = await open({ as: "governance", at: null });
  await decided.addInitScript(() =>
    localStorage.setItem("theme-storage", JSON.stringify({ state: { themePreference: "light" }, version: 0 })),
  );
  const themes = await watchThemes(decided);
  await decided.goto("/");
  await known(decided);
  await heading(decided, /, Gareth$/).waitFor();
  expect(await themes()).toEqual(["light"]);
  expect(await savedTheme(decided)).toBe("dark");
});

journey("a choice that cannot be saved is kept here, with a warning on the console", async ({ open }) => {
  const page = await open({ as: "finops", at: null, allow: [/CONVEX M\(people\/mutations:saveTheme\)/] });
  await sendInstead(page, { saveTheme: { themePreference: "sepia" } });
  await page.goto("/");
  await known(page);
  const warned = page.waitForEvent(
    "console",
    (message) => message.type() === "warning" && message.text().includes("The theme could not be saved"),
  );
  await choose(page, "Dark");
  await warned;
  await page.reload();
  await known(page);
  expect(await isDark(page)).toBe(true);
  expect(await savedTheme(page)).toBeNull();
});
