/** Support tickets: from what somebody needs to the answer, with whatever they wait for in between. */

import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import { askBackend } from "./support/backend.ts";
import { whilePortalIsDown } from "./support/browser/browser.ts";
import { expectAccessible, expectAccessibleAtEveryWidth, takePictures } from "./support/browser/theme.ts";
import { journeys } from "./support/journey.ts";
import { approve, areaId, personId, send } from "./support/lifecycle.ts";
import { expectVisible, heading, openFilter, visit } from "./support/pages.ts";
import { MailServer } from "./support/portal/mail-server.ts";
import { demoPassword } from "./support/portal/portal.ts";

const mails = new MailServer();
const gateway = { address: "help@in.ao.com", secret: "what-the-gateway-of-mail-signs-with" };
const journey = journeys({
  env: { SMTP_URL: await mails.start(), MAIL_IN_ADDRESS: gateway.address, MAIL_IN_SECRET: gateway.secret },
});
afterAll(() => mails.close());
/** Long enough for the mail about an answer to leave. */
const MAILED_AFTER_MS = 10 * 60_000;

/** Writes a ticket as the person of a page; answers its address. */
async function writeTicket(page: Page, at: string, title: string, description: string): Promise<string> {
  await visit(page, at);
  // What it is about brings its topic along.
  if (!at.includes("related=")) await page.getByRole("radio", { name: /^Reports and dashboards/ }).check();
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await page.getByRole("textbox", { name: "Description" }).fill(description);
  await page.getByRole("button", { name: "Send to support" }).click();
  await heading(page, title).waitFor();
  return new URL(page.url()).pathname;
}

journey("a ticket waits for one task, is back when that is proven, and closes with the proof", async ({ open }) => {
  const staff = await open({ as: "staff", at: null });
  const request = await send(staff, "snowflake-access", {
    businessArea: await areaId(staff, "MKT"),
    environment: "production",
    domain: "platform-usage",
    role: "PLATFORM_USAGE_READ",
    durationDays: 30,
    reason: "The weekly report of the platform team needs it until the end of the quarter.",
  });
  await visit(staff, `/approvals/${request.key}-1`);
  await staff.getByRole("link", { name: "Ask support about this approval" }).click();
  const seen = staff.getByRole("status", { name: "What the portal sees" });
  await expectVisible(
    seen.getByText(/has been waiting for a decision by .+ since .+ Without a decision it expires on/),
  );
  await expectAccessibleAtEveryWidth(staff);
  const at = await writeTicket(
    staff,
    `/support/create?related=${request.key}`,
    "The usage tables are empty for me",
    "I need them for the report on Friday.",
  );

  const admin = await open({ as: "admin", at });
  await admin.getByRole("button", { name: "Claim" }).click();
  await admin.getByRole("button", { name: "Wait for third party" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByRole("button", { name: `Use ${request.key}` }).click();
  await dialog.getByRole("combobox", { name: "Until this is done" }).click();
  await admin.getByRole("option", { name: "Grant the role" }).click();
  await expectAccessible(admin);
  await dialog.getByRole("button", { name: "Start waiting" }).click();
  const turn = staff.getByRole("region", { name: "Whose turn it is" });
  await expectVisible(turn.getByText(`Waiting for “Grant the role” of ${request.key}.`));

  await approve(request, admin, await open({ as: "superAdmin", at: null }));
  const proof = new RegExp(`^“Grant the role” of ${request.key} was completed on [\\d/]+ and proven\\.$`);
  await expectVisible(admin.getByText(proof));
  await expectAccessibleAtEveryWidth(admin);
  await admin.getByRole("button", { name: "Resolve with this" }).click();
  await expectVisible(admin.getByRole("dialog").getByText("The request, task or incident it waited for has ended."));
  await admin.getByRole("dialog").getByRole("button", { name: "Resolve ticket" }).click();
  await expectVisible(staff.getByText(proof));
  await expectVisible(turn.getByText("A reply within 7 days reopens it."));
});

/** The first answer asks for the password again. */
const asksForPassword = [/CONVEX M\(supportTeams/];

/** A super admin lets Data Platform look after what fits nowhere else, too. */
async function setTeam(page: Page): Promise<void> {
  await expectVisible(page.getByText("Everyone who answers tickets").first());
  await page.getByRole("button", { name: "Change" }).click();
  await page.getByRole("combobox", { name: "Something else" }).click();
  await page.getByRole("option", { name: "Data Platform" }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("They hand on what is not theirs");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Set", exact: true }).click();
  const step = page.getByRole("dialog", { name: "Confirm it is you" }).getByLabel("Password", { exact: true });
  await step.fill(demoPassword);
  await step.press("Enter");
  await page.getByText("Everyone who answers tickets").waitFor({ state: "hidden" });
  await expectVisible(page.getByText("1 person notified").first());
  await expectAccessibleAtEveryWidth(page);
  await takePictures(page, "config-teams");
}

journey("an agent opens a ticket for somebody who called, who finds it among theirs", async ({ open }) => {
  await setTeam(await open({ as: "superAdmin", at: "/superadmin/config/support.teams", allow: asksForPassword }));
  const admin = await open({ as: "admin", at: "/support/create" });
  await admin.getByRole("combobox", { name: "On behalf of" }).fill("Sam Tay");
  await admin.getByRole("option", { name: /^Sam Taylor/ }).click();
  await admin.getByRole("radio", { name: /^Wrong or missing data/ }).check();
  await expectVisible(admin.getByText("What does it show, and what did you expect?"));
  await expectVisible(admin.getByText("The Data Platform team looks after it."));
  await admin.getByRole("textbox", { name: "Title" }).fill("Baskets of May are missing");
  await admin.getByRole("textbox", { name: "Description" }).fill("Called about it, the dashboard is empty.");
  await admin.getByRole("button", { name: "Open ticket" }).click();
  await expectVisible(admin.getByText("Choose whether they are notified"));
  await expectAccessibleAtEveryWidth(admin);
  await admin.getByRole("radio", { name: /^No/ }).check();
  await admin.getByRole("button", { name: "Open ticket" }).click();
  await heading(admin, "Baskets of May are missing").waitFor();

  const staff = await open({ as: "staff", at: "/support" });
  await staff.getByRole("link", { name: /Baskets of May are missing/ }).click();
  const conversation = staff.getByRole("region", { name: "Conversation" });
  await expectVisible(conversation.getByText("on behalf of Sam Taylor"));
  await expectVisible(staff.getByRole("complementary").getByText("Data Platform team"));
  await expectVisible(admin.getByRole("combobox", { name: "Team" }).getByText("Data Platform team"));
  await expectAccessibleAtEveryWidth(admin);

  // All that matches is more than the page, and is changed at once.
  const words = { tells: false, title: "Baskets of June", description: "As in May.", topic: "data", related: null };
  const of = { ...words, personId: await personId(admin, "Sam Taylor") };
  for (let made = 1; made <= 26; made += 1)
    expect(await askBackend(admin, "mutation", "ticketParties/mutations:openFor", of)).toHaveProperty("value");
  await visit(admin, "/support?view=queue&show=all&size=25&q=Baskets%20of%20June");
  await openFilter(admin, "Team");
  await admin.getByRole("button", { name: "My team (Data Platform team)" }).click();
  await expect.poll(() => admin.url()).toContain("team=mine");
  const whole = admin.getByRole("checkbox", { name: "Select all rows of this page" });
  await whole.click();
  const bar = admin.getByRole("region", { name: "Selected rows" });
  await bar.getByRole("button", { name: "Select all 26 matching tickets" }).click();
  await expectVisible(bar.getByText("All 26 matching tickets selected"));
  await expectAccessibleAtEveryWidth(admin);
  await bar.getByRole("button", { name: "Priority" }).click();
  await admin.getByRole("menuitem", { name: "Critical" }).click();
  await expectVisible(admin.getByText("26 tickets are now Critical priority"));
  await bar.waitFor({ state: "hidden" });
  // Whoever works by keyboard carries on in the list.
  await expect.poll(() => whole.evaluate((box) => box === document.activeElement)).toBe(true);
});

journey(
  "finding instead of ticket: a table's missing access leads to its request, and no ticket is sent",
  async ({ open }) => {
    const finops = await open({ as: "finops", at: "/support/create" });
    const about = finops.getByRole("combobox", { name: "Related to" });
    await about.fill("sales.consents.daily");
    await finops.getByRole("option", { name: "Table SALES.CONSENTS.DAILY" }).click();
    const seen = finops.getByRole("status", { name: "What the portal sees" });
    await expectVisible(seen.getByText(/^(?:Problem: )?SELECT on SALES\.CONSENTS\.DAILY is missing/));
    await expectVisible(finops.getByText("Which table, project or dashboard do you need?"));
    await about.fill("risk.consents.daily");
    await finops.getByRole("option", { name: "Table RISK.CONSENTS.DAILY" }).click();
    await expectVisible(seen.getByText("it is part of Consents."));
    await expectAccessibleAtEveryWidth(finops);
    await seen.getByRole("link", { name: "Request CONSENTS_READ" }).click();
    await heading(finops, /./).waitFor();
    await expect.poll(() => finops.url()).toContain("/requests/create?type=snowflake-access");
    const role = finops.getByRole("combobox", { name: "Role" });
    await expect.poll(() => role.inputValue()).toBe("Read Consents");
    await visit(finops, "/support");
    expect(await finops.getByRole("link", { name: /CONSENTS/ }).count()).toBe(0);
  },
);

journey("support asks; the requester answers from the inbox, and support has the next step again", async ({ open }) => {
  const staff = await open({ as: "staff", at: null });
  const title = "The dashboard shows last week";
  const at = await writeTicket(staff, "/support/create", title, "Sales by region has not changed since Monday.");

  const admin = await open({ as: "admin", at });
  await admin.getByRole("textbox", { name: /^Reply to/ }).fill("Which **dashboard** is it?");
  await admin.getByRole("combobox", { name: "After sending" }).click();
  await admin.getByRole("option", { name: /wait/i }).click();
  await admin.getByRole("button", { name: "Send reply" }).click();
  const held = admin.getByRole("region", { name: "Reply about to be sent" });
  await held.getByRole("button", { name: "Undo" }).click();
  const written = admin.getByRole("textbox", { name: /^Reply to/ });
  await expect.poll(() => written.inputValue()).toBe("Which **dashboard** is it?");
  await admin.getByRole("button", { name: "Send reply" }).click();
  await expectVisible(held.getByText("Which dashboard is it?"));
  await expectAccessibleAtEveryWidth(admin);
  await held.getByRole("button", { name: "Send now" }).click();
  await expectVisible(admin.getByText("Waiting on requester").first());

  await expectVisible(staff.getByText(/Without an answer it will be resolved/));
  await visit(staff, "/notifications");
  const asks = staff.getByRole("list", { name: "Needs you" });
  await asks.getByRole("button", { name: new RegExp(`^Reply: .*${title}`) }).click();
  const dialog = staff.getByRole("dialog");
  await expectVisible(dialog.getByText("Which dashboard is it?"));
  await expectAccessible(staff);
  await dialog.getByRole("textbox", { name: "Your reply" }).fill("Sales by region");
  await staff.keyboard.press("Escape");
  await asks.getByRole("button", { name: new RegExp(`^Reply: .*${title}`) }).click();
  await expect.poll(() => dialog.getByRole("textbox", { name: "Your reply" }).inputValue()).toBe("Sales by region");
  await dialog.getByRole("button", { name: "Send reply" }).click();
  await expectVisible(staff.getByText(/^You replied in TKT-/));
  await expectVisible(asks.getByText("This is no longer asked of you."));
  await expectVisible(admin.getByText("Sales by region", { exact: true }));
  await expectVisible(admin.getByText("The next step is ours.").first());

  // What was said has an address: it opens in view and marked, and an address that leads nowhere says so.
  const message = staff.getByRole("listitem").filter({ hasText: "Which dashboard is it?" });
  await visit(staff, at);
  await message.hover();
  await message.getByRole("button", { name: "Copy link to this message" }).waitFor();
  await visit(staff, `${at}#${await message.getAttribute("id")}`);
  const marked = staff.locator("li[aria-current=true]");
  await expectVisible(marked.getByText("Which dashboard is it?"));
  await expect.poll(() => marked.evaluate((part) => part === document.activeElement)).toBe(true);
  await expectAccessible(staff);
  await visit(staff, `${at}#message-none`);
  await expectVisible(staff.getByText("The message this link leads to is not here, or you cannot read it."));

  await admin.getByRole("textbox", { name: /^Reply to/ }).fill("Loaded again.");
  await admin.getByRole("combobox", { name: "After sending" }).click();
  await admin.getByRole("option", { name: /resolve/i }).click();
  await admin.getByRole("combobox", { name: "Resolution cause" }).click();
  await admin.getByRole("option", { name: "Wrong or late data" }).click();
  // From the top: what the bar above the page happens to cover in the middle of it is no small target.
  await admin.evaluate(() => scrollTo(0, 0));
  await expectAccessibleAtEveryWidth(admin);
  await admin.getByRole("button", { name: "Send reply" }).click();
  await held.getByRole("button", { name: "Send now" }).click();
  await expectVisible(admin.getByText("Resolved", { exact: true }).first());
  await visit(staff, at);
  const question = staff.getByRole("radiogroup", { name: "Still broken, or just thanks?" });
  await question.getByRole("radio", { name: "Just thanks" }).click();
  await staff.getByRole("textbox", { name: "Your reply" }).fill("Works, thank you");
  await staff.getByRole("button", { name: "Send reply" }).click();
  await expectVisible(staff.getByText("Works, thank you", { exact: true }));
  await expectVisible(staff.getByText("A reply within 7 days reopens it."));
  await staff.getByRole("group", { name: "Was the help good?" }).getByRole("button", { name: "No" }).click();
  await staff.getByRole("textbox", { name: "What was slow or missing?" }).fill("I was asked what I had written");
  await expectAccessibleAtEveryWidth(staff);
  await staff.getByRole("button", { name: "Say why" }).click();
  await expectVisible(staff.getByText("You said the help was not good: “I was asked what I had written”"));
  await expectVisible(admin.getByText(/said the help was not good: “I was asked what I had written”/));
  await expectVisible(admin.getByText("Resolved", { exact: true }).first());
  const cause = admin.getByRole("combobox", { name: "Resolution cause" });
  await expectVisible(cause.getByText("Wrong or late data"));
  await cause.click();
  await admin.getByRole("option", { name: "System fault" }).click();
  await expectVisible(cause.getByText("System fault"));
  await expectAccessibleAtEveryWidth(admin);
  // It is not solved after all: its requester says so, and it is open again, for both.
  await question.getByRole("radio", { name: "Still broken" }).click();
  await staff.getByRole("textbox", { name: "Your reply" }).fill("It shows last week again");
  await staff.getByRole("button", { name: "Send reply" }).click();
  await expectVisible(admin.getByText("It shows last week again", { exact: true }));
  await expectVisible(admin.getByText("The next step is ours.").first());
  await expect.poll(() => admin.getByText("Resolved", { exact: true }).count()).toBe(0);
  await staff.getByText("A reply within 7 days reopens it.").waitFor({ state: "hidden" });
});

journey("somebody shares a ticket with their area and stops, and reads what a colleague shares", async ({ open }) => {
  const page = await open({ as: "staff", at: null });
  const at = await writeTicket(page, "/support/create", "The campaign view is a day late", "Since Monday.");
  const sharing = page.getByRole("region", { name: "Who takes part" });
  await sharing.getByRole("button", { name: "Share with Marketing" }).click();
  await expectVisible(sharing.getByText("Everyone in Marketing can read it."));
  await expectAccessibleAtEveryWidth(page);
  await sharing.getByRole("button", { name: "Stop sharing" }).click();
  await expectVisible(sharing.getByText("Nobody else in Marketing can read it."));

  await visit(page, "/support");
  await page.getByRole("button", { name: "My area" }).click();
  await expectVisible(page.getByRole("link", { name: /Who pays for the warehouse/ }));
  await expectAccessibleAtEveryWidth(page);
  await page.getByRole("link", { name: /Who pays for the warehouse/ }).click();
  await heading(page, /Who pays for the warehouse/).waitFor();
  await expectVisible(page.getByText(/^You can read this ticket because/));
  await expectVisible(page.getByText("To the area that asked for it"));
  expect(await page.getByRole("textbox").count()).toBe(0);
  await expectAccessibleAtEveryWidth(page);

  const finops = await open({ as: "finops", at });
  await expectVisible(finops.getByText("There is no such ticket"));
  await finops.getByRole("main").getByRole("link", { name: "My Tickets" }).click();
  await heading(finops, "My Tickets").waitFor();
});

journey("an agent works ten tickets without a mouse", async ({ open }) => {
  const finops = await open({ as: "finops" });
  const words = { topic: "data", related: null, description: "Since this morning.", uploadIds: [] };
  for (let turn = 1; turn <= 10; turn += 1) {
    const ticket = { ...words, title: `Late ${turn}` };
    expect(await askBackend(finops, "mutation", "tickets/mutations:create", ticket)).not.toHaveProperty("code");
  }

  const admin = await open({ as: "admin", at: "/support?view=queue" });
  const { keyboard } = admin;
  await admin.getByRole("checkbox", { name: /TKT-/ }).first().waitFor();
  await keyboard.press("j");
  await keyboard.press("Enter");
  const seen = new Set<string>();
  for (let turn = 1; turn <= 10; turn += 1) {
    await expect.poll(() => /TKT-\d+$/.test(admin.url()) && !seen.has(admin.url())).toBe(true);
    seen.add(admin.url());
    await admin.getByRole("region", { name: "Write" }).waitFor();
    if (await admin.getByRole("button", { name: "Claim" }).isVisible()) {
      await keyboard.press("a");
      await expect.poll(() => admin.getByRole("button", { name: "Claim" }).count()).toBe(0);
    }
    if (turn === 1) {
      await keyboard.press("n");
      await keyboard.type("The load failed at six @");
      const colleague = "Sofia Rossi";
      const readers = admin.getByRole("listbox", { name: "People who read the note" });
      await expectVisible(readers.getByRole("option").first());
      await expectAccessibleAtEveryWidth(admin);
      await keyboard.press("Escape");
      await readers.waitFor({ state: "hidden" });
      await keyboard.type("(ask @");
      await expectVisible(readers.getByRole("option", { name: colleague }));
      const chosen = readers.getByRole("option", { name: colleague, selected: true });
      for (let down = 0; down < 6 && !(await chosen.isVisible()); down += 1) await keyboard.press("ArrowDown");
      await keyboard.press("Enter");
      await keyboard.type("in the morning)");
      await keyboard.press("Control+Enter");
      const noted = `The load failed at six @(ask @${colleague} in the morning)`;
      await expectVisible(admin.getByRole("listitem").filter({ hasText: noted }));
      await keyboard.press("Escape");
    }
    await keyboard.press(turn === 3 ? "q" : "r");
    if (turn === 3) {
      // The last message, as it stands, and the caret below it.
      const begun = /^> .+ wrote on [\d/]+, [\d:]+:\n>\n> .+\n\n$/s;
      await expect.poll(() => admin.getByRole("textbox", { name: /^Reply to/ }).inputValue()).toMatch(begun);
    }
    await keyboard.type(`Loaded again, number ${turn}`);
    await keyboard.press("Control+Enter");
    const held = admin.getByRole("region", { name: "Reply about to be sent" });
    await expectVisible(held.getByText(`Loaded again, number ${turn}`));
    if (turn === 2) {
      // The next key undoes it; sent anew it is said at once.
      await keyboard.press("Enter");
      await admin.getByRole("textbox", { name: /^Reply to/ }).waitFor();
      await keyboard.press("r");
      await keyboard.press("Control+Enter");
      await held.getByRole("button", { name: "Undo" }).waitFor();
      await keyboard.press("Tab");
      await keyboard.press("Enter");
      await expectVisible(admin.getByLabel("Conversation").getByText("Loaded again, number 2"));
    }
    if (turn < 10) await keyboard.press("j");
  }
  expect(seen.size).toBe(10);

  await keyboard.press("?");
  const list = admin.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expectVisible(list.getByRole("region", { name: /^In TKT-/ }).getByText("Next ticket waiting for you"));
  await expectAccessible(admin);
  await keyboard.press("j");
  await list.getByRole("checkbox", { name: "Single-letter shortcuts" }).focus();
  await keyboard.press("Space");
  await keyboard.press("Escape");
  await list.waitFor({ state: "hidden" });
  await keyboard.press("j");
  await keyboard.press("Control+k");
  await admin.getByRole("dialog", { name: "Command palette" }).waitFor();
  expect(seen.has(admin.url())).toBe(true);
});

/** How far down the page controls are. */
async function topsOf(controls: readonly Locator[]): Promise<number[]> {
  return await Promise.all(controls.map(async (control) => Math.round((await control.boundingBox())?.y ?? NaN)));
}

journey("support sees its queue as it chose to, under a name, and takes out what it sees", async ({ open }) => {
  const admin = await open({ as: "admin", at: "/support?view=queue" });
  const table = admin.getByRole("table", { name: "Waiting on us" });
  await table.getByRole("row").nth(1).waitFor();
  const columns = admin.getByRole("button", { name: "Columns and density" });
  await columns.click();
  const look = admin.getByRole("dialog", { name: "Columns" });
  await look.getByRole("checkbox", { name: "Topic" }).click();
  await look.getByRole("checkbox", { name: "Created" }).click();
  await look.getByRole("checkbox", { name: "Compact rows" }).click();
  await expectVisible(table.getByRole("columnheader", { name: "Created" }));
  expect(await table.getByRole("columnheader", { name: "Topic" }).count()).toBe(0);
  // By keyboard: the button keeps the focus as its row moves, and the new place is said.
  await look.getByRole("button", { name: "Move Created to the left" }).focus();
  await admin.keyboard.press("Enter");
  await expectVisible(look.getByText("Created is column 5 of 7"));
  await admin.keyboard.press("Enter");
  await expectVisible(look.getByText("Created is column 4 of 7"));
  const heads = await table.getByRole("columnheader").allInnerTexts();
  expect(heads.slice(-4)).toEqual(["Created", "Requester", "Assigned to", "Due"]);
  await admin.keyboard.press("Escape");
  const [file] = await Promise.all([
    admin.waitForEvent("download"),
    admin.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("support-queue.csv");
  expect(await readFile(await file.path(), "utf8")).toMatch(
    /^\uFEFFKey,Title,Tags,State,Priority,Created,Requester,Team,Assigned to,Due\r\nTKT-\d+,/,
  );
  const doings = await askBackend<{ action: string }[]>(admin, "query", "audit/queries:mine");
  expect(doings.value?.map(({ action }) => action)).toContain("ticketQueue.exported");
  const views = admin.getByRole("button", { name: "Views" });
  await views.click();
  await admin.getByLabel("Save this list as").fill("Ours");
  await admin.getByRole("button", { name: "Save view" }).click();
  await expect.poll(() => new URL(admin.url()).searchParams.get("saved")).not.toBeNull();
  const known = admin.getByRole("dialog", { name: "Saved views" });
  await known.getByRole("button", { name: "Everything" }).click();
  await expect.poll(() => new URL(admin.url()).search).toBe("?view=queue&saved=all");
  await known.getByRole("button", { name: /^Ours/ }).click();
  await expect.poll(() => new URL(admin.url()).searchParams.get("density")).toBe("compact");
  expect(new URL(admin.url()).searchParams.get("cols")).toBe("title,state,priority,created,requester,assignee,last");
  await admin.keyboard.press("Escape");
  await admin.setViewportSize({ width: 360, height: 800 });
  const tops = await topsOf([
    admin.getByRole("searchbox", { name: "Search tickets" }),
    admin.getByRole("button", { name: "Filter", exact: true }),
    admin.getByRole("button", { name: /^Ours/ }),
    columns,
    admin.getByRole("button", { name: "Export CSV" }),
  ]);
  expect(tops.map((top) => tops.indexOf(top))).toEqual([0, 0, 2, 2, 2]);
  // So do the views and what writes a ticket: side by side, whoever answers them.
  const kinds = await admin.getByRole("group", { name: "Tickets" }).boundingBox();
  const create = admin.getByRole("main").getByRole("link", { name: "Create ticket", exact: true });
  expect(kinds).not.toBeNull();
  expect((await topsOf([create]))[0]).toBeLessThan((kinds?.y ?? 0) + (kinds?.height ?? 0) / 2);
});

journey("a claim that was a slip is undone, from the queue and from the ticket", async ({ open }) => {
  const admin = await open({ as: "admin", at: "/support?view=queue&show=unassigned" });
  const table = admin.getByRole("table", { name: "Unassigned" });
  await table
    .getByRole("checkbox", { name: /^Select TKT-/ })
    .first()
    .click();
  await admin.getByRole("button", { name: "Claim" }).click();
  const told = admin.getByRole("listitem").filter({ hasText: "1 ticket is now yours" });
  await told.getByRole("button", { name: "Undo" }).click();
  await expectVisible(admin.getByText(/^TKT-\d+ put back$/));
  await table.getByRole("link").first().click();
  // The menu says where an agent is: their queue, not the tickets they wrote.
  await expect.poll(() => admin.locator('nav a[aria-current="page"]').allInnerTexts()).toEqual(["Support queue"]);
  const claim = admin.getByRole("button", { name: "Claim" });
  await claim.click();
  const yours = admin.getByRole("listitem").filter({ hasText: /TKT-\d+ is yours/ });
  await yours.getByRole("button", { name: "Undo" }).click();
  await claim.waitFor();
  await expectVisible(admin.getByText("New", { exact: true }));
});

journey("tickets about the same thing are merged from the queue, by keyboard, and one is undone", async ({ open }) => {
  const refuses = [/CONVEX M\(tickets\/mutations:merge/];
  const admin = await open({ as: "admin", at: null, allow: refuses });
  const write = { tells: false, description: "As reported.", topic: "data", related: null };
  const keys: string[] = [];
  for (const [title, name] of [
    ["Stock of March is doubled", "Sam Taylor"],
    ["Stock of March counts twice", "Sam Taylor"],
    ["Doubled stock of March", "Fiona Murray"],
  ] as const) {
    const personOf = await personId(admin, name);
    const made = await askBackend(admin, "mutation", "ticketParties/mutations:openFor", {
      ...write,
      title,
      personId: personOf,
    });
    keys.push(String((made as { value: unknown }).value));
  }
  const [first = "", second = "", third = ""] = keys;
  await visit(admin, "/support?view=queue&show=all&q=stock%20of%20march");
  const whole = admin.getByRole("checkbox", { name: "Select all rows of this page" });
  await whole.focus();
  await whole.press("Space");
  const bar = admin.getByRole("region", { name: "Selected rows" });
  await bar.getByRole("button", { name: "Merge" }).press("Enter");
  const dialog = admin.getByRole("dialog", { name: "Merge 2 tickets" });
  // The oldest of them is proposed; of whoever else wrote one it has to be said.
  const into = dialog.getByRole("combobox", { name: "Merge into" });
  await expect.poll(() => into.inputValue()).toContain(first);
  await expectVisible(dialog.getByText(`1 ticket has a different requester from ${first}`));
  await expectAccessibleAtEveryWidth(admin);
  await takePictures(admin, "support-merge-many");
  const sure = dialog.getByRole("checkbox", { name: "Merge them anyway" });
  await sure.focus();
  await sure.press("Space");
  await dialog.getByRole("button", { name: "Merge 2 tickets" }).press("Enter");
  await expectVisible(admin.getByText(`2 tickets are now part of ${first}`));
  await bar.waitFor({ state: "hidden" });
  await visit(admin, `/support/${first}`);
  for (const key of [second, third]) await expectVisible(admin.getByText(`Merged ${key} into this ticket.`));
  await visit(admin, `/support/${third}`);
  await admin.getByRole("button", { name: "Undo merge" }).press("Enter");
  await expectVisible(admin.getByText(`${third} is as it was before`));

  // One that was merged meanwhile refuses and stays chosen.
  await visit(admin, "/support?view=queue&show=all&q=stock%20of%20march");
  await admin.getByRole("checkbox", { name: `Select ${third}` }).click();
  await bar.getByRole("button", { name: "Merge" }).click();
  const again = admin.getByRole("dialog", { name: "Merge 1 ticket" });
  await again.getByRole("combobox", { name: "Merge into" }).fill(first);
  await admin.getByRole("option", { name: new RegExp(`^${first}`) }).click();
  await again.getByRole("checkbox", { name: "Merge them anyway" }).click();
  const merged = { key: third, into: first, acrossRequesters: true };
  expect(await askBackend(admin, "mutation", "tickets/mutations:merge", merged)).toHaveProperty("value");
  await again.getByRole("button", { name: "Merge 1 ticket" }).click();
  await expectVisible(admin.getByText("1 ticket stayed as it was"));
  await expectVisible(bar.getByText("1 ticket selected"));

  // Several go into one that was not among them: all that were chosen, and each of them.
  const elsewhere = await askBackend(admin, "mutation", "ticketParties/mutations:openFor", {
    ...write,
    title: "Counting of April",
    personId: await personId(admin, "Sam Taylor"),
  });
  const target = String((elsewhere as { value: unknown }).value);
  for (const key of [second, third])
    expect(await askBackend(admin, "mutation", "tickets/mutations:unmerge", { key })).toHaveProperty("value");
  await visit(admin, "/support?view=queue&show=all&q=stock%20of%20march");
  for (const key of [first, second, third]) await admin.getByRole("checkbox", { name: `Select ${key}` }).click();
  await bar.getByRole("button", { name: "Merge" }).click();
  const three = admin.getByRole("dialog", { name: /^Merge \d tickets$/ });
  await three.getByRole("combobox", { name: "Merge into" }).fill("counting of april");
  await admin.getByRole("option", { name: new RegExp(`^${target}`) }).click();
  await expectVisible(three.getByText(`1 ticket has a different requester from ${target}`));
  await three.getByRole("checkbox", { name: "Merge them anyway" }).click();
  await three.getByRole("button", { name: "Merge 3 tickets" }).click();
  await expectVisible(admin.getByText(`3 tickets are now part of ${target}`));
  await visit(admin, `/support/${target}`);
  for (const key of [first, second, third]) await expectVisible(admin.getByText(`Merged ${key} into this ticket.`));
});

journey("a mail from another address waits for an agent, who adds it or drops it", async ({ open }) => {
  const admin = await open({ as: "admin", at: "/support?view=queue" });
  const waiting = admin.getByRole("list", { name: "Tickets with held mail" });
  await waiting.getByRole("link", { name: /ThoughtSpot has been slow/ }).click();
  const mail = admin.getByRole("listitem", { name: "Mail from service@cluster-host.example" });
  await expectVisible(mail.getByText(/^This address is unknown to the portal/));
  await expectAccessibleAtEveryWidth(admin);
  await mail.getByRole("button", { name: "Add for everybody" }).click();
  const dialog = admin.getByRole("dialog");
  await expectVisible(dialog.getByText(/It appears there under your name, with the address it came from\.$/));
  await expectAccessible(admin);
  await dialog.getByRole("button", { name: "Add for everybody" }).click();
  const said = admin.getByRole("region", { name: "Conversation" });
  await expectVisible(said.getByText("The upgrade was finished at 14:00. Please try again."));
  await expectVisible(said.getByText(/^added by /));
  await expectVisible(admin.getByText("The next step is ours."));
  expect(await mail.count()).toBe(0);
});

/** What the gateway hands in as a mail; `ahead` is by how much the portal's clock is. */
async function deliver(url: string, ahead: number, secret: string, headers: Record<string, string>, body: string) {
  const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const mail = `${named.join("")}Message-ID: <${named.length}.${body.length}@mail.example>\r\n\r\n${body}\r\n`;
  const stamp = String(Math.floor((Date.now() + ahead) / 1000));
  const signature = `v1=${createHmac("sha256", secret).update(`${stamp}.${mail}`).digest("hex")}`;
  const proof = { "mail-timestamp": stamp, "mail-signature": signature };
  const answer = await fetch(`${url}/api/inbound-mail`, { method: "POST", headers: proof, body: mail });
  const { result, code } = (await answer.json()) as { result?: string; code?: string };
  return result ?? code;
}

journey(
  "mail answered from outside is a reply; forged mail waits for an agent; an automated one changes nothing",
  async ({ open, portal }) => {
    const staff = await open({ as: "staff", at: null, allow: whilePortalIsDown });
    const title = "The invoice export is empty";
    const at = await writeTicket(staff, "/support/create", title, "Since Tuesday.");
    await visit(staff, "/profile");
    const admin = await open({ as: "admin", at: null, allow: whilePortalIsDown });
    const answer = { key: at.split("/").at(-1), body: "Which invoices do you miss?", visibility: "public" };
    expect(await askBackend(admin, "mutation", "tickets/mutations:say", answer)).toHaveProperty("value");
    await portal.later(MAILED_AFTER_MS);
    await expect.poll(() => mails.answersTo("staff@ao.com", title), { timeout: 60_000 }).not.toBeNull();
    const to = mails.answersTo("staff@ao.com", title) ?? "";
    const post = (headers: Record<string, string>, body: string, secret = gateway.secret) =>
      deliver(portal.url, MAILED_AFTER_MS, secret, { To: to, Subject: `Re: ${title}`, ...headers }, body);

    const own = { From: "Sam Taylor <staff@ao.com>" };
    expect(await post(own, "Not from the gateway", "another-secret-that-nobody-gave-away")).toBe("not-signed");
    expect(await post({ ...own, "Auto-Submitted": "auto-replied" }, "I am away until Monday")).toBe("automated");
    expect(await post({ From: "staff@ao.example" }, "Please send me everybody's invoices")).toBe("held");
    expect(await post(own, "Those of May")).toBe("added");

    await visit(staff, at);
    const said = staff.getByRole("region", { name: "Conversation" });
    await expectVisible(said.getByText("Those of May"));
    for (const other of ["Not from the gateway", "I am away until Monday", "everybody's invoices"])
      expect(await staff.getByText(other).count()).toBe(0);
    await visit(admin, at);
    const held = admin.getByRole("listitem", { name: "Mail from staff@ao.example" });
    await expectVisible(held.getByText("Please send me everybody's invoices"));
    await expectVisible(admin.getByRole("region", { name: "Conversation" }).getByText("Those of May"));
  },
);
