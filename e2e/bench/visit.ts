/** What one page costs the person who opens it, measured inside the browser. */

import type { Browser, BrowserContext, Page } from "playwright-core";
import { type Persona, personas } from "../support/personas.ts";
import { demoPassword } from "../support/portal/portal-process.ts";

/** What was measured of one visit, in milliseconds but the shift; NaN for what the browser did not report. */
export interface Visit {
  /** From the press on the menu to the new page's title. */
  readonly change: number;
  /** From the press on the menu to its first row, or to its content where it has no rows. */
  readonly row: number;
  /** From the press on the menu until nothing of the page is on its way any more. */
  readonly whole: number;
  /** The slowest answer to a press, as the browser counts it (INP). */
  readonly inp: number;
  /** Loaded by its address: largest contentful paint. */
  readonly lcp: number;
  /** Loaded by its address: how much moved by itself (CLS). */
  readonly shift: number;
}

/** How long a pointer rests on a link before it is pressed: people take longer. */
const HOVER_MS = 100;
/** After the content is there: what else would move or answer has done so by then. */
const SETTLE_MS = 700;

/** What a page says in its console: that its title is there after a load, and that nothing more of it is on its way. */
const SAID = { shown: "bench: shown", whole: "bench: whole" } as const;

/** A page of somebody who is signed in, and how many times slower its processor is while a visit is measured. */
export interface Visitor {
  readonly page: Page;
  /** Slowed down from now on, or as the machine is. */
  slow(isOn: boolean): Promise<void>;
}

/** A browser page signed in as a persona; its visits are slowed down by a factor. */
export async function signedIn(browser: Browser, url: string, as: Persona, slowdown: number): Promise<Visitor> {
  const context: BrowserContext = await browser.newContext({
    baseURL: url,
    locale: "en-GB",
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  const answer = await page.request.post(`${url}/api/auth/sign-in`, {
    headers: { origin: url },
    data: { email: personas[as], password: demoPassword },
  });
  if (!answer.ok()) throw new Error(`${as} could not sign in: ${answer.status()}`);
  await page.addInitScript(observe, SAID);
  const session = await context.newCDPSession(page);
  return {
    page,
    slow: async (isOn) => {
      await session.send("Emulation.setCPUThrottlingRate", { rate: isOn ? slowdown : 1 });
    },
  };
}

/** The pages of somebody's menu, in its order. */
export async function menuOf(page: Page): Promise<string[]> {
  await page.goto("/");
  await menu(page).getByRole("link").first().waitFor();
  const links = await menu(page)
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href)));
  return [...new Set(links.filter(({ search }) => search === "").map(({ pathname }) => pathname))];
}

/**
 * Opens a page by its menu entry from another page, and again by its address. Slowed down only meanwhile: Chromium slows
 * a page by keeping its processor busy, at rest too, so two slowed pages would leave nothing of two processors to the
 * portals. Meanwhile nothing is asked of the page, which says by itself when it is there: the first question to a document
 * compiles what Playwright asks with, and at a fourth of a processor that took as long as the page.
 */
export async function visit({ page, slow }: Visitor, path: string): Promise<Visit> {
  await page.goto(path === "/profile" ? "/" : "/profile");
  await page.locator("main h1").waitFor();
  await page.waitForTimeout(SETTLE_MS);
  await slow(true);
  const link = menu(page).locator(`a[href="${path}"]`).last();
  await link.hover();
  await page.waitForTimeout(HOVER_MS);
  await Promise.all([saidBy(page, SAID.whole), page.mouse.down().then(() => page.mouse.up())]);
  await page.waitForTimeout(SETTLE_MS);
  const { pressed, change, row, whole, inp } = await page.evaluate(() => window.bench);
  await Promise.all([saidBy(page, SAID.shown), page.goto(path)]);
  await page.waitForTimeout(SETTLE_MS);
  const { lcp, shift } = await page.evaluate(() => window.bench);
  await slow(false);
  const since = (at: number | null): number => (at === null || pressed === null ? Number.NaN : at - pressed);
  return {
    change: since(change),
    row: since(row),
    whole: since(whole),
    inp: inp ?? Number.NaN,
    lcp: lcp ?? Number.NaN,
    shift,
  };
}

/** Resolves when the page says something. */
async function saidBy(page: Page, what: string): Promise<void> {
  await page.waitForEvent("console", (message) => message.text() === what);
}

function menu(page: Page) {
  return page.getByRole("navigation", { name: "Main" });
}

interface Bench {
  pressed: number | null;
  change: number | null;
  row: number | null;
  whole: number | null;
  inp: number | null;
  lcp: number | null;
  shift: number;
}

declare global {
  interface Window {
    bench: Bench;
  }
}

/** Runs in the page before anything else of it. */
function observe(said: typeof SAID): void {
  const bench: Bench = { pressed: null, change: null, row: null, whole: null, inp: null, lcp: null, shift: 0 };
  window.bench = bench;
  const watch = (type: string, take: (entry: PerformanceEntry) => void, more: object = {}): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...more,
    } as PerformanceObserverInit);
  watch("largest-contentful-paint", ({ startTime }) => (bench.lcp = startTime));
  watch("layout-shift", (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) bench.shift += value;
  });
  watch(
    "event",
    ({ name, duration }) => {
      if (/^(pointer|click|key)/.test(name)) bench.inp = Math.max(bench.inp ?? 0, duration);
    },
    { durationThreshold: 16 },
  );
  let before = "";
  addEventListener(
    "pointerdown",
    (event) => {
      if (event.target instanceof Element && event.target.closest("nav a") === null) return;
      before = document.querySelector("main h1")?.textContent ?? "";
      Object.assign(bench, { pressed: performance.now(), change: null, row: null, whole: null });
      look();
    },
    true,
  );
  /** Looked at once per frame: what is in the document by then is painted with it. */
  const look = (): void => {
    const main = document.querySelector("main");
    const title = main?.querySelector("h1")?.textContent ?? "";
    if (bench.change === null && title !== "" && title !== before) bench.change = performance.now();
    const isLoading = main?.querySelector(".skeleton-appear") !== null;
    // The figures of a drawing are a table, too, that only screen readers find.
    const tableRows = [...(main?.querySelectorAll("tbody tr") ?? [])];
    const rows = tableRows.filter((row) => row.closest(".sr-only, .skeleton-appear") === null);
    if (bench.change !== null && !isLoading) bench.whole = performance.now();
    if (bench.change !== null && (rows.length > 0 || !isLoading)) bench.row ??= performance.now();
    if (bench.whole === null) requestAnimationFrame(look);
    else console.debug(said.whole);
  };
  const lookForTitle = (): void => {
    if (document.querySelector("main h1") === null) requestAnimationFrame(lookForTitle);
    else console.debug(said.shown);
  };
  requestAnimationFrame(lookForTitle);
}
