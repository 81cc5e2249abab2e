/** A person who has only a keyboard. */

import type { Page } from "playwright-core";
import { expect } from "vitest";

/** More stops than any page has; past it the keyboard is caught in a loop. */
const maxStops = 120;

/** The words of whatever has the focus; "" for the page itself. */
export async function focused(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return "";
    const labels =
      element instanceof HTMLInputElement ? [...(element.labels ?? [])].map((label) => label.textContent) : [];
    const heard = element.cloneNode(true) as Element;
    for (const silent of heard.querySelectorAll("[aria-hidden=true]")) silent.remove();
    const named = (element.getAttribute("aria-labelledby") ?? "")
      .split(" ")
      .flatMap((id) => document.getElementById(id)?.textContent ?? []);
    return (element.getAttribute("aria-label") ?? (labels.join(" ") || heard.textContent || named.join(" "))).trim();
  });
}

/**
 * Presses Tab (or Shift+Tab) until the focus is on something with these words, as a person would, and fails when it
 * never is.
 */
export async function tabTo(page: Page, words: string | RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const passed: string[] = [];
  const isThere = (now: string) => (typeof words === "string" ? now === words : words.test(now));
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press(key);
    const now = await focused(page);
    if (isThere(now)) return;
    passed.push(now);
  }
  expect.fail(`${key} never reached ${String(words)}, only: ${passed.join(" | ")}`);
}

/**
 * Tabs once through the whole page from its top: every stop, until the focus leaves the page or is back at the first.
 */
export async function tabThrough(page: Page): Promise<string[]> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const stops: string[] = [];
  await page.evaluate(() =>
    document.addEventListener("focusin", ({ target }) =>
      (target as HTMLElement).setAttribute(
        "data-visits",
        String(Number((target as HTMLElement).dataset["visits"] ?? 0) + 1),
      ),
    ),
  );
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press("Tab");
    const isOver = await page.evaluate(
      () =>
        document.activeElement === document.body || (document.activeElement as HTMLElement).dataset["visits"] === "2",
    );
    if (isOver) return stops;
    stops.push(await focused(page));
  }
  return expect.fail(`The keyboard did not get through the page: ${stops.join(" | ")}`);
}

/** Waits until the focus is on something with these words. */
export async function expectFocused(page: Page, words: string | RegExp): Promise<void> {
  const matches = typeof words === "string" ? (now: string) => now === words : (now: string) => words.test(now);
  await expect.poll(() => focused(page), { message: `the focus should be on ${String(words)}` }).toSatisfy(matches);
}
