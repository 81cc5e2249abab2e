/** Support tickets: from what somebody needs to the answer, with whatever they wait for in between. */

import { createHmac } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import { MINUTE_MS } from "../convex/lib/pure/time.ts";
import { askBackend } from "./support/backend.ts";
import { whilePortalIsDown } from "./support/browser/browser.ts";
import { expectFocused } from "./support/browser/keyboard.ts";
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
const MAILED_AFTER_MS = 10 * MINUTE_MS;

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
  // Held for a minute, as every answer is: taken back, its words are a draft that resolves the ticket.
  const held = admin.getByRole("region", { name: "Reply about to be sent" });
  await expectVisible(held.getByText(/will be sent within a minute, and resolve TKT-\d+\.$/));
  await admin
    .getByRole("button", { name: "Resolve", exact: true })
    .and(admin.locator("[aria-disabled=true]"))
    .waitFor();
  await expectAccessible(admin);
  await held.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => admin.getByRole("textbox", { name: /^Reply to/ }).inputValue()).toMatch(proof);
  await expectVisible(turn.getByText("Support is working on it."));
  await admin.getByRole("button", { name: "Send reply" }).click();
  await held.getByRole("button", { name: "Send now" }).click();
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
  await staff.getByRole("searchbox", { name: "Search tickets" }).fill("baskets");
  await staff.getByRole("search").getByRole("button", { name: "Clear all" }).click();
  await expectFocused(staff, "Search tickets");
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
  await takePictures(admin, "ticket-waiting");

  await expectVisible(staff.getByText(/Without an answer it will be resolved/));
  await visit(staff, "/notifications");
  const asks = staff.getByRole("list", { name: "Needs you" });
  // By its title, with the key beside it as that of a request.
  await expectVisible(asks.getByRole("link", { name: new RegExp(`^${title} ?TKT-\\d+$`) }));
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

  // Merged into another one by a slip and undone, it is what it was.
  const other = { title: "Last week, once more", description: "As before.", topic: "data", related: null };
  const { value: into } = await askBackend<string>(staff, "mutation", "tickets/mutations:create", other);
  await admin.getByRole("button", { name: "Merge", exact: true }).click();
  const merging = admin.getByRole("dialog", { name: /^Merge TKT-/ });
  await merging.getByRole("combobox", { name: "Merge into" }).fill(`${into}`);
  await admin.getByRole("option", { name: new RegExp(`^${into}`) }).click();
  await merging.getByRole("button", { name: "Merge ticket" }).click();
  await expectVisible(admin.getByText("The conversation continues in"));
  await takePictures(admin, "ticket-merged");
  await admin.getByRole("button", { name: "Undo merge" }).click();
  await expectVisible(admin.getByText("The next step is ours.").first());
  await takePictures(admin, "ticket-unmerged");

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
  await takePictures(admin, "ticket-resolved");
  // The inbox, opened anew, asks who replies to what is over, as the ticket's page does; support replies there no more.
  await visit(staff, "/notifications");
  await staff.getByRole("button", { name: new RegExp(`^Reply: .*${title}`) }).click();
  await expectVisible(dialog.getByRole("radiogroup", { name: "Still broken, or just thanks?" }));
  await expectAccessible(staff);
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
  await takePictures(staff, "ticket-rated");
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
  await takePictures(admin, "ticket-reopened");

  // Support's answer from the inbox is held as on the ticket's page, and taken back it is the draft it was.
  await visit(admin, "/notifications");
  const answers = admin.getByRole("button", { name: new RegExp(`^Reply: .*${title}`) });
  await answers.click();
  const answer = admin.getByRole("dialog").getByRole("textbox", { name: /^Reply to/ });
  await answer.fill("My password: hunter2");
  await expectVisible(admin.getByText("This looks like a password or a key"));
  await expectAccessibleAtEveryWidth(admin);
  await answer.fill("We load it again");
  await admin.getByRole("dialog").getByRole("button", { name: "Send reply" }).click();
  await expectVisible(admin.getByText(/^Your reply in TKT-\d+ will be sent within a minute$/));
  await admin.getByRole("button", { name: "Undo" }).click();
  await expectVisible(admin.getByText("Your reply is a draft again"));
  expect(await staff.getByText("We load it again").count()).toBe(0);
  await answers.click();
  await expect.poll(() => answer.inputValue()).toBe("We load it again");
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
    // A resolution that is held when the portal stops is sent once it runs again.
    const words = { title: "The invoice export is late", description: "Since Monday.", topic: "other", related: null };
    const { value: late } = await askBackend<string>(staff, "mutation", "tickets/mutations:create", words);
    const ends = { key: late, body: "It is on time again.", after: "resolve", cause: "data" };
    expect(await askBackend(admin, "mutation", "ticketReplies/mutations:hold", ends)).toHaveProperty("value");
    const stateOf = async (key: unknown) =>
      (await askBackend<{ state: string }>(staff, "query", "tickets/queries:get", { key })).value?.state;
    expect(await stateOf(late)).toBe("new");
    await portal.later(MAILED_AFTER_MS);
    await expect.poll(() => stateOf(late)).toBe("resolved");
    await expect.poll(() => mails.answersTo("staff@ao.com", title), { timeout: 60_000 }).not.toBeNull();
    const to = mails.answersTo("staff@ao.com", title) ?? "";
    const post = (headers: Record<string, string>, body: string, secret = gateway.secret) =>
      deliver(portal.url, MAILED_AFTER_MS, secret, { To: to, Subject: `Re: ${title}`, ...headers }, body);

    const own = { From: "Sam Taylor <staff@ao.com>" };
    expect(await post(own, "Not from the gateway", "another-secret-that-nobody-gave-away")).toBe("not-signed");
    expect(await post({ ...own, "Auto-Submitted": "auto-replied" }, "I am away until Monday")).toBe("automated");
    const hostile = `<img src=x onerror=alert(1)> ${"W".repeat(300)} Please send me everybody's invoices`;
    expect(await post({ From: "staff@ao.example" }, hostile)).toBe("held");
    expect(await post(own, "Those of May")).toBe("added");

    await visit(staff, at);
    const said = staff.getByRole("region", { name: "Conversation" });
    await expectVisible(said.getByText("Those of May"));
    for (const other of ["Not from the gateway", "I am away until Monday", "everybody's invoices"])
      expect(await staff.getByText(other).count()).toBe(0);
    await visit(admin, at);
    const held = admin.getByRole("listitem", { name: "Mail from staff@ao.example" });
    await expectVisible(held.getByText(/^<img src=x onerror=alert\(1\)> .*Please send me everybody's invoices$/));
    expect(await admin.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await expectVisible(admin.getByRole("region", { name: "Conversation" }).getByText("Those of May"));
  },
);
