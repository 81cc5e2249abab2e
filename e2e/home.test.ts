/**
 * Home, by those who come to it in the morning: what waits for them, how far their own things are, and a board they
 * arrange.
 */

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { askBackend } from "./support/backend.ts";
import { whilePortalIsDown } from "./support/browser/browser.ts";
import { expectFocused, tabTo } from "./support/browser/keyboard.ts";
import {
  cutOff,
  shiftsOf,
  slowProcessor,
  smallTargets,
  touchScreen,
  watchShifts,
} from "./support/browser/steadiness.ts";
import { expectAccessible, expectAccessibleAtEveryWidth, takePictures } from "./support/browser/theme.ts";
import { holdLine } from "./support/browser/wire.ts";
import { fillIn } from "./support/forms.ts";
import { journeys } from "./support/journey.ts";
import { expectPath, expectVisible, heading, submitSignIn } from "./support/pages.ts";
import { personas } from "./support/personas.ts";
import { demoPassword } from "./support/portal/portal.ts";
import { askForWarehouse } from "./support/requests.ts";

const journey = journeys();

function card(page: Page, name: string): Locator {
  return page.getByRole("region", { name, exact: true });
}

/**
 * The names of the cards on the page, from top to bottom; by element, because an open sheet hides the page from roles.
 */
async function cardNames(page: Page): Promise<string[]> {
  return await page.locator("main h2").allInnerTexts();
}

async function arrange(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Arrange" }).click();
  const sheet = page.getByRole("dialog", { name: "Arrange Home" });
  await sheet.waitFor();
  return sheet;
}

/** Keeps a choice of cards without the sheet. */
async function keepCards(page: Page, homeCards: readonly string[]): Promise<void> {
  expect(await askBackend(page, "mutation", "people/mutations:saveHomeCards", { homeCards })).not.toHaveProperty(
    "code",
  );
}

/** All of Home is there, and the browser has nothing left to do for it. */
async function homeSettled(page: Page): Promise<void> {
  await page.locator("main [aria-busy=false]").waitFor();
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
}

journey("a decision made from one Home moves the request on another, while both are open", async ({ open }) => {
  const staff = await open({ as: "staff" });
  const finops = await open({ as: "finops" });
  const { key } = await askForWarehouse(staff, "WH_MKT_HOME");
  const own = card(staff, "My open requests").getByRole("listitem").filter({ hasText: key });
  await expectVisible(own.getByText("Pending approval"));
  // Tasks this form does not need are complete from the start.
  const before = Number(/^(\d+) of/.exec((await own.getByRole("img").getAttribute("aria-label")) ?? "")?.[1]);
  expect(before).toBeGreaterThanOrEqual(0);

  const waiting = card(finops, "Waiting on you");
  const more = waiting.getByRole("button", { name: /^Show \d+ more$/ });
  const row = waiting.getByRole("listitem").filter({ hasText: key });
  await row.or(more).first().waitFor();
  if ((await row.count()) === 0) await more.click();
  await expectVisible(row.getByText("“", { exact: false }));
  await expectVisible(row.getByText("For Sam Taylor"));
  await expectVisible(row.getByText(/^You decide /));
  await expectVisible(row.getByText(/^Expires in /));
  await row.getByRole("link", { name: /^Decide: / }).click();
  await finops.waitForURL(/\/approvals\/[\w-]+$/);
  await finops.getByRole("button", { name: "Approve", exact: true }).click();
  await expectVisible(own.getByRole("img", { name: new RegExp(`^${before + 1} of \\d+ tasks complete$`) }));
  await finops.getByRole("link", { name: "Home" }).first().click();
  await expectVisible(waiting);
  await expect.poll(() => row.count()).toBe(0);
});

journey("a question is answered where Home leads, and no longer waits", async ({ open }) => {
  const staff = await open({ as: "staff" });
  const row = card(staff, "Waiting on you")
    .getByRole("listitem")
    .filter({ has: staff.getByRole("link", { name: /^Answer: / }) })
    .first();
  await expectVisible(row.getByText(/asks: “/));
  const key = /REQ-\d+/.exec((await row.textContent()) ?? "")?.[0] ?? "";
  await row.getByRole("link", { name: /^Answer: / }).click();
  await expectPath(staff, `/requests/${key}`);
  // An answer that is written beside an edit stays while the form is looked at again.
  await staff.getByRole("link", { name: "Edit answers" }).click();
  const review = staff.getByRole("button", { name: "Review changes" });
  await review.click();
  const answer = staff.getByRole("textbox", { name: /^Answer to / });
  await answer.fill("I make it smaller.");
  await staff.getByRole("button", { name: "Back to the form" }).click();
  await review.click();
  expect(await answer.inputValue()).toBe("I make it smaller.");
  await staff.getByRole("link", { name: `Back to ${key}` }).click();
  await staff.getByRole("dialog", { name: "Leave this request?" }).getByRole("button", { name: "Leave" }).click();
  await staff.getByRole("region", { name: "Next step" }).getByRole("button", { name: "Answer the question" }).click();
  await staff.keyboard.type("It reads the loyalty tables; the campaign team receives it.");
  await staff.keyboard.press("Control+Enter");
  await expectVisible(
    staff.getByRole("list", { name: "Comments" }).getByText("It reads the loyalty tables", { exact: false }),
  );
  await staff.goto("/");
  await expectVisible(card(staff, "My open requests").getByText(key));
  expect(await card(staff, "Waiting on you").getByRole("listitem").filter({ hasText: key }).count()).toBe(0);
});

journey("access is extended on a form of its own, from the end it has, once at a time", async ({ open }) => {
  const staff = await open({ as: "staff" });
  const row = card(staff, "My access").getByRole("listitem").first();
  const label = (await row.getByRole("link", { name: /^Extend access: Read / }).getAttribute("aria-label")) ?? "";
  const access = label.replace("Extend access: ", "");
  await expectVisible(row.getByText(/^[A-Z_]+_READ$/));
  await expectVisible(row.getByText(/^Ends /));
  await row.getByRole("link", { name: label }).click();
  await heading(staff, "Extend access").waitFor();
  await expectVisible(staff.getByText(access, { exact: false }).first());
  const address = staff.url();
  await expectVisible(staff.getByText("Held since"));
  await expectVisible(
    staff.getByText(/^(Last used .+|No use recorded since it was given), as of (\d\d\/\d\d\/\d{4}, )?\d\d:\d\d$/),
  );
  await staff.getByRole("button", { name: "Send request" }).click();
  await expectVisible(staff.getByText("Reason is required"));
  await expectAccessibleAtEveryWidth(staff);
  await takePictures(staff, "extend");
  await staff.getByLabel("Days to add").fill("14");
  await staff.getByLabel("Reason").fill("The quarterly report takes until the end of the year.");
  await staff.getByRole("button", { name: "Send request" }).click();
  await staff.waitForURL(/\/requests\/REQ-\d+$/);
  const key = new URL(staff.url()).pathname.split("/").at(-1) ?? "";
  await staff.goto(address);
  await expectVisible(staff.getByText(`${key} asks for the same access and is still open.`));
});

journey(
  "cards are put away, moved and brought back, and another browser of the same person follows",
  async ({ open }) => {
    const here = await open({ as: "staff" });
    await expectVisible(card(here, "Services"));
    const sheet = await arrange(here);
    await sheet.getByRole("button", { name: "Put Services away" }).click();
    await expectFocused(here, "Put Request something away");
    await sheet.getByRole("button", { name: "Move My access up" }).click();
    await expectVisible(sheet.getByRole("status").getByText("My access is number 1 of 2 in its column now"));
    await expectAccessible(here);
    await here.keyboard.press("Escape");
    await expect
      .poll(() => cardNames(here))
      .toEqual(["Waiting on you", "My access", "My open requests", "Request something"]);

    const there = await open({ as: "staff" });
    await expect
      .poll(() => cardNames(there))
      .toEqual(["Waiting on you", "My access", "My open requests", "Request something"]);
    await (await arrange(here)).getByRole("button", { name: "Add Services" }).click();
    await expectFocused(here, "Add All pages");
    await expectVisible(card(there, "Services"));
    await there.reload();
    await expectVisible(card(there, "Services"));

    await here.keyboard.press("Escape");
    await keepCards(here, []);
    await expect.poll(() => cardNames(there)).toEqual(["Waiting on you"]);
    await expectVisible(there.getByText("You have hidden every card."));
    await (await arrange(there)).getByRole("button", { name: "Back to the usual cards" }).click();
    await expect
      .poll(() => cardNames(here))
      .toEqual(["Waiting on you", "My open requests", "My access", "Request something", "Services"]);
  },
);

journey("an admin pins a card, and nobody can put it away until it is unpinned", async ({ open }) => {
  const admin = await open({ as: "admin", at: null, allow: whilePortalIsDown });
  const line = await holdLine(admin);
  await admin.goto("/");
  const waiting = card(admin, "Waiting on you");
  await waiting.getByRole("button", { name: /^Show \d+ more$/ }).press("Enter");
  await waiting.getByRole("listitem").locator(":focus").first().waitFor();
  const staff = await open({ as: "staff" });
  await keepCards(staff, []);
  const sheet = await arrange(admin);
  const pin = sheet.getByRole("button", { name: "Pin Services for everybody" });
  const another = sheet.getByRole("button", { name: "Pin My access for everybody" });
  // The first is still on its way when another is put to it.
  const onItsWay = line.holdCall("pinHomeCards");
  await pin.click();
  await onItsWay;
  await another.click();
  line.resume();
  line.cut();
  await expect.poll(() => cardNames(staff)).toEqual(["Waiting on you", "My access", "Services"]);
  await another.click();
  await expect.poll(() => cardNames(staff)).toEqual(["Waiting on you", "Services"]);
  const away = (await arrange(staff)).getByRole("button", { name: "Put Services away" });
  await away.click({ force: true });
  expect(await cardNames(staff)).toEqual(["Waiting on you", "Services"]);
  expect(await staff.getByRole("button", { name: /^Pin / }).count()).toBe(0);
  await pin.click();
  await expect.poll(() => cardNames(staff)).toEqual(["Waiting on you"]);
  await keepCards(staff, ["openRequests", "myAccess", "quickActions", "services"]);
});

journey("the board is arranged and the first thing opened without a mouse", async ({ open }) => {
  const page = await open({ as: "staff" });
  await keepCards(page, ["openRequests", "myAccess", "quickActions", "services"]);
  await expectVisible(card(page, "Waiting on you").getByRole("link").first());
  await expectVisible(card(page, "My open requests").getByRole("link").first());
  await tabTo(page, "Arrange");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Arrange Home" }).waitFor();
  await tabTo(page, "Move My open requests down");
  await page.keyboard.press("Alt+ArrowDown");
  await expectFocused(page, "Move My open requests down");
  await expect
    .poll(() => cardNames(page).then((names) => names.slice(0, 3)))
    .toEqual(["Waiting on you", "My access", "My open requests"]);
  await page.keyboard.press("Alt+ArrowUp");
  await expect
    .poll(() => cardNames(page).then((names) => names.slice(0, 3)))
    .toEqual(["Waiting on you", "My open requests", "My access"]);
  await page.keyboard.press("Escape");
  await expectFocused(page, "Arrange");
  await tabTo(page, /^Decide: /);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/approvals\/[\w-]+$/);
});

journey("each role sees what is theirs, and what stands still leads to its list", async ({ open }) => {
  const staff = await open({ as: "staff" });
  await expectVisible(card(staff, "Services"));
  expect(await cardNames(staff)).not.toContain("What you oversee");
  // Whom a system keeps waiting asks about it, and reads at once what the portal sees.
  await card(staff, "Services")
    .getByRole("link", { name: /^Ask support about/ })
    .first()
    .click();
  await expectVisible(
    staff.getByRole("status", { name: "What the portal sees" }).getByText(/anything that needs it waits/),
  );
  const admin = await open({ as: "admin" });
  await card(admin, "What you oversee")
    .getByRole("link", { name: /^Blocked/ })
    .click();
  await expectPath(admin, "/admin/requests");
  expect(new URL(admin.url()).searchParams.get("status")).toBe("Blocked");
  await expectVisible(admin.getByText("Blocked", { exact: true }));
});

journey("those who run the platform see it in one card, each fact with the page it is about", async ({ open }) => {
  const page = await open({ as: "superAdmin" });
  const platform = card(page, "Platform");
  for (const [fact, path] of [
    ["Oldest approval", /^\/approvals\/REQ-\d+-\d+$/],
    ["Last monitor run", /^\/superadmin\/task-monitor$/],
    ["Connectors", /^\/superadmin\/services$/],
    ["Queues", /^\/superadmin\/environment$/],
  ] as const) {
    const link = platform.getByRole("link", { name: new RegExp(`^${fact}`) });
    expect(await link.getAttribute("href")).toMatch(path);
  }
  await expectVisible(platform.getByText("Airflow off", { exact: false }));
  expect(await cardNames(page)).not.toContain("Services");
  await expectAccessibleAtEveryWidth(page, [1440, 768, 360]);
});

journey("equal tasks are one row with how many there are, which unfolds without a mouse", async ({ open }) => {
  const page = await open({ as: "finops" });
  const waiting = card(page, "Waiting on you");
  await expectVisible(waiting.getByRole("heading", { name: /^Decisions \d+$/ }));
  const parts = await waiting.getByRole("heading", { name: /^(Decisions|Tasks and questions) \d+$/ }).allInnerTexts();
  expect(parts.map((part) => part.replace(/\s*\d+$/, ""))).toEqual(["Decisions", "Tasks and questions"]);
  const fold = waiting.getByRole("button", { name: /^Show \d+ tasks: Compare the cost/ });
  const many = Number(/\d+/.exec((await fold.getAttribute("aria-label")) ?? "")?.[0]);
  await tabTo(page, /^Show \d+ tasks: Compare the cost/);
  await page.keyboard.press("Enter");
  await expectVisible(waiting.getByRole("link", { name: /^Do task: Compare the cost/ }));
  expect(await waiting.getByRole("link", { name: /^Do task: Compare the cost/ }).count()).toBe(many);
  await expectAccessibleAtEveryWidth(page, [1440, 768, 360]);
  await page.keyboard.press("Enter");
  await expect.poll(() => waiting.getByRole("link", { name: /^Do task: Compare the cost/ }).count()).toBe(0);
});

for (const as of ["staff", "admin", "governance", "finops", "superAdmin"] as const)
  journey(`nothing of Home moves once it was seen, on a desk or a slow phone: ${as}`, async ({ open }) => {
    const page = await open({ as, at: null });
    await watchShifts(page);
    await page.goto("/");
    await homeSettled(page);
    expect(await shiftsOf(page)).toEqual([]);

    await page.setViewportSize({ width: 360, height: 740 });
    await touchScreen(page);
    await slowProcessor(page);
    await page.goto("/");
    await homeSettled(page);
    expect(await shiftsOf(page)).toEqual([]);
    expect((await cardNames(page))[0]).toBe("Request something");
    expect([await smallTargets(page), await cutOff(page)]).toEqual([[], []]);
  });

journey("Home is accessible in both themes, on a desk, a tablet and a phone", async ({ open }) => {
  for (const as of ["staff", "admin"] as const) {
    const page = await open({ as });
    await expectVisible(card(page, "Services").getByText("Snowflake"));
    await expectVisible(card(page, "Waiting on you").getByRole("link").first());
    await expectAccessibleAtEveryWidth(page, [1440, 768, 360]);
  }
});

journey("somebody new finds where to begin instead of empty cards", async ({ open, portal }) => {
  const page = await open();
  await submitSignIn(page, { url: portal.url, email: personas.newStarter, password: demoPassword });
  await heading(page, "Choose your own password").waitFor();
  await fillIn(page, { "New password": "My-own-1pass", "New password again": "My-own-1pass" });
  await page.getByRole("button", { name: "Change password" }).click();
  const start = card(page, "Start here");
  await expectVisible(start.getByRole("list", { name: "How it goes" }));
  expect(await cardNames(page)).toEqual(["Waiting on you", "Start here", "Services"]);
  await expectVisible(page.getByText("Nothing is waiting for you.", { exact: true }));
  await watchShifts(page);
  await page.reload();
  await homeSettled(page);
  expect(await shiftsOf(page)).toEqual([]);
  await expectAccessibleAtEveryWidth(page, [1440, 768, 360]);
  await start.getByRole("link", { name: /^Snowflake data access/ }).click();
  await heading(page, "Snowflake data access").waitFor();
});
