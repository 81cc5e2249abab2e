/** The pages of a task, by everybody who may open one, and the switches of the systems tasks work on. */

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { askBackend } from "./support/backend.ts";
import { expectFocused, tabTo } from "./support/browser/keyboard.ts";
import { cutOff, smallTargets, touchScreen } from "./support/browser/steadiness.ts";
import { expectAccessibleAtEveryWidth, takePictures } from "./support/browser/theme.ts";
import { journeys } from "./support/journey.ts";
import { approve, areaId, send, taskOf, type Sent } from "./support/lifecycle.ts";
import { expectVisible, heading, visit } from "./support/pages.ts";

const journey = journeys();

const REASON = "The weekly report of the platform team needs it until the end of the quarter.";
const WORK = "Carry it out in dbt Cloud";

/** A request whose work in dbt Cloud has begun. */
async function aRunningTask(staff: Page, owner: Page, job: string): Promise<{ request: Sent; taskId: string }> {
  const request = await send(staff, "dbt-airflow", {
    businessArea: await areaId(staff, "DAT"),
    tool: "dbt",
    project: "platform-marts",
    kind: "rerun",
    job,
    window: "Sunday, 6 to 10",
    reason: REASON,
  });
  await approve(request, owner);
  await expect.poll(async () => (await taskOf(staff, request, WORK)).status).toBe("Running");
  return { request, taskId: (await taskOf(staff, request, WORK)).id };
}

/** Looks at every width, or at these, and comes back to the desk. */
async function everyWidth(page: Page, widths?: readonly number[]): Promise<void> {
  await expectAccessibleAtEveryWidth(page, widths);
  await page.setViewportSize({ width: 1440, height: 900 });
}

function card(page: Page, name: string): Locator {
  return page.getByRole("region", { name, exact: true });
}

/** Gives a task to somebody else from its page. */
async function handOn(page: Page, name: string, reason: string): Promise<void> {
  await page.getByRole("button", { name: "Hand on" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("combobox", { name: "To whom" }).pressSequentially(name.slice(0, 6));
  await page.getByRole("option", { name: new RegExp(`^${name}`) }).click();
  await dialog.getByRole("button", { name: "Hand on" }).click();
  await dialog.waitFor({ state: "hidden" });
  await expectVisible(page.getByText(`With ${name}`));
}

journey("a kill switch is pulled and released without a mouse, by nobody but a super admin", async ({ open }) => {
  const page = await open({ as: "superAdmin", at: "/superadmin/services" });
  await heading(page, "Services").waitFor();
  await takePictures(page, "services-1440");
  // The demo stands in for it.
  await expectVisible(card(page, "Collate").getByText("Working", { exact: true }));
  await expectVisible(card(page, "Collate").getByRole("figure", { name: /^Working in [\d.]+% of [\d,]+ readings?$/ }));
  await card(page, "Collate").getByRole("button", { name: "Switch off" }).focus();
  await tabTo(page, "Kill switch");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Stop everything in Collate?" });
  await dialog.waitFor();
  await page.keyboard.type("Its tokens were published by mistake");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Collat");
  await tabTo(page, "Pull the kill switch");
  await page.keyboard.press("Enter");
  await expectVisible(dialog);
  await tabTo(page, /^Type “Collate” to confirm/, "Shift+Tab");
  await page.keyboard.type("Collate");
  await tabTo(page, "Pull the kill switch");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await expectVisible(card(page, "Collate").getByText("The kill switch is pulled: no task touches Collate"));
  // The pressed button is gone; the keyboard goes on beside it.
  await expectFocused(page, "Switch on");
  const admin = await open({ as: "admin", at: "/notifications" });
  await expectVisible(admin.getByText("The kill switch of Collate was pulled by Sofia Rossi"));
  await visit(admin, "/superadmin/services");
  expect(await admin.getByRole("button", { name: /Kill switch|Switch on/ }).count()).toBe(0);
  await card(page, "Collate").getByRole("button", { name: "Switch on" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Switch on" }).click();
  await expectVisible(card(page, "Collate").getByText("Tasks may use it"));
});

journey("a task's page tells its requester, its holder and a stranger what is theirs", async ({ open }) => {
  const requester = await open({ as: "finops", at: null });
  const { request, taskId } = await aRunningTask(requester, await open({ as: "superAdmin", at: null }), "margin_daily");
  await visit(requester, `/requests/tasks/${taskId}`);
  await heading(requester, WORK).waitFor();
  // Opened by its id, as in mails of before: the address ends up with the name people read, and the page stays.
  await requester.waitForURL(({ pathname }) => new RegExp(`^/requests/tasks/${request.key}-[1-9]$`).test(pathname));
  const named = new URL(requester.url()).pathname;
  await expectVisible(
    requester.getByText("Waiting for somebody to take it").or(requester.getByText("With Aisha Khan")),
  );
  expect(await requester.evaluate(() => document.activeElement === document.body), "nobody went anywhere").toBe(true);
  for (const name of ["Take it", "Hand on", "Report as done", "Retry", "Resolve manually"])
    expect(await requester.getByRole("button", { name }).count(), name).toBe(0);
  expect(await requester.getByText("Give REQ-", { exact: false }).count()).toBe(0);
  await everyWidth(requester);
  await requester.setViewportSize({ width: 360, height: 740 });
  await touchScreen(requester);
  expect([await smallTargets(requester), await cutOff(requester)]).toEqual([[], []]);
  await requester.setViewportSize({ width: 1440, height: 900 });

  const admin = await open({ as: "admin", at: `/admin/requests/tasks/${taskId}` });
  await heading(admin, WORK).waitFor();
  await handOn(admin, "Gareth Price", "Runs of the marts are his");
  // The button that opened the dialog may be gone; the keyboard goes on from what happens next.
  await expectFocused(admin, "Next step");
  await expectVisible(requester.getByText("With Gareth Price"));
  await requester.getByRole("tab", { name: "History" }).click();
  await expectVisible(requester.getByRole("list", { name: "History, newest first" }).getByText(/ to Gareth Price$/));
  expect(new URL(requester.url()).search).toBe("?tab=history");
  await requester.getByRole("tab", { name: "Work" }).click();

  const holder = await open({ as: "governance", at: named });
  await expectVisible(holder.getByText("Yours to do"));
  expect(new URL(holder.url()).pathname).toBe(named);
  await everyWidth(holder);
  const stranger = await open({ as: "staff", at: `/requests/tasks/${taskId}`, allow: [/tasks\/queries:get/] });
  for (const name of [taskId, named.split("/").at(-1), "REQ-99999-1"]) {
    await visit(stranger, `/requests/tasks/${name}`);
    await expectVisible(stranger.getByText("This does not exist, or it is not yours to see."));
    expect(await stranger.locator("main").innerText()).not.toContain(request.key);
  }

  // The page of an approval shows who decides it, and what they decided.
  const others = requester.getByRole("complementary", { name: "Facts" });
  await others
    .getByRole("link", { name: /^Approve/ })
    .first()
    .click();
  await expectVisible(
    requester
      .getByRole("region", { name: "Approval", exact: true })
      .getByText(/approved/)
      .first(),
  );
  await requester.goBack();
  await heading(requester, WORK).waitFor();
  await requester.getByRole("link", { name: "Ask support about this task" }).click();
  await heading(requester, "Create Ticket").waitFor();
  await expectVisible(requester.getByRole("status", { name: "What the portal sees" }).getByText(`${request.key}: `));
});

journey(
  "work that cannot be done is reported by its holder, and resolved by an admin with evidence",
  async ({ open }) => {
    const staff = await open({ as: "staff", at: null });
    const { taskId } = await aRunningTask(staff, await open({ as: "superAdmin", at: null }), "margin_weekly");
    await visit(staff, `/requests/tasks/${taskId}`);
    const admin = await open({ as: "admin", at: `/admin/requests/tasks/${taskId}` });
    await handOn(admin, "Gareth Price", "Runs of the marts are his");
    const holder = await open({ as: "governance", at: `/requests/tasks/${taskId}` });
    await card(holder, "What to do").getByRole("button", { name: "It cannot be done" }).click();
    await holder.getByRole("dialog").getByLabel("What is in the way").fill("The project has no job of this name");
    await holder.getByRole("dialog").getByRole("button", { name: "Report as failed" }).click();

    await expectVisible(staff.getByText("This failed and needs an admin"));
    await expectVisible(staff.getByText("The admins were notified.", { exact: false }));
    await expectVisible(admin.getByText("The project has no job of this name", { exact: false }));
    await everyWidth(admin);
    await admin.getByRole("button", { name: "Resolve manually" }).click();
    const dialog = admin.getByRole("dialog", { name: "Resolve manually?" });
    await everyWidth(admin, [360]);
    await dialog.getByLabel("Reason").fill("It is called margin_week");
    await dialog.getByLabel("What shows that it is done").fill("Run 70412 of margin_week");
    await dialog.getByRole("button", { name: "Resolve", exact: true }).click();
    await expectVisible(staff.getByText("Resolved manually"));
  },
);

journey(
  "what is in maintenance makes its tasks wait, with a reason everybody reads, until a super admin ends it",
  { timeout: 90_000 },
  async ({ open }) => {
    const superAdmin = await open({ as: "superAdmin", at: "/superadmin/services" });
    await heading(superAdmin, "Services").waitFor();
    const snowflake = card(superAdmin, "Snowflake");
    await expectVisible(snowflake.getByText("On", { exact: true }));
    await everyWidth(superAdmin);
    await snowflake.getByRole("button", { name: "Maintenance" }).click();
    const dialog = superAdmin.getByRole("dialog", { name: "Maintenance of Snowflake" });
    expect(await dialog.getByRole("button", { name: "Begin maintenance" }).getAttribute("aria-disabled")).toBe("true");
    await dialog.getByLabel("Reason").fill("The account moves to another region");
    await everyWidth(superAdmin);
    await dialog.getByRole("button", { name: "Begin maintenance" }).click();
    await expectVisible(snowflake.getByText("In maintenance: tasks wait for its end", { exact: false }));
    await expectVisible(snowflake.getByText("The account moves to another region", { exact: false }));

    const staff = await open({ as: "staff", at: null });
    const request = await send(staff, "sandbox", {
      businessArea: await areaId(staff, "DAT"),
      schemaName: "SBX_MAINTENANCE",
      domain: "platform-usage",
      durationDays: 30,
      sizeGb: 10,
      retentionDays: 1,
      members: ["SAM_TAYLOR"],
      reason: REASON,
    });
    await approve(request, superAdmin);
    await visit(staff, `/requests/${request.key}`);
    const next = staff.getByRole("region", { name: "Next step" });
    await expectVisible(next.getByText(/^Create schema and role waits: Snowflake is in maintenance/));
    await staff
      .getByRole("article", { name: "Create schema and role" })
      .getByRole("link", { name: "Create schema and role" })
      .click();
    await expectVisible(staff.getByText("Held up"));
    await everyWidth(staff);
    await visit(staff, `/requests/${request.key}`);

    await snowflake.getByRole("button", { name: "Switch on" }).click();
    await superAdmin.getByRole("dialog").getByRole("button", { name: "Switch on" }).click();
    await expectVisible(snowflake.getByText("On", { exact: true }));
    // The monitor would start what waited within a minute; a super admin need not wait for it.
    await askBackend(superAdmin, "mutation", "workflow/mutations:runTaskMonitor");
    await expectVisible(next.getByText(/“Register in Collate”/));
  },
);

journey("no page of a request goes sideways on a phone for a reason with a long address in it", async ({ open }) => {
  const page = await open({ as: "staff", at: null });
  const address = `https://confluence.example.com/display/PRICING/${"ReconciliationOfOrderLines".repeat(4)}`;
  const { key } = await send(page, "dbt-airflow", {
    businessArea: await areaId(page, "DAT"),
    tool: "dbt",
    project: "platform-marts",
    kind: "rerun",
    job: "a job with a long reason",
    window: "Sunday, 6 to 10",
    reason: `${REASON} ${address}`,
  });
  await page.setViewportSize({ width: 360, height: 780 });
  for (const at of [`/requests/${key}`, `/requests/${key}/story`, `/approvals/${key}-1`]) {
    await visit(page, at);
    await page.getByText("ReconciliationOfOrderLines").first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), at).toBe(360);
  }
});
