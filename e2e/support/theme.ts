/** Light and dark, and what is checked or kept in both. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { root } from "../../tools/lib/runtime.mjs";

const themes = ["light", "dark"] as const;
type Theme = (typeof themes)[number];

/** Where pictures go. Ignored by git. */
const output = path.join(root, "e2e/output");

/**
 * Shows the page in a theme without reloading it, so that open dialogs stay open: the portal's themes
 * differ by nothing but the class on the root element.
 */
async function showIn(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(async (isDark) => {
    document.documentElement.classList.toggle("dark", isDark);
    await Promise.all(document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity).map((animation) => animation.finished.catch(() => undefined)));
  }, theme === "dark");
}

async function inEachTheme(page: Page, work: (theme: Theme) => Promise<void>): Promise<void> {
  const wasDark = await page.evaluate(() => document.documentElement.classList.contains("dark"));
  for (const theme of themes) {
    await showIn(page, theme);
    await work(theme);
  }
  await showIn(page, wasDark ? "dark" : "light");
}

/** Asserts that axe finds nothing on the page as it stands, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  await inEachTheme(page, async (theme) => {
    const { violations } = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]).analyze();
    const lines = violations.flatMap(({ id, help, nodes }) => nodes.map(({ target, failureSummary }) => `${theme} ${id}: ${help} at ${target.join(" ")}\n  ${failureSummary ?? ""}`));
    expect(lines, `accessibility of ${page.url()}`).toEqual([]);
  });
}

/** Keeps a picture of the page in both themes as e2e/output/<name>-<theme>.png. */
export async function takePictures(page: Page, name: string): Promise<void> {
  mkdirSync(output, { recursive: true });
  await inEachTheme(page, async (theme) => {
    await page.screenshot({ path: path.join(output, `${name}-${theme}.png`) });
  });
}

/** Keeps a picture of a page whose journey failed. */
export async function takeFailurePicture(page: Page, name: string): Promise<void> {
  const folder = path.join(output, "failures");
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name.replaceAll(/[^\w]+/g, "-").slice(0, 80)}.png`) });
}
