/**
 * Browsers of a worker's journeys. A context (cookies, storage, cache) is emptied and used again: pages of one context
 * share the code that was compiled for the first, which is half of what a page costs.
 */

import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import type { SignedIn } from "../personas.ts";

/** Vitest evaluates modules again for every file: what lives as long as the worker hangs on its globals. */
const kept = globalThis as typeof globalThis & { spoiltContexts?: WeakSet<BrowserContext> };
/** Contexts that are never used again. */
const spoilt = (kept.spoiltContexts ??= new WeakSet());

/**
 * Gives the pages of this one's context a clock that the journey moves. The clock stays with the context for good, so
 * nobody else is given it: their pages would live as many minutes ahead.
 */
export async function installClock(page: Page): Promise<void> {
  spoilt.add(page.context());
  await page.clock.install();
}

/** Hands out contexts, each to one user at a time. */
export class Contexts {
  readonly browser: Browser;
  readonly #idle = new Map<string, BrowserContext[]>();
  readonly #kinds = new Map<BrowserContext, string>();

  constructor(browser: Browser) {
    this.browser = browser;
  }

  /** An empty page, the only one of a context that holds nothing but these cookies. */
  async take(settings: BrowserContextOptions, cookies: SignedIn = []): Promise<Page> {
    const kind = JSON.stringify(settings);
    const idle = this.#idle.get(kind)?.pop();
    // One that was closed since, by a browser that died, is no context any more.
    const context = idle && this.#kinds.has(idle) ? idle : await this.#newContext(settings, kind);
    const page = await context.newPage();
    if (context === idle) await emptyStorage(page, settings.baseURL);
    await context.addCookies([...cookies]);
    return page;
  }

  async #newContext(settings: BrowserContextOptions, kind: string): Promise<BrowserContext> {
    const context = await this.browser.newContext(settings);
    this.#kinds.set(context, kind);
    context.on("close", () => this.#kinds.delete(context));
    return context;
  }

  /**
   * Closes the pages of a context that nobody uses any more. One that was closed meanwhile, or has a clock of its own, is
   * not used again.
   */
  async giveBack(context: BrowserContext): Promise<void> {
    const kind = this.#kinds.get(context);
    if (kind === undefined) return;
    if (spoilt.has(context)) return await context.close();
    await Promise.all(context.pages().map((page) => page.close()));
    this.#idle.set(kind, [...(this.#idle.get(kind) ?? []), context]);
  }
}

/** Empties what pages of this address keep. Playwright's own way opens a page of that address for it. */
async function emptyStorage(page: Page, origin = ""): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await session.detach();
  await page.context().clearCookies();
}
