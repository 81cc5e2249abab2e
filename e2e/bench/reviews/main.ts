/**
 * What a review of 50 items costs those who decide: clicks, keys, and the time the portal lets them wait, counted in a
 * real browser over the demo world. How long a person thinks is an assumption, and said as such.
 *
 *   npm run bench -- reviews
 *   npm run bench -- reviews --pictures FOLDER     with pictures of each review when it is decided
 */

import { rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Browser, Locator, Page } from "playwright-core";
import { launchBrowser } from "../../support/browser/browser.ts";
import type { Persona } from "../../support/personas.ts";
import { newFolder, newProcess } from "../../support/portal/portal-process.ts";
import { signedIn } from "../visit.ts";
import { fillReviews, MIX } from "./fill.ts";

/** Seconds of a practised person: a key, pointing and clicking, and looking at one line of evidence. */
const KEY_S = 0.28;
const CLICK_S = 1.3;
const LOOK_S = 3;
const REASON = "Not used for months";

const { values } = parseArgs({ args: process.argv.slice(3), options: { pictures: { type: "string" } } });
const ITEMS = Object.values(MIX).reduce((sum, count) => sum + count, 0);

/** The groups whose removal is proposed. */
const LETTERS: Readonly<Record<string, "r">> = { unused: "r", grown: "r" };

interface Walk {
  readonly name: string;
  readonly as: Persona;
  readonly domain: string;
  readonly decide: (page: Page) => Promise<void>;
}

/** Each by somebody in charge of its domain, in the demo. */
const WALKS: readonly Walk[] = [
  { name: "groups, and the rest by keys", as: "staff", domain: "campaigns", decide: byGroups },
  { name: "one by one, keys", as: "staff", domain: "loyalty", decide: byKeys },
  { name: "one by one, pointer", as: "admin", domain: "web-analytics", decide: byPointer },
];

const dataDir = await newFolder();
const portal = await newProcess(dataDir);
const browser = await launchBrowser();
try {
  await portal.start();
  await portal.stop("SIGTERM");
  const reviews = await fillReviews(
    dataDir,
    WALKS.map(({ domain }) => domain),
  );
  await portal.start();
  console.log(
    `${ITEMS} items; ${KEY_S} s for a key, ${CLICK_S} s for a click, ${LOOK_S} s to look at a line\n\n` +
      `| way | clicks | keys | waited, s | minutes |\n|---|---|---|---|---|`,
  );
  for (const [index, walk] of WALKS.entries()) await measure(browser, walk, reviews[index] ?? "");
} finally {
  await browser.close();
  await portal.stop("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure(within: Browser, { name, as, domain, decide }: Walk, reviewId: string): Promise<void> {
  const { page } = await signedIn(within, portal.url, as, 1);
  await page.addInitScript(count);
  await page.goto(`/governance/access-reviews/${reviewId}`);
  await rows(page).first().waitFor();
  const from = Date.now();
  await decide(page);
  const waitedS = (Date.now() - from) / 1000;
  const left = await page.getByText("Not decided").count();
  if (left > 0) throw new Error(`${left} items of “${name}” are not decided`);
  const { clicks, keys } = await page.evaluate(() => window.hands);
  const minutes = (clicks * CLICK_S + keys * KEY_S + ITEMS * LOOK_S + waitedS) / 60;
  console.log(`| ${name} | ${clicks} | ${keys} | ${waitedS.toFixed(1)} | ${minutes.toFixed(1)} |`);
  if (values.pictures !== undefined) await picture(page, path.join(values.pictures, domain));
  await page.context().close();
}

/** How it looks when it is decided: on a screen, on a telephone in the dark, and on paper. */
async function picture(page: Page, name: string): Promise<void> {
  await page.reload();
  await rows(page).first().waitFor();
  await page.screenshot({ path: `${name}-1440-light.png` });
  await page.setViewportSize({ width: 360, height: 800 });
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await page.reload();
  await rows(page).first().waitFor();
  await page.screenshot({ path: `${name}-360-dark.png` });
  await page.emulateMedia({ colorScheme: "light", media: "print" });
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.screenshot({ path: `${name}-paper.png` });
}

function rows(page: Page): Locator {
  return page.locator("[data-review-row]");
}

function undecided(page: Page): Locator {
  return rows(page).filter({ hasText: "Not decided" });
}

/** All 50 are on the page: the rest comes as its end comes near. */
async function showAll(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Show more" }).scrollIntoViewIfNeeded();
  await rows(page)
    .nth(ITEMS - 1)
    .waitFor();
}

/** The reason of a removal is typed and sent without leaving the keyboard. */
async function giveReason(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").waitFor();
  await page.keyboard.type(REASON);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
}

/** What the use speaks for is decided together, what is left by a key each. */
async function byGroups(page: Page): Promise<void> {
  await showAll(page);
  await page.getByRole("button", { name: /^Remove all unused/ }).click();
  await page.getByRole("dialog").getByLabel("Reason").click();
  await giveReason(page);
  await page.getByRole("button", { name: /^Keep all in use/ }).click();
  await waitFor(page, MIX.grown + MIX.risky + MIX.endless + MIX.unknown);
  await keysDown(page, (group) => (group === "unused" || group === "used" ? null : (LETTERS[group] ?? "a")));
}

async function byKeys(page: Page): Promise<void> {
  await showAll(page);
  await keysDown(page, (group) => LETTERS[group] ?? "a");
}

/** Goes down the list with j; a letter decides, and null passes by. */
async function keysDown(page: Page, letterFor: (group: string) => "a" | "r" | null): Promise<void> {
  const groups = Object.entries(MIX).flatMap(([group, count]) => Array<string>(count).fill(group));
  for (const group of groups) {
    await page.keyboard.press("j");
    const letter = letterFor(group);
    if (letter === null) continue;
    const left = await undecided(page).count();
    await page.keyboard.press(letter);
    if (letter === "r") await giveReason(page);
    await waitFor(page, left - 1);
  }
}

async function byPointer(page: Page): Promise<void> {
  await showAll(page);
  for (let index = 0; index < ITEMS; index += 1) {
    const row = rows(page).nth(index);
    const isRemoved = index < MIX.unused + MIX.grown;
    await row.locator(isRemoved ? "[data-remove]" : "[data-keep]").click();
    if (isRemoved) {
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Reason").click();
      await page.keyboard.type(REASON);
      await dialog.getByRole("button", { name: "Mark for removal" }).click();
      await dialog.waitFor({ state: "detached" });
    }
    await waitFor(page, ITEMS - index - 1);
  }
}

/** So many are left to decide. */
async function waitFor(page: Page, left: number): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll("[data-review-row]")].filter((row) => row.textContent.includes("Not decided"))
        .length === wanted,
    left,
  );
}

declare global {
  interface Window {
    hands: { clicks: number; keys: number };
  }
}

/** Runs in the page: counts what hands do. */
function count(): void {
  window.hands = { clicks: 0, keys: 0 };
  addEventListener("pointerdown", () => void (window.hands.clicks += 1), true);
  addEventListener("keydown", () => void (window.hands.keys += 1), true);
}
