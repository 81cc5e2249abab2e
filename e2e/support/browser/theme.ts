/** Light and dark, and what is checked or kept in both. */

import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type * as AxeCore from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { root } from "../../../tools/lib/runtime.mjs";
import { faintTexts } from "./contrast.ts";

const themes = ["light", "dark"] as const;
type Theme = (typeof themes)[number];

/** Where pictures go. Ignored by git. */
const output = path.join(root, "e2e/output");

/**
 * Shows the page in a theme without reloading it, so that open dialogs stay open: the portal's themes
 * differ by nothing but the class on the root element. What moves is brought to its end, not waited for:
 * a page that paints no frames would never get there. Runs in the page.
 */
async function wear(theme: Theme): Promise<void> {
  document.documentElement.classList.toggle("dark", theme === "dark");
  // What inherits a colour begins its own change once that of its parent has ended.
  for (let frame = 0; frame < 10; frame += 1) {
    const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    if (finite.length === 0) return;
    for (const animation of finite) animation.finish();
    await new Promise(requestAnimationFrame);
  }
}

/** The theme that the page wears. */
async function themeOf(page: Page): Promise<Theme> {
  return (await page.evaluate(() => document.documentElement.classList.contains("dark"))) ? "dark" : "light";
}

const require = createRequire(import.meta.url);

/** Less than half of the readable one. */
const axeSource = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/**
 * What axe is asked once: everything but contrast, which themes differ in. Only violations are asked for: naming every
 * element that passed takes longer than finding those that do not. What axe would load ahead is for rules about sounds
 * and turned screens, and the portal has neither.
 */
const everything: AxeCore.RunOptions = {
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
  resultTypes: ["violations"],
  preload: false,
};

/** Asserts that axe finds nothing on the page as it stands, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  // A menu opens above the page, outside its landmarks, and is gone with the next key.
  const isMenuOpen = (await page.getByRole("menu").count()) > 0;
  // A page that was looked at before has axe: reading its source again would take as long as looking.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  const was = await themeOf(page);
  const rules = { "color-contrast": { enabled: false }, ...(isMenuOpen && { region: { enabled: false } }) };
  const lines = await page.evaluate(violations, { ...everything, rules });
  expect(lines, `accessibility of ${page.url()}`).toEqual([]);
  for (const theme of themes) {
    await page.evaluate(wear, theme);
    expect(await faintTexts(page), `contrast of ${page.url()} in ${theme}`).toEqual([]);
  }
  await page.evaluate(wear, was);
}

/** What axe finds, a line for each element. Runs in the page. */
async function violations(options: AxeCore.RunOptions): Promise<string[]> {
  const { axe } = globalThis as unknown as { readonly axe: typeof AxeCore };
  const found = await axe.run(document, options);
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(" ")}\n  ${failureSummary ?? ""}`),
  );
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

/**
 * Keeps a picture of the page in both themes as e2e/output/<name>-<theme>.png, where PICTURES is set: nothing is asserted
 * by them, and they took a thirtieth of a run.
 */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (!process.env["PICTURES"]) return;
  mkdirSync(output, { recursive: true });
  const was = await themeOf(page);
  for (const theme of themes) {
    await page.evaluate(wear, theme);
    await page.screenshot({ path: path.join(output, `${name}-${theme}.png`) });
  }
  await page.evaluate(wear, was);
}

/** Keeps a picture of a page whose journey failed. */
export async function takeFailurePicture(page: Page, name: string): Promise<void> {
  const folder = path.join(output, "failures");
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name.replaceAll(/[^\w]+/g, "-").slice(-80)}.png`) });
}
