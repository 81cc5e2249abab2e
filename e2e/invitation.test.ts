/** The link of an invitation. It carries a password, so nothing of it may stay or show up anywhere. */

import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { DAY_MS } from "../convex/lib/pure/time.ts";
import { whilePortalIsDown } from "./support/browser/browser.ts";
import { chunkOf } from "./support/browser/chunks.ts";
import { expectAccessibleAtEveryWidth, takePictures } from "./support/browser/theme.ts";
import { fillIn, inviteByForm, printedLink, refusedForm } from "./support/forms.ts";
import { journeys } from "./support/journey.ts";
import { expectPath, expectVisible, heading, visit } from "./support/pages.ts";
import { demoPassword, type Portal } from "./support/portal/portal.ts";
import { askForWarehouse } from "./support/requests.ts";

const journey = journeys({ env: { LOG_LEVEL: "debug" } });
const refusal = "Invalid credentials. Please contact your administrator for a new invitation.";

function linkWith(password: string): string {
  return `/auto-signin?email=%20NewStarter%40ao.com&password=${encodeURIComponent(password)}&taskId=task7`;
}

/** Everything the page sends from here on: addresses, headers and bodies. */
function followRequests(page: Page): { address: string; headers: Record<string, string>; body: string }[] {
  const sent: { address: string; headers: Record<string, string>; body: string }[] = [];
  page.on("request", (request) =>
    sent.push({ address: request.url(), headers: request.headers(), body: request.postData() ?? "" }),
  );
  return sent;
}

/** What the browser would show of the page's past and present: address, history, storages, document. */
async function tracesIn(page: Page): Promise<string> {
  const inPage = await page.evaluate(() => {
    // The Navigation API lists every entry of this tab that a person can go back to.
    const { navigation } = window as unknown as { navigation: { entries: () => { url: string | null }[] } };
    return JSON.stringify([
      location.href,
      navigation.entries().map(({ url }) => url),
      document.referrer,
      history.state,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.documentElement.outerHTML,
    ]);
  });
  return inPage + JSON.stringify(await page.context().cookies());
}

/** What the portal printed since it was ready, and every byte it stored. */
async function tracesOn(portal: Portal): Promise<string> {
  const files = await readdir(portal.dataDir, { recursive: true, withFileTypes: true });
  // The demo's own password file holds it on purpose: it is every demo account's password here.
  const stored = files
    .filter((file) => file.isFile() && file.name !== "demo-password")
    .map((file) => readFile(path.join(file.parentPath, file.name), "latin1"));
  return (portal.log().split("Data Portal is ready")[1] ?? "") + (await Promise.all(stored)).join("\n");
}

journey(
  "a link with a wrong password is refused in the specified words and leaves nothing",
  async ({ open, portal }) => {
    const page = await open({ at: null, allow: refusedForm });
    await page.goto(linkWith("Wrong-initial-9"));
    await heading(page, "This link did not sign you in").waitFor();
    await page.getByText(refusal).waitFor();
    expect(page.url()).toBe(`${portal.url}/auto-signin`);
    expect(await tracesIn(page)).not.toContain("Wrong-initial");
    expect(await tracesOn(portal)).not.toContain("Wrong-initial");
    await page.reload();
    await page.getByText("An unexpected error occurred. Please try again or contact your administrator.").waitFor();
    await page.getByRole("link", { name: "Go to sign in" }).click();
    await expectPath(page, "/signin");
  },
);

journey(
  "a link without an account, not completed, or not answered says so in the specified words",
  async ({ open }) => {
    const page = await open({ at: null, allow: [...refusedForm, /status of (404|502)/] });
    const says = async (message: string, answer?: { status?: number; json?: object; body?: string }) => {
      if (answer) await page.route("**/api/auth/auto-sign-in", (route) => route.fulfill(answer));
      await page.goto(linkWith("Wrong-initial-9").replace("NewStarter", answer ? "NewStarter" : "nobody"));
      await page.getByRole("alert").getByText(message, { exact: true }).waitFor();
      if (answer) await page.unroute("**/api/auth/auto-sign-in");
    };
    await says("Account not found. Please contact your administrator.");
    const incomplete = "Sign-in incomplete. Please try again or contact your administrator.";
    await says(incomplete, { json: { status: "needs_email_verification" } });
    await says("Sign-in failed: Sign in not available", { status: 404, json: {} });
    await says("Sign-in failed: Request failed with status 502", { status: 502, body: "<h1>Bad gateway</h1>" });
  },
);

journey("a link whose page fails to load reports the failure without its values", async ({ open, portal }) => {
  const page = await open({ at: null, allow: [/status of 404/, /dynamically imported module/, /ERR_FAILED/] });
  const sent = followRequests(page);
  await page.route(chunkOf("auto-signin"), (route) => route.fulfill({ status: 404 }));
  const report = page.waitForRequest("**/api/client-errors");
  await page.goto(linkWith("Never-reported-9"));
  await report;
  await heading(page, "Oops! Something went wrong").waitFor();
  await page.getByRole("button", { name: "Show technical details" }).click();
  const [first, ...later] = sent;
  expect(first?.address).toBe(portal.url + linkWith("Never-reported-9"));
  expect(JSON.stringify(later)).not.toContain("Never-reported");
  expect(await tracesIn(page)).not.toContain("Never-reported");
  expect(await tracesOn(portal)).not.toContain("Never-reported");
});

journey("the link signs in once, leaves no trace, and leads to an own password and on", async ({ portal, open }) => {
  const page = await open({ at: null });
  const sent = followRequests(page);
  await page.goto(linkWith(demoPassword));
  await heading(page, "Choose your own password").waitFor();
  const [first, ...later] = sent;
  expect(first?.address).toBe(portal.url + linkWith(demoPassword));
  expect(
    later.filter(
      ({ address, headers }) => address.includes(demoPassword) || JSON.stringify(headers).includes(demoPassword),
    ),
  ).toEqual([]);
  expect(later.filter(({ headers }) => (headers["referer"] ?? "") !== "").map(({ address }) => address)).toEqual([]);
  expect(later.filter(({ body }) => body.includes(demoPassword)).map(({ address }) => address)).toEqual([
    `${portal.url}/api/auth/auto-sign-in`,
  ]);
  expect(await tracesIn(page)).not.toContain(demoPassword);
  expect(await tracesOn(portal)).not.toContain(demoPassword);
  await page.goBack();
  expect(page.url()).not.toContain("password");

  const second = await open({ at: null, allow: refusedForm });
  await second.goto(linkWith(demoPassword));
  await second.getByText(refusal).waitFor();
  await expectPath(second, "/auto-signin");

  await page.goto("/");
  await heading(page, "Choose your own password").waitFor();
  await fillIn(page, { "New password": "My-own-1pass", "New password again": "My-own-1pass" });
  await page.getByRole("button", { name: "Change password" }).click();
  await heading(page, /, Nia$/).waitFor();
  await expectPath(page, "/");
});

journey(
  "Snowflake users are requested by a file that a second person approves, each by a request of its own",
  async ({ open, portal }) => {
    const asks = /step-up-required|invitations\/mutations:inviteFile|proposals\/mutations:confirm/;
    const allow = [asks, /requests\/mutations:submit/];
    const page = await open({ as: "governance", at: "/governance/invite-user?to=snowflake", allow });
    await fillIn(page, { Email: "staff@ao.com" });
    await page.getByText("Sam Taylor already has the user SAM_TAYLOR").waitFor();
    const request = page.getByRole("button", { name: "Request user" });
    const says = async (values: Record<string, string>, ...messages: string[]) => {
      await fillIn(page, values);
      await request.click();
      for (const message of messages) await page.getByText(message, { exact: true }).first().waitFor();
    };
    await says({ Email: "" }, "Please enter a valid email address", "First name is required", "Last name is required");
    await says(
      { Email: "hedy@elsewhere.org", "First name": "H".repeat(51), "Last name": "_" },
      "First name must be less than 50 characters",
      "Last name can only contain letters, numbers, spaces, hyphens, and apostrophes",
    );
    await says(
      { "First name": "Hedy!", "Last name": "4 Lamarr" },
      "First name can only contain letters, numbers, spaces, hyphens, and apostrophes",
      "Last name must start with a letter",
    );
    await says({ "First name": "Hedy", "Last name": "Lamarr" }, "Email must be @ao.com domain");
    await fillIn(page, { Email: "hedy.lamarr@ao.com" });
    await page.getByText("Nobody in the portal has this address: the user is held under your name").waitFor();
    await page.getByText("HEDY_LAMARR", { exact: true }).waitFor();
    await request.click();
    await page.getByText("The Snowflake user of Hedy Lamarr was requested").waitFor();
    await page.getByRole("button", { name: "Invite by file" }).click();
    const choose = async (rows: string) =>
      await page.getByLabel("CSV file").setInputFiles({
        name: "users.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(`snowflake_email,first_name,last_name,business_area\n${rows}\n`),
      });
    await choose("grace.hopper@elsewhere.org,Grace,Hopper,FIN");
    await page.getByText("Email must be @ao.com domain").waitFor();
    // A long file keeps in the document only what is near the view, says how much there is, and is scrolled to its end.
    const lastName = (row: number): string => String.fromCharCode(65 + Math.floor(row / 26), 97 + (row % 26));
    const row = (_: unknown, at: number): string => `person.${at}@ao.com,Person,${lastName(at)},FIN`;
    await choose(Array.from({ length: 250 }, row).join("\n"));
    const planned = page.getByRole("table", { name: "What the file would do" });
    await expect.poll(() => planned.getAttribute("aria-rowcount")).toBe("251");
    expect(await planned.getByRole("row").count()).toBeLessThan(60);
    const scrolled = page.getByRole("region", { name: "What the file would do, scrollable" });
    const lastAtEnd = async (): Promise<string | null> => {
      await scrolled.press("End");
      return await planned.getByRole("row").last().getAttribute("aria-rowindex");
    };
    await expect.poll(lastAtEnd).toBe("251");
    await choose("ida.rhodes@ao.com,Ida,Rhodes,FIN\nkay.mcnulty@ao.com,Kay,McNulty,FIN\nstaff@ao.com,Sam,Taylor,");
    await page.getByRole("row", { name: /Kay McNulty kay.mcnulty@ao.com, KAY_MCNULTY, Finance Create/ }).waitFor();
    await page.getByRole("button", { name: "Request 2 Snowflake users" }).click();
    await givePassword(page);
    await page.getByText("The file is waiting for a second person").waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("heading", { name: "Invite 2 people to Snowflake" }).waitFor();
    await expectAccessibleAtEveryWidth(page);

    const second = await open({ as: "admin", at: "/governance/invite-user?to=snowflake", allow });
    await second.getByRole("button", { name: "Confirm", exact: true }).click();
    await givePassword(second);
    await page.getByText("2 of 2 people invited to Snowflake").waitFor();
    await page.goto(`${portal.url}/requests`);
    await page
      .getByRole("link", { name: /Snowflake user for Kay McNulty/ })
      .first()
      .click();
    await page
      .getByText(/^Not needed: .* confirmed the file it is in$/)
      .first()
      .waitFor();
  },
);

journey(
  "invited, scanned, expired and sent again: the link ends with a password of one's own and the first request",
  async ({ portal, open }) => {
    const governance = await open({ as: "governance", at: "/governance/invite-user", allow: whilePortalIsDown });
    await governance.getByRole("button", { name: "Send invitation" }).click();
    for (const message of [
      "Please enter a valid email address",
      "First name is required",
      "Last name is required",
      "Role selection is required",
      "Business area selection is required",
    ])
      await governance.getByText(message).first().waitFor();
    await expectAccessibleAtEveryWidth(governance);
    await inviteByForm(governance, { email: "Nova.New@ao.com", firstName: "Nova", lastName: "New" });
    await takePictures(governance, "invite-user");

    const first = printedLink(portal, "invitation");
    // What a mail scanner does spends nothing.
    for (const method of ["GET", "HEAD"]) expect((await fetch(first, { method })).status).toBe(200);
    await portal.later(7 * DAY_MS + 1);
    const page = await open({ at: null, allow: [/status of 400/] });
    await page.goto(first);
    await heading(page, "Your invitation has expired").waitFor();
    expect(page.url()).toBe(`${portal.url}/invitation`);
    expect(await page.getByText(/invalid/i).count()).toBe(0);
    await page.getByRole("button", { name: "Send me a new one" }).click();
    await page.getByText("a new link is on its way").waitFor();
    await expect.poll(() => printedLink(portal, "invitation")).not.toBe(first);

    await page.goto(printedLink(portal, "invitation"));
    await heading(page, "Welcome to the Data Portal").waitFor();
    await expectAccessibleAtEveryWidth(page);
    await fillIn(page, { Password: "short", "Password again": "short" });
    await page.getByRole("button", { name: "Come in" }).click();
    await page.getByText("Password must be at least 8 characters long").waitFor();
    await fillIn(page, { Password: "My-own-1pass", "Password again": "My-own-1pass" });
    await page.getByRole("button", { name: "Come in" }).click();
    await heading(page, /, Nova$/).waitFor();
    await expectPath(page, "/");
    const { key } = await askForWarehouse(page, "WH_NOVA");
    await visit(page, `/requests/${key}`);
    await expectVisible(page.getByText("Pending approval").first());
  },
);

journey(
  "an invitation is sent again after a while, so that only its newest link works, and withdrawn",
  async ({ portal, open }) => {
    // Sessions from before the week that passed above are over.
    const page = await open({ as: "superAdmin", at: "/governance/invite-user", allow: whilePortalIsDown });
    const row = await inviteByForm(page, { email: "rae.again@ao.com", firstName: "Rae", lastName: "Again" });
    const first = printedLink(portal, "invitation");
    const resend = row.getByRole("button", { name: "Resend the invitation of Rae Again" });
    expect(await resend.getAttribute("aria-disabled")).toBe("true");
    await portal.later(11 * 60_000);
    await expect.poll(() => resend.getAttribute("aria-disabled")).not.toBe("true");
    await resend.click();
    await page.getByText("A new link is on its way to Rae Again").waitFor();
    await expect.poll(() => printedLink(portal, "invitation")).not.toBe(first);

    const invited = await open({ at: null, allow: [/status of 400/] });
    await invited.goto(first);
    await invited.getByText("There is a newer link, or this one was used. Open the newest mail, or sign in.").waitFor();
    await invited.goto(printedLink(portal, "invitation"));
    await heading(invited, "Welcome to the Data Portal").waitFor();

    await row.getByRole("button", { name: "Withdraw the invitation of Rae Again" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw invitation" }).click();
    await page.getByText("The invitation of Rae Again was withdrawn").waitFor();
    await row.waitFor({ state: "detached" });
    await invited.goto(printedLink(portal, "invitation"));
    await invited.getByText("This invitation no longer stands. Ask whoever invited you.").waitFor();
  },
);

journey("demo data is counted before it is cleared, and stays while real people depend on it", async ({ open }) => {
  const page = await open({ as: "superAdmin", at: "/superadmin/seed-data" });
  const removed = page.getByRole("region", { name: "Removed" });
  for (const what of ["Demo people", "Requests", "Support tickets"]) {
    const counted = removed.getByRole("term").filter({ hasText: what }).locator("+ dd");
    await expect.poll(async () => /\d/.test((await counted.first().textContent()) ?? "")).toBe(true);
  }
  await page.getByRole("region", { name: "Kept" }).getByText("Nova New").waitFor();
  await page.getByText("It cannot be cleared yet").waitFor();
  await page.getByText("Sign in as a real person. Everybody knows the demo people's password.").waitFor();
  await page.getByText(/^Real people have data here that depends on the demo data: 1 request/).waitFor();
  const clear = page.getByRole("button", { name: "Clear Demo Data" });
  expect(await clear.getAttribute("aria-disabled")).toBe("true");
  await expectAccessibleAtEveryWidth(page);
});

/** Gives the password once more. */
async function givePassword(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm it is you" });
  await dialog.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
}
