/** The inbox: what others do reaches its reader at once, and what they do about it is theirs alone. */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { MINUTE_MS } from "../convex/lib/pure/time.ts";
import { askBackend } from "./support/backend.ts";
import { whilePortalIsDown } from "./support/browser/browser.ts";
import { expectFocused } from "./support/browser/keyboard.ts";
import { cutOff, smallTargets, touchScreen } from "./support/browser/steadiness.ts";
import { expectAccessible, expectAccessibleAtEveryWidth, takePictures } from "./support/browser/theme.ts";
import { holdLine } from "./support/browser/wire.ts";
import { journeys } from "./support/journey.ts";
import { expectVisible, heading, visit } from "./support/pages.ts";
import { personas } from "./support/personas.ts";
import { askForWarehouse } from "./support/requests.ts";

const journey = journeys();
const address = "/notifications";

interface OwnRequest {
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly status: string;
}
interface OutboxMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly kind: string;
}

const section = (page: Page, name: string | RegExp) => page.getByRole("list", { name, exact: true }).locator("> li");
const rows = (page: Page) => section(page, /^(Needs you|Updates|Snoozed|Archived)$/);
const row = (page: Page, words: string) => rows(page).filter({ hasText: words });
const bell = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Notifications/ });
const bellSays = (page: Page) => bell(page).getAttribute("aria-label");
const tabOf = (page: Page, name: string) => page.getByRole("tab", { name });
const progressOf = (page: Page, words: string) => row(page, words).getAttribute("data-progress");

/** Staff's running requests. */
async function runningRequests(staff: Page): Promise<OwnRequest[]> {
  const { value } = await askBackend<{ rows: OwnRequest[] }>(staff, "query", "requests/queries:mine");
  return (value?.rows ?? []).filter(({ status }) => status === "In progress" || status === "Pending approval");
}

/** Somebody writes a comment on a request. */
async function write(page: Page, request: Pick<OwnRequest, "id"> | undefined, body: string): Promise<void> {
  expect(
    (
      await askBackend(page, "mutation", "requests/mutations:comment", {
        requestId: request?.id,
        body,
        visibility: "public",
      })
    ).code,
  ).toBeUndefined();
}

/** Everything in the inbox is read, so that a journey sees only what it brings about. */
async function startAfresh(staff: Page): Promise<void> {
  await askBackend(staff, "mutation", "notifications/mutations:markAllRead");
  await expect.poll(() => bellSays(staff)).toBe("Notifications");
}

journey(
  "what somebody else does lights the badge, title and icon at once, and seeing it puts them out",
  async ({ open }) => {
    const staff = await open({ as: "staff", at: "/" });
    const admin = await open({ as: "admin", at: "/" });
    await startAfresh(staff);
    const [request] = await runningRequests(staff);
    expect(await staff.title()).toBe("Home · Data Portal");

    await write(admin, request, "Which columns do you need?");

    await expect.poll(() => bellSays(staff)).toBe("Notifications, 1 unseen");
    await expect.poll(() => staff.title()).toBe("(1) Home · Data Portal");
    expect(await staff.locator("#app-icon").getAttribute("href")).toBe("/icon-light-unseen.svg");
    await bell(staff).click();
    await heading(staff, "Notifications").waitFor();
    expect(await staff.title()).toBe("(1) Notifications · Data Portal");
    await row(staff, "Which columns do you need?").getByText("Unread", { exact: true }).waitFor();
    await expect.poll(() => bellSays(staff)).toBe("Notifications");
    await expect.poll(() => staff.title()).toBe("Notifications · Data Portal");
    expect(await staff.locator("#app-icon").getAttribute("href")).toBe("/icon-light.svg");
    // Seen, not read: it stays marked until it is read, and by one dot alone.
    const marks = () =>
      row(staff, "Which columns")
        .getByText(/^(Unread|New)$/)
        .count();
    expect(await marks()).toBe(1);
    expect(await progressOf(staff, "Which columns")).toBe("new");
    await staff.reload();
    await expect.poll(() => progressOf(staff, "Which columns")).toBe("seen");
    expect(await marks()).toBe(1);
    const readAll = staff.getByRole("button", { name: "Mark all as read" });
    await readAll.click();
    await expect.poll(() => readAll.getAttribute("aria-disabled")).toBe("true");
    await expect.poll(marks).toBe(0);
  },
);

journey("updates of one request stand together, and what arrives meanwhile waits above", async ({ open }) => {
  const staff = await open({ as: "staff", at: address });
  const admin = await open({ as: "admin", at: "/" });
  const finance = await open({ as: "superAdmin", at: "/" });
  const [first, second] = [
    await askForWarehouse(staff, "WH_MKT_TOGETHER"),
    await askForWarehouse(staff, "WH_MKT_MEANWHILE"),
  ];
  await write(admin, first, "One");
  await write(finance, first, "Two");
  await staff.reload();
  await row(staff, "Sofia Rossi wrote").waitFor();
  const before = await rows(staff).count();
  // What it is called comes first, then when, then what happened, without its key.
  expect(await row(staff, "Sofia Rossi wrote").innerText()).toMatch(
    new RegExp(
      `New warehouse, .*${first.key}\\s+(?:just now|\\d+ minutes? ago)\\s[^]*Sofia Rossi wrote, after 1 earlier update\\n`,
    ),
  );

  await write(admin, second, "About the other one");
  const bar = staff.getByRole("button", { name: "Show 1 new notification" });
  await bar.waitFor();
  expect(await rows(staff).count()).toBe(before);
  await bar.click();
  await row(staff, "About the other one").waitFor();
  expect(await section(staff, "Updates").first().innerText()).toContain("About the other one");
});

journey("the whole inbox by keyboard: move, snooze, archive, take back, open", async ({ open }) => {
  const staff = await open({ as: "staff", at: "/" });
  const admin = await open({ as: "admin", at: "/" });
  const [first, second, third] = [
    await askForWarehouse(staff, "WH_MKT_FIRST"),
    await askForWarehouse(staff, "WH_MKT_SECOND"),
    await askForWarehouse(staff, "WH_MKT_THIRD"),
  ];
  for (const request of [first, second, third]) await write(admin, request, `Note on ${request.key}`);
  await staff.keyboard.press("g");
  await staff.keyboard.press("n");
  await heading(staff, "Notifications").waitFor();
  await row(staff, `Note on ${third.key}`).waitFor();

  // What needs her comes first.
  const asks = await section(staff, "Needs you").count();
  for (let n = 0; n <= asks; n += 1) await staff.keyboard.press("j");
  await expectFocused(staff, new RegExp(`${third.key}`));
  await staff.keyboard.press("j");
  await expectFocused(staff, new RegExp(`${second.key}`));
  await staff.keyboard.press("k");
  await staff.keyboard.press("e");
  await staff.getByText(`${third.key} archived`).waitFor();
  await row(staff, `${third.key}`).waitFor({ state: "detached" });
  await expectFocused(staff, new RegExp(`${second.key}`));

  await staff.keyboard.press("h");
  // The arrow goes on from the first choice, which is marked a moment after the menu is there.
  await staff.locator("[role=menuitem][data-highlighted]").waitFor();
  await staff.keyboard.press("ArrowDown");
  await staff.keyboard.press("Enter");
  await staff.getByText(`${second.key} comes back tomorrow morning`).waitFor();
  await row(staff, `${second.key}`).waitFor({ state: "detached" });

  await tabOf(staff, "Archived").click();
  await row(staff, `${third.key}`).getByRole("button", { name: "Move to inbox" }).click();
  await row(staff, `${third.key}`).waitFor({ state: "detached" });
  await tabOf(staff, "Snoozed").click();
  await row(staff, `${second.key}`).getByRole("button", { name: "Bring back now" }).click();
  await row(staff, `${second.key}`).waitFor({ state: "detached" });
  expect(new URL(staff.url()).search).toBe("?tab=snoozed");

  await tabOf(staff, "Inbox").click();
  await row(staff, `${first.key}`).waitFor();
  await staff.keyboard.press("Escape");
  await staff.keyboard.press("j");
  await staff.keyboard.press("x");
  await staff
    .getByRole("toolbar", { name: "For everything selected" })
    .getByRole("button", { name: "Mark as read" })
    .click();
  await expect
    .poll(() =>
      rows(staff)
        .first()
        .evaluate((one) => one.contains(document.activeElement)),
    )
    .toBe(true);
  await expect.poll(() => rows(staff).first().getAttribute("data-progress")).toBe("read");

  // Whoever comes back is where they left.
  const left = row(staff, `${second.key}`).getByRole("link").first();
  await left.click();
  await left.waitFor({ state: "detached" });
  await staff.goBack();
  await left.and(staff.locator(":focus")).waitFor();
});

journey("a message that offers to undo is kept after it is gone, and undoes once", async ({ open }) => {
  const staff = await open({ as: "staff", at: address });
  const admin = await open({ as: "admin", at: "/" });
  const request = await askForWarehouse(staff, "WH_MKT_UNDONE");
  await write(admin, request, "Kept for later");
  await row(staff, "Kept for later")
    .or(staff.getByRole("button", { name: /^Show \d+ new/ }))
    .first()
    .waitFor();
  await staff.reload();
  await row(staff, "Kept for later")
    .getByRole("button", { name: /^Archive/ })
    .click();
  const toast = staff.getByRole("listitem").filter({ hasText: `${request.key} archived` });
  await toast.getByRole("button", { name: "Close toast" }).click();
  await toast.waitFor({ state: "detached" });

  await staff.getByRole("button", { name: /^Account of/ }).click();
  await staff.getByRole("menuitem", { name: "Recent messages" }).click();
  const messages = staff.getByRole("dialog", { name: "Recent messages" });
  const undo = messages
    .getByRole("listitem")
    .filter({ hasText: `${request.key} archived` })
    .getByRole("button", { name: "Undo" });
  await undo.waitFor();
  await expectAccessible(staff);
  await undo.click();
  await messages.getByText("Already chosen").waitFor({ state: "attached" });
  await staff.keyboard.press("Escape");
  await messages.waitFor({ state: "hidden" });
  await row(staff, "Kept for later").waitFor();
});

journey("muting is one press from the answer to why, and can be taken back in the settings", async ({ open }) => {
  const staff = await open({ as: "staff", at: address });
  const admin = await open({ as: "admin", at: "/" });
  const [request] = await runningRequests(staff);
  await write(admin, request, "Before the mute");
  await row(staff, "Before the mute")
    .getByRole("button", { name: /^Why did I get this/ })
    .click();
  const why = staff.getByRole("dialog", { name: "Why did I get this?" });
  await why.getByText("You are the requester.").first().waitFor();
  await why.getByRole("button", { name: `Mute ${request?.key}` }).click();
  await staff.getByText(`You will no longer be notified of “${request?.key}”`).waitFor();
  await write(admin, request, "Behind the mute");

  await visit(staff, `${address}?tab=settings`);
  await staff.getByRole("button", { name: new RegExp(`^Unmute ${request?.key}`) }).click();
  await staff.getByText("Nothing is muted.").waitFor();
  await tabOf(staff, "Inbox").click();
  await row(staff, "Before the mute").waitFor();
  expect(await row(staff, "Behind the mute").count()).toBe(0);
});

journey(
  "a mail follows by choice, with links that lead to the portal and carry no authority (A5)",
  async ({ open, portal }) => {
    const staff = await open({ as: "staff", at: `${address}?tab=settings` });
    const admin = await open({ as: "admin", at: "/" });
    const superAdmin = await open({ as: "superAdmin", at: "/" });
    await staff.getByText("Always, at once").waitFor();
    await staff.getByRole("combobox", { name: "Email about: Comments and mentions" }).click();
    await staff.getByRole("option", { name: "At once" }).click();
    await staff.getByText("Saved: Comments and mentions").waitFor();
    await staff.goto("/");
    const [request] = await runningRequests(staff);
    await write(admin, request, "This goes out by mail");
    await expect.poll(() => bellSays(staff)).toMatch(/unseen$/);
    for (const page of [staff, admin, superAdmin]) await page.goto("about:blank");

    await portal.later(3 * MINUTE_MS);

    await superAdmin.goto("/");
    const mailed = async (): Promise<OutboxMail | undefined> => {
      const { value = [] } = await askBackend<OutboxMail[]>(superAdmin, "query", "notifications/queries:listMail", {
        limit: 200,
      });
      // A digest may go out at the same time, by the clock; it says the same and more.
      return value.find(
        ({ to, kind, text }) =>
          to === personas.staff && kind === "notification" && text.includes("This goes out by mail"),
      );
    };
    await expect.poll(async () => (await mailed())?.text, { timeout: 90_000 }).toContain(portal.url);
    const mail = await mailed();
    expect(mail?.text).toContain("Why you get this: You are the requester.");
    const links = (mail?.text.match(/https?:\S+/g) ?? []).map((link) => new URL(link));
    expect(links.length).toBeGreaterThanOrEqual(2);
    for (const link of links)
      expect([link.origin, /token|ticket|password|@/.test(link.href)]).toEqual([portal.url, false]);
    const stranger = await open({ at: null });
    await stranger.goto(links.at(-1)?.href ?? "");
    await stranger.waitForURL((now) => now.pathname === "/signin");
  },
);

journey("an approval is decided from its notice, and the notice closes itself for everybody", async ({ open }) => {
  const staff = await open({ as: "staff", at: "/" });
  const owner = await open({ as: "finops", at: address, allow: whilePortalIsDown });
  const { value: areas = [] } = await askBackend<{ id: string; code: string }[]>(
    staff,
    "query",
    "people/queries:areas",
  );
  // The owner of the area is the first who decides.
  const form = {
    businessArea: areas.find(({ code }) => code === "FIN")?.id,
    otherAreaReason: "She joins the finance team.",
    reason: "Grace takes over the quarterly reports of the logistics board.",
    email: "grace.hopper@ao.com",
    firstName: "Grace",
    lastName: "Hopper",
    role: "staff",
  };
  const submitted = await askBackend<{ key: string }>(staff, "mutation", "requests/mutations:submit", {
    typeKey: "portal-invite",
    form,
    submitKey: "journey-of-the-inbox",
  });
  expect(submitted.code).toBeUndefined();
  const key = submitted.value?.key ?? "";

  const decide = owner.getByRole("button", { name: `Decide: ${key}` });
  // The monitor starts the approval within a minute; nobody has to wait for that here.
  const superAdmin = await open({ as: "superAdmin", at: "/" });
  await askBackend(superAdmin, "mutation", "workflow/mutations:runTaskMonitor");
  await decide
    .or(owner.getByRole("button", { name: /^Show \d+ new/ }))
    .first()
    .waitFor();
  const line = await holdLine(owner);
  await owner.reload();
  await decide.click();
  const dialog = owner.getByRole("dialog", { name: "Your decision" });
  await dialog.getByText("Grace takes over the quarterly reports").first().waitFor();
  await takePictures(owner, "notification-decide");
  await expectAccessibleAtEveryWidth(owner);
  await owner.setViewportSize({ width: 1440, height: 900 });
  // A rejection without a word is refused before it is sent.
  expect(await dialog.getByRole("button", { name: "Reject" }).getAttribute("aria-disabled")).toBe("true");
  await dialog.getByRole("textbox", { name: "Comment" }).fill("Welcome");
  const isSending = line.holdCall("decide");
  await dialog.getByRole("button", { name: "Approve" }).click();
  await isSending;
  // Until it is sent nothing else is decided, and the dialog stays.
  expect(await dialog.getByRole("button", { name: "Reject" }).getAttribute("aria-disabled")).toBe("true");
  await owner.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Approving" }).waitFor();
  line.resume();
  line.cut();
  await owner.getByText(`You approved ${key}`).waitFor();
  await dialog.waitFor({ state: "hidden" });
  await decide.waitFor({ state: "detached" });
  expect(await row(owner, key).first().getAttribute("data-progress")).toMatch(/settled|read/);
  // The requester hears of it without asking.
  await visit(staff, address);
  await row(staff, key)
    .getByText(/ approved it/)
    .first()
    .waitFor();
});

journey(
  "a super admin looks at any notice, sends it to nobody but themselves, and reads what became of the mail",
  async ({ open }) => {
    const superAdmin = await open({ as: "superAdmin", at: "/superadmin/notification-testing?kind=access.revoked" });
    await heading(superAdmin, "Notification Testing").waitFor();
    await superAdmin.getByText("Why you get this: Your access changed.").waitFor();
    await superAdmin.getByRole("button", { name: "Send to myself" }).click();
    await superAdmin.getByText("Sent to you").waitFor();
    const mail = superAdmin.getByRole("row").filter({ hasText: personas.superAdmin }).first();
    await mail.getByText("Kept here").waitFor();
    await mail.getByText("Not seen in the portal yet").waitFor();
    await mail.getByRole("button", { name: /^Read the mail/ }).click();
    await superAdmin.getByRole("dialog").getByText("Why you get this").waitFor();
    await superAdmin.keyboard.press("Escape");
    await takePictures(superAdmin, "notification-testing");
    await expectAccessibleAtEveryWidth(superAdmin);
    await superAdmin.setViewportSize({ width: 1440, height: 900 });
    await bell(superAdmin).click();
    await row(superAdmin, "Your read access to the orders was taken back").getByText("Security").waitFor();
    // Seen is what was before their eyes for a moment.
    const unseen = () => askBackend<number>(superAdmin, "query", "notifications/queries:unseenCount", {});
    await expect.poll(unseen).toMatchObject({ value: 0 });
    await visit(superAdmin, "/superadmin/notification-testing");
    await mail.getByText(/^Seen in the portal /).waitFor();
  },
);

journey("every tab is accessible at every width, in both themes", async ({ open }) => {
  const staff = await open({ as: "staff", at: address });
  const admin = await open({ as: "admin", at: "/" });
  for (const request of (await runningRequests(staff)).slice(0, 4))
    await write(admin, request, "For the picture: a longer sentence that has to wrap on a narrow screen, and does.");
  await staff.reload();
  await row(staff, "For the picture").first().waitFor();
  await takePictures(staff, "notifications");
  await expectAccessibleAtEveryWidth(staff);
  // On a phone everything in the rows is as high as a finger, their boxes too.
  await staff.setViewportSize({ width: 360, height: 740 });
  await touchScreen(staff);
  expect([await smallTargets(staff), await cutOff(staff)]).toEqual([[], []]);
  await tabOf(staff, "Settings").click();
  await staff.getByText("Always, at once").waitFor();
  // What only those who run the portal get is theirs to choose.
  expect(await staff.getByText("Running the portal", { exact: true }).count()).toBe(0);
  await admin.goto(`${address}?tab=settings`);
  await expectVisible(admin.getByText("Running the portal", { exact: true }));
  await expectAccessibleAtEveryWidth(staff);
});
