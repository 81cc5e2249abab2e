/** A long access review: it goes on by being read, keeps few rows in the document, and is whole on paper and as a file. */

import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { fillReviews } from "./bench/reviews/fill.ts";
import { expectAccessibleAtEveryWidth, takePictures } from "./support/browser/theme.ts";
import { journeys } from "./support/journey.ts";
import { expectVisible } from "./support/pages.ts";

const journey = journeys();

const MIX = { unused: 30, grown: 5, risky: 15, endless: 30, unknown: 40, used: 100 };
const TOTAL = 220;
/** More than a window with what is kept around it shows, and far fewer than there are. */
const MOST_DRAWN = 120;
/** How far somebody goes by keys, through two pages; with the keys pressed in vain while rows are on their way. */
const BY_KEYS = 80;
const MOST_PRESSES = 2_000;
/** More rows than are kept around the view. */
const BACK = 20;

/** Where somebody is in the list, and everywhere they have been. */
async function walked(page: Page): Promise<{ readonly here: number; readonly all: readonly number[] }> {
  const all = await page.evaluate(() => window.walked);
  return { here: all.at(-1) ?? 0, all };
}

/** Runs in the page: notes each row the focus comes to. */
function noteRows(): void {
  window.walked = [];
  addEventListener("focusin", ({ target }) => {
    const row = target instanceof Element ? target.closest("[data-review-row]") : null;
    if (row) window.walked.push(Number(row.getAttribute("aria-posinset")));
  });
}

declare global {
  interface Window {
    walked: number[];
  }
}

journey(
  "a long access review goes on by being read and decided by keys, and is whole on paper",
  async ({ open, portal }) => {
    await portal.kill();
    const [reviewId] = await fillReviews(portal.dataDir, ["loyalty"], MIX);
    await portal.start();
    const page = await open({ as: "staff", at: null });
    await page.addInitScript(noteRows);
    // What a browser does when it prints, but for the paper.
    await page.addInitScript(() => {
      window.print = () => {
        window.dispatchEvent(new Event("beforeprint"));
        document.body.dataset["printed"] = String(document.querySelectorAll("[data-review-row]").length);
        window.dispatchEvent(new Event("afterprint"));
      };
    });
    await page.goto(`/governance/access-reviews/${reviewId}`);
    const rows = page.locator("[data-review-row]");
    await expectVisible(page.getByRole("heading", { name: "Unused (25+)" }));
    expect(await rows.first().getAttribute("aria-setsize")).toBe(String(TOTAL));

    // By keys alone from what is loaded into what is not: none is skipped.
    for (let press = 0; press < MOST_PRESSES && (await walked(page)).here < BY_KEYS; press += 5)
      for (let key = 0; key < 5; key += 1) await page.keyboard.press("j");
    const { all, here: there } = await walked(page);
    expect(all).toEqual(Array.from({ length: there }, (_, index) => index + 1));
    // By scrolling to the end, of which only what is near the view stays in the document.
    const end = page.locator(`[aria-posinset='${TOTAL}']`);
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        return await end.count();
      })
      .toBe(1);
    await expectVisible(page.getByRole("heading", { name: "In use (100)" }));
    expect(await page.getByRole("button", { name: /^(Show|Loading) more/ }).count()).toBe(0);
    expect(await rows.count()).toBeLessThan(MOST_DRAWN);
    await end.getByRole("link").focus();
    await page.keyboard.press("a");
    await expectVisible(end.getByText("Kept by Sam Taylor"));
    for (let key = 0; key < BACK; key += 1) await page.keyboard.press("k");
    const here = TOTAL - BACK;
    expect((await walked(page)).all.slice(-BACK)).toEqual(
      Array.from({ length: BACK }, (_, index) => TOTAL - 1 - index),
    );

    // Somebody scrolls away: the row they were in is still theirs, and so is the next one.
    await page.keyboard.press("r");
    const dialog = page.getByRole("dialog", { name: /^Remove / });
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Not used for months");
    await dialog.getByRole("button", { name: "Mark for removal" }).click();
    await dialog.waitFor({ state: "hidden" });
    await expectVisible(page.locator(`[aria-posinset='${here}']`).getByText("To be removed, Sam Taylor"));
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectVisible(page.locator("[aria-posinset='2']"));
    await page.keyboard.press("j");
    expect((await walked(page)).here).toBe(here + 1);
    // From the top: a row half below what stays in view is no smaller for it, and is found too small all the same.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectVisible(page.locator("[aria-posinset='1']"));
    await expectAccessibleAtEveryWidth(page, [1440, 768, 360]);
    await takePictures(page, "access-review-long");

    // On paper all of it, however little is loaded, and all of it in the file.
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    await expectVisible(page.getByRole("heading", { name: "Unused (25+)" }));
    await page.getByRole("button", { name: "Print" }).click();
    await expect.poll(() => page.locator("body").getAttribute("data-printed")).toBe(String(TOTAL));
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    const lines = (await readFile(await file.path(), "utf8")).split("\r\n");
    expect(lines.filter((line) => line.includes("REQ-90"))).toHaveLength(TOTAL);
  },
);
