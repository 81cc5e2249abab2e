/**
 * `journey` is vitest's `test` with a running portal and a way to open browsers on it.
 *
 *   const journey = journeys();                       // one portal for the file, on a copy of the filled world
 *   journey("a newcomer ...", async ({ portal, open }) => {
 *     const page = await open({ as: "staff" });       // signed in, on Home
 *   });
 *
 * A journey fails when any of its pages logs an error, throws, or breaks the Content Security Policy,
 * unless `open` was told to expect it. Its pages are photographed when it fails.
 */

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { askBackend } from "./backend.ts";
import { type Allowed, launchForJourneys, type PageWatch, watchContext } from "./browser/browser.ts";
import { Contexts } from "./browser/contexts.ts";
import { takeFailurePicture } from "./browser/theme.ts";
import { known } from "./pages.ts";
import { type Persona, Sessions } from "./personas.ts";
import { type Portal, type PortalOptions, startPortal } from "./portal/portal.ts";

/** Steps that do not answer within this time have failed: far above what a busy machine needs. */
const stepTimeoutMs = 20_000;

/** How to open a browser. */
export interface OpenOptions {
  /** Signed in as this persona; a stranger when absent. */
  readonly as?: Persona;
  /**
   * Where to go first; `/` when signed in, `/signin` otherwise. null opens an empty page, which is enough for whoever
   * asks the backend first, or only that.
   */
  readonly at?: string | null;
  /** Console errors the journey is about. */
  readonly allow?: Allowed;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: "light" | "dark";
  /** Without the Content Security Policy, which would hide that a page runs what it should only show. */
  readonly hasNoPolicy?: boolean;
}

/** Opens a browser of its own, with no cookies or storage but those of who is signed in, and resolves to its page. */
export type Open = (options?: OpenOptions) => Promise<Page>;

interface Opened {
  readonly page: Page;
  readonly watch: PageWatch;
}

/**
 * Vitest evaluates modules again for every file, in the same worker too: what lives as long as the worker hangs on its
 * globals.
 */
const kept = globalThis as typeof globalThis & { journeyContexts?: Promise<Contexts> };

/** Contexts of the worker's one browser; of another when it is gone. */
async function workersContexts(): Promise<Contexts> {
  const known = await kept.journeyContexts;
  if (known?.browser.isConnected()) return known;
  return await (kept.journeyContexts = launchForJourneys().then((browser) => new Contexts(browser)));
}

const inBrowser = test.extend("contexts", { scope: "worker" }, async ({}, { onCleanup }) => {
  const contexts = await workersContexts();
  onCleanup(() => contexts.browser.close());
  return contexts;
});

/** A `test` whose portal is started once for the file, with these options. */
export function journeys(options: PortalOptions = {}) {
  return inBrowser
    .extend("portal", { scope: "file" }, async ({}, { onCleanup }) => {
      const portal = await startPortal(options);
      onCleanup(() => portal.close());
      return portal;
    })
    .extend("sessions", { scope: "file" }, ({ portal }) => new Sessions(portal))
    .extend("open", ({ contexts, portal, sessions, task }, { onCleanup }): Open => {
      const opened: Opened[] = [];
      onCleanup(() => closeAndJudge(opened, contexts, task));
      return async (how = {}) => {
        const one = await openPage({ contexts, portal, sessions }, how);
        opened.push(one);
        return one.page;
      };
    });
}

async function closeAndJudge(
  opened: readonly Opened[],
  contexts: Contexts,
  task: { readonly name: string; readonly result?: { readonly state: string } },
): Promise<void> {
  const problems = opened.flatMap(({ watch }) => watch.problems());
  const hasFailed = task.result?.state === "fail" || problems.length > 0;
  if (hasFailed) await photograph(opened, task.name);
  for (const { watch } of opened) watch.end();
  await Promise.all(opened.map(({ page }) => (hasFailed ? page.context().close() : contexts.giveBack(page.context()))));
  expect(problems, "errors that the pages of this journey reported").toEqual([]);
}

async function photograph(opened: readonly Opened[], name: string): Promise<void> {
  for (const [index, { page }] of opened.entries()) await takeFailurePicture(page, `${name}-${index + 1}`);
}

async function openPage(
  { contexts, portal, sessions }: { contexts: Contexts; portal: Portal; sessions: Sessions },
  how: OpenOptions,
): Promise<Opened> {
  const kept = how.as === undefined ? undefined : sessions.kept(how.as);
  const page = await contexts.take(
    {
      baseURL: portal.url,
      locale: "en-GB",
      reducedMotion: "reduce",
      bypassCSP: how.hasNoPolicy ?? false,
      viewport: how.viewport ?? { width: 1440, height: 900 },
      colorScheme: how.colorScheme ?? "light",
    },
    kept,
  );
  page.context().setDefaultTimeout(stepTimeoutMs);
  const watch = watchContext(page.context(), how.allow ?? []);
  if (how.as !== undefined && kept === undefined) await sessions.signIn(page, how.as);
  const address = how.at === undefined ? (how.as === undefined ? "/signin" : "/") : how.at;
  if (address !== null) await page.goto(address);
  if (how.as !== undefined && address !== null) await known(page);
  // What a page does first, so that the backend knows who asks it.
  if (how.as !== undefined && kept === undefined && address === null)
    await askBackend(page, "mutation", "people/mutations:signedIn");
  return { page, watch };
}
