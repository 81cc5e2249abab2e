/** Light and dark, and what is checked or kept in both. */

import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { root } from "../../../tools/lib/runtime.mjs";

const themes = ["light", "dark"] as const;
type Theme = (typeof themes)[number];

/** Where pictures go. Ignored by git. */
const output = path.join(root, "e2e/output");

/**
 * Shows the page in a theme without reloading it, so that open dialogs stay open: the portal's themes
 * differ by nothing but the class on the root element. What moves is brought to its end, not waited for:
 * a page that paints no frames would never get there.
 */
async function showIn(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(async (isDark) => {
    document.documentElement.classList.toggle("dark", isDark);
    // What inherits a colour begins its own change once that of its parent has ended.
    for (let frame = 0; frame < 10; frame += 1) {
      const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      if (finite.length === 0) return;
      for (const animation of finite) animation.finish();
      await new Promise(requestAnimationFrame);
    }
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

const require = createRequire(import.meta.url);

/** Less than half of what its builder would hand to each page. */
const axeSource = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** What themes can differ in: the rules looked at again in dark. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** Asserts that axe finds nothing on the page as it stands, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  // A menu opens above the page, outside its landmarks, and is gone with the next key.
  const isMenuOpen = (await page.getByRole("menu").count()) > 0;
  await inEachTheme(page, async (theme) => {
    // Legacy mode spares a new page per run; it only differs for frames of other sites, which the portal has none of.
    // Only violations are asked for: naming every element that passed takes longer than finding those that do not.
    // A page that was looked at before has axe: reading its source again would take as long as looking.
    const isThere = await page.evaluate(() => "axe" in globalThis);
    const axe = new AxeBuilder({ page, axeSource: isThere ? "undefined" : axeSource })
      .setLegacyMode(true)
      .options({ resultTypes: ["violations"] });
    if (theme === "dark") axe.withRules(colourRules);
    else
      axe
        .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
        .disableRules(isMenuOpen ? ["region"] : []);
    const { violations } = await axe.analyze();
    const lines = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${theme} ${id}: ${help} at ${target.join(" ")}\n  ${failureSummary ?? ""}`,
      ),
    );
    expect(lines, `accessibility of ${page.url()}`).toEqual([]);
  });
}

/** A desk, a phone, and the narrowest window WCAG asks for (400 % zoom of 1280). */
const widths = [1440, 360, 320] as const;

/**
 * Asserts that the page, as it stands, is accessible in both themes and never scrolls sideways, in a wide
 * window and in narrow ones. At 320 the layout is that of 360, so only its width is looked at.
 */
export async function expectAccessibleAtEveryWidth(page: Page, ofWidths: readonly number[] = widths): Promise<void> {
  for (const width of ofWidths) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), {
        message: `${page.url()} scrolls sideways at ${width} px`,
      })
      .toBeLessThanOrEqual(width);
    if (width !== 320) await expectAccessible(page);
  }
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
  await page.screenshot({ path: path.join(folder, `${name.replaceAll(/[^\w]+/g, "-").slice(-80)}.png`) });
}
