/**
 * A super admin changes how requests are handled: a new version of a type, and what it does to requests old and new.
 */

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { askBackend } from "./support/backend.ts";
import { expectFocused } from "./support/browser/keyboard.ts";
import { expectAccessibleAtEveryWidth, takePictures } from "./support/browser/theme.ts";
import { sendInstead } from "./support/browser/wire.ts";
import { journeys } from "./support/journey.ts";
import { expectPath, heading } from "./support/pages.ts";

const journey = journeys();

/** Asks for a warehouse that is cheap enough for its area alone; resolves to the request's id. */
async function askForWarehouse(page: Page, newName: string): Promise<string> {
  const areas = await askBackend<{ id: string; isOwn: boolean }[]>(page, "query", "people/queries:areas");
  const form = {
    businessArea: areas.value?.find(({ isOwn }) => isOwn)?.id,
    change: "new",
    newName,
    size: "LARGE",
    role: "ANALYST",
    autoSuspendSeconds: 60,
    clusters: 1,
    hoursPerMonth: 10,
    creditLimit: 90,
    workload: "Month-end close",
    reason: "The month-end close misses its deadline on the shared warehouse.",
  };
  const sent = await askBackend<{ id: string }>(page, "mutation", "requests/mutations:submit", {
    typeKey: "warehouse",
    form,
    submitKey: newName,
  });
  expect(sent.code, `submitting ${newName}`).toBeUndefined();
  return sent.value?.id ?? "";
}

/** The tasks of a request as its requester is shown them. */
async function tasksOf(page: Page, request: string): Promise<string[]> {
  const found = await askBackend<{ tasks: { title: string; order: number }[] }>(page, "query", "requests/queries:get", {
    request,
  });
  return (found.value?.tasks ?? [])
    .toSorted((a, b) => a.order - b.order)
    .map(({ order, title }) => `${order} ${title}`);
}

const taskList = (page: Page) => page.getByRole("list", { name: "Tasks" });
const taskRow = (page: Page, title: string) => taskList(page).getByRole("button", { name: new RegExp(`^${title}`) });
const validation = (page: Page) => page.getByRole("region", { name: "Validation" });

async function choose(list: Locator, option: string): Promise<void> {
  await list.click();
  await list.page().getByRole("option", { name: option }).click();
}

journey(
  "a draft is reordered by keyboard, broken, mended and published; new requests follow it, open ones do not",
  async ({ open }) => {
    const staff = await open({ as: "staff", at: null });
    const before = await askForWarehouse(staff, "WH_MKT_BEFORE");
    expect((await tasksOf(staff, before)).slice(0, 2)).toEqual(["1 Approve the cost", "2 Approve the warehouse"]);

    const page = await open({ as: "superAdmin", at: "/superadmin/workflows" });
    await page.getByRole("link", { name: "Warehouse", exact: true }).click();
    await expectPath(page, "/superadmin/workflows/warehouse");
    await page.getByRole("button", { name: "Edit as a new draft" }).click();
    await page.getByText("Version 2").first().waitFor();
    await validation(page).getByText("No problems: it may be published.").waitFor();

    await taskRow(page, "Approve the warehouse").focus();
    await page.keyboard.press("Alt+ArrowUp");
    await expect
      .poll(() => taskList(page).getByRole("listitem").first().innerText())
      .toContain("Approve the warehouse");
    await expectFocused(page, /^Approve the warehouse/);
    await page.getByText("Approve the warehouse is number 1 of 8 now").waitFor({ state: "attached" });

    await taskRow(page, "Create the warehouse").click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("button", { name: "Remove the input size" }).press("Enter");
    await expectFocused(page, /^Remove the input /);
    await sheet.getByText('The input "size" is missing.').waitFor();
    await sheet.getByRole("button", { name: "Done" }).click();
    await validation(page).getByText("1 problem is in the way.").waitFor();
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.getByText("Changes not saved yet").waitFor({ state: "hidden" });
    // Whoever asks the backend directly hears the same.
    expect(
      await askBackend(page, "mutation", "catalog/mutations:publish", {
        key: "warehouse",
        version: 2,
        revision: 1,
        confirmation: "warehouse",
      }),
    ).toMatchObject({ code: "invalid-input" });

    await validation(page).getByRole("button", { name: "Task Create the warehouse" }).click();
    await choose(sheet.getByRole("combobox", { name: "Add an input" }), "size (needed)");
    await choose(sheet.getByRole("combobox", { name: "Value of size" }), "Size");
    await sheet.getByRole("button", { name: "Done" }).click();
    await validation(page).getByText("No problems: it may be published.").waitFor();
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.getByText("Changes not saved yet").waitFor({ state: "hidden" });

    await page.getByRole("button", { name: "Publish" }).click();
    const question = page.getByRole("dialog");
    await question.getByRole("list", { name: "Differences" }).getByText("Task Approve the warehouse").waitFor();
    await question.getByRole("textbox").fill("warehouse");
    await question.getByRole("button", { name: "Publish" }).click();
    await page.getByText("Version 2 is published").waitFor();
    await page.getByRole("button", { name: "Edit as a new draft" }).waitFor();

    const after = await askForWarehouse(staff, "WH_MKT_AFTER");
    expect((await tasksOf(staff, after)).slice(0, 2)).toEqual(["1 Approve the warehouse", "2 Approve the cost"]);
    expect((await tasksOf(staff, before)).slice(0, 2)).toEqual(["1 Approve the cost", "2 Approve the warehouse"]);
  },
);

journey("two who edit one draft: the second to save is told, and nothing is lost unseen", async ({ open }) => {
  const here = await open({ as: "superAdmin", at: "/superadmin/workflows/sandbox" });
  await here.getByRole("button", { name: "Edit as a new draft" }).click();
  await here.getByRole("button", { name: "Discard" }).waitFor();
  const there = await open({
    as: "superAdmin",
    at: null,
    allow: [/^console: \[CONVEX M\(catalog\/mutations:discardDraft\)\]/],
  });
  const refused: Record<string, object> = { discardDraft: { key: "sandbox", version: 2, revision: 99 } };
  await sendInstead(there, refused);
  await there.goto(here.url());
  await there.getByRole("tab", { name: "Texts and offer" }).click();
  await there.getByLabel("Summary").fill("Room to try things");
  await here.getByRole("tab", { name: "Texts and offer" }).click();
  await here.getByLabel("Summary").fill("A place to play");
  await here.getByRole("button", { name: "Save draft" }).click();
  await here.getByText("Changes not saved yet").waitFor({ state: "hidden" });

  await there.getByText("This draft was saved by somebody else").waitFor();
  expect(await there.getByLabel("Summary").inputValue()).toBe("Room to try things");
  await there.getByRole("button", { name: "Reload the draft" }).click();
  await expect.poll(() => there.getByLabel("Summary").inputValue()).toBe("A place to play");

  await there.getByLabel("Summary").fill("Never kept");
  await there.getByRole("link", { name: "Home" }).first().click();
  await there.getByText("Are you sure you want to leave? Your changes may not be saved.").waitFor();
  await there.getByRole("button", { name: "Cancel" }).click();
  const discard = there.getByRole("dialog").getByRole("button", { name: "Discard" });
  await there.getByRole("button", { name: "Discard" }).click();
  await discard.click();
  await there.getByText("The draft was not discarded").waitFor();
  expect(await there.getByLabel("Summary").inputValue()).toBe("Never kept");
  delete refused.discardDraft;
  await discard.click();
  await there.getByText("The draft was discarded").waitFor();
  await here.getByText("This version does not exist, or no longer does").waitFor();
});

journey("what is typed about a task or a field stays with it, however its sheet is closed", async ({ open }) => {
  const page = await open({ as: "superAdmin", at: "/superadmin/workflows/snowflake-access" });
  await page.getByRole("button", { name: "Edit as a new draft" }).click();
  await page.getByRole("button", { name: "Discard" }).waitFor();
  const sheet = page.getByRole("dialog");
  const order = sheet.getByRole("textbox", { name: "Order" });
  const tasks = async () =>
    (await taskList(page).getByRole("listitem").allInnerTexts()).map((text) =>
      text.replaceAll(/\s+/g, " ").replace(/( \d+ problems?)?( It is the (first|last))?$/, ""),
    );
  const before = await tasks();
  await taskList(page)
    .getByRole("button", { name: /^Approve access/ })
    .first()
    .click();
  await order.press("ControlOrMeta+a");
  await order.pressSequentially("12");
  await sheet.getByRole("textbox", { name: "Title" }).first().fill("Approve at the end");
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  const after = await tasks();
  expect(after.slice(0, -1)).toEqual(before.slice(1));
  expect(after.at(-1)).toContain("Order 12 Approve at the end");
  // An empty order is none.
  await taskRow(page, "Approve at the end").click();
  await order.fill("");
  await sheet.getByRole("button", { name: "Done" }).click();
  expect(await tasks()).toEqual(after);

  await page.getByRole("tab", { name: /^Form/ }).click();
  const field = page.getByRole("list", { name: "Fields" }).getByRole("listitem").filter({ hasText: "Choice" }).first();
  await field.getByRole("button").first().click();
  await sheet.getByRole("textbox", { name: "Options" }).press("ControlOrMeta+End");
  await page.keyboard.type("\nother = Something else");
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  await field.getByText("Something else").waitFor();

  // Where a row was removed the next one has the focus.
  const fields = page.getByRole("list", { name: "Fields" }).getByRole("button", { name: /^Remove / });
  await fields.nth(1).press("Enter");
  await expect
    .poll(() =>
      page
        .getByRole("list", { name: "Fields" })
        .getByRole("listitem")
        .nth(1)
        .evaluate((row) => row.contains(document.activeElement)),
    )
    .toBe(true);
});

journey(
  "approval testing shows who decides, who must not, and what time does, and writes nothing",
  async ({ open }) => {
    const page = await open({ as: "superAdmin", at: "/superadmin/approval-testing?type=snowflake-access" });
    await heading(page, "Approval Testing").waitFor();
    const skipped = page.getByRole("listitem").filter({ hasText: "Approve use of sensitive data" });
    await skipped.getByText("Complete", { exact: true }).waitFor();
    await skipped.getByText("Skipped", { exact: true }).waitFor();
    const steps = page.getByRole("region", { name: "Owner of the domain" });
    await steps.getByText("Open", { exact: true }).waitFor();
    const slider = page.getByRole("slider");
    await slider.focus();
    for (let press = 0; press < 8; press += 1) await page.keyboard.press("ArrowRight");
    await steps.getByText("Escalated", { exact: true }).waitFor();
    await steps.getByRole("list", { name: "Approvers by escalation" }).waitFor();
    await page.keyboard.press("End");
    await steps.getByText("Expired: denied").waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("hours")).toBe("120");
    await expectAccessibleAtEveryWidth(page);
    await takePictures(page, "approval-testing");
    // Another type takes its place below the list it was chosen from, which keeps the focus.
    const type = page.getByRole("combobox", { name: /^Request type/ });
    await type.focus();
    await choose(type, "BI access");
    await page.getByText("Licence", { exact: true }).first().waitFor();
    await type.and(page.locator(":focus")).waitFor();
  },
);

journey(
  "the editor of workflows is accessible at every width, and reads only on a phone",
  { timeout: 120_000 },
  async ({ open }) => {
    const page = await open({ as: "superAdmin", at: "/superadmin/workflows" });
    await page.getByRole("link", { name: "BI access", exact: true }).waitFor();
    await expectAccessibleAtEveryWidth(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("link", { name: "BI access", exact: true }).click();
    // What is in force is looked at as a drawing; its other view is the list, which the address keeps.
    const drawing = page.getByRole("group", { name: "Workflow of BI access" });
    await drawing.getByRole("button", { name: /^Approve access .*Step 2\. Approval/ }).waitFor();
    await expectAccessibleAtEveryWidth(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await takePictures(page, "workflow-drawing");
    await page.getByRole("button", { name: "List", exact: true }).click();
    await taskRow(page, "Approve access").waitFor();
    expect(new URL(page.url()).searchParams.get("view")).toBe("list");
    await page.getByRole("button", { name: "Edit as a new draft" }).click();
    await page.getByRole("button", { name: "Discard" }).waitFor();
    await expectAccessibleAtEveryWidth(page);
    await page.getByText("Editing needs a wider window.").waitFor();
    expect(await page.getByRole("button", { name: /^Move / }).count()).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const tab of [/^Form/, "Texts and offer", "Versions"]) {
      await page.getByRole("tab", { name: tab }).click();
      await expectAccessibleAtEveryWidth(page);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    await page.getByRole("tab", { name: /^Tasks/ }).click();
    await taskRow(page, "Approve the seat|Approve").first().click();
    await page.getByRole("dialog").waitFor();
    await expectAccessibleAtEveryWidth(page);
    await takePictures(page, "workflow-task");
  },
);

journey("task types name what they take and who uses them, and lead there", async ({ open }) => {
  const page = await open({ as: "superAdmin", at: "/superadmin/tasks" });
  await page.getByRole("button", { name: "Resize warehouse" }).click();
  const sheet = page.getByRole("dialog", { name: "Resize warehouse" });
  await sheet.getByText("Sets the size it had before").waitFor();
  await expectAccessibleAtEveryWidth(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await sheet
    .getByRole("link", { name: /^Warehouse, version/ })
    .first()
    .click();
  await expectPath(page, "/superadmin/workflows/warehouse");
});

journey("others are told that these pages are not theirs", async ({ open }) => {
  const page = await open({ as: "admin", at: "/superadmin/workflows" });
  await page.getByText("You cannot see this page").waitFor();
  expect(await askBackend(page, "query", "catalog/queries:templates")).toMatchObject({ code: "not-allowed" });
});

journey(
  "the policy that approves without a person is a part of the workflow, and must look at an answer somebody can give",
  async ({ open }) => {
    const page = await open({ as: "superAdmin", at: "/superadmin/workflows/bi-access" });
    await page.getByRole("button", { name: "Edit as a new draft" }).click();
    await page.getByRole("button", { name: "Discard" }).waitFor();
    await taskRow(page, "Approve access").click();
    const sheet = page.getByRole("dialog");
    expect(await sheet.getByRole("textbox", { name: "Name of the policy" }).inputValue()).toBe("bi-short-look");
    await sheet.getByRole("checkbox", { name: "Viewer" }).click();
    await sheet.getByText("The automatic approval looks at an answer nobody can choose").first().waitFor();
    await sheet.getByRole("checkbox", { name: "Viewer" }).click();
    await sheet.getByRole("textbox", { name: "Days at most" }).fill("14");
    await expectAccessibleAtEveryWidth(page, [1440]);
    await sheet.getByRole("button", { name: "Done" }).click();
    await validation(page).getByText("No problems: it may be published.").waitFor();
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.getByText("Changes not saved yet").waitFor({ state: "hidden" });
  },
);
