/** The Task Monitor as two super admins watch it, each in a browser of their own. */

import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { tap, touchScreen } from "./support/browser/steadiness.ts";
import { expectAccessible } from "./support/browser/theme.ts";
import { sendInstead } from "./support/browser/wire.ts";
import { journeys } from "./support/journey.ts";
import { heading } from "./support/pages.ts";

const journey = journeys();
const address = "/superadmin/task-monitor";
const noLogs = "No execution logs found. Run the task monitor to generate logs.";
const noHistory = "No execution logs found. Run the task monitor to generate history data.";

const runButton = (page: Page) => page.getByRole("button", { name: "Run Task Monitor" });
const clearButton = (page: Page) => page.getByRole("button", { name: "Clear All Logs" });
const tab = (page: Page, name: string) => page.getByRole("tab", { name });
const table = (page: Page, name: string) => page.getByRole("region", { name, exact: true }).getByRole("table");
const rowsOf = (page: Page, name: string) =>
  table(page, name)
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
const columnsOf = (page: Page, name: string) => table(page, name).getByRole("columnheader").allInnerTexts();
const searchOf = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const selectedExecution = (page: Page) => searchOf(page, "execution");
/** Moves on when the document is replaced, so two equal answers mean that nothing was reloaded. */
const documentOf = (page: Page) => page.evaluate(() => performance.timeOrigin);

/** The cells of every row that is in the document, as a person reads them. */
async function cellsOf(page: Page, name: string): Promise<string[][]> {
  return await rowsOf(page, name).evaluateAll((rows) =>
    rows.map((row) =>
      [...row.querySelectorAll<HTMLElement>("[role=cell]")].map((cell) => cell.innerText.split("\n")[0] ?? ""),
    ),
  );
}

async function logIds(page: Page): Promise<string[]> {
  return (await cellsOf(page, "Execution History")).map(([id = ""]) => id);
}

/** Every wording the button that is called this now has from here on, also those too short to look at. */
async function noteWords(page: Page, name: string): Promise<() => Promise<string[]>> {
  await page.getByRole("button", { name }).evaluate((button) => {
    const words: string[] = [];
    Object.assign(window, { buttonWords: words });
    new MutationObserver(() => words.push(button.textContent)).observe(button, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
  return () => page.evaluate(() => (window as unknown as { buttonWords: string[] }).buttonWords);
}

journey(
  "a run in one browser shows in the other without a reload, and the button says that it runs",
  async ({ open }) => {
    const here = await open({ as: "superAdmin", at: address });
    const there = await open({ as: "superAdmin", at: address });
    await heading(here, "Task Monitor").waitFor();
    await here.getByText("Monitor and execute workflow tasks, view execution logs").waitFor();
    await rowsOf(here, "Execution History").first().waitFor();
    await rowsOf(there, "Execution History").first().waitFor();
    expect(await columnsOf(here, "Execution History")).toEqual([
      "Log ID",
      "Start Time",
      "Duration",
      "Requests",
      "Tasks Scheduled",
      "Summary",
    ]);
    // One that began by itself and is still under way would be all that the button starts.
    await here.getByText("No run in progress").waitFor();
    await expect.poll(async () => (await logIds(here)).join()).toBe((await logIds(there)).join());
    const before = await logIds(there);
    const words = await noteWords(here, "Run Task Monitor");
    const document = await documentOf(there);

    await runButton(here).click();

    await expect.poll(async () => (await logIds(there)).filter((id) => !before.includes(id)).length).toBeGreaterThan(0);
    await expect.poll(async () => (await logIds(here)).join()).toBe((await logIds(there)).join());
    await runButton(here).waitFor();
    expect(await words()).toContain("Running...");
    expect(await documentOf(there)).toBe(document);
    for (const id of await logIds(there)) expect(id).toMatch(/^.{8}…$/);
    const newest = async (column: number) => (await cellsOf(there, "Execution History"))[0]?.[column];
    expect(await newest(1)).toMatch(/^\d{2}\/\d{2}\/\d{4}, \d{2}:\d{2}/);
    await expect.poll(() => newest(2)).toMatch(/^\d+s$/);
  },
);

journey("a selected execution shows its task changes, and the address keeps the selection", async ({ open }) => {
  const page = await open({ as: "superAdmin", at: address });
  const rows = rowsOf(page, "Execution History");
  const newest = rows.filter({ hasText: /[1-9]\d* requests? examined/ }).first();
  const id = await newest.getByRole("cell").first().innerText();
  // By its id: the next run, a minute later, is the newest then.
  const row = rows.filter({ hasText: id });
  await row.click();
  await rowsOf(page, "Task Details").first().waitFor();
  await expect.poll(() => row.getAttribute("aria-selected")).toBe("true");
  expect(await columnsOf(page, "Task Details")).toEqual([
    "Request",
    "Task",
    "Order",
    "Status Change",
    "Action",
    "Reason",
    "Time",
  ]);
  const changes = await cellsOf(page, "Task Details");
  expect(changes.flat()).not.toContain("Unknown Request");
  const chosen = selectedExecution(page);
  expect(chosen?.slice(0, 8)).toBe(id.replace("…", ""));
  const scroller = page.getByRole("region", { name: "Task Details, scrollable" });
  expect((await scroller.boundingBox())?.height).toBeLessThanOrEqual(24 * 16);

  await page.reload();
  await rowsOf(page, "Task Details").first().waitFor();
  expect(selectedExecution(page)).toBe(chosen);

  // A finger on the strip of runs chooses one, too.
  await touchScreen(page);
  await tap(page, page.getByRole("application", { name: /of them scheduled tasks$|runs failed$/ }), 0.02);
  await expect.poll(() => selectedExecution(page)).not.toBe(chosen);
  expect(selectedExecution(page)).not.toBeNull();
  await page.getByRole("heading", { name: "Task Details" }).waitFor();
});

journey(
  "Task Details lists every change, sorted by request, order and time, under a line that counts them",
  async ({ open }) => {
    const page = await open({ as: "superAdmin", at: address });
    await rowsOf(page, "Execution History").first().waitFor();
    const fewest = (await logIds(page)).length;
    await tab(page, "Task Details").click();
    await page.getByRole("heading", { name: "Task Status History" }).waitFor();
    const line = await page.getByText(/^Showing task status changes across/).innerText();
    const [, executions = "", changes = ""] =
      /^Showing task status changes across (\d+) execution\(s\) \((\d+) total task changes\)$/.exec(line) ?? [];
    // The clock may have started one meanwhile, so the exact number is between two readings.
    expect(Number(executions)).toBeGreaterThanOrEqual(fewest);
    expect(Number(executions)).toBeLessThanOrEqual(fewest + 1);
    expect(Number(changes)).toBeGreaterThan(0);

    await rowsOf(page, "Task Status History").first().waitFor();
    await page.getByText(/^[\d,]+ task changes?( in \d+ rows?)?( on this page)?$/).waitFor();
    const shown = await cellsOf(page, "Task Status History");
    const keys = shown.map(([request = "", , order = "", , , , time = ""]) => ({
      request,
      order: Number(order.replace(/\D+/g, "")),
      time: time.replace(/^(\d+)\/(\d+)\/(\d+)/, "$3/$2/$1"),
    }));
    const byTitle = new Intl.Collator("en-GB");
    expect(keys).toEqual(
      keys.toSorted(
        (a, b) => byTitle.compare(a.request, b.request) || a.order - b.order || a.time.localeCompare(b.time),
      ),
    );
    expect(keys.length).toBeGreaterThan(10);
    expect(new Set(keys.map(({ request }) => request)).size).toBeGreaterThan(1);

    // A run of the clock may put another row under the pointer, which then has to come back to it.
    await expect
      .poll(async () => {
        const reason = rowsOf(page, "Task Status History").first().getByRole("cell").nth(5);
        const whole = (await reason.innerText()).split("\n")[0] ?? "";
        await page.mouse.move(0, 0);
        await reason.hover();
        const inFull = page.locator("[data-base-ui-portal]").getByText(whole, { exact: true });
        return await inFull.waitFor({ timeout: 3_000 }).then(
          () => true,
          () => false,
        );
      })
      .toBe(true);

    // On paper every row of the page is there and whole, and nothing that only a screen can use.
    await page.setViewportSize({ width: 930, height: 700 });
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    const sheet = page.getByRole("region", { name: "Task Status History, scrollable" });
    const rows = Number(await sheet.getByRole("table").getAttribute("aria-rowcount")) - 1;
    expect(await rowsOf(page, "Task Status History").count()).toBe(rows);
    const cutOff = await sheet.evaluate((region) =>
      [region, ...region.querySelectorAll(".truncate")].filter(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth > clientWidth || scrollHeight > clientHeight + 1,
      ),
    );
    expect(cutOff).toEqual([]);
    expect(await page.getByRole("button", { name: "Next", exact: true }).isVisible()).toBe(false);
    expect(await page.getByRole("tab", { name: /^Execution History/ }).isVisible()).toBe(false);
  },
);

journey("an execution is selected and a reason read in full by keyboard alone", async ({ open }) => {
  const page = await open({ as: "superAdmin", at: address });
  const second = rowsOf(page, "Execution History").nth(1);
  await second.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Task Details" }).waitFor();
  expect(await second.getAttribute("aria-selected")).toBe("true");
  expect(selectedExecution(page)).not.toBeNull();
  expect(await second.evaluate((row) => row === document.activeElement)).toBe(true);

  // A reason that does not fit is a stop of the Tab key, the next one after the link to the task.
  const cut = page.locator("[role=cell]:nth-child(6) [tabindex='0']");
  const row = rowsOf(page, "Task Details").filter({ has: cut }).first();
  const whole = (await row.getByRole("cell").nth(5).innerText()).split("\n")[0] ?? "";
  await row.getByRole("link").first().focus();
  await page.keyboard.press("Tab");
  await page.locator("[data-base-ui-portal]").getByText(whole, { exact: true }).waitFor();
});

journey("a row of the history leads to its task, and to its request among the requests", async ({ open }) => {
  const page = await open({ as: "superAdmin", at: `${address}?tab=details` });
  const row = rowsOf(page, "Task Status History").first();
  await row.waitFor();
  const task = row.getByRole("cell").nth(1);
  const title = (await task.innerText()).trim();
  await task.getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/admin\/requests\/tasks\/[\w-]+$/);

  await page.goBack();
  await row.waitFor();
  const link = row.getByRole("link", { name: /^Show REQ-\d+ among the requests$/ });
  const key = /REQ-\d+/.exec((await link.getAttribute("aria-label")) ?? "")?.[0] ?? "";
  await link.click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/admin/requests");
  // The page before holds the key as well, for as long as it stands.
  await page.getByRole("heading", { level: 1, name: "Requests" }).waitFor();
  await page.getByRole("row").filter({ hasText: key }).waitFor();
});

journey("the action filter is kept in the address and decides what the export holds", async ({ open }) => {
  const page = await open({ as: "superAdmin", at: `${address}?tab=details` });
  await rowsOf(page, "Task Status History").first().waitFor();
  const top = (await cellsOf(page, "Task Status History"))[0]?.join();
  await page.getByRole("navigation", { name: "Pages of task changes" }).getByRole("button", { name: "Next" }).click();
  await expect.poll(() => searchOf(page, "page")).toBe("2");
  await expect.poll(async () => (await cellsOf(page, "Task Status History"))[0]?.join()).not.toBe(top);
  // Three parts and all of them, each with its number; by keyboard, and nothing moves while another part comes.
  const parts = page.getByRole("group", { name: "What the monitor did" });
  await expect
    .poll(async () => (await parts.getByRole("button").allInnerTexts()).map((text) => text.replaceAll(/[\s\d,]+/g, "")))
    .toEqual(["All", "Changes", "Ignored", "Unchanged"]);
  const [all = 0, ...rest] = (await parts.getByRole("button").allInnerTexts()).map((text) =>
    Number(text.replaceAll(/\D/g, "")),
  );
  expect(rest.reduce((sum, one) => sum + one)).toBe(all);
  const scroller = page.getByRole("region", { name: "Task Status History, scrollable" });
  const places = async () => [(await parts.boundingBox())?.y, (await scroller.boundingBox())?.y];
  const before = await places();
  await scroller.evaluate((element) => element.scrollTo({ top: 200 }));
  await parts.getByRole("button", { name: /^Ignored/ }).press("Enter");
  await expect.poll(() => searchOf(page, "page")).toBeNull();
  await expect.poll(() => searchOf(page, "action")).toBe("Ignored");
  await expect
    .poll(async () => new Set((await cellsOf(page, "Task Status History")).map((cells) => cells[4]?.slice(0, 7))))
    .toEqual(new Set(["Ignored"]));
  expect(await places()).toEqual(before);
  expect(await scroller.evaluate((element) => element.scrollTop)).toBe(0);
  await expectAccessible(page);
  await page.reload();
  await rowsOf(page, "Task Status History").first().waitFor();
  const actions = (await cellsOf(page, "Task Status History")).map((cells) => cells[4]?.replace(/ ?×.*$/, ""));
  expect(new Set(actions)).toEqual(new Set(["Ignored"]));

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("task-status-history.csv");
  const text = await readFile(await download.path(), "utf8");
  const [head, ...lines] = text.trimEnd().split("\r\n");
  expect(head).toBe("\uFEFFLog ID,Request,Task,Order,Status before,Status after,Action,Reason,Time,Since,Executions");
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toMatch(/,Ignored,.*(,\d{4}-\d{2}-\d{2}T[\d:.]+Z){2},\d+$/);
});

journey(
  "a run and a clearing that fail are told in a toast and on the console, and leave the buttons ready",
  async ({ open }) => {
    const page = await open({
      as: "superAdmin",
      at: null,
      allow: [/Failed to run task monitor/, /Failed to clear logs/, /CONVEX M\(workflow\/mutations:/],
    });
    const errors: string[] = [];
    page.on("console", (message) => void (message.type() === "error" && errors.push(message.text())));
    await sendInstead(page, {
      runTaskMonitor: { impersonatedUserId: "somebody-else" },
      clearTaskMonitorLogs: { everything: true },
    });
    await page.goto(address);
    await rowsOf(page, "Execution History").first().waitFor();
    await runButton(page).click();
    const toasts = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
    await toasts
      .filter({ hasText: "Failed to run task monitor" })
      .getByText("The impersonation changed in another window. Reload the page and try again.")
      .waitFor();
    expect(await runButton(page).getAttribute("aria-disabled")).toBeNull();

    await clearButton(page).click();
    const question = page.getByRole("dialog", { name: "Clear all logs?" });
    // As a phone writes it.
    await question.getByRole("textbox").fill("Clear all logs");
    await question.getByRole("button", { name: "Clear All Logs" }).click();
    await toasts.filter({ hasText: "Failed to clear logs" }).waitFor();
    expect(await question.getByRole("button", { name: "Clear All Logs" }).getAttribute("aria-disabled")).toBeNull();
    await question.getByRole("button", { name: "Cancel" }).click();
    await rowsOf(page, "Execution History").first().waitFor();
    expect(errors.filter((text) => text.startsWith("Failed to"))).toEqual([
      expect.stringContaining("Failed to run task monitor"),
      expect.stringContaining("Failed to clear logs"),
    ]);
  },
);

journey("clearing asks for its name to be typed, empties both browsers and deselects in both", async ({ open }) => {
  const here = await open({ as: "superAdmin", at: address });
  const there = await open({ as: "superAdmin", at: address });
  for (const page of [here, there]) {
    await rowsOf(page, "Execution History").first().click();
    await page.getByRole("heading", { name: "Task Details" }).waitFor();
  }
  await clearButton(here).click();
  const question = here.getByRole("dialog", { name: "Clear all logs?" });
  await question.getByText("It cannot be undone.", { exact: false }).waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "hidden" });
  expect(await rowsOf(here, "Execution History").count()).toBeGreaterThan(0);

  await clearButton(here).click();
  const confirm = question.getByRole("button", { name: "Clear All Logs" });
  await question.getByRole("textbox", { name: "Type “clear all logs” to confirm" }).fill("clear all");
  expect(await confirm.getAttribute("aria-disabled")).toBe("true");
  await question.getByRole("textbox").fill("clear all logs");
  const words = await noteWords(here, "Clear All Logs");
  await confirm.click();
  await Promise.all([here, there].map((page) => page.getByText(noLogs).waitFor()));
  await question.waitFor({ state: "hidden" });
  expect(await words()).toContain("Clearing...");
  for (const page of [here, there]) {
    await expect.poll(() => selectedExecution(page)).toBeNull();
    expect(await page.getByRole("heading", { name: "Task Details" }).count()).toBe(0);
  }
  await tab(here, "Task Details").click();
  await here.getByText(noHistory).waitFor();
});
