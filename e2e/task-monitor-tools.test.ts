/** The Task Monitor without a mouse, its filter, and what it hands to a spreadsheet. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { journeys } from "./support/journey.ts";

const journey = journeys();
const address = "/superadmin/task-monitor";
const search = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const rowsIn = (page: Page, region: string) => page.getByRole("region", { name: region, exact: true }).getByRole("row").filter({ has: page.getByRole("cell") });

journey("an execution is selected and a reason read in full by keyboard alone", async ({ open }) => {
  const page = await open({ as: "superAdmin", at: address });
  const second = rowsIn(page, "Execution History").nth(1);
  await second.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Task Details" }).waitFor();
  expect(await second.getAttribute("aria-selected")).toBe("true");
  expect(search(page, "execution")).not.toBeNull();
  expect(await second.evaluate((row) => row === document.activeElement)).toBe(true);

  const reason = rowsIn(page, "Task Details").first().getByRole("cell").nth(5);
  const whole = (await reason.innerText()).split("\n")[0] ?? "";
  await rowsIn(page, "Task Details").first().getByRole("cell").first().locator("[tabindex='0']").focus();
  await page.keyboard.press("Tab");
  await page.locator("[data-base-ui-portal]").getByText(whole, { exact: true }).waitFor();
});

journey("the action filter is kept in the address and decides what the export holds", async ({ open }) => {
  const page = await open({ as: "superAdmin", at: `${address}?tab=details` });
  await rowsIn(page, "Task Status History").first().waitFor();
  await page.getByRole("combobox", { name: "Action" }).click();
  await page.getByRole("option", { name: "Ignored" }).click();
  await expect.poll(() => search(page, "action")).toBe("Ignored");
  await page.reload();
  await rowsIn(page, "Task Status History").first().waitFor();
  const actions = await rowsIn(page, "Task Status History").evaluateAll((rows) => rows.map((row) => row.querySelectorAll("[role=cell]")[4]?.textContent));
  expect(new Set(actions)).toEqual(new Set(["Ignored"]));

  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export CSV" }).click()]);
  expect(download.suggestedFilename()).toBe("task-status-history.csv");
  const text = await readFile(await download.path(), "utf8");
  const [head, ...lines] = text.trimEnd().split("\r\n");
  expect(head).toBe("\uFEFFLog ID,Request,Task,Order,Status before,Status after,Action,Reason,Time");
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toMatch(/,Ignored,.*,\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
});
