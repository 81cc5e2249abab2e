/** Whether a page keeps still while it loads, and whether fingers hit what is on it. */

import type { Page } from "playwright-core";

interface ShiftSource {
  readonly node: Node | null;
  readonly previousRect: DOMRectReadOnly;
  readonly currentRect: DOMRectReadOnly;
}
interface Shift extends PerformanceEntry {
  readonly hadRecentInput: boolean;
  readonly sources: readonly ShiftSource[];
}
interface Watched {
  pageShifts?: string[];
}

/** Notes every layout shift of the pages that are opened from here on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    (globalThis as Watched).pageShifts = shifts;
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        for (const { node, previousRect: before, currentRect: after } of sources)
          shifts.push(
            `“${(node?.textContent ?? "").slice(0, 40)}” ${before.x},${before.y} to ${after.x},${after.y}, height ${before.height} to ${after.height}`,
          );
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** What moved on this page since it was opened, without the reader's doing. */
export async function shiftsOf(page: Page): Promise<string[]> {
  return await page.evaluate(() => (globalThis as Watched).pageShifts ?? ["Nobody watched"]);
}

/** How much slower than the machine the tests run on. */
const SLOWER = 4;

/** The browser counts as a phone with a slow processor, for pages opened from here on. */
export async function slowPhone(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
}

/** What a finger needs, in pixels. */
const TARGET_PX = 44;

/**
 * Links and buttons of the page's own part that are lower than a finger needs, or that reach out of the window; a link
 * within a sentence is as high as its line.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  return await page.evaluate((least) => {
    if (!matchMedia("(pointer: coarse)").matches) return ["This is no touch screen"];
    const found: string[] = [];
    for (const target of document.querySelectorAll<HTMLElement>("main a, main button, main summary")) {
      const { height, right, left } = target.getBoundingClientRect();
      const isInSentence = target.closest("p") !== null;
      if (height === 0) continue;
      const name = target.getAttribute("aria-label") ?? target.textContent;
      if (height < least && !isInSentence) found.push(`${name} is ${height} px high`);
      if (left < 0 || right > innerWidth) found.push(`${name} is cut off`);
    }
    return found;
  }, TARGET_PX);
}
