/** The parts of src/ui on the page that shows them all (`npm run ui`), in a real browser. */

import type { Browser, Locator, Page } from "playwright-core";
import { build, preview, type PreviewServer } from "vite";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { launchForJourneys } from "./support/browser/browser.ts";
import { installClock } from "./support/browser/contexts.ts";
import { expectAccessible } from "./support/browser/theme.ts";

const configFile = new URL("../tools/ui/vite.config.ts", import.meta.url).pathname;
const timeoutMs = 10_000;
let server: PreviewServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  await build({ configFile, logLevel: "error" });
  server = await preview({ configFile, preview: { host: "127.0.0.1", port: 0 } });
  browser = await launchForJourneys();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function openGallery(prepare: (page: Page) => Promise<void> = () => Promise.resolve()): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  context.setDefaultTimeout(timeoutMs);
  const opened = await context.newPage();
  await prepare(opened);
  await opened.goto(server.resolvedUrls?.local[0] ?? "");
  await opened.getByRole("heading", { level: 1 }).waitFor();
  return opened;
}

const toasts = () => page.locator("[data-sonner-toast]");
const sizeOf = (locator: Locator) => locator.evaluate((element) => [element.clientWidth, element.clientHeight]);
const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");

beforeEach(async () => {
  page = await openGallery();
  return () => page.context().close();
});

describe("every part", () => {
  test("passes axe in light and dark", async () => {
    await expectAccessible(page);
  });

  test.each([
    ["a button without a name", "<button id='bad'></button>", "accessibility of"],
    ["words too pale on a light page", "<p id='bad' style='color: #eee'>Pale</p>", "in light"],
    ["words too dark on a dark page", "<p id='bad' style='color: #222'>Dark</p>", "in dark"],
  ])("would not pass with %s", async (_, html, where) => {
    await page.locator("main").evaluate((main, bad) => main.insertAdjacentHTML("afterbegin", bad), html);
    await expect(expectAccessible(page)).rejects.toMatchObject({
      message: expect.stringContaining(where) as string,
      actual: [expect.stringContaining("#bad")],
    });
  });

  test.each([1440, 768, 360])("fits a window of %i px without scrolling sideways", async (width) => {
    await page.setViewportSize({ width, height: 800 });
    // Drawings measure their room after the window has changed.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});

test("a refused button keeps focus, ignores the click and says why", async () => {
  const approve = page.getByRole("button", { name: "Approve", exact: true });
  await approve.focus();
  await page.locator("[data-base-ui-portal]").getByText("Only the owner of the request can approve it").waitFor();
  expect(await approve.getAttribute("aria-disabled")).toBe("true");
  const description = await approve.evaluate(
    (button) => document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent,
  );
  expect(description).toBe("Only the owner of the request can approve it");
});

test("a tab is chosen as the button goes down, so that a page that grows meanwhile takes no press away", async () => {
  await page.getByRole("tab", { name: "Task Details" }).hover();
  await page.mouse.down();
  await page.getByText("Second panel.").waitFor();
  await page.mouse.move(0, 0);
  await page.mouse.up();
  expect(await page.getByRole("tab", { name: "Task Details" }).getAttribute("aria-selected")).toBe("true");
});

test("a typed confirmation cannot be given by accident and gives focus back", async () => {
  const opener = page.getByRole("button", { name: "Typed confirmation" });
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "Clear all logs?" });
  const confirm = dialog.getByRole("button", { name: "Clear all logs" });
  // Forced: the browser driver would wait for it to become enabled, a person would just press it.
  await confirm.click({ force: true });
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByRole("textbox").fill("clear logs");
  await confirm.click();
  await dialog.getByRole("button", { name: "Clearing..." }).waitFor();
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(focused).toBe("Typed confirmation");
});

test("a press beside a dialog closes it, unless something was typed in it", async () => {
  const dialog = page.getByRole("dialog", { name: "Reassign task" });
  const open = page.getByRole("button", { name: "Dialog", exact: true });
  await open.click();
  await page.mouse.click(5, 5);
  await dialog.waitFor({ state: "hidden" });
  await open.click();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("On leave");
  await page.mouse.click(5, 5);
  expect(await dialog.getByRole("textbox", { name: "Reason" }).inputValue()).toBe("On leave");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
});

test("an error summary takes focus and leads to the field", async () => {
  await page.getByRole("button", { name: "Show the error summary" }).click();
  await expect.poll(focused).toContain("There are 2 problems");
  await page.getByRole("link", { name: "Please enter a valid email address" }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("gallery-email");
});

test("a password can be shown and hidden", async () => {
  const password = page.getByLabel("Password", { exact: true });
  await page.getByRole("button", { name: "Show password" }).click();
  expect(await password.getAttribute("type")).toBe("text");
  await page.getByRole("button", { name: "Hide password" }).click();
  expect(await password.getAttribute("type")).toBe("password");
});

test("a row is chosen with the keyboard", async () => {
  const row = page.getByRole("row", { name: /k57d4abc/ });
  await row.focus();
  await page.keyboard.press("Enter");
  expect(await row.getAttribute("aria-selected")).toBe("true");
});

test("choosing a row or another order draws no other row again", async () => {
  const table = page.getByRole("table", { name: "Examples" });
  const drawn = (title: string) =>
    table
      .getByRole("row", { name: new RegExp(title) })
      .getByRole("cell")
      .last();
  const times = async (title: string) => Number.parseInt(await drawn(title).innerText(), 10);
  const before = { chosen: await times("Order history"), other: await times("Loyalty export") };
  await table.getByRole("checkbox", { name: "Select Order history" }).click();
  await expect.poll(() => times("Order history")).toBeGreaterThan(before.chosen);
  expect(await times("Loyalty export")).toBe(before.other);
  // Some of the page are chosen: its own box is neither on nor off.
  const all = table.getByRole("checkbox", { name: "Select all rows of this page" });
  expect(await all.evaluate((box: HTMLInputElement) => [box.checked, box.indeterminate])).toEqual([false, true]);
  const chosen = await times("Order history");
  await table.getByRole("button", { name: "Title" }).click();
  await table.getByRole("columnheader", { name: "Title" }).and(page.locator("[aria-sort=ascending]")).waitFor();
  expect([await times("Order history"), await times("Loyalty export")]).toEqual([chosen, before.other]);
  // What was chosen since counts as well: the range begins at the row chosen last.
  await table.getByRole("checkbox", { name: "Select Delivery times" }).click({ modifiers: ["Shift"] });
  await expect.poll(() => table.getByRole("row", { selected: true }).count()).toBe(3);
});

test("a search is corrected in its middle, and a chip stays while its filter is emptied in it", async () => {
  const bar = page.getByRole("search", { name: "Filter examples" });
  const search = bar.getByRole("searchbox", { name: "Search examples" });
  await search.pressSequentially("lyalty");
  for (const _ of "yalty") await search.press("ArrowLeft");
  await search.pressSequentially("o", { delay: 400 });
  await search.pressSequentially("o");
  await search.press("Backspace");
  expect(await search.inputValue()).toBe("loyalty");
  expect(await search.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(2);
  await page.getByRole("table", { name: "Examples" }).getByText("Loyalty export").waitFor();
  const chip = bar.getByRole("button", { name: "State: Open" });
  await chip.click();
  const open = page.getByRole("checkbox", { name: "Open", exact: true });
  await open.click();
  await open.and(page.locator(":focus")).waitFor();
  expect(await open.isChecked()).toBe(false);
  await page.keyboard.press("Escape");
  await bar.getByRole("button", { name: /^State:/ }).waitFor({ state: "detached" });
  // What leaves with its filter gives the focus to the menu that has them all.
  const all = bar.getByRole("button", { name: "Filter", exact: true }).and(page.locator(":focus"));
  await all.waitFor();
  await bar.getByRole("button", { name: "Remove filter Created" }).press("Enter");
  await all.waitFor();
  await bar.getByRole("button", { name: "Clear all" }).press("Enter");
  await all.waitFor();
});

test("a row that is moved or taken out of an order leaves the focus in its list", async () => {
  const list = page.getByRole("list", { name: "An order" });
  const press = async (name: string) => await list.getByRole("button", { name }).press("Enter");
  const isFocused = async (name: string) =>
    await list.getByRole("button", { name }).and(page.locator(":focus")).waitFor();
  await press("Move First choice down");
  await isFocused("Move First choice down");
  await list.getByRole("listitem").nth(1).getByText("First choice", { exact: true }).waitFor();
  await page.keyboard.press("Alt+ArrowDown");
  await isFocused("Move First choice down");
  expect(await list.getByRole("button", { name: "Move First choice down" }).getAttribute("aria-disabled")).toBe("true");
  await press("Remove First choice");
  await isFocused("Remove Third choice");
  await press("Remove Third choice");
  await press("Remove Second choice");
  await list.and(page.locator(":focus")).waitFor({ state: "attached" });
});

test("toasts wait while one has the keyboard's focus and leave after five seconds", async () => {
  await installClock(page);
  await page.getByRole("button", { name: "Success", exact: true }).click();
  await toasts().waitFor();
  await page.getByRole("button", { name: "Close toast" }).focus();
  await page.clock.runFor(20_000);
  expect(await toasts().count()).toBe(1);
  await page.getByRole("button", { name: "Warning", exact: true }).focus();
  await page.clock.runFor(6_000);
  await expect.poll(() => toasts().count()).toBe(0);
});

test("of many toasts five are seen, at the top right, each with a button that closes it", async () => {
  await installClock(page);
  const said = page.getByRole("button", { name: "Success", exact: true });
  for (let press = 0; press < 7; press += 1) await said.click();
  const seen = page.locator("[data-sonner-toast][data-visible=true]");
  await expect.poll(() => seen.count()).toBe(5);
  expect(await seen.getByRole("button", { name: "Close toast" }).count()).toBe(5);
  const { x = 0, y = 0, width = 0 } = (await seen.first().boundingBox()) ?? {};
  const window = page.viewportSize()?.width ?? 0;
  expect([window - x - width < 48, y < 48]).toEqual([true, true]);
  await page.clock.runFor(6_000);
  await expect.poll(() => toasts().count()).toBe(0);
});

test("a workflow drawing is one stop of the Tab key, and its arrow keys follow the lines", async () => {
  const drawing = page.getByRole("group", { name: "A template" });
  expect(await drawing.getByRole("button").evaluateAll((all) => all.filter((one) => one.tabIndex === 0).length)).toBe(
    1,
  );
  await drawing.getByRole("button", { name: /^Approve access .*Step 1$/ }).focus();
  const goes = async (key: string, to: string) => {
    await page.keyboard.press(key);
    await expect.poll(focused).toContain(to);
  };
  await goes("ArrowDown", "Approve data use");
  await goes("ArrowDown", "Change the identity");
  await goes("ArrowRight", "Create the user");
  await goes("End", "Verify by reading back");
  await goes("Home", "Approve access");
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("Opened: Approve access").waitFor();
  await page.keyboard.press("Tab");
  expect(await drawing.evaluate((group) => group.contains(document.activeElement))).toBe(false);

  // The browser says again only what is cut.
  const words = drawing.getByText("Verify by reading back", { exact: true });
  await words.hover();
  expect(await drawing.locator("[title]:not([title=''])").count()).toBe(0);
  await page.mouse.move(0, 0);
  await words.evaluate((element) => element.style.setProperty("max-width", "2rem"));
  await words.hover();
  await expect.poll(() => words.getAttribute("title")).toBe("Verify by reading back");
});

describe("what opens", () => {
  test("the rest of the page is hidden from screen readers while a combobox is open, and never what has the focus", async () => {
    await page.getByRole("combobox", { name: "Data domain" }).click();
    await page.getByRole("listbox").waitFor();
    const isHidden = (selector: string) =>
      page.evaluate((of) => document.querySelector(of)?.closest("[aria-hidden=true]") !== null, selector);
    expect([await isHidden("h1"), await isHidden(":focus")]).toEqual([true, false]);
    await page.keyboard.press("Tab");
    await page.getByRole("listbox").waitFor({ state: "hidden" });
    expect([await isHidden("h1"), await isHidden(":focus")]).toEqual([false, false]);
    await page.locator(":focus").waitFor();
  });

  test("a select opens at the first key, takes a choice by keyboard and gives focus back", async () => {
    const priority = page.getByRole("combobox", { name: "Priority" });
    await priority.focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { name: "Low" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await expect.poll(focused).toBe("Low");
    await page.keyboard.press("ArrowDown");
    await expect.poll(focused).toBe("Medium");
    await page.keyboard.press("Enter");
    await page.getByRole("listbox").waitFor({ state: "hidden" });
    await expect.poll(focused).toBe("Medium");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("combobox");

    await page.getByRole("combobox", { name: "Rows per page" }).click();
    await expect.poll(focused).toBe("25");
  });

  test("a menu opens with the arrow key at its first command, and Esc gives focus back to its button", async () => {
    await page.getByRole("button", { name: "Menu", exact: true }).focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("menuitem", { name: "Profile" }).waitFor();
    await expect.poll(focused).toContain("Profile");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "hidden" });
    await expect.poll(focused).toBe("Menu");
  });

  test("a tooltip comes with keyboard focus and with the pointer, can be pointed at, and leaves with Esc", async () => {
    const bubble = page.locator("[data-base-ui-portal]").getByText("Saved 5 minutes ago");
    const trigger = page.getByRole("button", { name: "Tooltip" });
    await trigger.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await bubble.waitFor();
    await page.keyboard.press("Escape");
    await bubble.waitFor({ state: "hidden" });
    await trigger.hover();
    await bubble.waitFor();
    await bubble.hover();
    // Longer than a bubble outlives the pointer on its trigger.
    await expect(bubble.waitFor({ state: "hidden", timeout: 400 })).rejects.toThrow("Timeout");
    await page.mouse.move(0, 0);
    await bubble.waitFor({ state: "hidden" });
  });

  test("while its code is on the way it keeps focus, says so, and needs no second press", async () => {
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const slow = await openGallery(async (opened) => {
      await opened.route(/\/floating-[^/]+\.js$/, async (route) => {
        await isReleased;
        await route.continue();
      });
    });
    const domain = slow.getByLabel("Data domain");
    const size = await sizeOf(domain);
    const opener = slow.getByRole("button", { name: "Popover" });
    await opener.focus();
    await slow.keyboard.press("Enter");
    await slow.getByRole("status").getByText("Opening…").waitFor();
    expect(await slow.evaluate(() => document.activeElement?.textContent)).toBe("Popover");
    await domain.focus();
    release();
    await slow.getByRole("dialog", { name: "As of 14:07" }).waitFor();
    await slow.getByRole("combobox", { name: "Data domain" }).waitFor();
    expect(await sizeOf(domain)).toEqual(size);
    await slow.context().close();
  });
});
