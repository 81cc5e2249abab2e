/** A new starter's first login: nothing before the password somebody else chose is replaced. */

import type { Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import { askBackend } from "./support/backend.ts";
import { fillIn, focusedField, refusedForm, valuesOf } from "./support/forms.ts";
import { journeys } from "./support/journey.ts";
import { expectPath, expectVisible, heading, known, submitSignIn } from "./support/pages.ts";
import { personas } from "./support/personas.ts";
import { MailServer } from "./support/portal/mail-server.ts";
import { demoPassword } from "./support/portal/portal.ts";

const journey = journeys();
const mails = new MailServer();
const emptyPortal = journeys({
  env: { PORTAL_DEMO: "0", BOOTSTRAP_ADMIN_EMAIL: "owner@ao.com", SMTP_URL: await mails.start() },
});
afterAll(() => mails.close());
const ownPassword = "My-own-1pass";
const fields = ["New password", "New password again"] as const;

/** What the first login keeps in the browser; the router's own notes left aside. */
async function keptKeys(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    Object.keys(sessionStorage)
      .filter((key) => !key.startsWith("tsr"))
      .sort(),
  );
}

async function changePassword(page: Page, password: string, again = password): Promise<void> {
  await fillIn(page, { "New password": password, "New password again": again });
  await page.getByRole("button", { name: "Change password" }).click();
}

journey("what is typed before the page's code is there stays, however late it comes", async ({ portal, open }) => {
  const page = await open();
  const nia = { url: portal.url, email: personas.newStarter, password: ownPassword };
  await submitSignIn(page, { ...nia, password: demoPassword });
  await heading(page, "Choose your own password").waitFor();
  const held = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  await fillIn(page, { "New password": ownPassword, "New password again": ownPassword });
  held.resolve();
  await page.locator("input[name=username][value]:not([value=''])").waitFor({ state: "attached" });
  expect(await valuesOf(page, fields)).toEqual({ "New password": ownPassword, "New password again": ownPassword });
});

journey(
  "an initial password blocks every page and every function until it is replaced; cancelling signs out",
  async ({ portal, open }) => {
    const page = await open({ allow: refusedForm });
    const nia = { url: portal.url, email: personas.newStarter, password: demoPassword };
    await submitSignIn(page, nia);
    await heading(page, "Choose your own password").waitFor();
    for (const address of ["/", "/profile", "/superadmin/task-monitor"]) {
      await page.goto(address);
      await heading(page, "Choose your own password").waitFor();
      expect(await page.getByRole("navigation").count()).toBe(0);
    }
    expect(await keptKeys(page)).toEqual(["first-login-email", "password-change-in-progress"]);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem("first-login-email"))).toBe(nia.email);
    for (const [kind, path, args] of [
      ["query", "tasks/queries:mine", {}],
      ["query", "requests/queries:mine", {}],
      ["mutation", "people/mutations:saveProfile", { firstName: "N", lastName: "O" }],
    ] as const) {
      expect(await askBackend(page, kind, path, args)).toMatchObject({ code: "password-change-required" });
    }
    expect(await askBackend(page, "query", "people/queries:me")).toMatchObject({
      value: { hasChangedInitialPassword: false },
    });

    await page.getByRole("button", { name: "Cancel and sign out" }).click();
    await page.waitForURL(`${portal.url}/signin`);
    expect(await keptKeys(page)).toEqual([]);
    await page.goto("/");
    await expectPath(page, "/signin");

    await submitSignIn(page, nia);
    await heading(page, "Choose your own password").waitFor();
    await changePassword(page, "short", "other");
    await expectVisible(page.getByText("Password must be at least 8 characters long"));
    await expectVisible(page.getByText("Passwords do not match"));
    expect(await focusedField(page)).toBe("newPassword");
    expect(await valuesOf(page, fields)).toEqual({ "New password": "short", "New password again": "other" });
    await changePassword(page, demoPassword);
    await expectVisible(page.getByText("Choose a password different from the current one"));
    await changePassword(page, ownPassword);
    await heading(page, /, Nia$/).waitFor();
    expect(await keptKeys(page)).toEqual([]);
    expect(await askBackend(page, "query", "tasks/queries:mine")).toMatchObject({
      value: expect.any(Array) as unknown,
    });

    const again = await open();
    await submitSignIn(again, { ...nia, password: ownPassword });
    await heading(again, /, Nia$/).waitFor();
  },
);

emptyPortal(
  "an empty portal prints a one-time password for its first super admin, who has to change it",
  async ({ portal, open }) => {
    const printed = /One-time password: (\S+)/.exec(portal.log())?.[1] ?? "";
    expect(portal.log()).not.toContain(personas.staff);
    const page = await open();
    await submitSignIn(page, { url: portal.url, email: "owner@ao.com", password: printed });
    await heading(page, "Choose your own password").waitFor();
    await changePassword(page, ownPassword);
    await page.getByRole("button", { name: /^Account of/ }).waitFor();
    await expectVisible(inBar(page, "Production"));
    await page.goto("/superadmin/task-monitor");
    await page
      .getByText("No execution logs found. Run the task monitor to generate logs.")
      .or(page.getByText("No open tasks").first())
      .waitFor();
    await page.getByRole("button", { name: "Run Task Monitor" }).click();
    await page.getByRole("row").filter({ hasText: "No open tasks" }).first().click();
    await page.getByText("No task details found for this execution.").waitFor();
    await page.context().close();
    await portal.restart();
    expect(portal.log().match(/One-time password/g)).toHaveLength(1);
  },
);

/** A word in the bar above the page. */
const inBar = (page: Page, word: string) => page.getByRole("banner").getByText(word, { exact: true });

/** Gives the open import a file as a person would. */
async function chooseFile(page: Page, name: string, text: string): Promise<void> {
  await page.getByLabel("CSV file").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
}

/** Somebody signs up with their company address, by the mail they get. */
async function signUp(page: Page, { url, email }: { url: string; email: string }): Promise<void> {
  await page.goto(`${url}/signin`);
  await page.getByRole("button", { name: "Create an account" }).click();
  await fillIn(page, { "First name": "Edith", "Last name": "Clarke", Email: email, Password: ownPassword });
  await page.getByRole("button", { name: "Create account" }).click();
  await heading(page, "Verify your email").waitFor();
  await expect.poll(() => mails.linkTo(email, "verify-email-address")).not.toBeNull();
  await page.goto(mails.linkTo(email, "verify-email-address") ?? "");
  await fillIn(page, { Password: ownPassword, "Password again": ownPassword });
  await page.getByRole("button", { name: "Verify email" }).click();
  await heading(page, "Your email is verified").waitFor();
  await submitSignIn(page, { url, email, password: ownPassword });
  await known(page);
}

emptyPortal(
  "before there are areas and domains, whatever needs one says so and leads to where it is added",
  async ({ portal, open }) => {
    const page = await open();
    await submitSignIn(page, { url: portal.url, email: "owner@ao.com", password: ownPassword });
    await heading(page, /, Owner$/).waitFor();
    await page.goto("/governance/access-reviews");
    await page.getByText("A review is about the access to a data domain, and there is none yet.").waitFor();
    expect(await page.getByRole("button", { name: "Start review" }).count()).toBe(0);
    await page.goto("/superadmin/services");
    await page
      .getByRole("region", { name: "Snowflake" })
      .getByText(/Its tasks fail until/)
      .waitFor();
    await page
      .getByRole("region", { name: "Airflow" })
      .getByText(/People do its tasks manually/)
      .waitFor();
    await page.goto("/governance/invite-user");
    await page.getByRole("combobox", { name: "Business area" }).click();
    await page.getByText("Nothing to choose from yet").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "add an area" }).click();
    await page.getByRole("dialog", { name: "Add a business area" }).waitFor();
  },
);

emptyPortal(
  "its first steps lead to areas and domains by file, a colleague who signs up, and a request that is approved, worked on and completed by screens alone",
  async ({ portal, open }) => {
    const page = await open();
    await submitSignIn(page, { url: portal.url, email: "owner@ao.com", password: ownPassword });
    await page.getByText("0 of 6 steps done").waitFor();
    await page.getByRole("link", { name: "All steps" }).click();
    await page.getByRole("button", { name: "Put away" }).click();
    await page.getByRole("button", { name: "Show on Home" }).click();
    await page.getByText("These steps are on your Home").waitFor();
    await page.getByRole("link", { name: "Import areas" }).click();
    await chooseFile(page, "areas.csv", "code;name;owner\r\nLOG;Logistics;nobody@ao.com\r\nlog;=1;\r\n");
    await page.getByText("3 problems in this file").waitFor();
    await expectVisible(page.getByRole("row", { name: /2 owner Nobody here has this address/ }));
    await chooseFile(page, "areas.csv", "\uFEFFcode;name;owner\r\nLOG;Logistics;owner@ao.com\r\nFIN;Finance;\r\n");
    await page.getByRole("button", { name: "Import 2 areas" }).click();
    await page.getByText("2 areas created.").waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    await expectVisible(page.getByRole("row", { name: /Logistics LOG/ }));
    await page.goto("/governance/data-domains?open=import");
    await chooseFile(
      page,
      "domains.csv",
      "name,sensitivity,owners,read_roles\nOrders,internal,owner@ao.com,ORDERS_READ\n",
    );
    await page.getByRole("button", { name: "Import 1 data domain" }).click();
    await page.getByText("1 data domain created.").waitFor();

    const colleague = await open();
    await signUp(colleague, { url: portal.url, email: "edith@ao.com" });
    expect(await inBar(colleague, "Production").count()).toBe(0);
    await colleague.goto("/requests/create?type=bi-access");
    await heading(colleague, "BI access").waitFor();
    await colleague.getByRole("combobox", { name: "Business area" }).click();
    await colleague.getByRole("option", { name: "Logistics" }).click();
    await colleague.getByLabel("Why this business area").fill("I work in logistics, and no area is noted for me yet.");
    await colleague.getByRole("radio", { name: "Sigma" }).click();
    await colleague.getByLabel("Team or group").fill("Logistics");
    await colleague.getByRole("radio", { name: "Viewer" }).click();
    await colleague.getByLabel("Duration").fill("90");
    await colleague
      .getByLabel("Reason", { exact: true })
      .fill("I run the weekly stock meeting from now on and look at the stock workbook.");
    await colleague.getByRole("button", { name: "Review request" }).click();
    await colleague.getByRole("button", { name: "Send request" }).click();
    await colleague.waitForURL((address) => /^\/requests\/(?!create)\w+/.test(address.pathname));

    await page.goto("/admin/approvals");
    await page
      .getByRole("row", { name: /Edith Clarke/ })
      .getByRole("button", { name: "Approve" })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    for (const [task, evidence] of [
      ["Give access in Sigma", "https://sigma.example.com/members/edith"],
      ["Check the access", "Edith opened the workbook of her team"],
    ] as const) {
      await expectVisible(colleague.getByRole("listitem").filter({ hasText: task }).getByText("Running"));
      await page.goto("/admin/requests/tasks?status=Running");
      await page.getByRole("row").getByRole("link", { name: task }).click();
      await page.getByRole("button", { name: "Report as done" }).waitFor();
      await page.getByRole("textbox").first().fill(evidence);
      await page.getByRole("button", { name: "Report as done" }).click();
      await page.getByRole("button", { name: "Report as done" }).waitFor({ state: "hidden" });
    }
    await expectVisible(colleague.getByText("Completed"));
    await page.goto("/superadmin/first-steps");
    await expectVisible(page.getByText("Nothing connected yet"));
    await expectVisible(page.getByText(/^\d+ offered, as they came with the portal$/));
    expect(await page.getByText("Done:", { exact: true }).count()).toBe(4);
    await expectVisible(page.getByText("Colleagues can ask for what they need"));
  },
);
