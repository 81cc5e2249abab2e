/**
 * The life of requests as far as people decide it: several of them at once, each in a browser of their own.
 * Every journey ends with what Snowflake holds, what the audit trail keeps, and what the requester is shown.
 */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { DAY_MS, HOUR_MS } from "../convex/lib/pure/time.ts";
import { askBackend } from "./support/backend.ts";
import { whilePortalIsDown } from "./support/browser/browser.ts";
import { expectAccessible, expectAccessibleAtEveryWidth } from "./support/browser/theme.ts";
import { holdLine } from "./support/browser/wire.ts";
import {
  decide,
  decision,
  expectEvent,
  expectNotice,
  GOES_ON,
  letSitIn,
  nextStep,
  openApproval,
  openRequest,
  roleFor,
  send,
  taskOf,
  historyOf,
} from "./support/deciding.ts";
import { journeys } from "./support/journey.ts";
import { areaId } from "./support/lifecycle.ts";
import { demoPassword } from "./support/portal/portal.ts";
import { sandboxOf } from "./support/portal/sandbox.ts";

const journey = journeys();
/** With what people paste into a reason: nothing of it breaks by itself. */
const ALONE = `Amelia cannot be reached and the sale begins in an hour: https://wiki.example.com/${"StoreSales".repeat(12)}`;
const DECIDED_OR_GRANTED = / (approved|rejected) REQ| was granted for REQ$/;
/** The requester's user in Snowflake. */
const SAM = "SAM_TAYLOR";
/** Where a mistake would cost most, the next task waits for second thoughts. */
const HELD = /^The next task starts .+; until then it can be taken back\./;
const HOLD_MS = 61_000;

/** Sends the form that is filled in, and resolves to the key of the request that came of it. */
async function reviewAndSend(page: Page): Promise<{ key: string }> {
  await page.getByRole("button", { name: "Review request" }).click();
  await page.getByRole("button", { name: "Send request" }).click();
  await page.waitForURL((address) => /^\/requests\/(?!create)\w+/.test(address.pathname));
  await nextStep(page).waitFor();
  const key = /REQ-\d+/.exec(await page.getByRole("main").innerText())?.[0];
  if (key === undefined) throw new Error("The page of the request shows no key");
  return { key };
}

journey(
  "personal data takes three approvals, one by a delegate; then the role is given, proven, and shown with its end",
  { timeout: 90_000 },
  async ({ portal, open }) => {
    const account = sandboxOf(portal);
    const allow = whilePortalIsDown;
    const staff = await open({
      as: "staff",
      allow,
      at: "/requests/create?type=snowflake-access&field.domain=customers&field.role=CUSTOMERS_READ&field.durationDays=30",
    });
    await staff
      .getByLabel("Reason")
      .fill("The auditors ask for evidence of consents. We answer with this data until the end of June.");
    const request = await reviewAndSend(staff);
    await nextStep(staff)
      .getByText(/^Waiting for Aisha Khan/)
      .waitFor();

    const [admin, superAdmin, governance] = [
      await open({ as: "admin", allow }),
      await open({ as: "superAdmin", allow }),
      await open({ as: "governance", allow }),
    ];
    await letSitIn(admin, { absent: "Beth Sinclair", delegate: "Sofia Rossi" });
    await openApproval(admin, request);
    await decide(admin, "Approve", "Agreed with the auditors", GOES_ON);
    await openApproval(superAdmin, request);
    await decide(superAdmin, "Approve", "Reading only", GOES_ON);
    await nextStep(staff)
      .getByText(/^Waiting for 2 of 2: Gareth Price/)
      .waitFor();

    await Promise.all([openApproval(governance, request), openApproval(superAdmin, request)]);
    await decision(superAdmin).getByText("Your decision for Beth Sinclair").waitFor();
    await decide(governance, "Approve", "Necessary and short", "One more person has to approve.");
    await taskOf(staff, "Approve use of sensitive data").getByText("1 of 2 approved").waitFor();
    expect(account.rolesOf(SAM)).not.toContain("CUSTOMERS_READ");
    await decide(superAdmin, "Approve", "Beth agreed on the phone", HELD);
    await portal.later(HOLD_MS);

    // Nobody reloads the requester's page.
    await nextStep(staff)
      .getByText(/^Completed: access until /)
      .waitFor();
    await taskOf(staff, "Approve use of sensitive data").getByText("Sofia Rossi for Beth Sinclair approved").waitFor();
    const proof = taskOf(staff, "Grant the role").getByRole("region", { name: "What was read back" });
    await proof.getByText("CUSTOMERS_READ").first().waitFor();
    await taskOf(staff, "Grant the role").getByText("Proven", { exact: true }).waitFor();
    await staff.getByRole("complementary", { name: "Facts" }).getByText("Read Customer profiles").waitFor();
    expect(account.rolesOf(SAM)).toContain("CUSTOMERS_READ");
    expect(account.changes('GRANT ROLE "CUSTOMERS_READ"')).toEqual([`GRANT ROLE "CUSTOMERS_READ" TO USER "${SAM}"`]);

    const history = await historyOf(admin, request);
    expect(history.flatMap((sentence) => / approved REQ/.exec(sentence)?.input.split(" approved")[0] ?? [])).toEqual([
      "Aisha Khan",
      "Sofia Rossi",
      "Gareth Price",
      "Sofia Rossi",
    ]);
    expect(history.slice(-8)).toContain("Role CUSTOMERS_READ in Snowflake was granted for REQ");
    expect(history.at(-1)).toMatch(/; request ended$/);
    await expectEvent(admin, {
      sentence: "Sofia Rossi approved",
      says: ["Beth Sinclair", "Beth agreed on the phone"],
    });

    await staff.goto("/");
    const held = staff
      .getByRole("region", { name: "My access" })
      .getByRole("listitem")
      .filter({ hasText: request.key });
    await held.getByText("Read Customer profiles").waitFor();
    const end = Date.parse((await held.locator("time").getAttribute("datetime")) ?? "");
    expect(Math.round((end - Date.now()) / DAY_MS)).toBe(30);
    await held.getByRole("link", { name: /^Extend/ }).waitFor();
  },
);

journey(
  "what was rejected is corrected, submitted again, and approved",
  { timeout: 90_000 },
  async ({ portal, open }) => {
    const account = sandboxOf(portal);
    const staff = await open({ as: "staff", at: null });
    const first = await send(staff, "snowflake-access", roleFor("planning", "PLANNING_READ", 90));
    await openRequest(staff, first);
    const [admin, finops] = [await open({ as: "admin", at: null }), await open({ as: "finops", at: null })];
    await openApproval(admin, first);
    await decide(admin, "Approve", "Needed for the board", GOES_ON);
    await openApproval(finops, first);
    await decide(
      finops,
      "Reject",
      "Ninety days are too long for one close: ask for 14",
      "The request has ended. It can be submitted again.",
    );

    await nextStep(staff)
      .getByText("Rejected by Fiona Murray: Ninety days are too long for one close: ask for 14")
      .waitFor();
    await nextStep(staff).getByRole("button", { name: "Submit again" }).click();
    await staff.getByText(`Begun from ${first.key}`).waitFor();
    await staff.getByLabel("Duration").fill("14");
    const second = await reviewAndSend(staff);
    expect(second.key).not.toBe(first.key);
    await staff.getByRole("complementary", { name: "Facts" }).getByRole("link", { name: first.key }).waitFor();

    await openApproval(admin, second);
    await decide(admin, "Approve", "", GOES_ON);
    await openApproval(finops, second);
    await decide(finops, "Approve", "Fourteen days are fine", GOES_ON);
    await nextStep(staff)
      .getByText(/^Completed: access until /)
      .waitFor();
    expect(account.rolesOf(SAM)).toContain("PLANNING_READ");
    expect(account.changes("PLANNING_READ")).toHaveLength(1);

    expect((await historyOf(admin, first)).filter((sentence) => DECIDED_OR_GRANTED.test(sentence))).toEqual([
      expect.stringMatching(/^Aisha Khan approved REQ/),
      expect.stringMatching(/^Fiona Murray rejected REQ; .*request ended$/),
    ]);
    expect((await historyOf(admin, second)).filter((sentence) => DECIDED_OR_GRANTED.test(sentence))).toEqual([
      expect.stringMatching(/^Aisha Khan approved REQ/),
      expect.stringMatching(/^Fiona Murray approved REQ/),
      expect.stringMatching(/ was granted for REQ$/),
    ]);
    await openRequest(staff, first);
    await nextStep(staff)
      .getByText(/^Rejected by Fiona Murray/)
      .waitFor();
  },
);

journey(
  "an approval taken back before the next task has begun ends the request, and nothing is changed",
  { timeout: 90_000 },
  async ({ portal, open }) => {
    const account = sandboxOf(portal);
    const staff = await open({ as: "staff", at: null });
    const form = {
      businessArea: await areaId(staff, "DAT"),
      change: "resize",
      warehouse: "DEV_WH",
      size: "MEDIUM",
      durationDays: 14,
      workload: "Backfill of the marts",
      hoursPerMonth: 10,
      reason: "The marts are filled again from the start, and the board meets on Monday morning.",
    };
    const request = await send(staff, "warehouse", form);
    await openRequest(staff, request);
    const owner = await open({ as: "superAdmin", at: null });
    await openApproval(owner, request);
    await decide(owner, "Approve", "", HELD);
    await decision(owner)
      .getByText(/^\d+ seconds? left\.$/)
      .waitFor();
    await nextStep(staff)
      .getByText(/^Change the size starts \d\d:\d\d UTC; until then the approval can be taken back$/)
      .waitFor();
    // What was decided with is gone: the focus is on what came of it, and on a phone it stays within reach.
    await decision(owner).locator(":focus").getByText(HELD).waitFor();
    await owner.setViewportSize({ width: 360, height: 800 });
    const bar = owner.getByRole("region", { name: "Decide", exact: true });
    await bar.getByText(/^\d+ seconds? left\.$/).waitFor();
    await expectAccessible(owner);
    await bar.getByRole("button", { name: "Take back" }).click();
    const dialog = owner.getByRole("dialog", { name: `Take back the approval of ${request.key}?` });
    await dialog.getByText(/^\d+ seconds? left\.$/).waitFor();
    await expectAccessible(owner);
    await dialog.getByRole("button", { name: "Keep it" }).click();
    await bar.locator("button:focus").click();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("The smaller size is enough for this");
    await dialog.getByRole("button", { name: "Take back" }).click();
    await decision(owner).locator(":focus").getByText("Taken back", { exact: true }).waitFor();

    await nextStep(staff)
      .getByText(/The smaller size is enough for this/)
      .waitFor();
    await askBackend(owner, "mutation", "workflow/mutations:runTaskMonitor", {});
    await expectNotice(staff, request, "The approval of it was taken back");
    expect(account.changes('ALTER WAREHOUSE "DEV_WH"')).toEqual([]);
    const history = await historyOf(owner, request);
    expect(history.at(-1)).toMatch(/^Sofia Rossi took back their approval of REQ; .*request ended$/);
    expect(history.filter((sentence) => /( of REQ started|was granted)/.test(sentence))).toEqual([]);
  },
);

journey(
  "answers are edited while an approver reads them: what changed is read first; once decided, nothing typed is lost",
  { timeout: 90_000 },
  async ({ open }) => {
    const staff = await open({ as: "staff", at: null });
    const request = await send(staff, "snowflake-access", roleFor("platform-usage", "PLATFORM_USAGE_READ", 90));
    await openRequest(staff, request);
    const admin = await open({ as: "admin", at: null });
    await openApproval(admin, request);
    const duration = staff.getByLabel("Duration");
    const save = staff.getByRole("button", { name: "Save changes" });

    await staff.getByRole("link", { name: "Edit answers" }).click();
    await staff
      .getByText("When you save, approvals start again. Aisha Khan is notified of what you changed.")
      .waitFor();
    await staff.getByRole("button", { name: "Review changes" }).click();
    expect(await save.getAttribute("aria-disabled")).toBe("true");
    await staff.getByRole("button", { name: "Back to the form" }).click();
    await duration.fill("14");
    await staff.keyboard.press("Enter");
    await staff.getByRole("list", { name: "Changed answers" }).getByText("14 days").waitFor();
    await expectAccessible(staff);
    await save.click();
    await nextStep(staff)
      .getByText(/^Waiting for Aisha Khan/)
      .waitFor();

    await admin.getByText("Sam Taylor changed the answers while this page was open").waitFor();
    const approve = decision(admin).getByRole("button", { name: "Approve", exact: true });
    expect(await approve.getAttribute("aria-disabled")).toBe("true");
    await expectAccessible(admin);

    // Both at once: the requester writes on while the approver decides.
    await staff.getByRole("link", { name: "Edit answers" }).click();
    await duration.fill("7");
    await admin.getByRole("button", { name: "I have read the changes" }).click();
    await decide(admin, "Approve", "", GOES_ON);
    const late = staff.getByRole("alert").filter({ hasText: "Your changes can no longer be saved" });
    await late.getByText(/^Aisha Khan has decided about these answers/).waitFor();
    await late.getByRole("button", { name: "Keep as a draft" }).click();
    await staff.getByText(`Begun from ${request.key}`).waitFor();
    expect(await duration.inputValue()).toBe("7");

    const history = await historyOf(admin, request);
    expect(history.filter((sentence) => /(changed the answers of|restarted|approved) /.test(sentence))).toEqual([
      expect.stringMatching(/^Sam Taylor changed the answers of REQ/),
      expect.stringMatching(/^Aisha Khan approved REQ/),
    ]);
    await expectEvent(admin, { sentence: "Sam Taylor changed the answers of", says: ["90 days", "14 days"] });
  },
);

journey(
  "a super admin breaks the glass with a typed reason, and somebody else reviews it",
  { timeout: 90_000 },
  async ({ portal, open }) => {
    const account = sandboxOf(portal);
    const staff = await open({ as: "staff", at: null });
    const form = {
      change: "resize",
      warehouse: "DEV_WH",
      size: "SMALL",
      durationDays: 14,
      workload: "Nightly load of the sale",
      hoursPerMonth: 10,
      reason: "The sale begins tonight, and the nightly load has to be through before the stores open.",
    };
    const request = await send(staff, "warehouse", form);
    await openRequest(staff, request);
    // The first press is refused until the password was given again, and a wrong one is refused, too.
    const allow = [/^console: \[CONVEX M\(approvals\/mutations:breakGlass\)\]/, /status of 422 .*\/api\/auth\/step-up/];
    const [superAdmin, governance] = [
      await open({ as: "superAdmin", at: `/admin/requests?q=${request.key}`, allow }),
      await open({ as: "governance", at: "/admin/approvals" }),
    ];
    expect(account.warehouse("DEV_WH")?.size).toBe("X-Small");

    await superAdmin.getByRole("row").filter({ hasText: "DEV_WH" }).getByRole("link").first().click();
    await taskOf(superAdmin, "Approve the warehouse")
      .getByRole("link", { name: /Amelia Hughes/ })
      .click();
    await superAdmin.getByRole("button", { name: "Break glass" }).click();
    const glass = superAdmin.getByRole("dialog", { name: `Break the glass for ${request.key}?` });
    const alone = glass.getByRole("button", { name: "Approve alone" });
    expect(await alone.getAttribute("aria-disabled")).toBe("true");
    await glass.getByRole("textbox", { name: "Reason" }).fill(ALONE);
    await alone.click();
    const again = superAdmin.getByRole("dialog", { name: "Confirm it is you" });
    await again.getByLabel("Password", { exact: true }).fill("Not-the-1password");
    await again.getByRole("button", { name: "Confirm" }).click();
    await again.getByText("Incorrect password. Please try again.").waitFor();
    await again.getByLabel("Password", { exact: true }).fill(demoPassword);
    await superAdmin.keyboard.press("Enter");
    await decision(superAdmin)
      .getByText(/^Review due by/)
      .waitFor();
    expect(await decision(superAdmin).getByRole("button", { name: "Review" }).count()).toBe(0);
    await nextStep(staff)
      .getByText(/^Completed/)
      .waitFor();
    expect(account.warehouse("DEV_WH")?.size).toBe("Small");

    const due = governance
      .getByRole("region", { name: "Break-glass approvals to review" })
      .getByRole("listitem")
      .filter({ hasText: request.key });
    await due.getByText("Amelia cannot be reached", { exact: false }).waitFor();
    await expectAccessibleAtEveryWidth(governance);
    await governance.setViewportSize({ width: 1440, height: 900 });
    await due.getByRole("link").click();
    await decision(governance).getByRole("button", { name: "Review" }).click();
    const review = governance.getByRole("dialog", { name: `Review the break-glass approval of ${request.key}` });
    await review
      .getByRole("textbox", { name: "What you found" })
      .fill("The load was due, and nobody else could decide");
    await review.getByRole("button", { name: "Save review" }).click();
    await decision(superAdmin).getByText("Reviewed: justified").waitFor();
    const admin = await open({ as: "admin", at: null });
    const history = await historyOf(admin, request);
    expect(history.filter((sentence) => / approved REQ(?! by break-glass)/.test(sentence))).toEqual([]);
    expect(history.at(-1)).toBe("Gareth Price reviewed the break-glass approval of REQ");
    await expectEvent(admin, {
      sentence: "by break-glass",
      says: ["high", ALONE],
    });
  },
);

journey(
  "two who decide in the same moment: one is counted, the other is told by whom",
  { timeout: 90_000 },
  async ({ portal, open }) => {
    const account = sandboxOf(portal);
    const staff = await open({ as: "staff", at: null });
    const admin = await open({ as: "admin", at: null });
    await letSitIn(admin, { absent: "Tom Ashworth", delegate: "Gareth Price" });
    const form = {
      schemaName: "SBX_SAME_MOMENT",
      domain: "platform-usage",
      durationDays: 30,
      sizeGb: 10,
      retentionDays: 1,
      members: [SAM],
      reason: "Two ways to forecast the load of the platform are compared; the winner moves in six weeks.",
    };
    const request = await send(staff, "sandbox", form);
    await openRequest(staff, request);
    const superAdmin = await open({ as: "superAdmin", at: null });
    // The client logs the refusal it was sent; the page says it in words.
    const governance = await open({
      as: "governance",
      at: null,
      allow: [...whilePortalIsDown, /^console: \[CONVEX M\(approvals\/mutations:decide\)\]/],
    });
    const line = await holdLine(governance);
    await Promise.all([openApproval(superAdmin, request), openApproval(governance, request)]);

    // What the one decided has not reached the other's page when they decide as well.
    const isAnswered = line.holdAnswer();
    await decide(superAdmin, "Approve", "", GOES_ON);
    await decision(governance).getByRole("button", { name: "Approve", exact: true }).click();
    await isAnswered;
    line.resume();
    line.cut();
    await governance.getByText(/^Sofia Rossi approved this at/).waitFor();
    await decision(governance).getByText(GOES_ON).waitFor();
    await nextStep(staff)
      .getByText(/Gareth Price/)
      .waitFor();
    expect(
      account.changes("SBX_SAME_MOMENT").filter((statement) => statement.startsWith("CREATE SCHEMA")),
    ).toHaveLength(1);
    const history = await historyOf(admin, request);
    expect(history.filter((sentence) => / approved REQ/.test(sentence))).toEqual([
      expect.stringMatching(/^Sofia Rossi approved REQ/),
    ]);
  },
);

journey(
  "what nobody decides expires by time: nothing is granted, and everybody is told",
  { timeout: 120_000 },
  async ({ portal, open }) => {
    const account = sandboxOf(portal);
    const allow = whilePortalIsDown;
    const staff = await open({ as: "staff", allow });
    const request = await send(staff, "snowflake-access", roleFor("cloud-cost", "CLOUD_COST_READ", 30));
    await openRequest(staff, request);
    const admin = await open({ as: "admin", allow });
    await openApproval(admin, request);
    await portal.later(121 * HOUR_MS);

    await nextStep(staff)
      .getByText("Expired: nobody decided in time, which counts as a no; it can be submitted again")
      .waitFor();
    await nextStep(staff).getByRole("button", { name: "Submit again" }).waitFor();
    await decision(admin).getByText("Nobody decided in time, which counts as denied.").waitFor();
    await Promise.all([
      expectNotice(staff, request, "It expired: nobody decided in time"),
      expectNotice(admin, request, "It expired before you decided"),
    ]);
    expect(account.changes("CLOUD_COST_READ")).toEqual([]);
    expect(account.rolesOf(SAM)).not.toContain("CLOUD_COST_READ");
    const history = await historyOf(admin, request);
    expect(history.at(-1)).toMatch(/^The approval of REQ expired; .*request ended$/);
  },
);
