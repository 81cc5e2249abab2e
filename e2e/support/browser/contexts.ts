/**
 * Browsers of a worker's journeys. A context (cookies, storage, cache) is emptied and used again: pages of one context
 * share the code that was compiled for the first, which is half of what a page costs.
 */

import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";
import type { SignedIn } from "../personas.ts";

const NOBODY: SignedIn = { cookies: [], origins: [] };

/** Hands out contexts, each to one user at a time. */
export class Contexts {
  readonly browser: Browser;
  readonly #idle = new Map<string, BrowserContext[]>();
  readonly #kinds = new Map<BrowserContext, string>();

  constructor(browser: Browser) {
    this.browser = browser;
  }

  /** A context without pages that holds nothing but these cookies and this storage. */
  async take(settings: BrowserContextOptions, state: SignedIn = NOBODY): Promise<BrowserContext> {
    const kind = JSON.stringify(settings);
    const idle = this.#idle.get(kind)?.pop();
    // One that was closed since, by a browser that died, is no context any more.
    if (idle && this.#kinds.has(idle)) {
      await idle.setStorageState(state);
      return idle;
    }
    const context = await this.browser.newContext({ ...settings, storageState: state });
    this.#kinds.set(context, kind);
    context.on("close", () => this.#kinds.delete(context));
    return context;
  }

  /** Closes the pages of a context that nobody uses any more. One that was closed meanwhile is not used again. */
  async giveBack(context: BrowserContext): Promise<void> {
    const kind = this.#kinds.get(context);
    if (kind === undefined) return;
    await Promise.all(context.pages().map((page) => page.close()));
    this.#idle.set(kind, [...(this.#idle.get(kind) ?? []), context]);
  }
}
