/** Approvers at work: ten requests without a mouse, one on its own page, and what everybody else is shown. */

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { HOUR_MS } from "../convex/lib/pure/time.ts";
import { askBackend } from "./support/backend.ts";
import { expectFocused } from "./support/browser/keyboard.ts";
import { cutOff, smallTargets, touchScreen } from "./support/browser/steadiness.ts";
import { expectAccessible, expectAccessibleAtEveryWidth, takePictures } from "./support/browser/theme.ts";
import { decide, decision, GOES_ON, historyOf, roleFor, type Sent, send, taskOf } from "./support/deciding.ts";
import { fillIn } from "./support/forms.ts";
import { journeys } from "./support/journey.ts";
import { expectPath, heading, submitSignIn, visit } from "./support/pages.ts";
import { personas } from "./support/personas.ts";
import { demoPassword } from "./support/portal/portal.ts";
import { askForWarehouse, type Submitted } from "./support/requests.ts";

const journey = journeys();

/** The state of a request as its requester is shown it. */
async function statusOf(page: Page, { key }: Submitted): Promise<string | undefined> {
  const requests = await askBackend<{ rows: { key: string; status: string }[] }>(
    page,
    "query",
    "requests/queries:mine",
  );
  return requests.value?.rows.find((one) => one.key === key)?.status;
}

/** The way from the row of a warehouse to its approval. */
function approvalOf(page: Page, warehouse: string): Locator {
  return page.getByRole("row").filter({ hasText: warehouse }).getByRole("link");
}

/** The row of a request in the list of what waits. */
function rowOf(page: Page, { key }: Pick<Submitted, "key">): Locator {
  return page
    .getByRole("region", { name: /^Waiting approvals/ })
    .getByRole("row")
    .filter({ hasText: key });
}

/** A click on Approve in the list asks nothing there: it leads to the page, where everything about it can be seen. */
async function expectDecidedOnItsPage(page: Page, { key }: Pick<Submitted, "key">): Promise<void> {
  await visit(page, "/admin/approvals");
  await rowOf(page, { key })
    .getByRole("button", { name: `Approve ${key}` })
    .click();
  await decision(page).waitFor();
  expect(new URL(page.url()).pathname).toMatch(new RegExp(`^/approvals/${key}-\\d+$`));
  expect(await page.getByRole("dialog").count()).toBe(0);
}

/** Decides the two rows that are left together, and takes one of them out at the last moment. */
async function leaveOneOut(page: Page, rows: Locator): Promise<void> {
  for (let row = 0; row < 2; row += 1) {
    const tick = rows.nth(row).getByRole("checkbox");
    await tick.press("Space");
    await expect.poll(() => tick.isChecked()).toBe(true);
  }
  await page.getByRole("button", { name: "Approve all" }).press("Enter");
  const dialog = page.getByRole("dialog");
  const items = dialog.getByRole("list", { name: "What you decide about" }).getByRole("listitem");
  await expect.poll(() => items.filter({ hasText: "Attribution of the spring campaign" }).count()).toBe(2);
  expect(await items.filter({ hasText: /WH_MKT_KEYS_[\s\S]*(Low|Medium) risk/ }).count()).toBe(2);
  await expectAccessible(page);
  await takePictures(page, "approvals-bulk-1440");
  await items.nth(1).getByRole("checkbox").press("Space");
  await dialog.getByRole("button", { name: "Approve 1 request" }).press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => rows.count()).toBe(1);
}

journey("ten approvals are decided without a mouse, one after the other", { timeout: 150_000 }, async ({ open }) => {
  const staff = await open({ as: "staff", at: null });
  const asked: Submitted[] = [];
  for (let number = 1; number <= 10; number += 1) asked.push(await askForWarehouse(staff, `WH_MKT_KEYS_${number}`));

  const page = await open({ as: "finops" });
  const press = (key: string) => page.keyboard.press(key);
  await press("g");
  await press("a");
  await expectPath(page, "/admin/approvals");
  await heading(page, "My Approvals").waitFor();
  const rows = page
    .getByRole("region", { name: /^Waiting approvals/ })
    .getByRole("row")
    .filter({ hasText: "WH_MKT_KEYS" });
  await expect.poll(() => rows.count()).toBe(10);
  await rows.first().getByText("“Attribution of the spring campaign").waitFor();
  await takePictures(page, "approvals-list-1440");

  // What waited before comes first.
  const focused = page.locator("[data-approval]:focus");
  const waiting = await page.locator("[data-approval]").count();
  for (let row = 0; row < waiting; row += 1) {
    await press("j");
    if ((await page.locator("tr:has([data-approval]:focus)").innerText()).includes("WH_MKT_KEYS")) break;
  }
  // Space looks inside without leaving the list, the panel goes along, and Escape closes it.
  const preview = page.getByRole("complementary", { name: /^Preview of/ });
  await press("Space");
  await preview.getByRole("heading", { name: "What would be different" }).waitFor();
  expect(await preview.locator("section", { has: page.getByRole("heading", { name: "Why" }) }).innerText()).toContain(
    "Attribution of the spring campaign",
  );
  // A new warehouse gives nobody access: what is held already stands apart.
  const held = preview.locator("section", {
    has: page.getByRole("heading", { name: "What Sam Taylor holds now" }),
  });
  await held.getByRole("listitem").filter({ hasText: "Read Orders until" }).waitFor();
  const first = await preview.getAttribute("aria-label");
  await takePictures(page, "approvals-peek-1440");
  await press("ArrowDown");
  await expect.poll(() => preview.getAttribute("aria-label")).not.toBe(first);
  await press("k");
  await expect.poll(() => preview.getAttribute("aria-label")).toBe(first);
  await expectAccessible(page);
  await press("Escape");
  await preview.waitFor({ state: "hidden" });

  for (let left = 10; left > 0; left -= 1) {
    await focused.waitFor();
    if (left === 2) await leaveOneOut(page, rows);
    if (left === 2) continue;
    const dialog = page.getByRole("dialog");
    if (left === 5) {
      await press("r");
      await dialog.getByRole("textbox").and(page.locator(":focus")).waitFor();
      await press("Control+Enter");
      // Nobody is rejected without a word.
      await dialog.getByRole("button", { name: "Reject" }).waitFor();
      await page.keyboard.type("The shared warehouse is free at night");
    } else {
      await press("a");
      await dialog.getByRole("textbox").and(page.locator(":focus")).waitFor();
      await page.keyboard.type("Within the budget of the area");
    }
    await press("Control+Enter");
    await dialog.waitFor({ state: "hidden" });
    await expect.poll(() => rows.count()).toBe(left - 1);
  }
  await expect
    .poll(async () => (await Promise.all(asked.map((one) => statusOf(staff, one)))).toSorted())
    .toEqual([...Array.from({ length: 9 }, () => "Pending approval"), "Rejected"]);

  await page.getByRole("tab", { name: "Decided" }).click();
  await page
    .getByRole("listitem")
    .filter({ hasText: "“The shared warehouse is free at night”" })
    .getByText(/^WH_MKT_KEYS_\d+$/)
    .waitFor();
});

journey("one approval is decided on one page, by whoever has a seat and by nobody else", async ({ open }) => {
  const staff = await open({ as: "staff", at: null });
  await askForWarehouse(staff, "WH_MKT_PAGE");
  const page = await open({ as: "finops", at: "/admin/approvals" });
  await approvalOf(page, "WH_MKT_PAGE").click();
  await heading(page, /New warehouse/).waitFor();
  await page.waitForURL(/\/approvals\/REQ-\d+-\d+$/);
  await page.getByRole("navigation", { name: "Breadcrumbs" }).getByText("Approval Details").waitFor();
  const address = new URL(page.url()).pathname;
  await page.getByText("Attribution of the spring campaign").waitFor();
  expect(await page.locator('h1 svg[data-type="warehouse"]').count()).toBe(1);
  await expectAccessibleAtEveryWidth(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await takePictures(page, "approval-1440");

  // The requester sees it and is told why not; the older addresses lead to the same page.
  await staff.goto(address.replace("/approvals/", "/admin/approvals/"));
  await expectPath(staff, address);
  await staff.getByText("You made this request, so others decide about it.").waitFor();
  expect(await staff.getByRole("button", { name: "Approve" }).count()).toBe(0);
  await staff.goto(address.replace("/approvals/", "/approval/") + "?from=mail");
  await expectPath(staff, address);
  expect(new URL(staff.url()).search).toBe("?from=mail");

  // Asking comes back to the requester, and the decision stays with whoever asked.
  await page.getByRole("button", { name: "Ask for info" }).click();
  await page.getByText("Question: write what the requester should know").waitFor();
  await page.keyboard.type("Could it run at night?");
  await page.getByRole("button", { name: "Ask for info" }).click();
  await page.getByText("Deadlines are paused until it is answered.").waitFor();

  // A seat that ends while somebody hands it over is not handed over, and nobody is added instead.
  const overseer = await open({ as: "superAdmin", at: address });
  await overseer.getByRole("button", { name: "Name an approver" }).click();
  const naming = overseer.getByRole("dialog", { name: "Name an approver" });
  await naming.getByRole("combobox", { name: "In place of" }).click();
  await overseer.getByRole("option").nth(1).click();
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await page.getByText("The request continues with its next task.").waitFor();
  await naming.getByRole("status").getByText("This approver is no longer asked").waitFor();
  expect(await naming.getByRole("button", { name: "Hand over" }).getAttribute("aria-disabled")).toBe("true");
});

journey("a rejection that is being written stays when the only row of the list leaves", async ({ open }) => {
  const staff = await open({ as: "staff", at: null });
  const request = await askForWarehouse(staff, "WH_MKT_LAST");
  const page = await open({
    as: "finops",
    at: "/admin/approvals",
    allow: [/^console: \[CONVEX M\(approvals\/mutations:decide\)\]/],
  });
  const approvalId = await approvalOf(page, "WH_MKT_LAST").getAttribute("data-approval");
  const until = Date.now() + HOUR_MS;
  expect(
    (await askBackend(page, "mutation", "approvals/mutations:snooze", { approvalId, until })).code,
  ).toBeUndefined();
  await page.getByRole("tab", { name: /^Snoozed/ }).click();
  await approvalOf(page, "WH_MKT_LAST").focus();
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("The shared warehouse is free at night");
  await askBackend(staff, "mutation", "requests/mutations:cancel", { requestId: request.id });
  await page.getByText("Nothing is snoozed").waitFor();
  await dialog.getByRole("button", { name: "Reject" }).click();
  await page.getByText("Your rejection was not saved").waitFor();
  expect(await dialog.getByRole("textbox").inputValue()).toBe("The shared warehouse is free at night");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expectFocused(page, "My Approvals");
});

journey(
  "what could do harm is decided on its page, there two steps on one word, or the second later",
  async ({ open }) => {
    const staff = await open({ as: "staff", at: null });
    const request = await send(staff, "snowflake-access", roleFor("web-analytics", "WEB_ANALYTICS_WRITE", 30));
    const risky = await send(staff, "snowflake-access", roleFor("customers", "CUSTOMERS_READ", 30));
    const admin = await open({ as: "admin", at: null });
    // Why it is not decided together with others is read by keys and fingers, too.
    await admin.goto("/admin/approvals");
    await admin.getByRole("button", { name: `Why ${request.key} is decided alone` }).press("Enter");
    const alone = admin.getByRole("dialog", { name: "Decided alone" });
    await alone.getByText("Write access: decide it on its own page.").waitFor();
    await admin.keyboard.press("Escape");
    await alone.waitFor({ state: "hidden" });
    await expectDecidedOnItsPage(admin, request);
    await expectDecidedOnItsPage(admin, risky);
    // The preview leads there as well, and offers nothing else. By mouse it goes from row to row, and away again.
    await visit(admin, "/admin/approvals");
    const look = (at: Sent) => rowOf(admin, at).getByRole("button", { name: `Preview ${at.key}` });
    const preview = admin.getByRole("complementary", { name: `Preview of ${request.key}` });
    await look(risky).click();
    await admin.getByRole("complementary", { name: `Preview of ${risky.key}` }).waitFor();
    await look(request).click();
    await preview.getByRole("link", { name: "Decide on its page" }).waitFor();
    expect(await preview.getByRole("button", { name: /^(Approve|Reject|Ask for info)$/ }).count()).toBe(0);
    // Who is asked again later reads it before anything is decided.
    const again = "Also asks you as owner of Web analytics";
    await preview.getByText(again).waitFor();
    await rowOf(admin, request).getByText(again, { exact: true }).waitFor();
    await look(request).click();
    await preview.waitFor({ state: "hidden" });
    // And so does its notice.
    await visit(admin, "/notifications");
    await admin.getByRole("button", { name: `Decide: ${request.key}` }).click();
    const notice = admin.getByRole("dialog", { name: "Your decision" });
    await notice.getByRole("link", { name: "Decide on its page" }).waitFor();
    expect(await notice.getByRole("button", { name: /^(Approve|Reject)$/ }).count()).toBe(0);
    await notice.getByRole("link", { name: "Decide on its page" }).click();
    await decision(admin).getByRole("heading", { name: "Your decision as manager" }).waitFor();
    // The role has its words and, wherever it is named, its own name beside them.
    await admin.getByRole("region", { name: "What", exact: true }).getByText("Write to Web analytics").waitFor();
    await expect
      .poll(() => admin.getByRole("main").locator("code", { hasText: "WEB_ANALYTICS_WRITE" }).count())
      .toBe(2);
    const both = decision(admin).getByRole("checkbox", { name: "Also approve as owner of Web analytics" });
    expect(await both.isChecked()).toBe(true);
    await both.press("Space");
    expect(await both.isChecked()).toBe(false);
    await both.press("Space");
    await decide(admin, "Approve", "Both fit the campaign", GOES_ON);
    const history = await historyOf(admin, request);
    expect(history).toContain("Aisha Khan approved REQ; 1 more step approved, approval opened");
    // The step that its data does not need is complete, and says beside it how it came to be.
    await visit(staff, `/requests/${request.key}`);
    await taskOf(staff, "Approve use of sensitive data").getByText("Skipped", { exact: true }).waitFor();
  },
);

journey(
  "the list of approvals works on a phone and for everybody, also while it is empty",
  async ({ open, portal }) => {
    const staff = await open({ as: "staff", at: null });
    await askForWarehouse(staff, "WH_MKT_PHONE");
    const page = await open({ as: "finops", at: "/admin/approvals" });
    await approvalOf(page, "WH_MKT_PHONE").waitFor();
    // The list has what the window leaves it: the page itself does not scroll, and the rows end where the window does.
    await page.setViewportSize({ width: 1440, height: 620 });
    const list = page.getByRole("region", { name: "Waiting approvals", exact: true });
    const end = await list.evaluate((card) => innerHeight - card.getBoundingClientRect().bottom);
    expect(end).toBeGreaterThanOrEqual(0);
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
    await expectAccessibleAtEveryWidth(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await takePictures(page, "approvals-list-360");
    await touchScreen(page);
    expect([await smallTargets(page), await cutOff(page)]).toEqual([[], []]);
    await page
      .getByRole("row", { name: /WH_MKT_PHONE/ })
      .getByRole("button", { name: /^Preview/ })
      .click();
    const inside = page.getByRole("dialog");
    await inside.getByText("Attribution of the spring campaign").waitFor();
    await takePictures(page, "approvals-peek-360");
    await inside.getByRole("button", { name: "Close" }).click();
    await inside.waitFor({ state: "hidden" });
    await approvalOf(page, "WH_MKT_PHONE").click();
    await heading(page, /New warehouse/).waitFor();
    await takePictures(page, "approval-360");
    const bar = page.getByRole("region", { name: "Decide" });
    await bar.getByRole("button", { name: "Approve" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Approve" }).click();
    await dialog.waitFor({ state: "hidden" });
    // The button that was pressed is gone: the focus is on what came of it, and that is in view.
    await page.locator(":focus").getByText("The request continues with its next task.").waitFor();
    expect(
      await page.evaluate(() => document.activeElement?.getBoundingClientRect().bottom ?? Infinity),
    ).toBeLessThanOrEqual(800);

    const newcomer = await open();
    await submitSignIn(newcomer, { url: portal.url, email: personas.newStarter, password: demoPassword });
    await fillIn(newcomer, { "New password": "Another-0ne-please", "New password again": "Another-0ne-please" });
    await newcomer.getByRole("button", { name: "Change password" }).click();
    await newcomer.getByRole("button", { name: /^Account of/ }).waitFor();
    await newcomer.goto("/admin/approvals");
    await newcomer.getByText("Nothing is waiting for your decision").waitFor();
    await expectAccessibleAtEveryWidth(newcomer, [1440, 360]);
  },
);

journey("somebody on leave lets a colleague sit in, and takes it back", async ({ open }) => {
  const page = await open({ as: "finops", at: "/admin/approvals" });
  await page.getByRole("button", { name: "Out of office" }).click();
  const dialog = page.getByRole("dialog", { name: "Out of office" });
  await dialog.getByRole("combobox", { name: "Who stands in for you" }).pressSequentially("Aisha");
  await page.getByRole("option", { name: /Aisha Khan/ }).click();
  // The calendar is the portal's own: in English whatever the browser's language, and by keys alone.
  const until = dialog.getByRole("textbox", { name: "Last day" });
  const before = await until.inputValue();
  await dialog.getByRole("button", { name: "Choose in a calendar" }).last().press("Enter");
  const days = page.getByRole("grid");
  await days.locator("button:focus").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("PageDown");
  await page.keyboard.press("PageUp");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await days.waitFor({ state: "hidden" });
  expect(await until.inputValue()).toMatch(/^\d\d\/\d\d\/\d{4}$/);
  expect(await until.inputValue()).not.toBe(before);
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Annual leave");
  await takePictures(page, "approvals-away");
  await expectAccessibleAtEveryWidth(page, [1440, 360]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole("button", { name: "Hand over my approvals" }).click();
  await page
    .getByText(/^Aisha Khan stands in for you/)
    .first()
    .waitFor();
  const admin = await open({ as: "admin", at: "/admin/approvals" });
  await admin.getByText(/^You stand in for Fiona Murray/).waitFor();
  await page.getByRole("button", { name: "End now" }).click();
  await admin.getByText(/^You stand in for Fiona Murray/).waitFor({ state: "hidden" });
});

journey("an admin lets a colleague stand in for somebody absent, for one type of request", async ({ open }) => {
  const admin = await open({ as: "admin", at: "/admin/approvals" });
  await admin.getByRole("button", { name: "Out of office" }).click();
  const dialog = admin.getByRole("dialog", { name: "Out of office" });
  await dialog.getByRole("combobox", { name: "Who is away" }).pressSequentially("Fiona");
  await admin.getByRole("option", { name: /Fiona Murray/ }).click();
  await dialog.getByRole("combobox", { name: "Who stands in for Fiona Murray" }).pressSequentially("Sofia");
  await admin.getByRole("option", { name: /Sofia Rossi/ }).click();
  await dialog.getByRole("checkbox", { name: "Every type of request" }).click();
  await dialog.getByRole("checkbox", { name: "Warehouse" }).click();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Ill");
  await expectAccessibleAtEveryWidth(admin, [1440, 360]);
  await admin.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole("button", { name: "Hand over the approvals" }).click();
  await admin.getByText(/^Sofia Rossi stands in for Fiona Murray, .*only for Warehouse/).waitFor();
  const absent = await open({ as: "finops", at: "/admin/approvals" });
  await absent.getByText(/^Sofia Rossi stands in for you, .*only for Warehouse/).waitFor();
  await admin.getByRole("button", { name: "End now" }).click();
  await absent.getByText(/^Sofia Rossi stands in for you/).waitFor({ state: "hidden" });
});
