/** The queues of all requests and all tasks, as an admin works through them. */

import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { DAY_MS } from "../convex/lib/pure/time.ts";
import { askBackend } from "./support/backend.ts";
import { expectFocused, tabTo } from "./support/browser/keyboard.ts";
import { movedWithout, shiftsOf, smallTargets, tap, touchScreen, watchShifts } from "./support/browser/steadiness.ts";
import { expectAccessible } from "./support/browser/theme.ts";
import { send } from "./support/deciding.ts";
import { journeys } from "./support/journey.ts";
import { expectVisible, heading, openFilter } from "./support/pages.ts";

const journey = journeys();
const requests = "/admin/requests";
const tasks = "/admin/requests/tasks";

const rowsOf = (page: Page, table: string) =>
  page
    .getByRole("table", { name: table, exact: true })
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
/** The keys of the requests on the page, once all of its rows are drawn. */
async function keysOf(page: Page): Promise<string[]> {
  await page.getByRole("table", { name: "Requests", exact: true }).and(page.locator(":not([aria-busy])")).waitFor();
  const rows = rowsOf(page, "Requests");
  return await rows.evaluateAll((all) => all.map((row) => /REQ-\d+/.exec(row.textContent ?? "")?.[0] ?? ""));
}
const WHOLE_WINDOW = { pageScrolls: false, isWide: true, isHigh: true, linesOfControls: 1 };
/** How a list of more rows than fit uses its window. */
async function shapeOf(page: Page, table: string): Promise<typeof WHOLE_WINDOW> {
  return await page.getByRole("region", { name: `${table}, scrollable` }).evaluate((list) => {
    const [{ left, right, bottom }, main] = [list.getBoundingClientRect(), document.querySelector("main")];
    const controls = document.querySelectorAll("main [role=search] input, main [role=search] button");
    const middles = [...controls].map((one) => {
      const { top, height } = one.getBoundingClientRect();
      return Math.round((top + height / 2) / 8);
    });
    return {
      pageScrolls: document.documentElement.scrollHeight > innerHeight,
      // Beside the list there is the padding of the page, below it one line.
      isWide: right - left >= (main?.clientWidth ?? Infinity) - 50 && innerWidth - right <= 25,
      isHigh: bottom <= innerHeight && innerHeight - bottom <= 64,
      linesOfControls: new Set(middles).size,
    };
  });
}
const searchOf = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
/** An address with what it says in the order of the alphabet. */
function inOrder(url: string): string {
  const { pathname, searchParams } = new URL(url);
  searchParams.sort();
  return `${pathname}?${searchParams.toString().replaceAll("%2C", ",")}`;
}
const chip = (page: Page, name: string | RegExp) => page.getByRole("search").getByRole("button", { name });
const countLine = (page: Page, noun: string) => page.getByText(new RegExp(`^[\\d,]+ ${noun}s?$`));

async function chooseStatus(page: Page, status: string): Promise<void> {
  await openFilter(page, "Status");
  await page.getByRole("checkbox", { name: status, exact: true }).click();
  await page.keyboard.press("Escape");
}

journey(
  "a filter is in the address; what was opened from it leads back to the same rows, where one was",
  async ({ open }) => {
    const page = await open({ as: "admin", at: requests, viewport: { width: 1440, height: 640 } });
    await heading(page, "Requests").waitFor();
    await rowsOf(page, "Requests").first().waitFor();
    await chooseStatus(page, "Pending approval");
    await expect.poll(() => searchOf(page, "status")).toBe("Pending approval");
    await expect
      .poll(
        async () =>
          new Set(
            await rowsOf(page, "Requests").evaluateAll((rows) =>
              rows.map((row) => row.querySelectorAll("[role=cell]")[2]?.textContent),
            ),
          ),
      )
      .toEqual(new Set(["Pending approval"]));
    const keys = await keysOf(page);
    const scroller = page.getByRole("region", { name: "Requests, scrollable" });
    // To the last row: Back has to draw them all before it scrolls.
    await scroller.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    const scrolledTo = await scroller.evaluate((element) => element.scrollTop);
    expect(scrolledTo).toBeGreaterThan(400);

    const link = rowsOf(page, "Requests").last().getByRole("link");
    expect(await link.getAttribute("href")).toMatch(/^\/admin\/requests\/REQ-\d+$/);
    await link.click();
    await page.waitForURL((address) => /^\/admin\/requests\/REQ-\d+$/.test(address.pathname));
    await page.goBack();
    await rowsOf(page, "Requests").first().waitFor();
    // Whoever comes back is where they left, with the keyboard too.
    await link.and(page.locator(":focus")).waitFor();
    expect(await keysOf(page)).toEqual(keys);
    expect(searchOf(page, "status")).toBe("Pending approval");
    expect(await scroller.evaluate((element) => element.scrollTop)).toBe(scrolledTo);

    const parts = page.getByRole("group", { name: "Which requests" });
    const pending = parts.getByRole("button", { name: /^Pending approval \d+$/ });
    expect(await pending.getAttribute("aria-pressed")).toBe("true");
    await parts.getByRole("button", { name: /^All/ }).click();
    await expect.poll(() => searchOf(page, "status")).toBeNull();
  },
);

journey("search finds over everything, and a key with Enter opens its request", async ({ open }) => {
  const page = await open({ as: "admin", at: requests });
  await rowsOf(page, "Requests").first().waitFor();
  const [first = ""] = await keysOf(page);
  const field = page.getByRole("searchbox", { name: "Search all requests" });
  await field.fill(first);
  await expect.poll(() => keysOf(page)).toEqual([first]);
  const markedKey = rowsOf(page, "Requests").locator(".font-mono").filter({ hasText: first }).locator("mark");
  await expect.poll(() => markedKey.allInnerTexts()).toEqual(first.split("-"));
  await field.press("Enter");
  await page.waitForURL((address) => /^\/admin\/requests\/REQ-\d+$/.test(address.pathname));
  await expect.poll(() => page.title()).toContain(first);

  await page.goto(`${requests}?q=nothing+is+called+this`);
  await page.getByText("No request matches").waitFor();
  await page.getByRole("button", { name: "Show all requests" }).click();
  await rowsOf(page, "Requests").first().waitFor();
});

journey(
  "Trends stand above the rows for whoever asks, and each week and age leads to its requests",
  async ({ open }) => {
    const page = await open({ as: "admin", at: requests });
    await rowsOf(page, "Requests").first().waitFor();
    const charts = page.getByRole("region", { name: "How requests come and go" });
    const [weeks, ages] = [/^\d+ requests? created, \d+ closed$/, /open requests? (is|are) more than 2 weeks old$/].map(
      (name) => page.getByRole("figure", { name }),
    );
    expect(await charts.count()).toBe(0);
    const trends = page.getByRole("button", { name: "Trends" });
    await trends.click();
    await Promise.all([weeks!.waitFor(), ages!.waitFor()]);
    expect(await trends.getAttribute("aria-expanded")).toBe("true");
    await expectAccessible(page);
    await weeks!.getByRole("application").focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect.poll(() => searchOf(page, "to")).not.toBeNull();
    const [from, to] = ["from", "to"].map((end) => Date.parse(searchOf(page, end) ?? ""));
    expect(Math.round((to! - from!) / DAY_MS)).toBe(6);
    // A finger on one age shows those that old, however narrow the part before it is.
    await touchScreen(page);
    await tap(page, ages!.getByRole("application").getByText("Over 2 weeks"));
    await expect.poll(() => searchOf(page, "from")).toBeNull();
    expect(Date.parse(searchOf(page, "to") ?? "")).toBeLessThan(Date.now() - 13 * DAY_MS);
    await trends.click();
    await charts.waitFor({ state: "hidden" });
  },
);

journey("rows are walked, chosen and opened by keys, and a click anywhere on one opens it", async ({ open }) => {
  const page = await open({ as: "admin", at: `${requests}?size=25` });
  await rowsOf(page, "Requests").nth(24).waitFor();
  const [first = "", second = ""] = await keysOf(page);
  const press = (key: string) => page.keyboard.press(key);
  const link = (row: number) => rowsOf(page, "Requests").nth(row).getByRole("link");
  const isHere = (row: number) => link(row).evaluate((element) => element === document.activeElement);
  await press("j");
  await expect.poll(() => isHere(0)).toBe(true);
  await press("j");
  await expect.poll(() => isHere(1)).toBe(true);
  await press("x");
  await page.getByRole("region", { name: "Selected rows" }).getByText("1 request selected").waitFor();
  expect(await rowsOf(page, "Requests").nth(1).getByRole("checkbox").isChecked()).toBe(true);
  expect(await isHere(1)).toBe(true);
  await press("x");
  await press("k");
  await expect.poll(() => isHere(0)).toBe(true);
  await press("Enter");
  await page.waitForURL((address) => address.pathname === `/admin/requests/${first}`);
  await page.goBack();

  // Marking text, a checkbox and a dialog are no click on the row.
  const cell = rowsOf(page, "Requests").nth(1).getByRole("cell").nth(3);
  const box = await cell.boundingBox();
  if (!box) throw new Error("The cell is not on the page");
  await page.mouse.move(box.x + 8, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 8, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  expect(await page.evaluate(() => window.getSelection()?.isCollapsed)).toBe(false);
  expect(new URL(page.url()).pathname).toBe(requests);
  await page.evaluate(() => window.getSelection()?.removeAllRanges());
  await rowsOf(page, "Requests").nth(1).getByRole("checkbox").click();
  await page.getByRole("region", { name: "Selected rows" }).getByText("1 request selected").waitFor();
  await press("x");
  expect(new URL(page.url()).pathname).toBe(requests);
  const [tab] = await Promise.all([page.context().waitForEvent("page"), cell.click({ modifiers: ["ControlOrMeta"] })]);
  await tab.close();
  await cell.click();
  await page.waitForURL((address) => address.pathname === `/admin/requests/${second}`);
  await page.goBack();
  await expect.poll(() => isHere(1)).toBe(true);

  // Letters that are typed, that go to a dialog, or that end a sequence of the page's own are no keys of the list.
  const search = page
    .getByRole("searchbox")
    .or(page.getByRole("textbox", { name: /search/i }))
    .first();
  await search.focus();
  await press("j");
  expect(await search.inputValue()).toBe("j");
  await search.fill("");
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await press("g");
  await press("j");
  expect(await isHere(0)).toBe(false);
  await press("?");
  await page.getByRole("dialog").waitFor();
  await press("j");
  await press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  expect(await isHere(0)).toBe(false);

  // Whoever speaks their input switched single letters off.
  await page.evaluate(() => localStorage.setItem("portal-single-keys", "off"));
  await page.reload();
  await rowsOf(page, "Requests").nth(24).waitFor();
  await press("j");
  expect(await isHere(0)).toBe(false);
});

journey("the address names a page by its number, plainly, or is told why there is none", async ({ open }) => {
  const page = await open({ as: "admin", at: `${requests}?size=25&page=3` });
  await page.getByText(/^51–75 of \d+$/).waitFor();
  expect(page.url()).toMatch(/\?size=25&page=3$/);
  await page.goto(`${requests}?page=900`);
  await page.getByText("There is no page 900").waitFor();
  await page.getByRole("button", { name: /^Open page \d+$/ }).click();
  await rowsOf(page, "Requests").first().waitFor();
  // A ready-made view is an address in the menu.
  const blocked = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blocked requests" });
  await blocked.click();
  await page.waitForURL((address) => address.search === "?status=Blocked");
  await expect.poll(() => blocked.getAttribute("aria-current")).toBe("page");
  for (const [name, leadsTo] of [
    ["Overdue requests", `${requests}?overdue=1`],
    ["Needs someone: tasks nobody has taken", `${tasks}?status=Running&unassigned=1`],
    ["Task errors", `${tasks}?outcome=error,timedOut&status=Failed`],
    ["Mine: tasks assigned to me", `${tasks}?person=me&status=Running,Not+Started`],
  ] as const) {
    const view = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });
    await view.click();
    await expect.poll(() => inOrder(page.url())).toBe(leadsTo);
    await expect.poll(() => view.getAttribute("aria-current")).toBe("page");
  }
  // A link of an earlier version has its flags in quotes.
  await page.goto(`${requests}?overdue=%221%22&q=read`);
  await page.getByRole("button", { name: "Remove filter Overdue" }).waitFor();
  await page.getByRole("searchbox", { name: "Search all requests" }).fill("write");
  await expect.poll(() => page.url()).toMatch(/\?q=write&overdue=1$/);
  // Whoever takes a filter off while a word is on its way loses neither.
  await page.getByRole("searchbox", { name: "Search all requests" }).press("End");
  await page.keyboard.type("r");
  await page.getByRole("button", { name: "Remove filter Overdue" }).evaluate((button: HTMLElement) => button.click());
  await expect.poll(() => page.url()).toMatch(/\?q=writer$/);
  // A day is typed sign by sign, and corrected.
  await openFilter(page, "Created");
  const from = page.getByRole("textbox", { name: "From" });
  await from.pressSequentially("01/02/2026");
  await from.press("Backspace");
  await from.press("5");
  expect(await from.inputValue()).toBe("01/02/2025");
  await expect.poll(() => searchOf(page, "from")).toBe("2025-02-01");
});

journey("pages follow each other by the address, and so does Back", async ({ open }) => {
  const page = await open({ as: "admin", at: `${requests}?size=25` });
  await expect.poll(() => rowsOf(page, "Requests").count()).toBe(25);
  const first = await keysOf(page);
  const pager = page.getByRole("navigation", { name: "Pages of requests" });
  await pager.getByRole("button", { name: "Next" }).click();
  await expect.poll(() => searchOf(page, "page")).toBe("2");
  await expect.poll(async () => (await keysOf(page)).some((key) => first.includes(key))).toBe(false);
  await pager.getByText(/^26–\d+ of \d+$/).waitFor();
  await page.goBack();
  // The demo may have sent new ones meanwhile: they stand above, and as many fell out below.
  const top = first.slice(0, 20);
  await expect.poll(async () => (await keysOf(page)).filter((key) => top.includes(key))).toEqual(top);
});

journey(
  "requests are cancelled in bulk after a preview and a reason, and each says what became of it",
  async ({ open }) => {
    const page = await open({ as: "admin", at: `${requests}?status=Pending+approval` });
    await rowsOf(page, "Requests").nth(1).waitFor();
    const [first = "", second = "", third = ""] = await keysOf(page);
    await page.getByRole("checkbox", { name: `Select ${first}` }).click();
    await page.getByRole("checkbox", { name: `Select ${second}` }).click();
    const bar = page.getByRole("region", { name: "Selected rows" });
    await bar.getByText("2 requests selected").waitFor();
    await bar.getByRole("button", { name: "Cancel requests", exact: true }).click();

    const dialog = page.getByRole("dialog", { name: "Cancel 2 requests" });
    await dialog.getByText("2 of 2 requests").waitFor();
    const start = dialog.getByRole("button", { name: "Cancel 2 requests" });
    expect(await start.getAttribute("aria-disabled")).toBe("true");
    await dialog.getByLabel("Reason").fill("The project was stopped");
    await start.click();

    const jobs = page.getByRole("dialog", { name: "Bulk jobs" });
    await jobs.getByText("Finished: 2 of 2 done").waitFor();
    const items = jobs.getByRole("list", { name: "Rows of the job" }).getByRole("listitem");
    for (const key of [first, second]) await items.filter({ hasText: key }).getByText("Done").waitFor();
    // The job that is looked at stays when somebody begins another.
    const { value } = await askBackend<{ rows: { id: string }[] }>(page, "query", "requests/queries:listAll", {
      filter: { text: third },
      sort: "newest",
      size: 25,
    });
    await askBackend(page, "mutation", "bulk/mutations:start", {
      operation: "cancel",
      selection: { requestIds: [value?.rows[0]?.id] },
      reason: "Not needed",
      expectedCount: 1,
    });
    const latest = jobs.getByRole("list", { name: "Latest bulk jobs" }).getByRole("button");
    await latest.first().getByText("1 row").waitFor();
    expect(await jobs.getByRole("button", { pressed: true }).innerText()).toContain("2 rows");
    await expectVisible(jobs.getByText("Finished: 2 of 2 done"));
    await page.keyboard.press("Escape");

    // What left the list stays where it was, faded, until the list is read again; the demo may have sent a new one
    // meanwhile.
    await expect.poll(async () => (await keysOf(page)).slice(0, 2)).toEqual([first, second]);
    await page.getByRole("button", { name: /: show$/ }).click();
    await expect.poll(async () => (await keysOf(page)).includes(first)).toBe(false);
    expect(searchOf(page, "status")).toBe("Pending approval");
  },
);

journey("everything at once is never changed: an empty filter is refused by screen and server", async ({ open }) => {
  const page = await open({ as: "admin", at: `${tasks}?size=25` });
  await rowsOf(page, "Tasks").nth(24).waitFor();
  await page.getByRole("checkbox", { name: "Select all rows of this page" }).click();
  const takeAll = page.getByRole("button", { name: /^Select all [\d,+]+ matching tasks$/ });
  expect(await takeAll.getAttribute("aria-disabled")).toBe("true");
  const asked = await askBackend(page, "mutation", "bulk/mutations:preview", {
    operation: "markFailed",
    selection: { taskFilter: {} },
  });
  expect(asked.code).toBe("empty-filter");

  await chooseStatus(page, "Complete");
  // The rows of before stay until the chosen ones are here.
  await expect.poll(() => rowsOf(page, "Tasks").filter({ hasText: "Complete" }).count()).toBe(25);
  await page.getByRole("checkbox", { name: "Select all rows of this page" }).click();
  await page.getByRole("button", { name: /^Select all [\d,+]+ matching tasks$/ }).click();
  await page
    .getByRole("region", { name: "Selected rows" })
    .getByText(/^All [\d,+]+ matching tasks selected$/)
    .waitFor();
});

journey("a saved view is shared, and opens the list for whoever chose it", async ({ open }) => {
  const admin = await open({ as: "admin", at: `${tasks}?status=Failed` });
  await rowsOf(admin, "Tasks").first().waitFor();
  await chip(admin, "Views").click();
  await admin.getByLabel("Save this list as").fill("What failed");
  await admin.getByRole("checkbox", { name: "Share with everybody who sees the list" }).click();
  await admin.getByRole("button", { name: "Save view" }).click();
  await expect.poll(() => searchOf(admin, "view")).not.toBeNull();
  const remove = admin.getByRole("button", { name: "Remove the view What failed" });
  if (!(await remove.isVisible())) await chip(admin, "What failed").click();
  await remove.click();
  await remove.waitFor({ state: "detached" });
  await expectFocused(admin, "Everything");
  await admin.getByRole("button", { name: "Undo" }).click();
  await admin.getByText("“What failed” is back").waitFor();

  const other = await open({ as: "superAdmin", at: tasks });
  await rowsOf(other, "Tasks").first().waitFor();
  await chip(other, "Views").click();
  await other.getByRole("button", { name: /^What failed/ }).click();
  await expect.poll(() => searchOf(other, "status")).toBe("Failed");
  if (!(await other.getByRole("checkbox", { name: "Open the list with this view" }).isVisible()))
    await chip(other, "What failed").click();
  await other.getByRole("checkbox", { name: "Open the list with this view" }).click();
  await other.getByText("The list opens with “What failed”").waitFor();
  await other.goto(tasks);
  await expect.poll(() => searchOf(other, "status")).toBe("Failed");
});

journey(
  "an export holds the filtered rows, safe to open in a spreadsheet, and the audit trail knows of it",
  async ({ open }) => {
    const staff = await open({ as: "staff", at: null });
    await send(staff, "dbt-airflow", {
      tool: "dbt",
      project: "=1+1",
      kind: "access",
      level: "viewer",
      durationDays: 30,
      reason: "The margin report is built there, and its models have to be read before they are changed.",
    });
    const page = await open({ as: "admin", at: `${requests}?size=200&status=Pending+approval` });
    await rowsOf(page, "Requests").filter({ hasText: "=1+1" }).first().waitFor();
    const shown = await keysOf(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("requests.csv");
    const [head, ...lines] = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
    expect(head).toBe("\uFEFFKey,Title,Target,Status,Task,Waits for,Requester,For,Created,Due");
    expect(lines.map((line) => line.split(",")[0])).toEqual(shown);
    const hers = lines.filter((line) => line.includes("=1+1"));
    expect(hers.length).toBeGreaterThan(0);
    for (const line of hers) expect(line).toContain(",'=1+1,");
    for (const line of lines) expect(line).toMatch(/,\d{4}-\d{2}-\d{2}T[\d:.]+Z,(\d{4}-\d{2}-\d{2}T[\d:.]+Z)?$/);
    const history = await askBackend<{ action: string }[]>(page, "query", "audit/queries:mine");
    expect(history.value?.map(({ action }) => action)).toContain("requests.exported");
  },
);

journey(
  "a person is found by name, shows the account a request gave them, and leads to their requests, all by keyboard",
  async ({ open }) => {
    const page = await open({ as: "admin", at: "/admin/users" });
    await rowsOf(page, "Users").first().waitFor();
    await page.getByRole("searchbox", { name: "Search all people" }).focus();
    await page.keyboard.type("fiona mur");
    await expect.poll(() => searchOf(page, "q")).toBe("fiona mur");
    await expect.poll(() => rowsOf(page, "Users").count()).toBe(1);
    await tabTo(page, "Fiona Murray");
    await page.keyboard.press("Enter");

    const details = page.getByRole("dialog", { name: "Fiona Murray" });
    const account = details
      .getByRole("region", { name: "Accounts" })
      .getByRole("listitem")
      .filter({ hasText: "Snowflake" });
    await account.getByText("FIONA_MURRAY").waitFor();
    await account.getByText("Active").waitFor();
    expect(await account.getByRole("link", { name: /^REQ-\d+$/ }).count()).toBeGreaterThan(0);
    const person = searchOf(page, "person");

    await tabTo(page, "Their requests");
    await page.keyboard.press("Enter");
    await heading(page, "Requests").waitFor();
    expect(searchOf(page, "person")).toBe(person);
    await chip(page, /^Requester:\s*Fiona Murray$/).waitFor();
    await rowsOf(page, "Requests").first().waitFor();
    expect(
      new Set(
        await rowsOf(page, "Requests").evaluateAll((rows) =>
          rows.map((row) => row.textContent?.includes("Fiona Murray")),
        ),
      ),
    ).toEqual(new Set([true]));
  },
);

journey(
  "the list of people opens with the view of whoever chose it, and shows everybody when asked",
  async ({ open }) => {
    const page = await open({ as: "governance", at: "/admin/users?role=admin" });
    await expect.poll(() => rowsOf(page, "Users").count()).toBe(1);
    await chip(page, "Views").click();
    await page.getByLabel("Save this list as").fill("Who administers");
    await page.getByRole("button", { name: "Save view" }).click();
    await expect.poll(() => searchOf(page, "view")).not.toBeNull();
    if (!(await page.getByRole("checkbox", { name: "Open the list with this view" }).isVisible()))
      await chip(page, "Who administers").click();
    await page.getByRole("checkbox", { name: "Open the list with this view" }).click();
    await page.getByText("The list opens with “Who administers”").waitFor();

    await page.goto("/admin/users");
    await expect.poll(() => searchOf(page, "role")).toBe("admin");
    await page.getByRole("button", { name: "Clear all" }).click();
    await expect.poll(() => rowsOf(page, "Users").count()).toBeGreaterThan(10);
  },
);

journey(
  "new rows wait behind a button instead of pushing the others, and the button pushes nothing",
  async ({ open }) => {
    const page = await open({ as: "admin", at: null });
    await watchShifts(page);
    await page.goto(`${requests}?status=Cancelled&sort=updated`);
    const pending = await open({ as: "admin", at: `${requests}?status=Pending+approval` });
    await rowsOf(page, "Requests").first().waitFor();
    const before = await keysOf(page);
    await rowsOf(pending, "Requests").first().waitFor();
    const [key = ""] = await keysOf(pending);
    const { value } = await askBackend<{ rows: { id: string }[] }>(page, "query", "requests/queries:listAll", {
      filter: { text: key },
      sort: "newest",
      size: 25,
    });
    await askBackend(page, "mutation", "bulk/mutations:start", {
      operation: "cancel",
      selection: { requestIds: [value?.rows[0]?.id] },
      reason: "Not needed",
      expectedCount: 1,
    });
    await page.getByRole("button", { name: "1 new: show" }).waitFor();
    expect(await keysOf(page)).toEqual(before);
    expect(await shiftsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "1 new: show" }).click();
    await expect.poll(() => keysOf(page)).toEqual([key, ...before]);
  },
);

journey(
  "at 360 px rows are cards that can be read, opened and chosen, and nothing scrolls sideways",
  async ({ open }) => {
    const page = await open({
      as: "admin",
      at: `${requests}?status=Pending+approval`,
      viewport: { width: 360, height: 740 },
    });
    const card = rowsOf(page, "Requests").first();
    await card.waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect((await card.boundingBox())?.width).toBeLessThanOrEqual(360);
    // Controls as large as a finger, on two lines; the filter that is on has the third.
    await touchScreen(page);
    await page.goto(requests);
    await card.waitFor();
    const controls = await page
      .getByRole("search")
      .locator("input, button")
      .evaluateAll((all) =>
        all.map((control) => {
          const { top, height, right } = control.getBoundingClientRect();
          return { top: Math.round(top), height: Math.round(height), right };
        }),
      );
    expect(controls.length).toBeGreaterThan(4);
    expect(controls.filter(({ height, right }) => height < 44 || right > 360)).toEqual([]);
    expect(new Set(controls.map(({ top }) => top)).size).toBe(2);
    expect(await smallTargets(page, { rowsOpen: true })).toEqual([]);
    // A finger beside the box hits it, too.
    await card.getByRole("checkbox").click({ position: { x: -12, y: -12 } });
    const chosen = page.getByRole("region", { name: "Selected rows" });
    await chosen.getByText("1 request selected").waitFor();
    await page.getByRole("checkbox", { name: "Select all rows of this page" }).click();
    await chosen.getByText(/^\d{2} requests selected$/).waitFor();
    await page.getByRole("button", { name: "Clear the selection" }).click();
    await card.getByRole("link").click();
    await page.waitForURL((address) => /^\/admin\/requests\/REQ-\d+$/.test(address.pathname));
  },
);

journey(
  "both queues keep still while their rows come, and are accessible in both themes, with a dialog and a panel open too",
  async ({ open }) => {
    const page = await open({ as: "admin", at: null });
    await watchShifts(page);
    await page.goto(`${requests}?size=50`);
    // Rows are drawn in two goes: those of the window, then the rest.
    await expect.poll(() => rowsOf(page, "Requests").count()).toBe(50);
    await countLine(page, "request").waitFor();
    expect(await shiftsOf(page)).toEqual([]);
    expect(await movedWithout(page, "Requester")).toEqual([]);
    expect(await shapeOf(page, "Requests")).toEqual(WHOLE_WINDOW);
    // What fits is not said again by the browser.
    expect(await rowsOf(page, "Requests").locator("a[title]").count()).toBe(0);
    await expectAccessible(page);
    await openFilter(page, "Status");
    await page.getByRole("checkbox", { name: "Blocked", exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Back from Status" }).click();
    await expectFocused(page, /^Status/);
    await page.keyboard.press("Escape");
    await page.goto(`${tasks}?size=50`);
    await expect.poll(() => rowsOf(page, "Tasks").count()).toBe(50);
    expect(await shiftsOf(page)).toEqual([]);
    expect(await movedWithout(page, "Holder")).toEqual([]);
    expect(await shapeOf(page, "Tasks")).toEqual(WHOLE_WINDOW);
    // The system that a task changes stands as a picture before its title.
    await expectVisible(page.getByRole("cell", { name: /^Snowflake Grant the role/ }));
    await page.getByRole("checkbox", { name: "Select all rows of this page" }).click();
    await expectAccessible(page);
    // What applies to none of the chosen rows is not offered; what failed can be retried.
    await page.goto(`${tasks}?status=Complete`);
    await page.getByRole("checkbox", { name: "Select all rows of this page" }).click();
    const retry = page.getByRole("button", { name: "Retry failed" });
    await expect.poll(() => retry.getAttribute("aria-disabled")).toBe("true");
    await page.goto(`${tasks}?outcome=error`);
    await page.getByRole("checkbox", { name: "Select all rows of this page" }).click();
    await retry.click();
    await page.getByRole("dialog", { name: /Retry \d+ tasks?/ }).waitFor();
    await expectAccessible(page);
  },
);
