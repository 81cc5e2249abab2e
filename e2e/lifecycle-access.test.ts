/** What ends by itself: access with its notices, and a size that comes back. Days pass while the portal is stopped. */

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../convex/lib/pure/time.ts";
import { expectAccessibleAtEveryWidth, takePictures } from "./support/browser/theme.ts";
import { journeys } from "./support/journey.ts";
import { approve, areaId, createLink, send, sentFrom, historyOf } from "./support/lifecycle.ts";
import { expectVisible, heading, visit } from "./support/pages.ts";
import { sandboxOf } from "./support/portal/sandbox.ts";

const journey = journeys();

const REASON = "The weekly report of the platform team needs it until the end of the quarter.";

function nextStep(page: Page): Locator {
  return page.getByRole("region", { name: "Next step" });
}

/** Lets time pass for everybody; nobody looks at a page meanwhile. */
async function later(
  portal: { later(ms: number): Promise<void> },
  laterMs: number,
  ...pages: readonly Page[]
): Promise<void> {
  for (const page of pages) await page.goto("about:blank");
  await portal.later(laterMs);
}

journey("a warehouse that was made larger for a day is small again when the day is over", async ({ open, portal }) => {
  const account = sandboxOf(portal);
  const staff = await open({ as: "staff", at: null });
  await staff.goto(
    createLink("warehouse", {
      businessArea: await areaId(staff, "DAT"),
      change: "resize",
      warehouse: "DEV_WH",
      size: "MEDIUM",
      durationDays: 1,
      workload: "Backfill of the marts",
      hoursPerMonth: 10,
      reason: REASON,
    }),
  );
  await heading(staff, "Warehouse").waitFor();
  await staff.getByRole("button", { name: "Review request" }).click();
  await staff.getByRole("heading", { name: "Review and send" }).waitFor();
  await staff.getByRole("button", { name: "Send request" }).click();
  const request = await sentFrom(staff);
  const owner = await open({ as: "superAdmin", at: null });
  expect(account.warehouse("DEV_WH")?.size).toBe("X-Small");
  await approve(request, owner);
  await expectVisible(nextStep(staff).getByText(/^Change the size starts .+ can be taken back$/));
  await later(portal, MINUTE_MS, staff, owner);
  await visit(staff, `/requests/${request.key}`);
  await expectVisible(nextStep(staff).getByText(/^Completed: access until/));
  expect(account.warehouse("DEV_WH")?.size).toBe("Medium");

  await later(portal, 24 * HOUR_MS + MINUTE_MS, staff, owner);
  await visit(staff, `/requests/${request.key}`);
  await expectVisible(staff.getByRole("complementary", { name: "Facts" }).getByText("Expired"));
  expect(account.warehouse("DEV_WH")?.size).toBe("X-Small");
  expect(account.changes('ALTER WAREHOUSE "DEV_WH"')).toEqual(
    ["MEDIUM", "XSMALL"].map((size) => `ALTER WAREHOUSE "DEV_WH" SET WAREHOUSE_SIZE = '${size}'`),
  );
  const history = (await historyOf(owner, request)).map(({ action, actor }) => `${action} ${actor}`);
  expect(history.filter((line) => line.startsWith("grant."))).toEqual(["grant.created Portal", "grant.expired Portal"]);
  await visit(staff, "/notifications");
  await expectVisible(staff.getByText("Your access has ended: Size Medium of warehouse DEV_WH", { exact: false }));
});

journey(
  "access ends by itself: told before, extended on a form that is filled in, and gone when its time is over",
  async ({ open, portal }) => {
    const account = sandboxOf(portal);
    const staff = await open({ as: "staff", at: null });
    const form = {
      businessArea: await areaId(staff, "MKT"),
      environment: "production",
      domain: "platform-usage",
      role: "PLATFORM_USAGE_READ",
      durationDays: 2,
      reason: REASON,
    };
    const request = await send(staff, "snowflake-access", form);
    const [admin, owner] = [await open({ as: "admin", at: null }), await open({ as: "superAdmin", at: null })];
    await approve(request, admin, owner);
    // A portal that stops between the role and its proof counts the days from the proof, which it takes up a day later.
    await visit(staff, `/requests/${request.key}`);
    await expectVisible(nextStep(staff).getByText(/^Completed: access until/));
    expect(account.rolesOf("SAM_TAYLOR")).toContain("PLATFORM_USAGE_READ");

    await later(portal, 24 * HOUR_MS + 5 * MINUTE_MS, staff, admin, owner);
    await visit(staff, "/notifications");
    await expectVisible(staff.getByText("Your access ends in 1 day", { exact: false }));
    await staff.getByRole("link", { name: "Extend: Read Platform usage" }).click();
    await heading(staff, "Extend access").waitFor();
    expect(await staff.getByLabel("Days to add").inputValue()).toBe("2");
    expect(account.rolesOf("SAM_TAYLOR")).toContain("PLATFORM_USAGE_READ");

    await later(portal, 24 * HOUR_MS, staff);
    await visit(staff, `/requests/${request.key}`);
    await expectVisible(staff.getByRole("complementary", { name: "Facts" }).getByText("Expired"));
    expect(account.rolesOf("SAM_TAYLOR")).not.toContain("PLATFORM_USAGE_READ");
    expect(account.changes('"PLATFORM_USAGE_READ"')).toEqual([
      'GRANT ROLE "PLATFORM_USAGE_READ" TO USER "SAM_TAYLOR"',
      'REVOKE ROLE "PLATFORM_USAGE_READ" FROM USER "SAM_TAYLOR"',
    ]);
    const history = (await historyOf(owner, request)).map(({ action, actor }) => `${action} ${actor}`);
    expect(history.filter((line) => line.startsWith("grant."))).toEqual([
      "grant.created Portal",
      "grant.noticed Portal",
      "grant.expired Portal",
    ]);
  },
);

journey(
  "a review removes access, which is proven, and whoever needs it back asks with one press",
  async ({ open, portal }) => {
    const [account, role] = [sandboxOf(portal), "CLOUD_COST_READ"];
    const starts = await open({ as: "superAdmin", at: "/governance/access-reviews" });
    await starts.getByRole("combobox", { name: "Data domain" }).click();
    await starts.getByRole("option", { name: "Cloud cost" }).click();
    await starts.getByRole("combobox", { name: "Time to decide" }).click();
    await starts.getByRole("option", { name: "3 days" }).click();
    await starts.getByRole("button", { name: "Start review" }).click();
    await expectVisible(starts.getByRole("row").filter({ hasText: "Cloud cost" }).getByRole("cell", { name: /Open$/ }));
    // The owner holds it and the deputy approved it, so data governance decides.
    const decides = await open({ as: "governance" });
    await decides.getByRole("link", { name: /^Access Reviews ?, 1 to decide$/ }).click();
    await decides.getByRole("link", { name: "Cloud cost", exact: true }).click();
    await decides.getByRole("button", { name: "Remove Read Cloud cost of Fiona Murray" }).press("Enter");
    const reason = decides.getByRole("dialog").getByRole("textbox", { name: "Reason" });
    await reason.fill("The costs are in a report now");
    await decides.getByRole("button", { name: "Mark for removal" }).click();
    await expectVisible(decides.getByText(/^To be removed/));
    expect(account.holdersOf(role)).toContain("FIONA_MURRAY");

    const warned = await open({ as: "finops" });
    await warned.getByRole("button", { name: "I still need Read Cloud cost" }).press("Enter");
    const asks = warned.getByRole("dialog");
    await expectVisible(asks.getByText(/approved and carried out before/));
    const words = asks.getByRole("textbox");
    await expect
      .poll(() => words.evaluate((one) => one === document.activeElement), { message: "the words have the focus" })
      .toBe(true);
    await takePictures(warned, "still-needed");
    await expectAccessibleAtEveryWidth(warned);
    await asks.getByRole("link", { name: "request it again" }).click();
    await expectVisible(heading(warned, "Snowflake data access"));
    const asked = warned.getByRole("combobox", { name: "Role" });
    await expect
      .poll(() => asked.evaluate((one: HTMLInputElement) => one.value || one.textContent))
      .toContain("Read Cloud cost");
    await expect.poll(() => warned.getByRole("textbox", { name: /^Reason/ }).inputValue()).toBe("");

    await later(portal, 3 * 24 * HOUR_MS + MINUTE_MS, starts, decides, warned);
    const holder = await open({ as: "finops" });
    await holder.getByText(/^Ended in the last 30 days/).click();
    await holder.getByRole("button", { name: "I need Read Cloud cost back" }).press("Enter");
    expect(account.holdersOf(role)).not.toContain("FIONA_MURRAY");
    await holder.getByRole("textbox", { name: "What you need it for" }).fill("The report lacks the costs of the loads");
    await holder.getByRole("button", { name: "Send request" }).click();
    await expectVisible(holder.getByText(/^REQ-\d+ asks for it$/));
  },
);
