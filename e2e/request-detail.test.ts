/** The page of a request, by the person who asked and an admin who looks after it, at the same time. */

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { askBackend } from "./support/backend.ts";
import { whilePortalIsDown } from "./support/browser/browser.ts";
import { expectAccessible, expectAccessibleAtEveryWidth, takePictures } from "./support/browser/theme.ts";
import { holdLine, loseCalls } from "./support/browser/wire.ts";
import { journeys } from "./support/journey.ts";
import { dropFile, expectVisible, heading, pasteCells, pastePicture, visit, write } from "./support/pages.ts";

const journey = journeys();

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  "base64",
);

/** The key of the newest request in this status that the person of this page made. */
async function keyOf(page: Page, status: string): Promise<string> {
  const { value } = await askBackend<{ rows: { key: string; status: string }[] }>(
    page,
    "query",
    "requests/queries:mine",
  );
  return value?.rows.find((row) => row.status === status)?.key ?? expect.fail(`No request is ${status}`);
}

function nextStep(page: Page): Locator {
  return page.getByRole("region", { name: "Next step" });
}

async function attach(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel("Files to attach").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
}

/** From here on the page paints nothing until `paintNow`, as on a machine with too much to do. */
async function paintLate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const waiting: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (draw) => waiting.push(draw);
    addEventListener("paint-now", () => waiting.splice(0).forEach((draw) => draw(performance.now())), { once: true });
  });
}

async function paintNow(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event("paint-now")));
}

journey(
  "a comment with a mention and a file reaches the other at once; a note among admins never does",
  async ({ open }) => {
    const staff = await open({ as: "staff", at: null });
    const key = await keyOf(staff, "In progress");
    await visit(staff, `/requests/${key}`);
    const admin = await open({ as: "admin", at: `/admin/requests/${key}` });
    await heading(admin, /.+/).waitFor();

    await staff.getByRole("textbox", { name: "Comment", exact: true }).pressSequentially("Can you look, @Aish");
    await staff.getByRole("option").first().waitFor();
    await paintLate(staff);
    await staff.keyboard.press("Enter");
    await staff.keyboard.type("pl");
    await paintNow(staff);
    await staff.keyboard.type("ease?");
    expect(await staff.getByRole("textbox", { name: "Comment", exact: true }).inputValue()).toMatch(
      /^Can you look, @Aisha \w+ please\?$/,
    );
    await attach(staff, "screen.png", PNG);
    await expectVisible(staff.getByRole("list", { name: "Files" }).getByText("ready"));
    await staff.keyboard.press("Control+Enter");

    const comments = admin.getByRole("list", { name: "Comments" });
    await expectVisible(comments.getByText("please?"));
    const arriving = admin.waitForEvent("download");
    await comments.getByRole("button", { name: /^Download screen.png/ }).click();
    expect((await arriving).suggestedFilename()).toBe("screen.png");

    // What was begun stays while its reader looks at something else; leaving the page asks.
    await write(admin, "Comment", "I am");
    for (const tab of ["What was asked", "Conversation", "Internal notes", "Everybody on the request"])
      await admin.getByRole("tab", { name: tab }).click();
    expect(await admin.getByRole("textbox", { name: "Comment", exact: true }).inputValue()).toBe("I am");
    await admin.getByRole("navigation").getByRole("link", { name: "Home", exact: true }).first().click();
    const question = admin.getByRole("dialog", { name: "Leave without sending?" });
    await question.getByRole("button", { name: "Cancel" }).click();

    await admin.getByRole("tab", { name: "Internal notes" }).click();
    await write(admin, "Internal note", "Third time this month");
    await admin.getByRole("button", { name: "Add note" }).click();
    await expectVisible(admin.getByRole("list", { name: "Internal notes" }).getByText("Third time this month"));
    const note = admin.getByRole("listitem").filter({ hasText: "Third time this month" });
    const noteAddress = `/requests/${key}#${await note.getAttribute("id")}`;
    await admin.getByRole("tab", { name: "Everybody on the request" }).click();
    await write(admin, "Comment", "I am on it");
    await admin.getByRole("button", { name: "Send comment" }).click();

    await expectVisible(staff.getByRole("list", { name: "Comments" }).getByText("I am on it"));
    await staff
      .getByRole("status")
      .getByText(/^2 new comments, the last from /)
      .waitFor({ state: "attached" });
    expect(await staff.getByRole("list", { name: "Comments" }).getAttribute("aria-live")).toBeNull();
    // A comment has an address of its own: it opens in view and marked, also for who comes by it.
    const said = staff.getByRole("listitem").filter({ hasText: "I am on it" });
    await said.hover();
    await said.getByRole("button", { name: "Copy link to this comment" }).waitFor();
    const address = `/requests/${key}#${await said.getAttribute("id")}`;
    for (const how of [visit, (page: Page, to: string) => page.goto(to)]) {
      await visit(staff, "/requests");
      await how(staff, address);
      const marked = staff.locator("li[aria-current=true]");
      await expectVisible(marked.getByText("I am on it"));
      await expect.poll(() => marked.evaluate((part) => part === document.activeElement)).toBe(true);
    }
    await expectAccessible(staff);
    await takePictures(staff, "comment-linked");
    // A note's address opens the notes for who reads them, and tells others no more than an address of nothing.
    await visit(admin, noteAddress);
    await expectVisible(admin.locator("li[aria-current=true]").getByText("Third time this month"));
    await admin.getByRole("tab", { name: "Everybody on the request" }).click();
    await expectVisible(admin.getByRole("list", { name: "Comments" }).getByText("I am on it"));
    for (const nothing of [noteAddress, `/requests/${key}#comment-none`]) {
      await visit(staff, "/requests");
      await visit(staff, nothing);
      await expectVisible(staff.getByText("The comment that this link leads to is not here, or you cannot read it."));
    }
    // Who had nothing to do with it takes part from the mention on.
    await staff.getByRole("textbox", { name: "Comment", exact: true }).pressSequentially("For you as well, @Grace");
    await staff.getByRole("option", { name: /Grace Whitfield/ }).waitFor();
    await staff.keyboard.press("Enter");
    await staff.keyboard.press("Control+Enter");
    const facts = staff.getByRole("complementary", { name: "Facts" });
    await expectVisible(facts.getByText("Also taking part"));
    await expectVisible(facts.getByText("Grace Whitfield"));
    expect(await staff.getByText("Third time this month").count()).toBe(0);
    await staff.getByRole("tab", { name: "Activity" }).click();
    for (const list of ["Activity", "History"]) {
      if (list === "History") await staff.getByRole("checkbox", { name: "Technical detail" }).click();
      await staff
        .getByRole("list", { name: new RegExp(`^${list}`) })
        .getByRole("listitem")
        .first()
        .waitFor();
      expect(await staff.getByText("Third time this month").count()).toBe(0);
    }
  },
);

journey("an admin puts a request on hold and lifts it, and the requester reads why at once", async ({ open }) => {
  const staff = await open({ as: "staff", at: null });
  const key = await keyOf(staff, "Pending approval");
  await visit(staff, `/requests/${key}`);
  await nextStep(staff).waitFor();
  const admin = await open({ as: "admin", at: `/admin/requests/${key}` });
  await admin.getByRole("button", { name: "More actions" }).click();
  await admin.getByRole("menuitem", { name: "Put on hold" }).click();
  await write(admin, "Reason", "Waits for the change window");
  await admin.getByRole("button", { name: "Put on hold" }).click();
  await expectVisible(nextStep(staff).getByText("On hold by Aisha Khan: Waits for the change window"));
  expect(await staff.getByRole("button", { name: "Lift the hold" }).count()).toBe(0);
  await expectAccessible(admin);
  await nextStep(admin).getByRole("button", { name: "Lift the hold" }).click();
  await nextStep(staff).getByText("On hold by").waitFor({ state: "hidden" });
});

journey("the page is accessible in both themes, wide and narrow, with a question open", async ({ open }) => {
  const staff = await open({ as: "staff", at: null });
  await staff.goto(`/requests/${await keyOf(staff, "Needs info")}`);
  await expectVisible(staff.getByRole("region", { name: "Open question" }));
  await staff.getByRole("button", { name: "Drawing", exact: true }).click();
  // The first task leads on to its page, and the choice holds for every request.
  await expectVisible(staff.getByRole("group", { name: "Tasks of this request" }).getByRole("link").first());
  await expectAccessibleAtEveryWidth(staff);
  await staff.reload();
  await expectVisible(staff.getByRole("group", { name: "Tasks of this request" }));
  await staff.getByRole("button", { name: "List", exact: true }).click();
});

journey("the admin's page, with its internal notes, is accessible", async ({ open }) => {
  const admin = await open({ as: "admin", at: "/admin/requests/REQ-120" });
  await admin.getByRole("tab", { name: "Internal notes" }).click();
  await expectVisible(admin.getByRole("textbox", { name: "Internal note", exact: true }));
  await expectAccessible(admin);
});

journey("a file that is not what it says is refused, and the comment goes without it", async ({ open }) => {
  const staff = await open({ as: "staff", at: null });
  // Its removal is still under way when the comment is sent, which removes what was refused.
  const removals = await loseCalls(staff, "dropFile");
  await staff.goto(`/requests/${await keyOf(staff, "In progress")}`);
  await write(staff, "Comment", "See the picture");
  await attach(staff, "picture.png", Buffer.from("<!doctype html><script>alert(1)</script>"));
  const files = staff.getByRole("list", { name: "Files" });
  await expectVisible(files.getByText("This kind of file cannot be attached.", { exact: false }));
  await attach(staff, "run.exe", Buffer.from("MZ"));
  await expectVisible(files.getByText("run.exe"));
  await staff.getByRole("button", { name: "Remove run.exe" }).click();
  await staff.getByRole("button", { name: "Remove picture.png" }).click();
  await staff.getByRole("button", { name: "Send comment" }).click();
  const sent = staff
    .getByRole("list", { name: "Comments" })
    .getByRole("listitem")
    .filter({ hasText: "See the picture" });
  await expectVisible(sent);
  expect(await sent.getByRole("button", { name: /^Download/ }).count()).toBe(0);
  expect(removals()).toBe(1);
});

journey("an open question is answered by the requester and everything goes on, for both to see", async ({ open }) => {
  const staff = await open({ as: "staff", at: null });
  const key = await keyOf(staff, "Needs info");
  await visit(staff, `/requests/${key}`);
  const admin = await open({ as: "admin", at: `/admin/requests/${key}` });
  await expectVisible(nextStep(admin).getByText("Waiting for Sam Taylor to answer", { exact: false }));
  await expectVisible(nextStep(staff).getByText("Answer ", { exact: false }));
  await nextStep(staff).getByRole("button", { name: "Answer the question" }).click();
  await staff.keyboard.type("It reads the orders table; Finance receives it.");
  await staff.keyboard.press("Control+Enter");
  await expectVisible(
    admin.getByRole("list", { name: "Comments" }).getByText("It reads the orders table", { exact: false }),
  );
  await expectVisible(admin.getByText("In progress").or(admin.getByText("Pending approval")));
  await expect.poll(() => staff.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Comments");
  expect(await admin.getByRole("region", { name: "Open question" }).count()).toBe(0);
});

journey("cancelling says what it does, and ends the request for everybody who looks at it", async ({ open }) => {
  const staff = await open({ as: "staff", at: null });
  const key = await keyOf(staff, "Pending approval");
  await visit(staff, `/requests/${key}`);
  const admin = await open({ as: "admin", at: `/admin/requests/${key}` });
  await heading(admin, /.+/).waitFor();
  await staff.getByRole("button", { name: "More actions" }).click();
  await staff.getByRole("menuitem", { name: "Cancel request" }).click();
  const dialog = staff.getByRole("dialog", { name: `Cancel ${key}?` });
  await expectVisible(dialog.getByText("will not start", { exact: false }));
  await expectVisible(dialog.getByText("A cancelled request is never reopened", { exact: false }));
  await dialog.getByLabel("Reason").fill("The project was postponed");
  await dialog.getByRole("button", { name: "Cancel request" }).click();
  await expectVisible(nextStep(admin).getByText("Cancelled: The project was postponed"));
  await expectVisible(nextStep(staff).getByRole("button", { name: "Submit again" }));
});

journey("a request that is not one's own says nothing of itself, by page or by file", async ({ open, portal }) => {
  const admin = await open({ as: "admin", at: "/admin/requests/REQ-120" });
  await expectVisible(nextStep(admin));
  const title = await heading(admin, /.+/).innerText();
  const staff = await open({ as: "staff", at: "/requests/REQ-120", allow: [/requests\/queries:get/] });
  await expectVisible(
    staff.getByText("This does not exist, or it is not yours to see. Somebody who takes part in it can bring you in."),
  );
  expect(await staff.getByRole("button", { name: "Try again" }).count()).toBe(0);
  await expectVisible(staff.getByRole("main").getByRole("link", { name: "My Requests" }));
  expect(await staff.locator("body").innerText()).not.toContain(title);
  const answer = await fetch(`${portal.url}/http/attachments?file=none`);
  expect(answer.status).toBe(401);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
});

/** What the browser prints at the foot of each page. */
async function printedFooter(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const every = (rules: CSSRuleList): CSSRule[] =>
      [...rules].flatMap((rule) => [rule, ...("cssRules" in rule ? every(rule.cssRules as CSSRuleList) : [])]);
    const found = [...document.styleSheets].flatMap((sheet) => every(sheet.cssRules));
    return found.flatMap((rule) => (rule instanceof CSSPageRule ? [rule.cssText] : [])).join("\n");
  });
}

journey("the story of a request is one page, at the width of a phone as well", async ({ open }) => {
  const staff = await open({ as: "staff", viewport: { width: 360, height: 800 } });
  await staff.goto(`/requests/${await keyOf(staff, "In progress")}/story`);
  for (const chapter of [
    "What was asked",
    "Who decided",
    "What was done, and how it was proven",
    "How long it took",
    "Outcome",
  ]) {
    await expectVisible(staff.getByRole("heading", { level: 2, name: chapter }));
  }
  await expectVisible(staff.getByRole("list", { name: "When each task ran" }).getByRole("listitem").first());
  expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(staff);
  // Paper is white in the dark theme, too: nothing is printed in light ink.
  await staff.evaluate(() => document.documentElement.classList.add("dark"));
  await staff.emulateMedia({ media: "print" });
  const title = staff.getByRole("heading", { level: 1 });
  const lightnessOfInk = () =>
    title.evaluate((it) => Number(/^oklch\(([\d.]+) /.exec(getComputedStyle(it).color)?.[1]));
  await expect.poll(lightnessOfInk).toBeLessThan(0.4);
  expect(await printedFooter(staff)).toMatch(
    /@bottom-right\s*\{[^}]*content: "Page " counter\(page\) " of " counter\(pages\)/,
  );
  expect(await staff.getByRole("button", { name: "Print" }).isVisible()).toBe(false);
  expect(await staff.getByRole("navigation").first().isVisible()).toBe(false);
  // What is held against the audit trail later stands on the paper.
  await expectVisible(staff.getByText(/^Printed by Sam Taylor on \d\d\/\d\d\/\d{4}, \d\d:\d\d \(.+\)\.$/));
  await expectVisible(staff.getByText(/Last event in the audit trail: [\d,]+, hash [0-9a-f]{64}$/));
});

journey(
  "a ticket from a request's page is claimed, noted on and answered; the requester reads the answer, no note, and says it is solved",
  async ({ open }) => {
    const staff = await open({ as: "staff", at: null });
    const key = await keyOf(staff, "In progress");
    await visit(staff, `/requests/${key}`);
    await staff.getByRole("button", { name: "More actions" }).click();
    await staff.getByRole("menuitem", { name: "Ask support about this" }).click();
    await heading(staff, "Create Ticket").waitFor();
    await expect.poll(() => staff.getByRole("combobox", { name: "Related to" }).inputValue()).toContain(key);
    await expectVisible(staff.getByRole("status", { name: "What the portal sees" }).getByText(`${key}: `));
    await staff.getByRole("button", { name: "Send to support" }).click();
    await expectVisible(staff.getByText("Title is required"));
    await write(staff, "Title", "Nobody moves my request");
    await write(staff, "Description", "My password: hunter2");
    await expectVisible(staff.getByText("This looks like a password or a key"));
    await write(staff, "Description", "It stands since yesterday.");
    await pasteCells(staff.getByRole("textbox", { name: "Description" }), [
      ["Table", "Rows"],
      ["ORDERS", "12"],
    ]);
    await pastePicture(staff.getByRole("textbox", { name: "Description" }), "screen.png", await staff.screenshot());
    const files = staff.getByRole("list", { name: "Files" });
    await expectVisible(files.getByText("ready"));
    await dropFile(staff.getByRole("textbox", { name: "Description" }), "steps.txt", "Open it, wait");
    await expect.poll(() => files.getByText("ready").count()).toBe(2);
    await expectAccessible(staff);
    await staff.getByRole("button", { name: "Send to support" }).click();
    await heading(staff, "Nobody moves my request").waitFor();
    await expectVisible(staff.getByText("Support will look at it next."));
    await expectVisible(staff.getByText("What the portal saw when it was sent"));
    const ticket = /TKT-\d+/.exec(staff.url())?.[0] ?? "";

    const admin = await open({ as: "admin", at: null, allow: whilePortalIsDown });
    const line = await holdLine(admin);
    await visit(admin, "/support?view=queue");
    await admin.getByRole("link", { name: ticket }).click();
    await heading(admin, "Nobody moves my request").waitFor();
    await expectVisible(admin.getByText("steps.txt"));
    await expectVisible(admin.getByRole("table").getByRole("cell", { name: "ORDERS" }));
    await admin.getByRole("button", { name: "Show screen.png" }).click();
    const picture = admin.getByRole("img", { name: "screen.png" });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
    await admin.keyboard.press("Escape");
    await admin.getByRole("button", { name: "Claim" }).click();
    await expectVisible(staff.getByText("Support is working on it."));
    await admin.getByRole("button", { name: "Internal note" }).click();
    await write(admin, "Internal note", "The owner is on leave");
    await expectVisible(admin.getByText("Draft saved"));
    // Loaded again, it is still a note.
    await admin.reload();
    expect(await admin.getByRole("textbox", { name: "Internal note" }).inputValue()).toBe("The owner is on leave");
    // Nor does one press, on the screen or of a key, turn what it says into a reply.
    const question = admin.getByRole("dialog", { name: "Turn this note into a public reply?" });
    await admin.getByRole("button", { name: "Public reply" }).click();
    await expectVisible(question);
    await expectAccessible(admin);
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "hidden" });
    await admin.getByRole("textbox", { name: "Internal note" }).press("Escape");
    await admin.keyboard.press("r");
    await question.getByRole("button", { name: "Turn into a public reply" }).click();
    await expect
      .poll(() => admin.getByRole("textbox", { name: /^Reply to/ }).inputValue())
      .toBe("The owner is on leave");
    await expectVisible(admin.getByText("Draft saved"));
    await admin.getByRole("button", { name: "Internal note" }).click();
    await expectVisible(admin.getByText("Draft saved"));
    // What is written while it is on its way is not taken for sent.
    const answered = line.holdAnswer();
    await admin.getByRole("button", { name: "Save internal note" }).click();
    await answered;
    await admin.getByRole("textbox", { name: "Internal note" }).press("End");
    await admin.keyboard.type(" until May");
    line.resume();
    line.cut();
    await expectVisible(admin.getByRole("listitem").filter({ hasText: /The owner is on leave$/ }));
    await expectVisible(admin.getByText("Draft saved"));
    expect(await admin.getByRole("textbox", { name: "Internal note" }).inputValue()).toMatch(/until May$/);
    await write(admin, "Internal note", "");
    await expectAccessible(admin);
    await admin.getByRole("button", { name: "Redact words or files" }).click();
    await admin.getByRole("textbox", { name: /^Words/ }).fill("on leave");
    await expectVisible(admin.getByText("They were found in 1 place."));
    await write(admin, "Reason", "Nobody's business");
    await expectAccessible(admin);
    await admin.getByRole("button", { name: "Redact permanently" }).click();
    await expectVisible(admin.getByRole("listitem").filter({ hasText: "The owner is [redacted]" }));
    // What its requester wrote a second time is merged, and apart again with one press.
    await visit(staff, "/support/create");
    await staff.getByRole("radio", { name: /^Something else/ }).click();
    await write(staff, "Title", "My request again");
    await write(staff, "Description", "It still stands.");
    // What is written is kept: left behind within the second, it is there again.
    await staff.getByRole("link", { name: "My Tickets" }).first().click();
    await heading(staff, "My Tickets").waitFor();
    await staff.getByRole("link", { name: "Create Ticket" }).first().click();
    await expectVisible(staff.getByText(/^Your draft from /));
    expect(await staff.getByRole("textbox", { name: "Description" }).inputValue()).toBe("It still stands.");
    await staff.getByRole("button", { name: "Send to support" }).click();
    await heading(staff, "My request again").waitFor();
    const second = new URL(staff.url()).pathname;
    await visit(admin, second);
    await admin.getByRole("button", { name: "Merge", exact: true }).click();
    await admin.getByRole("combobox", { name: "Merge into" }).fill(ticket);
    await admin.getByRole("option", { name: ticket }).click();
    await expectAccessible(admin);
    await admin.getByRole("button", { name: "Merge ticket" }).click();
    await staff.getByRole("link", { name: ticket }).first().click();
    const merged = staff.getByRole("listitem").filter({ hasText: "It still stands." });
    await expectVisible(merged);
    const link = `/support/${ticket}#${await merged.getAttribute("id")}`;
    await admin.getByRole("button", { name: "Undo merge" }).click();
    await expect.poll(() => staff.getByText("It still stands.").count()).toBe(0);
    // A link that was copied meanwhile leads to where the words are again.
    await visit(staff, "/support");
    await visit(staff, link);
    await heading(staff, "My request again").waitFor();
    await expectVisible(staff.locator("[aria-current=true]").filter({ hasText: "It still stands." }));
    expect(new URL(staff.url()).pathname).toBe(second);
    await visit(staff, `/support/${ticket}`);
    await visit(admin, `/support/${ticket}`);
    await admin.getByRole("button", { name: "Public reply" }).click();
    await admin.getByRole("button", { name: "Edit canned replies" }).click();
    await admin.getByRole("button", { name: "New canned reply" }).click();
    await write(admin, "Title", "Deputy decides");
    await write(admin, "Reply", "{first name}, the deputy decides today.");
    // Enter takes what is typed, and the next one can be typed at once; the form waits.
    const tags = admin.getByRole("combobox", { name: "Tags" }).last();
    await tags.fill("Deputies");
    await tags.press("Enter");
    const chosen = admin.getByRole("list", { name: "Tags of this canned reply" });
    await expectVisible(chosen.getByText("deputies"));
    await expect.poll(() => tags.evaluate((box) => box === document.activeElement)).toBe(true);
    await tags.fill("today");
    await admin.getByRole("option", { name: /^today/ }).click();
    await chosen.getByRole("button", { name: "Remove the tag today" }).click();
    await expectAccessible(admin);
    await admin.getByRole("button", { name: "Save canned reply" }).click();
    // The list is back once it is saved; until then the dialog cannot be closed.
    await admin.getByRole("button", { name: "New canned reply" }).waitFor();
    await admin.getByRole("button", { name: "Close", exact: true }).last().click();
    await admin.getByRole("combobox", { name: "Insert a canned reply" }).fill("dep");
    await admin.getByRole("option", { name: /^Deputy decides/ }).click();
    // What it does and whom it goes to stands there before it is sent.
    await expectVisible(admin.getByRole("list", { name: "Tags the reply adds" }).getByText("deputies"));
    await expectVisible(admin.getByText(/^To Sam Taylor/));
    await expectAccessibleAtEveryWidth(admin);
    await admin.getByRole("button", { name: "Send reply" }).click();
    await admin.getByRole("button", { name: "Send now" }).click();
    await expectVisible(admin.getByRole("list", { name: "Tags of this ticket" }).getByText("deputies"));

    await expectVisible(staff.getByRole("listitem").filter({ hasText: "Sam, the deputy decides today." }));
    // An answer with bold, a list and code, written by buttons, and a number chosen without a mouse.
    const reply = staff.getByRole("textbox", { name: "Your reply" });
    await reply.fill("urgent");
    await reply.selectText();
    await staff.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name: "Bold" }).click();
    await expect.poll(() => reply.inputValue()).toBe("**urgent**");
    await reply.press("End");
    await reply.pressSequentially(`\n\n- late\n- missing\n\n\`\`\`\nSELECT 1\n\`\`\`\n#${key}`);
    await staff.getByRole("listbox", { name: "Requests, tickets and ideas" }).waitFor();
    await expectAccessible(staff);
    await staff.keyboard.press("Enter");
    await expect.poll(() => reply.inputValue()).toMatch(new RegExp(`\n${key} $`));
    await staff.getByRole("button", { name: "Preview" }).click();
    await expectVisible(staff.getByRole("region", { name: "Preview" }).getByRole("listitem").first());
    await expectAccessible(staff);
    await staff.getByRole("button", { name: "Send reply" }).click();
    const said = admin.getByRole("listitem").filter({ has: admin.getByText("urgent", { exact: true }) });
    await expectVisible(said.locator("strong").getByText("urgent", { exact: true }));
    expect(await said.locator("ul").getByRole("listitem").allTextContents()).toEqual(["late", "missing"]);
    await expectVisible(said.locator("pre").getByText("SELECT 1"));
    await expectVisible(said.getByRole("link", { name: key }));
    expect(await staff.getByText("The owner is on leave").count()).toBe(0);
    await expectAccessibleAtEveryWidth(staff);
    await staff.getByRole("button", { name: "Solved", exact: true }).click();
    await expectVisible(staff.getByText("A reply within 7 days reopens it."));
    await visit(staff, "/support");
    await expectVisible(staff.getByRole("link", { name: ticket }));
  },
);

journey(
  "a message about something else is split off; a ticket that is better a request, or an idea, is sent as one by its requester",
  async ({ open }) => {
    const staff = await open({ as: "staff", at: "/support/create" });
    await staff.getByRole("radio", { name: /^Something else/ }).click();
    await write(staff, "Title", "My request again");
    await write(staff, "Description", "It still stands.");
    const file = { name: "orders.csv", mimeType: "text/csv", buffer: Buffer.from("id;total\n1;2\n") };
    await staff.getByLabel("Files to attach").setInputFiles(file);
    await expectVisible(staff.getByText("ready", { exact: true }));
    await staff.getByRole("button", { name: "Send to support" }).click();
    await heading(staff, "My request again").waitFor();
    const path = new URL(staff.url()).pathname;
    const admin = await open({ as: "admin", at: path });
    await write(staff, "Your reply", "My dashboard is slow, too.");
    await staff.getByRole("button", { name: "Send reply" }).click();
    await admin.getByRole("button", { name: "Split off" }).click();
    await write(admin, "Title", "Slow dashboard");
    await expectAccessible(admin);
    await admin.getByRole("dialog").getByRole("button", { name: "Split off" }).click();
    await expectVisible(staff.getByRole("listitem").filter({ hasText: /now TKT-\d+/ }));
    // The rest is better a request: support suggests it, and finds nothing sent that its requester did not send.
    const suggest = async (what: string): Promise<void> => {
      await admin.getByRole("button", { name: "Suggest a request or idea" }).click();
      await admin.getByRole("combobox", { name: "What to suggest" }).fill(what);
      await admin.getByRole("option", { name: what }).click();
      await admin.getByRole("checkbox", { name: /^orders\.csv/ }).click();
      await expectAccessible(admin);
      await admin.getByRole("button", { name: "Send suggestion" }).click();
    };
    await suggest("Snowflake data access");
    await visit(staff, path);
    await expectVisible(staff.getByText("Support suggests a request: Snowflake data access"));
    await expectVisible(staff.getByRole("checkbox", { name: /^orders\.csv/, checked: true }));
    await expectAccessible(staff);
    await staff.getByRole("button", { name: "Open the draft" }).click();
    await expect
      .poll(() =>
        staff
          .getByRole("textbox", { name: /reason|need/i })
          .first()
          .inputValue(),
      )
      .toContain("My request again");
    // Or an idea: its requester publishes it, and the ticket is solved.
    await suggest("An idea for everybody");
    await visit(staff, path);
    await staff.getByRole("link", { name: "Write the idea" }).click();
    await expect.poll(() => staff.getByRole("textbox", { name: "Title" }).inputValue()).toBe("My request again");
    // Nothing is published that its writer did not choose.
    await staff.getByRole("checkbox", { name: /^orders\.csv/, checked: false }).click();
    await expectAccessible(staff);
    await staff.getByRole("combobox", { name: "Priority" }).click();
    await staff.getByRole("option", { name: "High" }).click();
    await staff.getByRole("button", { name: "Send idea" }).click();
    await expectVisible(staff.getByRole("button", { name: /^Download orders\.csv/ }));
    await staff.getByRole("link", { name: path.split("/").at(-1) ?? "" }).click();
    await expectVisible(staff.getByText("This ticket became an idea"));
    await expectVisible(staff.getByText("A reply within 7 days reopens it."));
  },
);
