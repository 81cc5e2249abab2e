/** Whether a page keeps still while it loads, and whether fingers hit what is on it. */

import type { Locator, Page } from "playwright-core";

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

/** The columns of the page's table that stand elsewhere while one column says nothing. */
export async function movedWithout(page: Page, column: string): Promise<string[]> {
  return await page.evaluate((name) => {
    const heads = [...document.querySelectorAll<HTMLElement>("main thead th")];
    const index = heads.findIndex((head) => head.textContent.trim() === name);
    if (index === -1) return [`There is no column ${name}`];
    const cells = document.querySelectorAll<HTMLElement>(`main tbody tr > :nth-child(${index + 1})`);
    const places = () => heads.map((head) => head.getBoundingClientRect().x);
    const before = places();
    for (const cell of cells) cell.style.fontSize = "0";
    const without = places();
    for (const cell of cells) cell.style.removeProperty("font-size");
    return heads.filter((_, at) => before[at] !== without[at]).map((head) => head.textContent);
  }, column);
}

/** How much slower than the machine the tests run on. */
const SLOWER = 4;

/** The browser counts as one of a touch screen, for pages opened from here on and for the one it shows. */
export async function touchScreen(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setTouchEmulationEnabled", { enabled: true });
}

/** A finger comes down on a part and is lifted, so far from its left end as this share of its width: no mouse is moved. */
export async function tap(page: Page, target: Locator, share = 0.5): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await target.boundingBox())!;
  const devtools = await page.context().newCDPSession(page);
  const touchPoints = [{ x: x + width * share, y: y + height / 2 }];
  await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** The processor counts as a slow one from here on. */
export async function slowProcessor(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
}

/** What a finger needs, in pixels. */
const TARGET_PX = 44;
const TARGETS = [
  "a",
  "button",
  "summary",
  "select",
  "textarea",
  "input",
  "[role=checkbox]",
  "[role=radio]",
  "[role=switch]",
];

/**
 * Links, buttons, fields and boxes of the page's own part that are lower than a finger needs. One in a sentence is as high
 * as its line, a box as the words that belong to it, and anything as what it reaches beyond its look; where `rowsOpen` the
 * first link of a row is as high as the row, which opens wherever it is pressed.
 */
export async function smallTargets(page: Page, { rowsOpen = false } = {}): Promise<string[]> {
  const how = { least: TARGET_PX, rowsOpen, kinds: TARGETS.map((kind) => `main ${kind}`).join() };
  return await page.evaluate(({ least, rowsOpen: doRowsOpen, kinds }) => {
    if (!matchMedia("(pointer: coarse)").matches) return ["This is no touch screen"];
    const heightOf = (target: Element | null): number => {
      if (target === null) return 0;
      const { height } = target.getBoundingClientRect();
      const { content, position, top, bottom } = getComputedStyle(target, "::after");
      const beyond =
        content === "none" || position !== "absolute" ? 0 : Number.parseFloat(top) + Number.parseFloat(bottom);
      return height - Math.min(0, beyond || 0);
    };
    const rowOf = (target: Element): Element | null => {
      const row = doRowsOpen ? target.closest("tr") : null;
      return row?.querySelector("a") === target ? row : null;
    };
    return (
      [...document.querySelectorAll<HTMLElement>(kinds)]
        .filter((target) => target.getAttribute("aria-hidden") !== "true" && target.checkVisibility())
        // The head of a list of cards is only heard.
        .filter((target) => target.closest("p") === null && target.closest("thead")?.clientHeight !== 1)
        .map((target) => {
          const label = target.closest("label");
          const name = target.getAttribute("aria-label") ?? (label ?? target).textContent;
          return { name, height: Math.max(...[target, label, rowOf(target)].map(heightOf)) };
        })
        .filter(({ height }) => height > 0 && height < least)
        .map(({ name, height }) => `${name} is ${height} px high`)
    );
  }, how);
}

/** Links and buttons of the page's own part that reach out of the window, or of the part of it that they scroll in. */
export async function cutOff(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const edgeOf = (element: HTMLElement): number => {
      for (let around = element.parentElement; around; around = around.parentElement)
        if (getComputedStyle(around).overflowX !== "visible") return around.getBoundingClientRect().right;
      return innerWidth;
    };
    return [...document.querySelectorAll<HTMLElement>("main a, main button")]
      .filter((target) => target.getBoundingClientRect().right > edgeOf(target) + 1)
      .map((target) => target.getAttribute("aria-label") ?? target.textContent);
  });
}
