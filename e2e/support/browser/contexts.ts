/**
 * Browsers of a worker's journeys. A context (cookies, storage, cache) is emptied and used again with the page that was
 * open in it: a new page costs a process, and that process compiles the app anew. A page that a journey did something
 * lasting to is closed instead.
 */

import type { Browser, BrowserContext, BrowserContextOptions, Dialog, Page } from "playwright-core";
import type { SignedIn } from "../personas.ts";

/** Vitest evaluates modules again for every file: what lives as long as the worker hangs on its globals. */
const kept = globalThis as typeof globalThis & {
  spoiltContexts?: WeakSet<BrowserContext>;
  ownPages?: WeakSet<Page>;
  bentPages?: WeakSet<Page>;
};
/** Contexts that are never used again. */
const spoilt = (kept.spoiltContexts ??= new WeakSet());
/** Pages that were handed out, not opened by a journey or by a page. */
const own = (kept.ownPages ??= new WeakSet());
/** Those of them that are never used again. */
const bent = (kept.bentPages ??= new WeakSet());

/**
 * Gives the pages of this one's context a clock that the journey moves. The clock stays with the context for good, so
 * nobody else is given it: their pages would live as many minutes ahead.
 */
export async function installClock(page: Page): Promise<void> {
  spoilt.add(page.context());
  await page.clock.install();
}

/** What stays with a page when another address is opened in it. */
const lasting = [
  "addInitScript",
  "emulateMedia",
  "exposeBinding",
  "exposeFunction",
  "on",
  "once",
  "route",
  "routeFromHAR",
  "routeWebSocket",
] as const;

/** A new page, whose lasting changes are noted. */
async function openWatched(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  own.add(page);
  for (const name of lasting) {
    const change = page[name].bind(page) as (...args: unknown[]) => unknown;
    const noted = (...args: unknown[]): unknown => {
      bent.add(page);
      return change(...args);
    };
    Object.assign(page, { [name]: noted });
  }
  return page;
}

/** Where a page rests between two journeys: the smallest file of the portal, of its site and so in the same process. */
const RESTS_AT = "/icon-light.svg";

/** Hands out contexts, each to one user at a time. */
export class Contexts {
  readonly browser: Browser;
  readonly #idle = new Map<string, BrowserContext[]>();
  readonly #settings = new Map<BrowserContext, BrowserContextOptions>();

  constructor(browser: Browser) {
    this.browser = browser;
  }

  /** An empty page, the only one of a context that holds nothing but these cookies. */
  async take(settings: BrowserContextOptions, cookies: SignedIn = []): Promise<Page> {
    const idle = this.#idle.get(JSON.stringify(settings))?.pop();
    // One that was closed since, by a browser that died, is no context any more.
    const context = idle && this.#settings.has(idle) ? idle : await this.#newContext(settings);
    const page = context.pages()[0] ?? (await openWatched(context));
    if (context === idle) await emptyStorage(page, settings.baseURL);
    await context.addCookies([...cookies]);
    return page;
  }

  async #newContext(settings: BrowserContextOptions): Promise<BrowserContext> {
    const context = await this.browser.newContext(settings);
    this.#settings.set(context, settings);
    context.on("close", () => this.#settings.delete(context));
    const attach = context.newCDPSession.bind(context);
    context.newCDPSession = async (target) => {
      if ("context" in target) bent.add(target);
      return await attach(target);
    };
    return context;
  }

  /**
   * Takes a context back from whoever used it, with one page at most. One that was closed meanwhile, or has a clock of
   * its own, is not used again.
   */
  async giveBack(context: BrowserContext): Promise<void> {
    const settings = this.#settings.get(context);
    if (settings === undefined) return;
    if (spoilt.has(context)) return await context.close();
    const pages = context.pages();
    const page = pages.find((one) => own.has(one) && !bent.has(one));
    await Promise.all(pages.filter((one) => one !== page).map((one) => one.close()));
    if (page !== undefined && !(await rest(page, settings))) await page.close();
    const kind = JSON.stringify(settings);
    this.#idle.set(kind, [...(this.#idle.get(kind) ?? []), context]);
  }
}

/** Leaves what the page shows and forgets how it was used. False where it cannot: its portal is down, say. */
async function rest(page: Page, { viewport }: BrowserContextOptions): Promise<boolean> {
  // A page with something unsaved asks before it is left.
  const leave = (dialog: Dialog): void => void dialog.accept();
  page.addListener("dialog", leave);
  try {
    await page.goto(RESTS_AT, { timeout: 5_000 });
    await page.evaluate(() => sessionStorage.clear());
    if (viewport) await page.setViewportSize(viewport);
    await page.mouse.move(0, 0);
    return true;
  } catch {
    return false;
  } finally {
    page.removeListener("dialog", leave);
  }
}

/** Empties what pages of this address keep. Playwright's own way opens a page of that address for it. */
async function emptyStorage(page: Page, origin = ""): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await session.send("Page.resetNavigationHistory");
  await session.detach();
  // Nothing of this session is left.
  bent.delete(page);
  await page.context().clearCookies();
}
